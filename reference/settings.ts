/**
 * Readers of the server's settings as a command line writes them.
 *
 * @module
 */
export { RELEASES } from "@plumbline/server/api";
export { readFeatureGates } from "@plumbline/server/settings";
export { PLAYERS } from "@plumbline/kubernetes";
export { KINDS } from "@plumbline/kubernetes";
export { readRuntimeConfig } from "@plumbline/server/settings";
