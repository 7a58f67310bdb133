/**
 * Mutants of what decisions depend on after writes: dry runs that permit something, aggregated roles
 * that do not follow their sources, writes in one form that are not noticed.
 *
 * @module
 */
import { SUPERUSERS } from "@plumbline/server/access";
import type { Json, JsonObject } from "@plumbline/server/api";
import { over } from "@plumbline/server/parts";
import { changingPolicyStorage, isRole } from "./helpers.ts";
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { all, type Install, on } from "../../vocabulary/on.ts";
import { versionIn, withObject } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import type { StoredVersion } from "@plumbline/server/storage";
import { keyOf } from "@plumbline/server/resources";

/** Shows the authorizer what dry runs have written, until the next real write of the object. */
function rehearsing(target: "update,patch roles" | "update,patch clusterrolebindings"): Install {
  const rehearsed = new Map<string, StoredVersion>();
  return all(
    on(target, { dryRun: "All" }).changeResult((result, request) => {
      const version = versionIn(result);
      if (version) rehearsed.set(keyText(keyOf(request)), version);
      return result;
    }),
    wrap("storage", "transact", ({ transact }, key, write) => {
      rehearsed.delete(keyText(key));
      return transact(key, write);
    }),
    changingPolicyStorage(({ get, list, lastChange }) => ({
      get: async (key) => rehearsed.get(keyText(key)) ?? await get(key),
      lastChange: (resource) => lastChange(resource) + rehearsed.size,
      async list(collection, options) {
        const found = await list(collection, options);
        const versions = found.versions.map((version) =>
          rehearsed.get(keyText(version.key)) ?? version
        );
        return { ...found, versions };
      },
    })),
  );
}

