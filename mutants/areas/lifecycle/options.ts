/**
 * Mutants of DeleteOptions: preconditions, grace periods, propagation policies and malformed
 * values.
 *
 * @module
 */
import { ApiError, badRequest, conflict } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { accepting, changingCauses, keyText } from "../../helpers.ts";
import { all, type Install, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { keyOf } from "@plumbline/server/resources";

/** Changes the query of delete requests. */
function changingQuery(change: (query: URLSearchParams) => void): Install {
  return wrap("steps", "readDeleteOptions", ({ readDeleteOptions }, body, query) => {
    const changed = new URLSearchParams(query);
    change(changed);
    return readDeleteOptions(body, changed);
  });
}

export const optionMutants = bugs({
  "lifecycle/uid-precondition-after-deletion": {
    description:
      "A delete with a wrong `preconditions.uid` is answered with 409 after the object was " +
      "deleted.",
    reason: "The precondition is compared with the object that was removed.",
    breaks: "lifecycle.uid-precondition-missed",
    install: wrap(
      "steps",
      "deleteObject",
      async (
        { deleteObject, checkPreconditions },
        registry,
        definition,
        key,
        { uid, ...options },
      ) => {
        const outcome = await deleteObject(registry, definition, key, options);
        if (outcome && uid !== undefined) {
          checkPreconditions(outcome.version.object, definition, { uid, dryRun: false });
        }
        return outcome;
      },
    ),
  },
  "lifecycle/uid-precondition-for-namespaced-only": {
    description: "A delete with `preconditions.uid` is rejected for cluster-scoped objects.",
    reason: "The uid is looked up in an index of namespaced objects.",
    breaks: "lifecycle.uid-precondition-met",
    install(parts) {
      const expected = new WeakSet<object>();
      wrap("steps", "readDeleteOptions", ({ readDeleteOptions }, body, query) => {
        const options = readDeleteOptions(body, query);
        if (options.uid !== undefined) expected.add(options);
        return options;
      })(parts);
      wrap("steps", "checkPreconditions", ({ checkPreconditions }, object, definition, options) => {
        checkPreconditions(object, definition, options);
        if (!expected.has(options) || definition.namespaced) return;
        throw conflict(definition, object.metadata.name, `no object has the uid ${options.uid}`);
      })(parts);
    },
  },
  "lifecycle/later-version-precondition-met": {
    description:
      "A delete of a ClusterRole is accepted with the resourceVersion of any later write as its precondition.",
    reason: "The precondition is understood as the newest version that the client has seen.",
    breaks: "lifecycle.version-precondition-missed",
    install: wrap(
      "steps",
      "checkPreconditions",
      ({ checkPreconditions }, object, definition, options) => {
        const { resourceVersion: asked, ...others } = options;
        const isLater = Number(asked) > Number(object.metadata.resourceVersion);
        const passes = definition.kind === "ClusterRole" && isLater;
        checkPreconditions(object, definition, passes ? others : options);
      },
    ),
  },
  "lifecycle/version-precondition-of-creation": {
    description:
      "A delete with `preconditions.resourceVersion` is rejected if the object changed since " +
      "it was created.",
    reason: "The precondition is compared with the resourceVersion of the creation.",
    breaks: "lifecycle.version-precondition-met",
    install(parts) {
      const first = new Map<string, string>();
      wrap("storage", "transact", async ({ transact }, key, write) => {
        const written = await transact(key, write);
        const { uid, resourceVersion = "" } = written.object.metadata;
        if (!first.has(uid)) first.set(uid, resourceVersion);
        return written;
      })(parts);
      wrap("steps", "checkPreconditions", ({ checkPreconditions }, object, definition, options) => {
        checkPreconditions(object, definition, options);
        const { name, uid } = object.metadata;
        const expected = options.resourceVersion;
        if (expected === undefined || first.get(uid) === expected) return;
        throw conflict(definition, name, `its resourceVersion is ${first.get(uid)}`);
      })(parts);
    },
  },
  "lifecycle/grace-period-delays-deletion-timestamp": {
    description:
      "A delete with `gracePeriodSeconds` in the query sets no `deletionTimestamp` until the " +
      "period is over.",
    reason: "The whole deletion is delayed, including the timestamp.",
    breaks: "lifecycle.grace-period-accepted",
    install({ steps, sources }) {
      const graces = new WeakMap<object, number>();
      let after: (milliseconds: number, run: () => void) => unknown = () => {};
      sources(({ clock }) => {
        after = (milliseconds, run) => clock.after(milliseconds, run);
        return {};
      });
      steps(({ readDeleteOptions }) => ({
        readDeleteOptions(body, query) {
          const options = readDeleteOptions(body, query);
          graces.set(options, Number(query.get("gracePeriodSeconds") ?? 0));
          return options;
        },
      }));
      steps(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const grace = graces.get(options) ?? 0;
          const current = await registry.storage.get(key);
          if (grace <= 0 || !current || options.dryRun) {
            return await deleteObject(registry, definition, key, options);
          }
          const { uid } = current.object.metadata;
          after(grace * 1_000, () => {
            deleteObject(registry, definition, key, { uid, ...options }).catch(() => {});
          });
          return { removed: false, version: current, before: current };
        },
      }));
    },
  },
  "lifecycle/malformed-grace-period-ignored": {
    description:
      "A `gracePeriodSeconds` in the body that is a string is ignored instead of rejected.",
    reason: "A value that cannot be parsed is treated as absent.",
    breaks: "lifecycle.malformed-options-rejected",
    install: wrap("steps", "readDeleteOptions", ({ readDeleteOptions }, body, query) => {
      const { gracePeriodSeconds, ...rest } = body ?? {};
      const isNone = typeof gracePeriodSeconds === "string";
      return readDeleteOptions(isNone ? rest : body, query);
    }),
  },
  "lifecycle/orphan-rejected-for-secrets": {
    description: "A delete of a Secret with `propagationPolicy: Orphan` is rejected.",
    reason: "Secrets were assumed to have no dependents.",
    breaks: "lifecycle.propagation-accepted",
    install: wrap(
      "steps",
      "deleteObject",
      ({ deleteObject }, registry, definition, key, options) => {
        if (definition.kind === "Secret" && options.propagationPolicy === "Orphan") {
          throw badRequest("a secret has no dependents to orphan");
        }
        return deleteObject(registry, definition, key, options);
      },
    ),
  },
  "lifecycle/policies-in-any-case": {
    description: "`propagationPolicy` in the query may start with a lower-case letter.",
    reason: "Values are compared without case, as header fields are.",
    breaks: "lifecycle.unknown-propagation-rejected",
    install: changingQuery((query) => {
      const policy = query.get("propagationPolicy");
      if (policy === null) return;
      query.set("propagationPolicy", `${policy.charAt(0).toUpperCase()}${policy.slice(1)}`);
    }),
  },
  "lifecycle/deleted-is-410": {
    description: "A get of a deleted object is answered with 410 instead of 404.",
    reason: "The code 410 says that the object existed.",
    breaks: "lifecycle.removed-is-not-found",
    install(parts) {
      const removed = new Set<string>();
      all(
        wrap("storage", "transact", async ({ transact }, key, write) => {
          const written = await transact(key, write);
          if (write.object) removed.delete(keyText(key));
          else removed.add(keyText(key));
          return written;
        }),
        on("get").whenRejected("NotFound", (error, { request }) => {
          const { definition, context: { info } } = request;
          if (!removed.has(keyText(keyOf(request)))) throw error;
          throw new ApiError("Gone", `${definition.resource} "${info.name}" was deleted`);
        }),
      )(parts);
    },
  },
  "lifecycle/deletecollection-across-namespaces-is-default": {
    description:
      "`deletecollection` across all namespaces deletes the objects of the namespace `default`.",
    reason: "Command-line tools use that namespace if none is given.",
    breaks: "lifecycle.all-namespaces-list-only",
    install: on("deletecollection secrets,deployments,roles,rolebindings")
      .where(({ info }) => info.namespace === "")
      .handle(({ url, next }) =>
        next({ path: url.pathname.replace(/\/\w+$/, "/namespaces/default$&") })
      ),
  },
  "lifecycle/labels-immutable-during-deletion": {
    description: "The labels of an object being deleted cannot be changed.",
    reason: "Only finalizers were meant to change during deletion.",
    breaks: "lifecycle.finalizing-can-be-changed",
    install({ steps }) {
      const labelsOf = ({ labels = {} }: { labels?: Readonly<Record<string, string>> }) =>
        JSON.stringify(Object.entries(labels).sort());
      steps(changingCauses((causes, { object: { metadata }, current }) => {
        const old = current?.object.metadata;
        const isRejected = old?.deletionTimestamp && labelsOf(metadata) !== labelsOf(old);
        return [
          ...causes,
          ...isRejected
            ? [{
              reason: "FieldValueForbidden" as const,
              field: "metadata.labels",
              message: "an object that is being deleted cannot be changed",
            }]
            : [],
        ];
      }));
    },
  },
  "lifecycle/patched-finalizers-unqualified": {
    description: "A patch may add a finalizer without a domain.",
    reason: "Finalizer names are validated only in whole objects.",
    breaks: "lifecycle.unqualified-finalizer-rejected",
    install: on("patch").withSteps(
      accepting(({ field }) => field.startsWith("metadata.finalizers[")),
    ),
  },
});
