/**
 * Mutants of policies that change, of rules for subresources, and of paths with stars.
 *
 * @module
 */
import { ruleAllows, rulesOf } from "@plumbline/server/access";
import type { ApiObject, Json } from "@plumbline/server/api";
import type { StoredVersion } from "@plumbline/server/storage";
import { bugs } from "../../mutant.ts";
import { changingBindings, changingPolicyStorage, evaluatingRules, isRole } from "./helpers.ts";
import { all, type Install, on, type Requests } from "../../vocabulary/on.ts";
import { ofKind } from "../../vocabulary/kinds.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Returns the name of an object with its namespace. */
const keyOf = ({ metadata }: ApiObject) => `${metadata.namespace ?? ""}/${metadata.name}`;

/** Evaluates bindings that a deletecollection deletes as if they existed; they are added to a list. */
const keepingDeleted = (deletions: Requests, kept: StoredVersion[]): Install =>
  all(
    deletions.serve(({ nextWith }) =>
      nextWith(({ deleteObject }) => ({
        async deleteObject(...given) {
          const deletion = await deleteObject(...given);
          if (deletion?.removed && !given[3].dryRun) kept.push(deletion.before);
          return deletion;
        },
      }))
    ),
    changingPolicyStorage(({ list }) => ({
      async list(collection, options) {
        const found = await list(collection, options);
        const here = kept.filter(({ key: { resource, namespace } }) =>
          resource === collection.resource && namespace === (collection.namespace ?? "")
        );
        return { ...found, versions: [...found.versions, ...here] };
      },
    })),
  );

