/**
 * Recorded traffic: files, credentials, and the plugin of replay.
 *
 * @module
 */
export { harOf, readHar, type RecordedExchange, type RecordedHead } from "./har.ts";
export { redacted } from "./redact.ts";
export { replay, type ReplayOptions } from "./replay.ts";
