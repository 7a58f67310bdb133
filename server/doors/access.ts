/**
 * Users and permissions.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serviceAccountName } from "@plumbline/server/access";
 *
 * assertEquals(
 *   serviceAccountName({ namespace: "a", name: "b" }),
 *   "system:serviceaccount:a:b",
 * );
 * ```
 *
 * @module
 */
export {
  type Authenticator,
  type Identity,
  impersonate,
  userOfToken,
} from "../access/authentication.ts";
export {
  AUTHENTICATED,
  type Authorizer,
  type Decision,
  isSuperuser,
  rbacAuthorizer,
  SUPERUSERS,
} from "../access/authorization.ts";
export type { InitialObject } from "../access/bootstrap_policy.ts";
export type { Grant } from "../access/policy.ts";
export {
  type Attributes,
  NO_RESOURCE,
  type PolicyRule,
  ruleAllows,
  rulesOf,
  urlCovers,
} from "../access/policy_rule.ts";
export { serviceAccountGroups, serviceAccountName } from "../access/service_account.ts";
