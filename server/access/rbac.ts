/**
 * Decides by roles and bindings (interface, "Role-based access control resources" and
 * "Authentication" 4): what no rule allows is refused.
 *
 * @module
 */
import type { User } from "../context.ts";
import type { Storage } from "../storage/storage.ts";
import type { Attributes } from "./attributes.ts";
import { type Grants, Policy } from "./policy.ts";
import { ruleAllows } from "./policy_rule.ts";

export type { Attributes } from "./attributes.ts";

/** What the rules say. */
export interface Decision {
  readonly allowed: boolean;
  /** Why it is allowed, naming binding and role, or what hindered it; may be empty. */
  readonly reason: string;
  /** Findings on the way that did not stop the evaluation. */
  readonly errors: readonly string[];
}

/** Decides what a user may do. */
export interface Authorizer {
  /** Tells whether somebody may do something. */
  decide(attributes: Attributes): Promise<Decision>;
  /** All that somebody may do in a namespace, or across all of them where it is empty. */
  grantsOf(user: User, namespace: string): Promise<Grants>;
}

/** Whoever is in this group may do everything. */
export const SUPERUSERS = "system:masters";

/** Everybody whom the server knows is in this group. */
export const AUTHENTICATED = "system:authenticated";

/** Tells whether somebody may do everything. */
export const isSuperuser = ({ groups }: User): boolean => groups.includes(SUPERUSERS);

const EVERYTHING: Grants = {
  grants: [{
    rules: [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ],
    clusterWide: true,
    source: `membership in the group ${SUPERUSERS}`,
  }],
  errors: [],
};

/**
 * Makes an authorizer over the roles and bindings of a store.
 *
 * @param suffix the brand-bearing suffix of group names, from the dialect
 */
export function rbacAuthorizer(storage: Storage, suffix: string): Authorizer {
  const policy = new Policy(storage, `rbac.authorization.${suffix}`);
  const selfReviews = selfReviewsOf(suffix);

  const grantsOf = (user: User, namespace: string): Promise<Grants> =>
    isSuperuser(user) ? Promise.resolve(EVERYTHING) : policy.grantsOf(user, namespace);

  async function decide(attributes: Attributes): Promise<Decision> {
    if (isSuperuser(attributes.user)) return { allowed: true, reason: "", errors: [] };
    if (selfReviews(attributes)) {
      const reason = "everybody may always check their own access";
      return { allowed: true, reason, errors: [] };
    }
    const { grants, errors } = await policy.grantsOf(attributes.user, attributes.namespace);
    const granted = grants.find(({ rules }) => rules.some((rule) => ruleAllows(rule, attributes)));
    if (granted) return { allowed: true, reason: `RBAC: allowed by ${granted.source}`, errors };
    const reason = errors.length > 0 ? `RBAC: ${errors.join(", ")}` : "";
    return { allowed: false, reason, errors };
  }

  return { decide, grantsOf };
}

/** The reviews of one's own access, which nobody known is ever refused ("Authentication" 5). */
function selfReviewsOf(suffix: string): (attributes: Attributes) => boolean {
  const reviews = new Set([
    `authorization.${suffix}/selfsubjectaccessreviews`,
    `authorization.${suffix}/selfsubjectrulesreviews`,
    `authentication.${suffix}/selfsubjectreviews`,
  ]);
  return ({ user, verb, group, resource, subresource, namespace }) =>
    verb === "create" && reviews.has(`${group}/${resource}`) && subresource === "" &&
    namespace === "" && user.groups.includes(AUTHENTICATED);
}
