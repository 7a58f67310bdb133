/**
 * Attributes a wrong decision to a requirement: by the rarest feature of the grant that allows the
 * request, or by the one dimension in which the nearest grant does not match.
 *
 * @module
 */
import { type Dimension, type Grant, hasSubresource, misses } from "../../model/access/grants.ts";
import type { ActionOnResource, Actor } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";

/** Returns the requirement that a decision violates if it is not the expected one. */
export function violatedRequirement(
  grants: readonly Grant[],
  actor: Actor,
  request: ActionOnResource,
  shouldAllow: boolean,
): RequirementId {
  const mismatches = grants.map((grant) => ({ grant, missed: misses(grant, actor, request) }));
  const [nearest] = mismatches.toSorted((a, b) => a.missed.length - b.missed.length);
  if (nearest === undefined || nearest.missed.length > 1) return "access.nothing-by-default";
  const { grant, missed: [missed] } = nearest;
  return shouldAllow || missed === undefined
    ? requirementOfGrant(grant, request)
    : requirementOfMismatch(missed, grant, request);
}

function requirementOfGrant(
  { rule, binding, subject }: Grant,
  { resource, subresource }: ActionOnResource,
) {
  const named = !rule.resources?.includes("*");
  const isListed = rule.resources?.includes(`${resource}/${subresource}`);
  if (named && !isListed && hasSubresource(rule, subresource)) {
    return "access.subresource-of-all-resources";
  }
  if (subresource !== "" && named) return "access.subresource-granted";
  if (rule.verbs.includes("*")) return "access.wildcard-verb";
  if (rule.apiGroups?.includes("*")) return "access.wildcard-group";
  if (!named) return "access.wildcard-resource";
  if ((rule.resourceNames ?? []).length > 0) return "access.named-object";
  if (subject.kind === "Group") return "access.group-bound";
  if (subject.kind === "ServiceAccount") return "access.service-account-bound";
  if (binding.namespace === undefined) return "access.cluster-role-everywhere";
  if (binding.role.kind === "ClusterRole") return "access.cluster-role-in-a-namespace";
  return rule.verbs.length > 1 ? "access.user-bound" : "access.role-in-its-namespace";
}

function requirementOfMismatch(missed: Dimension, { rule }: Grant, { resource }: ActionOnResource) {
  switch (missed) {
    case "subject":
      return "access.only-those-bound";
    case "namespace":
      return "access.only-in-its-namespace";
    case "verb":
      return "access.only-verbs-listed";
    case "group":
      return "access.only-groups-listed";
    case "name":
      return "access.only-names-listed";
    case "resource": {
      const same = rule.resources?.some((each) => each.split("/")[0] === resource);
      return same ? "access.subresources-separate" : "access.only-resources-listed";
    }
    default:
      return "access.nothing-by-default";
  }
}
