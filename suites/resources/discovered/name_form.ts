/**
 * The forms of names that a server demands of the objects of some types.
 *
 * @module
 */

/** A function that turns a unique name into one of a form. */
export type NameForm = (name: string) => string;

/**
 * Returns the form of the names of objects as an example's: what follows its first dot is kept, and
 * an IPv6 address stands for others. Undefined if any name will do.
 */
export function nameFormOf(example: string): NameForm | undefined {
  if (/^[0-9a-f:]+::[0-9a-f]*$/.test(example)) return addressOf;
  const at = example.indexOf(".");
  return at < 1 ? undefined : withEnding(example.slice(at));
}

/** Returns the form of names with an ending. */
export function withEnding(ending: string): NameForm {
  return (name) => `${name}${ending}`;
}

/** Returns an IPv6 address for documentation that depends on the name, in its canonical form. */
function addressOf(name: string): string {
  const groups = Array.from({ length: 6 }, (_, at) => {
    const hash = hashOf(`${at}/${name}`);
    // Without zeros at the beginning nothing can be left out.
    return (0x1000 + hash % 0xf000).toString(16);
  });
  return `2001:db8:${groups.join(":")}`;
}

/** Returns a hash of a text: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
