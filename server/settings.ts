/**
 * Readers of the server's settings as a command line writes them.
 *
 * @module
 */
export { RELEASES } from "./release.ts";
export { readFeatureGates } from "./api_versions/feature_gates.ts";
export { PLAYERS } from "./players/mod.ts";
export { KINDS } from "./resources/release.ts";
export { readRuntimeConfig } from "./api_versions/served.ts";
