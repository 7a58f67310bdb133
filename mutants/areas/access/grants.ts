/**
 * Faults of permissions: what rules, subjects and bindings mean.
 *
 * @module
 */
import { ruleAllows } from "../../../server/access/policy_rule.ts";
import {
  decidingAbout,
  decidingBy,
  decidingByNamespaces,
  isRole,
  reading,
  seeingBindings,
  seeingPolicy,
  subjectsOf,
} from "./tools.ts";
import type { Mutant } from "../../mutant.ts";

/** The faults. */
export const grantMutants: readonly Mutant[] = [
  {
    id: "access/second-subject-unseen",
    area: "access",
    description: "Of a binding's users only the first has the role.",
    reason: "The index of bindings keeps one user each, as most bindings name one.",
    breaks: ["access.user-bound", "access.rules-review-lists-granted"],
    install(seams) {
      seeingBindings(seams, (binding) => {
        const users = subjectsOf(binding).filter(({ kind }) => kind === "User");
        return {
          ...binding,
          subjects: subjectsOf(binding).filter((one) => one.kind !== "User" || one === users[0]),
        };
      });
    },
  },
  {
    id: "access/first-group-only",
    area: "access",
    description: "Of the groups somebody is in, only the first one's bindings count.",
    reason: "The lookup returns at the first group, which was one too early.",
    breaks: ["access.group-bound", "access.subject-review-agrees", "access.review-of-groups"],
    install({ authorizer }) {
      authorizer(({ decide }) => ({
        decide: (attributes) => {
          const { user } = attributes;
          const others = user.groups.filter((group) => group.startsWith("system:"));
          const own = user.groups.filter((group) => !group.startsWith("system:"));
          const groups = [...own.slice(0, 1), ...others];
          return decide({ ...attributes, user: { ...user, groups } });
        },
      }));
    },
  },
  {
    id: "access/account-of-the-binding",
    area: "access",
    description: "A service account in a RoleBinding is looked for in the binding's namespace.",
    reason: "The namespace of the subject is a default that overrules what is written.",
    breaks: [
      "access.account-bound",
      "access.only-those-bound",
      "access.rules-review-lists-granted",
    ],
    install(seams) {
      seeingBindings(seams, (binding) => {
        const { namespace } = binding.metadata;
        return {
          ...binding,
          subjects: subjectsOf(binding).map((subject) =>
            subject.kind === "ServiceAccount" && namespace ? { ...subject, namespace } : subject
          ),
        };
      });
    },
  },
  {
    id: "access/groups-are-users",
    area: "access",
    description: "A user who is called as a group is has what the group has.",
    reason: "Subjects are kept by their names in one map.",
    breaks: ["access.only-those-bound", "access.review-of-groups"],
    install(seams) {
      seeingBindings(seams, (binding) => ({
        ...binding,
        subjects: subjectsOf(binding).flatMap((subject) =>
          subject.kind === "Group" ? [subject, { ...subject, kind: "User" }] : [subject]
        ),
      }));
    },
  },
  {
    id: "access/names-in-any-case",
    area: "access",
    description: "A user whose name differs from a bound one in case only has the role.",
    reason: "User names are mail addresses, and those were lowered somewhere.",
    breaks: ["access.only-those-bound"],
    install(seams) {
      const lower = (name: unknown) => String(name).toLowerCase();
      seeingBindings(seams, (binding) => ({
        ...binding,
        subjects: subjectsOf(binding).map((subject) =>
          subject.kind === "User" ? { ...subject, name: lower(subject.name) } : subject
        ),
      }));
      decidingAbout(seams, ({ user }) => ({ user: { ...user, name: lower(user.name) } }));
    },
  },
  {
    id: "access/role-of-all-namespaces",
    area: "access",
    description:
      "A RoleBinding of a Role finds the role of that name in the first namespace it is in.",
    reason: "Roles are looked up by their name, and the namespace was left to the index.",
    breaks: ["access.role-in-its-namespace", "access.unresolvable-role-grants-nothing"],
    install(seams) {
      seeingPolicy(seams, ({ get, list }) => ({
        async get(key) {
          if (!isRole(key) || !key.namespace) return await get(key);
          const { versions } = await list({ resource: key.resource });
          return versions.find(({ object }) => object.metadata.name === key.name);
        },
      }));
    },
  },
  {
    id: "access/own-role-before-cluster-role",
    area: "access",
    description: "A RoleBinding of a ClusterRole finds nothing where a Role has that name.",
    reason: "Both kinds are cached by name, and the one of the namespace comes last.",
    breaks: ["access.cluster-role-in-a-namespace", "access.role-made-later-counts"],
    install(seams) {
      seeingPolicy(seams, ({ get, list }) => ({
        async get(key) {
          const found = await get(key);
          if (!isRole(key) || key.namespace) return found;
          const resource = key.resource.replace("clusterroles", "roles");
          const { versions } = await list({ resource });
          const hidden = versions.some(({ object }) => object.metadata.name === key.name);
          return hidden ? undefined : found;
        },
      }));
    },
  },
  {
    id: "access/cluster-role-leaks",
    area: "access",
    description: "A RoleBinding of a ClusterRole gives it in every namespace.",
    reason: "The scope was read off the role and not off the binding.",
    breaks: ["access.only-in-its-namespace", "access.removed-binding-counts"],
    install(seams) {
      decidingByNamespaces(
        seams,
        ({ namespace }) => namespace !== "",
        ({ reason }) => reason.includes('of ClusterRole "'),
      );
    },
  },
  {
    id: "access/everywhere-but-the-cluster",
    area: "access",
    description:
      "A ClusterRoleBinding gives nothing in namespaces that have bindings of their own.",
    reason: "What is nearer was thought to take the place of what is farther.",
    breaks: ["access.cluster-role-everywhere", "access.account-bound", "access.group-bound"],
    install({ authorizer }) {
      authorizer(({ grantsOf, decide }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          if (!decision.allowed || !attributes.namespace) return decision;
          const { grants } = await grantsOf(attributes.user, attributes.namespace);
          const near = grants.filter(({ clusterWide }) => !clusterWide);
          if (near.length === 0 || !decision.reason.includes("ClusterRoleBinding")) return decision;
          const allowed = near.some(({ rules }) =>
            rules.some((rule) => ruleAllows(rule, attributes))
          );
          return { ...decision, allowed };
        },
      }));
    },
  },
  {
    id: "access/star-knows-seven-verbs",
    area: "access",
    description: "The verb * in a rule does not permit deletecollection.",
    reason: "The star was written out, and the eighth verb came later.",
    breaks: ["access.any-verb"],
    install(seams) {
      reading(
        seams,
        ({ verbs }, { verb }) =>
          verb === "deletecollection" ? { verbs: verbs.filter((word) => word !== "*") } : {},
      );
    },
  },
  {
    id: "access/star-is-named-groups",
    area: "access",
    description: "The API group * in a rule does not speak of the core group.",
    reason: "The core group has an empty name, which no pattern was thought to match.",
    breaks: ["access.any-group"],
    install(seams) {
      reading(
        seams,
        ({ apiGroups = [] }, { group }) =>
          group === "" ? { apiGroups: apiGroups.filter((word) => word !== "*") } : {},
      );
    },
  },
  {
    id: "access/star-is-no-subresource",
    area: "access",
    description: "The resource * in a rule does not speak of subresources.",
    reason: "A rule for a resource does not speak of its subresources either.",
    breaks: ["access.any-resource"],
    install(seams) {
      reading(
        seams,
        ({ resources = [] }, { subresource }) =>
          subresource ? { resources: resources.filter((word) => word !== "*") } : {},
      );
    },
  },
  {
    id: "access/second-name-unseen",
    area: "access",
    description: "Of the names a rule lists only the first counts.",
    reason: "A rule with names was first thought to be for one object.",
    breaks: ["access.named-object", "access.impersonation-granted"],
    install(seams) {
      reading(seams, ({ resourceNames = [] }) => ({ resourceNames: resourceNames.slice(0, 1) }));
    },
  },
  {
    id: "access/names-not-for-collections",
    area: "access",
    description: "A rule with names permits requests that name no object as well.",
    reason: "Only where there is a name can it be compared.",
    breaks: ["access.only-names-listed", "access.review-any-name"],
    install(seams) {
      reading(seams, (_, { name }) => name === "" ? { resourceNames: [] } : {});
    },
  },
  {
    id: "access/names-by-their-beginning",
    area: "access",
    description: "A rule with names permits what begins with one of them.",
    reason: "The names were made one pattern without its end.",
    breaks: ["access.only-names-listed"],
    install(seams) {
      reading(
        seams,
        ({ resourceNames = [] }, { name }) =>
          resourceNames.some((word) => name.startsWith(word)) ? { resourceNames: [] } : {},
      );
    },
  },
  {
    id: "access/resource-has-its-status",
    area: "access",
    description: "Whoever may do something to an object may do it to its subresources.",
    reason: "The status is a part of the object.",
    breaks: ["access.subresource-apart", "access.review-of-subresource"],
    install(seams) {
      decidingBy(
        seams,
        (rule, attributes) =>
          ruleAllows(rule, attributes) || ruleAllows(rule, { ...attributes, subresource: "" }),
      );
    },
  },
  {
    id: "access/status-needs-the-whole",
    area: "access",
    description: "A rule for a subresource permits nothing without one for its resource.",
    reason: "The object is looked up first, under its own permissions.",
    breaks: ["access.subresource-granted", "access.review-of-subresource"],
    install(seams) {
      decidingAbout(
        seams,
        ({ subresource }) => subresource === "status" ? { subresource: "" } : {},
      );
    },
  },
  {
    id: "access/verbs-of-all-rules",
    area: "access",
    description: "The verbs of one rule and the resources of another of the same role go together.",
    reason: "A role was flattened to what it permits, list by list.",
    breaks: ["access.only-verbs-listed", "access.only-names-listed"],
    install(seams) {
      decidingBy(
        seams,
        (rule, attributes, { rules }) =>
          ruleAllows({ ...rule, verbs: rules.flatMap(({ verbs }) => verbs) }, attributes),
      );
    },
  },
  {
    id: "access/groups-of-resources-mixed",
    area: "access",
    description: "A rule for a resource speaks of the resource of that name in every group.",
    reason: "Names of resources were thought to be unique.",
    breaks: ["access.only-groups-listed"],
    install(seams) {
      reading(
        seams,
        (_, { isResource, subresource }) =>
          isResource && subresource === "" ? { apiGroups: ["*"] } : {},
      );
    },
  },
  {
    id: "access/resources-by-their-beginning",
    area: "access",
    description: "A rule for roles speaks of all resources whose names end so, as clusterroles.",
    reason: "Whether a text has another one in it was asked, where a list was meant.",
    breaks: ["access.only-resources-listed"],
    install(seams) {
      reading(
        seams,
        ({ resources = [] }, { resource, subresource }) =>
          subresource === "" && resources.some((word) => resource.includes(word))
            ? { resources: [resource] }
            : {},
      );
    },
  },
];
