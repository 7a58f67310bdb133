/**
 * Mutants of SubjectAccessReviews and SelfSubjectRulesReviews.
 *
 * @module
 */
import { ruleAllows } from "../../../server/access/policy_rule.ts";
import type { User } from "../../../server/context.ts";
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { ofReviews, saying } from "../reviews/tools.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { decidingBy, decidingByNamespaces, reading } from "./tools.ts";

/** Decides subject reviews with additional groups. */
function addingGroups(
  parts: PartChanges,
  names: RegExp,
  more: (spec: JsonObject, asker: User) => readonly string[],
): void {
  ofReviews(parts, names, ({ answer }) => ({
    async answer(object, place) {
      const spec = asObject(object.spec) ?? {};
      const groups = Array.isArray(spec.groups) ? spec.groups : [];
      const asked = { ...spec, groups: [...groups, ...more(spec, place.user)] };
      return { ...await answer({ ...object, spec: asked }, place), spec };
    },
  }));
}

export const reviewMutants: readonly Mutant[] = [
  {
    id: "access/asked-star-matches-verbs",
    area: "access",
    description: "A review for the verb `*` is allowed by a rule for any one verb.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: ["access.review-any-verb"],
    install(parts) {
      reading(parts, (_, { verb }) => verb === "*" ? { verbs: ["*"] } : {});
    },
  },
  {
    id: "access/asked-star-matches-groups",
    area: "access",
    description: "A review for the group `*` is allowed by a rule for any one group.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: ["access.review-any-group"],
    install(parts) {
      reading(parts, (_, { group }) => group === "*" ? { apiGroups: ["*"] } : {});
    },
  },
  {
    id: "access/asked-star-matches-resources",
    area: "access",
    description: "A review for the resource `*` is allowed by a rule for any one resource.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: ["access.review-any-resource"],
    install(parts) {
      reading(parts, (_, { resource }) => resource === "*" ? { resources: ["*"] } : {});
    },
  },
  {
    id: "access/unknown-words-refused",
    area: "access",
    description: "A review for a verb that no operation has is never allowed.",
    reason: "Verbs are an enumeration, and unknown ones are rejected.",
    breaks: ["access.review-of-unknown-words"],
    install(parts) {
      decidingBy(
        parts,
        (rule, attributes) => attributes.verb !== "plumb" && ruleAllows(rule, attributes),
      );
    },
  },
  {
    id: "access/any-namespace-of-many",
    area: "access",
    description: "A review without a namespace is allowed if it is allowed in any one namespace.",
    reason: "Without a namespace the bindings of all namespaces are searched.",
    breaks: ["access.review-any-namespace", "access.only-in-its-namespace"],
    install(parts) {
      decidingByNamespaces(parts, ({ isResource, namespace }) => isResource && !namespace);
    },
  },
  {
    id: "access/version-has-to-be-served",
    area: "access",
    description: "A review for an API version that is not served is not allowed.",
    reason: "A request to a version that does not exist cannot succeed.",
    breaks: ["access.review-any-version"],
    install(parts) {
      saying(parts, /^subjectaccessreviews$/, (status, { spec }) => {
        const version = asObject(asObject(spec)?.resourceAttributes)?.version;
        return version === "v7" ? { ...status, allowed: false } : status;
      });
    },
  },
  {
    id: "access/groups-of-the-asker",
    area: "access",
    description: "A SubjectAccessReview also counts the groups of the user who creates it.",
    reason: "The user of the request is copied, and only the name is replaced.",
    breaks: [
      "access.review-without-groups",
      "access.review-of-groups",
      "access.subject-review-agrees",
    ],
    install(parts) {
      addingGroups(parts, /^(local)?subjectaccessreviews$/, (_, asker) => asker.groups);
    },
  },
  {
    id: "access/own-group-by-name",
    area: "access",
    description: "A SubjectAccessReview treats the user name as a group of the user, too.",
    reason: "On Unix every user has a group of the same name.",
    breaks: ["access.review-without-groups", "access.review-of-groups"],
    install(parts) {
      addingGroups(parts, /^subjectaccessreviews$/, ({ user }) => [String(user ?? "")]);
    },
  },
  {
    id: "access/rules-of-roles-only",
    area: "access",
    description: "A SelfSubjectRulesReview omits rules granted by a RoleBinding to a ClusterRole.",
    reason: "It visits only Roles of the namespace and ClusterRoleBindings.",
    breaks: ["access.rules-review-lists-granted"],
    install({ authorizer }) {
      authorizer(({ grantsOf }) => ({
        async grantsOf(user, namespace) {
          const found = await grantsOf(user, namespace);
          const grants = found.grants.filter(({ clusterWide, source }) =>
            clusterWide || !source.includes('of ClusterRole "')
          );
          return { ...found, grants };
        },
      }));
    },
  },
  {
    id: "access/rules-without-names",
    area: "access",
    description: "A SelfSubjectRulesReview lists rules without their `resourceNames`.",
    reason: "The listed rule is built field by field, and one field was forgotten.",
    breaks: ["access.rules-review-lists-no-more", "reviews.rules-can-be-trusted"],
    install(parts) {
      saying(parts, /^selfsubjectrulesreviews$/, (status) => {
        const rules = Array.isArray(status.resourceRules) ? status.resourceRules : [];
        const resourceRules = rules.map((rule) => {
          const { resourceNames: _, ...rest } = asObject(rule) ?? {};
          return rest;
        });
        return { ...status, resourceRules };
      });
    },
  },
];
