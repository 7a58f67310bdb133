/**
 * Mutants of how rules, subjects and bindings are evaluated.
 *
 * @module
 */
import { ruleAllows } from "@plumbline/server/access";
import {
  changingAttributes,
  changingBindings,
  changingPolicyStorage,
  changingRules,
  decidingInNamespaces,
  evaluatingRules,
  isRole,
  subjectsOf,
} from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { wrap } from "../../vocabulary/wrap.ts";

export const grantMutants = bugs({
  "access/first-user-subject-only": {
    description: "A binding grants its role only to the first User in `subjects`.",
    reason: "The index of bindings stores one user each, as most bindings name one.",
    breaks: ["access.user-bound", "access.rules-review-lists-granted"],
    install: changingBindings((binding) => {
      const users = subjectsOf(binding).filter(({ kind }) => kind === "User");
      return {
        ...binding,
        subjects: subjectsOf(binding).filter((one) => one.kind !== "User" || one === users[0]),
      };
    }),
  },
  "access/first-group-only": {
    description: "Bindings count only for the first group of a user.",
    reason: "The lookup loop returns after the first group.",
    breaks: ["access.group-bound", "access.subject-review-agrees", "access.review-of-groups"],
    install: wrap("authorizer", "decide", ({ decide }, attributes) => {
      const { user } = attributes;
      const others = user.groups.filter((group) => group.startsWith("system:"));
      const own = user.groups.filter((group) => !group.startsWith("system:"));
      const groups = [...own.slice(0, 1), ...others];
      return decide({ ...attributes, user: { ...user, groups } });
    }),
  },
  "access/service-account-in-binding-namespace": {
    description:
      "A ServiceAccount subject of a RoleBinding is looked up in the namespace of the binding " +
      "instead of its own.",
    reason: "The binding's namespace was meant as a default and overrides the given value.",
    breaks: [
      "access.service-account-bound",
      "access.only-those-bound",
      "access.rules-review-lists-granted",
    ],
    install: changingBindings((binding) => {
      const { namespace } = binding.metadata;
      return {
        ...binding,
        subjects: subjectsOf(binding).map((subject) =>
          subject.kind === "ServiceAccount" && namespace ? { ...subject, namespace } : subject
        ),
      };
    }),
  },
  "access/groups-are-users": {
    description: "A user whose name equals that of a bound group has the group's permissions.",
    reason: "Subjects are stored by name in one map, without their kind.",
    breaks: ["access.only-those-bound", "access.review-of-groups"],
    install: changingBindings((binding) => ({
      ...binding,
      subjects: subjectsOf(binding).flatMap((subject) =>
        subject.kind === "Group" ? [subject, { ...subject, kind: "User" }] : [subject]
      ),
    })),
  },
  "access/names-in-any-case": {
    description: "User names are compared without case when bindings are evaluated.",
    reason: "User names are mail addresses and are converted to lower case.",
    breaks: "access.only-those-bound",
    install(parts) {
      const lower = (name: unknown) => String(name).toLowerCase();
      changingBindings((binding) => ({
        ...binding,
        subjects: subjectsOf(binding).map((subject) =>
          subject.kind === "User" ? { ...subject, name: lower(subject.name) } : subject
        ),
      }))(parts);
      changingAttributes(({ user }) => ({ user: { ...user, name: lower(user.name) } }))(parts);
    },
  },
  "access/role-from-any-namespace": {
    description: "A RoleBinding resolves its Role by name in the first namespace that has one.",
    reason: "Roles are looked up by name in an index that spans all namespaces.",
    breaks: ["access.role-in-its-namespace", "access.unresolvable-role-grants-nothing"],
    install: changingPolicyStorage(({ get, list }) => ({
      async get(key) {
        if (!isRole(key) || !key.namespace) return await get(key);
        const { versions } = await list({ resource: key.resource });
        return versions.find(({ object }) => object.metadata.name === key.name);
      },
    })),
  },
  "access/role-hides-cluster-role": {
    description: "A RoleBinding to a ClusterRole grants nothing if any Role has the same name.",
    reason: "Roles and ClusterRoles are cached in one map by name, and the Role is added last.",
    breaks: ["access.cluster-role-in-a-namespace", "access.role-created-later-applies"],
    install: changingPolicyStorage(({ get, list }) => ({
      async get(key) {
        const found = await get(key);
        if (!isRole(key) || key.namespace) return found;
        const resource = key.resource.replace("clusterroles", "roles");
        const { versions } = await list({ resource });
        const hidden = versions.some(({ object }) => object.metadata.name === key.name);
        return hidden ? undefined : found;
      },
    })),
  },
  "access/role-binding-in-every-namespace": {
    description: "A RoleBinding to a ClusterRole grants its rules in every namespace.",
    reason: "The scope is derived from the role instead of the binding.",
    breaks: ["access.only-in-its-namespace", "access.removed-binding-revokes"],
    install: decidingInNamespaces(
      ({ namespace }) => namespace !== "",
      ({ reason }) => reason.includes('of ClusterRole "'),
    ),
  },
  "access/bound-namespace-lists-all": {
    description: "Who may list Roles in one namespace may list them across all namespaces.",
    reason: "A request without a namespace is decided by the bindings of any namespace.",
    breaks: "access.only-in-its-namespace",
    install: decidingInNamespaces(
      ({ verb, resource, namespace }) => verb === "list" && resource === "roles" && !namespace,
    ),
  },
  "access/bound-namespace-patches-elsewhere": {
    description: "Who may patch Secrets in one namespace may patch them in every namespace.",
    reason: "The namespace is not part of what is authorized for a patch.",
    breaks: "access.only-in-its-namespace",
    install: decidingInNamespaces(
      ({ verb, resource, namespace }) =>
        verb === "patch" && resource === "secrets" && namespace !== "",
    ),
  },
  "access/role-binding-hides-cluster-role-binding": {
    description:
      "A ClusterRoleBinding grants nothing in a namespace where a RoleBinding matches the user.",
    reason: "Grants of the namespace were meant to override those of the cluster.",
    breaks: [
      "access.cluster-role-everywhere",
      "access.service-account-bound",
      "access.group-bound",
    ],
    install: wrap("authorizer", "decide", async ({ grantsOf, decide }, attributes) => {
      const decision = await decide(attributes);
      if (!decision.allowed || !attributes.namespace) return decision;
      const { grants } = await grantsOf(attributes.user, attributes.namespace);
      const near = grants.filter(({ clusterWide }) => !clusterWide);
      if (near.length === 0 || !decision.reason.includes("ClusterRoleBinding")) return decision;
      const allowed = near.some(({ rules }) => rules.some((rule) => ruleAllows(rule, attributes)));
      return { ...decision, allowed };
    }),
  },
  "access/any-verb-without-deletecollection": {
    description: "The verb `*` in a rule does not permit `deletecollection`.",
    reason: "The wildcard is expanded to a list of verbs written before the eighth was added.",
    breaks: "access.wildcard-verb",
    install: changingRules(
      ({ verbs }, { verb }) =>
        verb === "deletecollection" ? { verbs: verbs.filter((word) => word !== "*") } : {},
    ),
  },
  "access/any-group-without-core": {
    description: "`*` in `apiGroups` does not match the core group.",
    reason: "The core group has an empty name, and the pattern requires at least one character.",
    breaks: "access.wildcard-group",
    install: changingRules(
      ({ apiGroups = [] }, { group }) =>
        group === "" ? { apiGroups: apiGroups.filter((word) => word !== "*") } : {},
    ),
  },
  "access/any-resource-without-subresources": {
    description: "`*` in `resources` does not match subresources.",
    reason: "A rule for a named resource does not match its subresources either.",
    breaks: "access.wildcard-resource",
    install: changingRules(
      ({ resources = [] }, { subresource }) =>
        subresource ? { resources: resources.filter((word) => word !== "*") } : {},
    ),
  },
  "access/first-resource-name-only": {
    description: "Only the first element of `resourceNames` counts.",
    reason: "A rule with `resourceNames` was first designed for a single object.",
    breaks: ["access.named-object", "access.impersonation-granted"],
    install: changingRules(
      ({ resourceNames = [] }) => ({ resourceNames: resourceNames.slice(0, 1) }),
    ),
  },
  "access/resource-names-permit-collections": {
    description: "A rule with `resourceNames` also permits requests that have no object name.",
    reason: "The names are compared only if the request has one.",
    breaks: ["access.only-names-listed", "access.review-any-name"],
    install: changingRules((_, { name }) => name === "" ? { resourceNames: [] } : {}),
  },
  "access/resource-names-by-prefix": {
    description:
      "A rule with `resourceNames` permits every object whose name starts with one of them.",
    reason: "The names are compiled to a regular expression without an end anchor.",
    breaks: "access.only-names-listed",
    install: changingRules(
      ({ resourceNames = [] }, { name }) =>
        resourceNames.some((word) => name.startsWith(word)) ? { resourceNames: [] } : {},
    ),
  },
  "access/resource-has-its-status": {
    description: "A rule for a resource also permits access to its subresources.",
    reason: "The status is a part of the object.",
    breaks: ["access.subresources-separate", "access.review-of-subresource"],
    install: evaluatingRules(
      (rule, attributes) =>
        ruleAllows(rule, attributes) || ruleAllows(rule, { ...attributes, subresource: "" }),
    ),
  },
  "access/status-needs-resource-permission": {
    description:
      "A rule for the subresource `status` permits nothing without a rule for the resource itself.",
    reason: "The object is looked up first, with a permission check of its own.",
    breaks: ["access.subresource-granted", "access.review-of-subresource"],
    install: changingAttributes(
      ({ subresource }) => subresource === "status" ? { subresource: "" } : {},
    ),
  },
  "access/verbs-of-all-rules": {
    description:
      "The verbs of one rule are combined with the resources of another rule of the same role.",
    reason: "A role is flattened into one list of verbs and one of resources.",
    breaks: ["access.only-verbs-listed", "access.only-names-listed"],
    install: evaluatingRules(
      (rule, attributes, { rules }) =>
        ruleAllows({ ...rule, verbs: rules.flatMap(({ verbs }) => verbs) }, attributes),
    ),
  },
  "access/api-group-ignored": {
    description: "A rule for a resource matches the resource of that name in every API group.",
    reason: "Resource names were assumed to be unique across groups.",
    breaks: "access.only-groups-listed",
    install: changingRules(
      (_, { isResource, subresource }) =>
        isResource && subresource === "" ? { apiGroups: ["*"] } : {},
    ),
  },
  "access/resources-by-substring": {
    description:
      "A rule for `roles` also matches resources that contain that name, such as `clusterroles`.",
    reason: "`String.includes` is used where `Array.includes` was intended.",
    breaks: "access.only-resources-listed",
    install: changingRules(
      ({ resources = [] }, { resource, subresource }) =>
        subresource === "" && resources.some((word) => resource.includes(word))
          ? { resources: [resource] }
          : {},
    ),
  },
});
