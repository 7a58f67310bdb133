/**
 * Oracles: pure functions that decide whether responses are correct, and accessors of the fields
 * of objects that they use.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { oracles } from "@plumbline/plumbline/suites";
 *
 * const object = { metadata: { namespace: "one", name: "a" }, data: { key: "MQ==" } };
 * assertEquals(oracles.keyOf(object), "one/a");
 * assertEquals(oracles.selects({ namespace: "two" }, object), false);
 * assertEquals(oracles.firstLost({ data: { key: "Mg==" } }, object), ".data.key");
 * ```
 *
 * @module
 */
export { canonical, contentOf } from "./content.ts";
export { History } from "./history.ts";
export {
  asObject,
  keyOf,
  labelsOf,
  metadataOf,
  nameOf,
  namespaceOf,
  resourceVersionOf,
  uidOf,
} from "./object.ts";
export { verifyPages } from "./page_oracle.ts";
export { verifyRecording } from "./recording_oracle.ts";
export { selects } from "./selection.ts";
export { firstLost } from "./subset.ts";
export { verifyWatch } from "./watch_oracle.ts";