export const policyChangeMutants = bugs({
  "access/first-subjects-kept": {
    description:
      "A ClusterRoleBinding keeps granting its role to the subjects it was created with.",
    reason: "The index of subjects is updated when a binding is added or deleted only.",
    breaks: "access.changed-subjects-apply",
    install(parts) {
      const first = new Map<string, ApiObject>();
      changingBindings((binding) => {
        const { uid = "" } = binding.metadata;
        if (binding.kind !== "ClusterRoleBinding") return binding;
        const known = first.get(uid) ?? binding;
        first.set(uid, known);
        return { ...binding, subjects: known.subjects ?? [] };
      })(parts);
    },
  },
  "access/recreated-binding-ignored": {
    description: "A RoleBinding that is created again grants what the first of its name did.",
    reason: "Bindings are cached by namespace and name, and the uid is not compared.",
    breaks: "access.recreated-binding-applies",
    install(parts) {
      const first = new Map<string, ApiObject>();
      changingBindings((binding) => {
        const known = first.get(keyOf(binding));
        if (binding.kind !== "RoleBinding") return binding;
        if (known && known.metadata.uid !== binding.metadata.uid) return known;
        first.set(keyOf(binding), binding);
        return binding;
      })(parts);
    },
  },
  "access/recreated-role-ignored": {
    description: "A Role that is created again grants the rules of the first of its name.",
    reason: "Rules are cached by namespace and name until the role is updated.",
    breaks: "access.recreated-role-applies",
    install(parts) {
      const first = new Map<string, { uid: string | undefined; rules: Json }>();
      changingPolicyStorage(({ get }) => ({
        async get(key) {
          const found = await get(key);
          if (!found || !isRole(key) || !key.namespace) return found;
          const { uid } = found.object.metadata;
          const known = first.get(keyOf(found.object));
          if (known === undefined || known.uid === uid) {
            first.set(keyOf(found.object), { uid, rules: found.object.rules ?? [] });
            return found;
          }
          return { ...found, object: { ...found.object, rules: known.rules } };
        },
      }))(parts);
    },
  },
  "access/status-of-all-not-matched": {
    description: "A rule for the resource `*/status` permits nothing.",
    reason: "Resources are compared as a whole.",
    breaks: "access.subresource-of-all-resources",
    install: evaluatingRules((rule, attributes) => {
      const resources = rule.resources?.filter((each) => !each.startsWith("*/"));
      return ruleAllows({ ...rule, ...(resources && { resources }) }, attributes);
    }),
  },
  "access/verbs-in-any-case": {
    description: "A rule that lists a verb in capitals permits it.",
    reason: "Verbs are converted to lower case when a rule is read.",
    breaks: "access.only-verbs-listed",
    install: evaluatingRules((rule, attributes) => {
      const verbs = rule.verbs.map((verb) => verb.toLowerCase());
      return ruleAllows({ ...rule, verbs }, attributes);
    }),
  },
  "access/resource-names-are-patterns": {
    description: "A `*` at the end of an element of `resourceNames` matches any suffix.",
    reason: "Names are matched like paths.",
    breaks: "access.only-names-listed",
    install: evaluatingRules((rule, attributes) => {
      const { name } = attributes;
      const { resourceNames = [] } = rule;
      const matches = resourceNames.some((one) =>
        one.endsWith("*") && name.startsWith(one.slice(0, -1))
      );
      return ruleAllows(matches ? { ...rule, resourceNames: [name] } : rule, attributes);
    }),
  },
  "access/last-api-group-ignored": {
    description: "The last of several elements of `apiGroups` has no effect.",
    reason: "A loop ends one element too early.",
    breaks: ["access.role-in-its-namespace", "access.user-bound"],
    install: evaluatingRules((rule, attributes) => {
      const { apiGroups = [] } = rule;
      const counted = apiGroups.length > 1 ? apiGroups.slice(0, -1) : apiGroups;
      return ruleAllows({ ...rule, apiGroups: counted }, attributes);
    }),
  },
  "access/star-is-any-segment": {
    description: "A `*` within a non-resource URL matches any segment.",
    reason: "Paths are converted to regular expressions.",
    breaks: "access.star-within-a-path",
    install: evaluatingRules((rule, attributes) => {
      const { nonResourceURLs = [] } = rule;
      const matches = nonResourceURLs.some((url) =>
        /\*.*\//.test(url) &&
        new RegExp(`^${url.replaceAll("*", "[^/]*")}$`).test(attributes.path)
      );
      const urls = matches ? { nonResourceURLs: [attributes.path] } : {};
      return ruleAllows({ ...rule, ...urls }, attributes);
    }),
  },
  "access/paths-of-roles-granted": {
    description: "A Role may contain rules for non-resource URLs, which its RoleBinding grants.",
    reason: "Roles and ClusterRoles share their validation and evaluation.",
    breaks: "access.paths-in-roles-grant-nothing",
    install(parts) {
      const granted = new Map<string, readonly string[]>();
      all(
        ofKind("Role").ignoreCauses(({ field }) => field.endsWith("nonResourceURLs")),
        ofKind("Role").afterDefaults((role) => {
          const urls = rulesOf(role).flatMap(({ nonResourceURLs = [] }) => nonResourceURLs);
          granted.set(keyOf(role), urls);
        }),
        wrap("authorizer", "decide", async ({ decide }, attributes) => {
          const decision = await decide(attributes);
          const urls = [...granted.values()].flat();
          const allowed = !attributes.isResource &&
            urls.some((url) => url === attributes.path || url === "*" || url.endsWith("/*"));
          return allowed ? { allowed, reason: "RBAC: allowed", errors: [] } : decision;
        }),
      )(parts);
    },
  },
  "access/unbound-paths-listed": {
    description: "A SelfSubjectRulesReview lists the paths of ClusterRoles bound in the namespace.",
    reason: "The rules of all bindings are listed alike.",
    breaks: "access.rules-review-lists-no-bound-paths",
    install: wrap("authorizer", "grantsOf", async ({ grantsOf }, user, namespace) => {
      const found = await grantsOf(user, namespace);
      return { ...found, grants: found.grants.map((one) => ({ ...one, clusterWide: true })) };
    }),
  },
  "access/collection-keeps-granting": {
    description: "Bindings that a deletecollection deletes keep granting their permissions.",
    reason: "Only the delete of one object reaches the index of bindings.",
    breaks: ["access.decisions-follow-writes", "access.removed-binding-revokes"],
    install: (parts) =>
      keepingDeleted(on("deletecollection rolebindings,clusterrolebindings"), [])(parts),
  },
  "access/collection-deletions-noticed-late": {
    description:
      "Bindings that a deletecollection deletes grant their permissions until the next change of one.",
    reason: "Each write renews a cache of bindings, but for deletions of collections.",
    breaks: "access.removed-binding-revokes",
    install(parts) {
      const kept: StoredVersion[] = [];
      all(
        keepingDeleted(on("deletecollection rolebindings"), kept),
        on("create,update,patch,delete rolebindings").serve(({ next }) => {
          kept.length = 0;
          return next();
        }),
      )(parts);
    },
  },
});
