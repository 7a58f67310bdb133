/**
 * Authorizes requests by roles and bindings (specification, "Role-based access control resources"
 * and "Authentication" 4): a request that no rule allows is forbidden.
 *
 * @module
 */
import { forbidden } from "../api_error.ts";
import type { RequestContext, User } from "../context.ts";
import { selectedName } from "../registry/selector.ts";
import type { Storage } from "../storage/storage.ts";
import { type Grants, Policy } from "./policy.ts";
import { type Attributes, ruleAllows } from "./policy_rule.ts";

/** What a request wants to do, as the verb given. */
function attributesOf({ info, user, query }: RequestContext, verb: string): Attributes {
  const { isResource, group, resource, subresource, name, path } = info;
  // A namespace object counts as part of its own namespace, so that a binding there reaches it.
  const namespace = resource === "namespaces" && group === "" ? name : info.namespace;
  // A permission for one name also covers a list and a watch of that name.
  const named = name === "" && (verb === "list" || verb === "watch") ? selectedName(query) : name;
  return { user, verb, isResource, group, resource, subresource, namespace, name: named, path };
}

/** The decision on a request. */
export interface Decision {
  readonly allowed: boolean;
  /** The binding and role that allow it, or the errors that prevented it; may be empty. */
  readonly reason: string;
  /** Errors that did not stop the evaluation. */
  readonly errors: readonly string[];
}

/**
 * Decides what a user may do.
 *
 * @internal
 */
export interface Authorizer {
  /** Decides whether a request is allowed: at once where that needs no roles. */
  decide(attributes: Attributes): Decision | Promise<Decision>;
  /** Returns the rules of a user in a namespace, or in all namespaces if it is empty. */
  grantsOf(user: User, namespace: string): Promise<Grants>;
}

/** Members of this group may do everything. */
export const SUPERUSERS = "system:masters";

/** All authenticated users are members of this group. */
export const AUTHENTICATED = "system:authenticated";

/** Returns true if a user may do everything. */
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

  function decide(attributes: Attributes): Decision | Promise<Decision> {
    if (isSuperuser(attributes.user)) return { allowed: true, reason: "", errors: [] };
    if (selfReviews(attributes)) {
      const reason = "everybody may always check their own access";
      return { allowed: true, reason, errors: [] };
    }
    return decideByRoles(attributes);
  }

  async function decideByRoles(attributes: Attributes): Promise<Decision> {
    const { grants, errors } = await policy.grantsOf(attributes.user, attributes.namespace);
    const granted = grants.find(({ rules }) => rules.some((rule) => ruleAllows(rule, attributes)));
    if (granted) return { allowed: true, reason: `RBAC: allowed by ${granted.source}`, errors };
    const reason = errors.length > 0 ? `RBAC: ${errors.join(", ")}` : "";
    return { allowed: false, reason, errors };
  }

  return { decide, grantsOf };
}

/** Returns a test for reviews of one's own access, always allowed to authenticated users ("Authentication" 5). */
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

/**
 * Returns if a request is allowed, at once if that is decided at once.
 *
 * @throws {ApiError} Forbidden otherwise, with the request
 */
export function demand(authorizer: Authorizer, attributes: Attributes): Promise<void> | undefined {
  const decision = authorizer.decide(attributes);
  return decision instanceof Promise
    ? decision.then((decided) => enforce(decided, attributes))
    : enforce(decision, attributes);
}

function enforce({ allowed, reason }: Decision, attributes: Attributes): undefined {
  if (allowed) return;
  const { user, group, resource, name } = attributes;
  const why = `User "${user.name}" cannot ${describeRequest(attributes)}${reason && `: ${reason}`}`;
  throw forbidden({ group, resource }, name, why);
}

/** Returns a function that throws Forbidden unless the user of a request may use a verb on its path. */
export const authorization =
  (authorizer: Authorizer) => (context: RequestContext, verb: string): Promise<void> | undefined =>
    demand(authorizer, attributesOf(context, verb));

function describeRequest(attributes: Attributes): string {
  const { verb, isResource, group, resource, subresource, namespace, path } = attributes;
  if (!isResource) return `${verb} path "${path}"`;
  const what = subresource ? `${resource}/${subresource}` : resource;
  const where = namespace ? `in the namespace "${namespace}"` : "at the cluster scope";
  return `${verb || "do that to"} resource "${what}" in API group "${group}" ${where}`;
}
