/**
 * Writes declarations so that older versions of TypeScript read them.
 *
 * @module
 */

const GENERIC_ARRAY = /\b(Uint8Array|DataView)<ArrayBuffer(?:Like)?>/g;

/**
 * Returns a declaration without what TypeScript 5.4 to 5.6 do not know: arrays of bytes have a type
 * parameter since 5.7.
 */
export const forOlderTypeScript = (declaration: string): string =>
  declaration.replaceAll(GENERIC_ARRAY, "$1");
