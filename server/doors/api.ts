/**
 * What every part of the server speaks of: objects, errors, requests, dialects, releases and time.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { unauthorized } from "@plumbline/server/api";
 *
 * assertEquals(unauthorized("the token is unknown").code, 401);
 * ```
 *
 * @module
 */
export {
  ApiError,
  badRequest,
  type Cause,
  type CauseReason,
  conflict,
  expired,
  forbidden,
  invalid,
  notFound,
  type Reason,
  REASONS,
  staleVersion,
  unauthorized,
  unknownPath,
  versionAhead,
} from "../api_error.ts";
export type { RequestContext, RequestInfo, User, Verb } from "../context.ts";
export { type Dialect, type DialectName, DIALECTS, perDialect } from "../dialect.ts";
export {
  type ApiObject,
  apiVersionOf,
  copyOf,
  equal,
  type Json,
  type JsonObject,
  type ObjectMeta,
  type OwnerReference,
} from "../object.ts";
export { type AnyRelease, isNewest, NEWEST_RELEASE, type Release, RELEASES } from "../release.ts";
export { AdjustableClock, type Clock, type Sources } from "../sources.ts";