export const policyHistoryMutants = bugs({
  "access/bindings-of-deleted-namespaces-grant": {
    description: "RoleBindings that were deleted with their namespace keep granting.",
    reason: "The index of bindings follows their own deletions, and a namespace is one deletion.",
    breaks: "access.deleted-namespace-revokes",
    install(parts) {
      const removed = new Map<string, StoredVersion>();
      all(
        on("delete namespaces", { dryRun: false }).serve(async ({ registry, request, next }) => {
          const { storage, dialect } = registry;
          const resource = `rbac.authorization.${dialect.suffix}/rolebindings`;
          const { name: namespace } = request.context.info;
          const { versions } = await storage.list({ resource, namespace });
          for (const version of versions) removed.set(keyText(version.key), version);
          return await next();
        }),
        changingPolicyStorage(({ list }) => ({
          async list(collection, options) {
            const found = await list(collection, options);
            const existing = new Set(found.versions.map(({ key }) => keyText(key)));
            const kept = [...removed.values()].filter(({ key }) =>
              key.resource === collection.resource && key.namespace === collection.namespace &&
              !existing.has(keyText(key))
            );
            return { ...found, versions: [...found.versions, ...kept] };
          },
        })),
      )(parts);
    },
  },
  "access/dry-run-roles-permit": {
    description: "Rules that a dry-run write gives a Role are used in decisions.",
    reason: "The authorizer's cache is updated before the object would be stored.",
    breaks: "access.dry-run-permits-nothing",
    install: rehearsing("update,patch roles"),
  },
  "access/dry-run-bindings-permit": {
    description: "Subjects that a dry-run write gives a ClusterRoleBinding are used in decisions.",
    reason: "The authorizer's cache is updated before the object would be stored.",
    breaks: "access.dry-run-permits-nothing",
    install: rehearsing("update,patch clusterrolebindings"),
  },
  "access/aggregation-keeps-deleted-sources": {
    description: "An aggregated role keeps the rules of a ClusterRole that was deleted.",
    reason: "The controller reacts to writes, not to deletions.",
    breaks: ["access.aggregated-rules-permit", "access.aggregation-follows-deletions"],
    install: wrap("admission", "removed", async ({ removed }, definition, object) => {
      if (definition.kind !== "ClusterRole") await removed(definition, object);
    }),
  },
  "access/aggregated-rules-not-enforced": {
    description: "Decisions do not use the rules of aggregated roles, which show them.",
    reason: "The authorizer reads what clients wrote, and no client wrote these rules.",
    breaks: ["access.aggregated-rules-permit", "access.decisions-follow-writes"],
    install: changingPolicyStorage(({ get }) => ({
      async get(key) {
        const found = await get(key);
        return found && isRole(key) && found.object.aggregationRule
          ? withObject(found, { ...found.object, rules: [] })
          : found;
      },
    })),
  },
  "access/not-in-needs-the-label": {
    description:
      "`NotIn` in the selector of an aggregating ClusterRole selects no role without the label.",
    reason: "The value is looked up first, and a missing one ends the comparison.",
    breaks: "access.aggregation-match-expressions",
    install({ admission }) {
      const needing = (selector: Json): Json => {
        const { matchExpressions = [], ...others } = selector as JsonObject;
        const expressions = matchExpressions as JsonObject[];
        const present = expressions.filter(({ operator }) => operator === "NotIn")
          .map(({ key }) => ({ key: key!, operator: "Exists" }));
        return { ...others, matchExpressions: [...expressions, ...present] };
      };
      admission(({ admit }) => ({
        async admit(write) {
          const { object } = write;
          const rule = object?.aggregationRule as JsonObject | undefined;
          if (object === undefined || rule === undefined) return await admit(write);
          const selectors = rule.clusterRoleSelectors as Json[];
          object.aggregationRule = { clusterRoleSelectors: selectors.map(needing) };
          await admit(write);
          object.aggregationRule = rule;
        },
        // Later writes do not aggregate again.
        written: () => Promise.resolve(),
      }));
    },
  },
  "access/pairs-of-selectors-only": {
    description: "The third element of `clusterRoleSelectors` and those behind it match nothing.",
    reason: "The selectors are joined two and two, once.",
    breaks: ["access.aggregation-any-selector", "access.aggregation-follows-changes"],
    install({ admission }) {
      admission(({ admit }) => ({
        async admit(write) {
          const { object } = write;
          const rule = object?.aggregationRule as JsonObject | undefined;
          if (object === undefined || rule === undefined) return await admit(write);
          object.aggregationRule = {
            clusterRoleSelectors: (rule.clusterRoleSelectors as Json[]).slice(0, 2),
          };
          await admit(write);
          object.aggregationRule = rule;
        },
        // Later writes do not aggregate again.
        written: () => Promise.resolve(),
      }));
    },
  },
  "access/aggregated-rules-not-in-namespaces": {
    description: "A RoleBinding to an aggregated ClusterRole grants nothing.",
    reason: "RoleBindings are resolved before the rules are aggregated.",
    breaks: ["access.aggregated-rules-permit", "access.decisions-follow-writes"],
    install: changingPolicyStorage(({ get, list }) => ({
      async list(collection, options) {
        const page = await list(collection, options);
        if (!collection.resource.endsWith("/rolebindings")) return page;
        const resource = collection.resource.replace("rolebindings", "clusterroles");
        const kept = await Promise.all(page.versions.map(async ({ object }) => {
          const { kind, name } = object.roleRef as { kind: string; name: string };
          if (kind !== "ClusterRole") return true;
          return !(await get({ resource, namespace: "", name }))?.object.aggregationRule;
        }));
        return { ...page, versions: page.versions.filter((_, at) => kept[at]) };
      },
    })),
  },
  "access/json-patched-bindings-unnoticed": {
    description: "Subjects that a JSON patch gives a RoleBinding have no effect.",
    reason: "JSON patches are stored by a path of their own, which invalidates no cache.",
    breaks: "access.decisions-follow-writes",
    install(parts) {
      const before = new Map<string, StoredVersion>();
      let isPatch = false;
      on("json-patch rolebindings").serve(async ({ next }) => {
        isPatch = true;
        try {
          return await next();
        } finally {
          isPatch = false;
        }
      })(parts);
      wrap("storage", "transact", async ({ get, transact }, key, write) => {
        const old = isPatch ? await get(key) : undefined;
        if (old) before.set(keyText(key), old);
        else before.delete(keyText(key));
        return await transact(key, write);
      })(parts);
      changingPolicyStorage(({ list }) => ({
        async list(collection, options) {
          const found = await list(collection, options);
          const versions = found.versions.map((version) =>
            before.get(keyText(version.key)) ?? version
          );
          return { ...found, versions };
        },
      }))(parts);
    },
  },
  "access/escalation-by-strategic-patch": {
    description: "A strategic merge patch may add permissions to a role that the user lacks.",
    reason: "The check is called by the handlers of the patches that the specification names.",
    breaks: ["access.no-escalation", "access.no-escalation-by-binding"],
    install: on(
      "strategic-merge-patch roles,clusterroles,rolebindings,clusterrolebindings",
    ).serve(({ request, next }) => {
      const { context } = request;
      const user = { ...context.user, groups: [...context.user.groups, SUPERUSERS] };
      return next({}, { context: { ...context, user } });
    }),
  },
  "access/applied-aggregation-waits": {
    description: "A ClusterRole that an apply makes has the rules it selects after the next write.",
    reason: "Only creates and updates cause an event for the controller.",
    breaks: ["access.aggregation-combines-rules", "access.aggregation-follows-selectors"],
    install: on("apply clusterroles").withSteps(({ admit, store }) => ({
      admit: (write) => write.object.aggregationRule ? undefined : admit(write),
      store(write) {
        if (!write.object.aggregationRule) return store(write);
        const admission = over(write.registry.admission, { written: () => undefined });
        return store(Object.assign(write, { registry: { ...write.registry, admission } }));
      },
    })),
  },
});
