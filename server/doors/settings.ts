/**
 * Readers of the server's settings as a command line writes them.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readFeatureGates } from "@plumbline/server/settings";
 *
 * assertEquals(readFeatureGates("WatchBookmark=false"), { WatchBookmark: false });
 * ```
 *
 * @module
 */
export { ConfigurationError } from "../api_versions/configuration.ts";
export { type FeatureGateConfig, readFeatureGates } from "../api_versions/feature_gates.ts";
export { readRuntimeConfig, type RuntimeConfig } from "../api_versions/served.ts";
export { LISTEN_OPTIONS, requireOptions, SERVER_OPTIONS } from "../option_shapes.ts";
