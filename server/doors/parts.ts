/**
 * The parts that a server is assembled from, for plugins and for those who change the server on
 * purpose. Unlike the other doors, it follows the inner structure.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import type { Plugin } from "@plumbline/server/parts";
 *
 * let answered = 0;
 * const counter: Plugin = {
 *   name: "counter",
 *   install(parts) {
 *     parts.wire(({ answer }) => ({
 *       answer(request) {
 *         answered++;
 *         return answer(request);
 *       },
 *     }));
 *   },
 * };
 * await using server = await createServer({ plugins: [counter] });
 * await server.fetch(new Request("http://localhost/livez"));
 * assertEquals(answered, 1);
 * ```
 *
 * @module
 */
export type { HealthSwitches } from "../health/checks.ts";
export { bodyOf, readRequestInfo } from "../http/request.ts";
export { type Appearance, type Expectation, refuse, respond } from "../http/response.ts";
export { type Bytes, concatenate, type Serializer } from "../http/serializer.ts";
export { type CertificateAndKey, type CertificateSubject, createAuthority } from "../http/tls.ts";
export {
  type Change,
  type Exchange,
  type ObservedRequest,
  over,
  type PartChanges,
  type Parts,
  type Wire,
} from "../parts.ts";
export type { Plugin, PluginContext } from "../plugin.ts";
export type { ContinueTokens, Position } from "../registry/continue_token.ts";
export type {
  Admission,
  Registry,
  Result,
  VerbHandler,
  VerbRequest,
  Verbs,
  WatchEvent,
  WatchSource,
  WriteAttributes,
} from "../registry/contracts.ts";
export type { ListParameters, ReadPoint } from "../registry/list_options.ts";
export {
  EMPTY_META,
  nameError,
  timestamp,
  validateKeys,
  validateMeta,
  withoutEmptyMeta,
} from "../registry/object_meta.ts";
export type { Steps } from "../registry/steps.ts";
export { Write, type WriteForm } from "../registry/write/state.ts";
export { changeObject } from "../registry/write/write.ts";
export { APPLY_PATCH, type PatchForm, type WriteOptions } from "../registry/write_options.ts";
