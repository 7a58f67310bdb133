/**
 * Roles, bindings and requests about authorization. The answers of a real server are recorded; a
 * request that the reference server answers otherwise has the reason.
 *
 * @module
 */
import type { Cases } from "./case.ts";
import { escalation } from "./escalation.ts";
import { impersonation } from "./impersonation.ts";
import { requests } from "./requests.ts";
import { reviews } from "./reviews.ts";
import { validation } from "./validation.ts";

export type { AccessCase } from "./case.ts";
export { POLICY, SCENARIO_NAMESPACE } from "./policy.ts";

/** All requests by subject. */
export const CASES: Readonly<Record<string, Cases>> = {
  reviews,
  impersonation,
  requests,
  escalation,
  validation,
};
