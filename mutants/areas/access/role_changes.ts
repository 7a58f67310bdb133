/**
 * Mutants of roles and bindings that change or are missing, and of aggregated roles.
 *
 * @module
 */
import { changingPolicyStorage, currentRequest, isRole, storageOf } from "./helpers.ts";
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { type ApiObject, forbidden, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject, keyOf } from "@plumbline/server/resources";
import type { StoredVersion } from "@plumbline/server/storage";
import { ofKind } from "../../vocabulary/kinds.ts";
import { all, type Install, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Removes matching evaluation errors from decisions. */
function withoutErrors(what: RegExp): Install {
  return wrap("authorizer", "decide", async ({ decide }, attributes) => {
    const decision = await decide(attributes);
    const errors = decision.errors.filter((error) => !what.test(error));
    const reason = decision.allowed || errors.length > 0 ? decision.reason : "";
    return { ...decision, errors, reason };
  });
}

/** Hides from the authorizer that objects of a resource have changed. */
const unwatched = (resource: string): Install =>
  changingPolicyStorage(({ lastChange }) => ({
    lastChange: (key) => key.endsWith(`/${resource}`) ? 0 : lastChange(key),
  }));

/** Returns the selectors of an aggregated role. */
function selectorsOf({ aggregationRule }: ApiObject): JsonObject[] {
  const selectors = asObject(aggregationRule)?.clusterRoleSelectors;
  return Array.isArray(selectors) ? selectors.map((selector) => asObject(selector) ?? {}) : [];
}

export const roleChangeMutants = bugs({
  "access/removed-bindings-kept": {
    description:
      "A deleted RoleBinding keeps granting its permissions until another RoleBinding is written.",
    reason: "The cache is invalidated by writes; deletions are events of another type.",
    breaks: "access.removed-binding-revokes",
    install(parts) {
      const lastWrites = new Map<string, number>();
      parts.storage(({ transact, lastChange }) => ({
        async transact(key, write) {
          const written = await transact(key, write);
          if (write.object) lastWrites.set(key.resource, lastChange(key.resource));
          return written;
        },
      }));
      changingPolicyStorage(({ lastChange }) => ({
        lastChange: (resource) =>
          resource.endsWith("/rolebindings") ? lastWrites.get(resource) ?? 0 : lastChange(resource),
      }))(parts);
    },
  },
  "access/roles-read-with-bindings": {
    description: "A changed Role takes effect only once another role or binding is written.",
    reason: "What a user may do is forgotten when bindings or ClusterRoles change.",
    breaks: "access.changed-rules-apply",
    install: unwatched("roles"),
  },
  "access/cluster-roles-read-with-bindings": {
    description: "A changed ClusterRole takes effect only once another role or binding is written.",
    reason: "What a user may do is forgotten when bindings or Roles change.",
    breaks: "access.changed-rules-apply",
    install: unwatched("clusterroles"),
  },
  "access/role-cached-forever": {
    description:
      "Changes to a role's rules are ignored after the role was first used in a decision.",
    reason: "Roles were assumed to be immutable, so they are cached without expiry.",
    breaks: "access.changed-rules-apply",
    install(parts) {
      const known = new Map<string, StoredVersion>();
      changingPolicyStorage(({ get }) => ({
        async get(key) {
          const found = known.get(keyText(key)) ?? await get(key);
          if (found && isRole(key)) known.set(keyText(key), found);
          return found;
        },
      }))(parts);
    },
  },
  "access/role-one-change-behind": {
    description:
      "A role that changes twice between two decisions is evaluated as after the first change.",
    reason: "The cache consumes one queued change per lookup.",
    breaks: "access.changed-rules-apply",
    install(parts) {
      const queues = new Map<string, StoredVersion[]>();
      parts.storage(({ transact }) => ({
        async transact(key, write) {
          const written = await transact(key, write);
          if (!isRole(key)) return written;
          const queue = queues.get(keyText(key)) ?? [];
          if (write.object) queues.set(keyText(key), [...queue, written]);
          else queues.delete(keyText(key));
          return written;
        },
      }));
      changingPolicyStorage(({ get }) => ({
        async get(key) {
          const found = await get(key);
          const queue = queues.get(keyText(key)) ?? [];
          const next = queue.shift();
          return isRole(key) && found && next ? next : found;
        },
      }))(parts);
    },
  },
  "access/removed-role-remembered": {
    description: "A deleted role still grants its rules through existing bindings.",
    reason: "On a failed lookup the cached role is used, so that a slow store causes no outage.",
    breaks: "access.unresolvable-role-grants-nothing",
    install(parts) {
      const known = new Map<string, StoredVersion>();
      changingPolicyStorage(({ get }) => ({
        async get(key) {
          const found = await get(key) ?? known.get(keyText(key));
          if (found && isRole(key)) known.set(keyText(key), found);
          return found;
        },
      }))(parts);
    },
  },
  "access/missing-role-remembered": {
    description:
      "A binding grants nothing if its role did not exist when the binding was first used, " +
      "even after the role is created.",
    reason: "Negative lookups are cached to protect the store.",
    breaks: "access.role-created-later-applies",
    install(parts) {
      const missing = new Set<string>();
      changingPolicyStorage(({ get }) => ({
        async get(key) {
          if (missing.has(keyText(key))) return undefined;
          const found = await get(key);
          if (!found && isRole(key)) missing.add(keyText(key));
          return found;
        },
      }))(parts);
    },
  },
  "access/missing-role-not-reported": {
    description: "A decision does not report that the role of a binding does not exist.",
    reason: "Such bindings are skipped, because they grant nothing.",
    breaks: "access.unresolvable-role-reported",
    install: withoutErrors(/Cannot resolve/),
  },
  "access/group-with-namespace-not-reported": {
    description: "A Group subject with a `namespace` is accepted without an evaluation error.",
    reason: "Fields that a subject kind does not use are ignored.",
    breaks: "access.group-with-namespace-reported",
    install: withoutErrors(/a Group with the namespace/),
  },
  "access/user-with-namespace-not-reported": {
    description: "A User subject with a `namespace` is accepted without an evaluation error.",
    reason: "Fields that a subject kind does not use are ignored.",
    breaks: "access.user-with-namespace-reported",
    install: withoutErrors(/a User with the namespace/),
  },
  "access/unknown-subject-kind-not-reported": {
    description:
      "A binding with a subject of unknown kind is accepted; the subject matches no user and " +
      "no error is reported.",
    reason: "Other authorizers might support more kinds.",
    breaks: ["access.unknown-subject-reported", "rbac-objects.subject-of-known-kind"],
    install: all(
      ofKind("RoleBinding", "ClusterRoleBinding")
        .ignoreCauses(({ field }) => /^subjects\[\d+\]\.kind$/.test(field)),
      withoutErrors(/unknown kind/),
    ),
  },
  "access/forbidden-after-deletecollection": {
    description: "A forbidden `deletecollection` deletes the objects before it answers 403.",
    reason: "The authorization check runs after the loop that deletes the objects.",
    breaks: "access.forbidden-changes-nothing",
    install(parts) {
      const underway = currentRequest(parts);
      const late = new WeakSet<object>();
      parts.authorizer(({ decide }) => ({
        async decide(attributes) {
          const context = underway(attributes);
          const decision = await decide(attributes);
          if (decision.allowed || !context || attributes.verb !== "deletecollection") {
            return decision;
          }
          late.add(context);
          return { ...decision, allowed: true };
        },
      }));
      on("deletecollection").serve(async ({ request, next }) => {
        const result = await next();
        if (!late.has(request.context)) return result;
        throw forbidden(request.definition, "", "the collection cannot be deleted");
      })(parts);
    },
  },
  "access/aggregated-rules-not-removed": {
    description:
      "An aggregated role keeps the rules of a ClusterRole whose labels no longer match its " +
      "selectors.",
    reason: "Only changes to roles that currently match a selector are processed.",
    breaks: "access.aggregation-follows-changes",
    install(parts) {
      const storage = storageOf(parts);
      parts.admission(({ written }) => ({
        async written(definition, object) {
          const resource = `${definition.group}/${definition.resource}`;
          const { versions } = await storage().list({ resource });
          const labels = object.metadata.labels ?? {};
          const wanted = versions.flatMap((version) => selectorsOf(version.object));
          const matters = object.aggregationRule !== undefined ||
            wanted.some((selector) =>
              Object.entries(asObject(selector.matchLabels) ?? {})
                .every(([key, value]) => labels[key] === value)
            );
          if (matters || definition.kind !== "ClusterRole") await written(definition, object);
        },
      }));
    },
  },
  "access/aggregation-keeps-sources-deleted-together": {
    description: "An aggregated role keeps the rules of ClusterRoles deleted as a collection.",
    reason: "A deletion of a collection calls the storage, not the hooks of single deletions.",
    breaks: "access.aggregation-follows-deletions",
    install(parts) {
      let deletes = false;
      on("deletecollection clusterroles").serve(async ({ next }) => {
        deletes = true;
        try {
          return await next();
        } finally {
          deletes = false;
        }
      })(parts);
      wrap("admission", "removed", async ({ removed }, definition, object) => {
        if (!deletes) await removed(definition, object);
      })(parts);
    },
  },
  "access/aggregation-of-dry-runs": {
    description: "A dry-run update of a ClusterRole adds its rules to the role that selects it.",
    reason: "The aggregation is a step before the storage, and does not look at dryRun.",
    breaks: "access.aggregation-ignores-dry-runs",
    install: on("update clusterroles", { dryRun: "All" }).serve(
      async ({ registry: { storage }, request, next }) => {
        const result = await next();
        const sent = result.kind === "object" ? result.version.object : undefined;
        const { resource } = keyOf(request);
        for (const { key, revision, object } of (await storage.list({ resource })).versions) {
          const isSelected = selectorsOf(object).some(({ matchLabels }) =>
            Object.entries(asObject(matchLabels) ?? {})
              .every(([name, value]) => sent?.metadata.labels?.[name] === value)
          );
          if (!isSelected) continue;
          const rules = [object, sent!].flatMap(({ rules }) => rules as Json[] ?? []);
          await storage.transact(key, { expected: revision, object: { ...object, rules } });
        }
        return result;
      },
    ),
  },
  "access/first-selector-only": {
    description: "Only the first element of `clusterRoleSelectors` is kept.",
    reason: "The list has one element in all examples.",
    breaks: "access.aggregation-any-selector",
    install: ofKind("ClusterRole").afterDefaults((object) => {
      const rule = asObject(object.aggregationRule);
      if (rule && Array.isArray(rule.clusterRoleSelectors)) rule.clusterRoleSelectors.splice(1);
    }),
  },
  "access/aggregation-by-labels-only": {
    description: "An element of `clusterRoleSelectors` with `matchExpressions` matches nothing.",
    reason: "Only `matchLabels` is used in the default roles.",
    breaks: ["access.aggregation-match-expressions", "access.aggregation-follows-changes"],
    install({ admission }) {
      admission(({ admit }) => ({
        async admit(write) {
          const { object } = write;
          const rule = object?.aggregationRule;
          if (object === undefined || rule === undefined) return await admit(write);
          const clusterRoleSelectors = selectorsOf(object)
            .filter(({ matchExpressions }) => matchExpressions === undefined);
          object.aggregationRule = { clusterRoleSelectors };
          await admit(write);
          object.aggregationRule = rule;
        },
        // Later writes do not aggregate again.
        written: () => Promise.resolve(),
      }));
    },
  },
  "access/missing-role-prevents-others": {
    description: "A user bound to a missing role may do nothing.",
    reason: "An error ends the evaluation.",
    breaks: "access.decision-despite-error",
    install: wrap("authorizer", "decide", async ({ decide }, attributes) => {
      const decision = await decide(attributes);
      const isOwn = decision.errors.some((error) => /Cannot resolve/.test(error));
      return isOwn ? { ...decision, allowed: false } : decision;
    }),
  },
  "access/aggregation-matches-any-label": {
    description:
      "A selector in `clusterRoleSelectors` matches a role that has any one of its `matchLabels`.",
    reason:
      "An index returns the roles per label, and the results are joined instead of intersected.",
    breaks: "access.aggregation-only-matching",
    install: ofKind("ClusterRole").afterDefaults((object) => {
      const rule = asObject(object.aggregationRule);
      const selectors = rule?.clusterRoleSelectors;
      if (!rule || !Array.isArray(selectors)) return;
      rule.clusterRoleSelectors = selectors.flatMap((selector) =>
        Object.entries(asObject(asObject(selector)?.matchLabels) ?? {})
          .map(([key, value]) => ({ matchLabels: { [key]: value } }))
      );
    }),
  },
  "access/aggregation-ignores-existing-roles": {
    description:
      "A new aggregated role does not contain the rules of ClusterRoles that existed before it.",
    reason: "The controller only reacts to changes of the selected roles.",
    breaks: "access.aggregation-combines-rules",
    install(parts) {
      parts.admission(({ admit, written }) => ({
        async admit(write) {
          const rules = write.object?.rules;
          await admit(write);
          if (write.verb === "create" && write.object?.aggregationRule && rules) {
            write.object.rules = rules;
          }
        },
        async written(definition, object) {
          if (!object.aggregationRule) await written(definition, object);
        },
      }));
    },
  },
  "access/aggregated-rules-editable": {
    description:
      "Rules written to an aggregated role stay until one of the selected roles changes.",
    reason: "The controller only reacts to changes of the selected roles.",
    breaks: "access.aggregation-blocks-direct-writes",
    install(parts) {
      parts.admission(({ admit, written }) => ({
        async admit(write) {
          const rules = write.object?.rules;
          await admit(write);
          const isOwn = write.verb === "update" && write.object?.aggregationRule && rules;
          if (isOwn && write.user) write.object.rules = rules;
        },
        async written(definition, object) {
          if (!object.aggregationRule || object.metadata.generation === 1) {
            await written(definition, object);
          }
        },
      }));
    },
  },
  "access/aggregated-rules-accumulate": {
    description: "An aggregated role keeps the rules of roles that are no longer selected.",
    reason: "New rules are added to the existing ones.",
    breaks: "access.aggregation-follows-changes",
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      const { object } = write;
      const before = object?.aggregationRule ? (await get(key))?.object : undefined;
      if (!object || !before?.aggregationRule) return await transact(key, write);
      const rules = [...asList(before.rules), ...asList(object.rules)];
      const byText = new Map(rules.map((rule) => [JSON.stringify(rule), rule]));
      return await transact(key, {
        ...write,
        object: { ...object, rules: [...byText.values()] },
      });
    }),
  },
  "access/aggregation-ignores-negations": {
    description: "Aggregation ignores `matchExpressions` with the operator `DoesNotExist`.",
    reason: "The selectors are compared by an index of the labels that roles have.",
    breaks: "access.aggregation-match-expressions",
    install({ admission }) {
      const isPositive = (expression: Json) => asObject(expression)?.operator !== "DoesNotExist";
      admission(({ admit, written }) => ({
        async admit(write) {
          const { object } = write;
          const rule = object?.aggregationRule;
          if (object === undefined || rule === undefined) return await admit(write);
          const clusterRoleSelectors = selectorsOf(object).map((selector) =>
            Array.isArray(selector.matchExpressions)
              ? { ...selector, matchExpressions: selector.matchExpressions.filter(isPositive) }
              : selector
          );
          object.aggregationRule = { clusterRoleSelectors };
          await admit(write);
          object.aggregationRule = rule;
        },
        async written(definition, object) {
          if (!JSON.stringify(selectorsOf(object)).includes("DoesNotExist")) {
            await written(definition, object);
          }
        },
      }));
    },
  },
});

const asList = (value: Json | undefined): Json[] => Array.isArray(value) ? value : [];
