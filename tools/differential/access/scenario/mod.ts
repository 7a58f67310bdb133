/**
 * Roles, bindings and requests that show how access is decided, asked and changed. A real server's
 * answers to them are recorded; where Plumbline answers otherwise, the reason stands beside it.
 *
 * @module
 */
import type { Case } from "./case.ts";
import { escalation } from "./escalation.ts";
import { impersonation } from "./impersonation.ts";
import { requests } from "./requests.ts";
import { reviews } from "./reviews.ts";
import { validation } from "./validation.ts";

export type { Case } from "./case.ts";
export { NAMESPACE, POLICY } from "./policy.ts";

/** All requests, by what they are about. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  reviews,
  impersonation,
  requests,
  escalation,
  validation,
};
