/**
 * Faults of what may be said of a deletion: preconditions, grace periods, policies and options that
 * cannot be read.
 *
 * @module
 */
import { ApiError, badRequest, conflict } from "../../../server/api_error.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";
import { textOf, withSteps } from "../../changes.ts";

/** Reads the query of a deletion as another one. */
function readingQuery({ steps }: Seams, change: (query: URLSearchParams) => void): void {
  steps(({ readDeleteOptions }) => ({
    readDeleteOptions(body, query) {
      const changed = new URLSearchParams(query);
      change(changed);
      return readDeleteOptions(body, changed);
    },
  }));
}

/** The path of a collection over all namespaces, of a resource that has namespaces. */
const OVER_ALL = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/(secrets|deployments|roles|rolebindings)$/;

/** The faults. */
export const optionMutants: readonly Mutant[] = [
  {
    id: "lifecycle/uid-held-against-too-late",
    area: "lifecycle",
    description: "A deletion that demands another uid is answered 409, and done.",
    reason: "The answer is made from what was removed, and so was the comparison.",
    breaks: ["lifecycle.uid-precondition-missed"],
    install({ steps }) {
      steps(({ deleteObject, checkPreconditions }) => ({
        async deleteObject(registry, definition, key, { uid, ...options }) {
          const outcome = await deleteObject(registry, definition, key, options);
          if (outcome && uid !== undefined) {
            checkPreconditions(outcome.version.object, definition, { uid, dryRun: false });
          }
          return outcome;
        },
      }));
    },
  },
  {
    id: "lifecycle/uid-of-the-cluster-unknown",
    area: "lifecycle",
    description: "A deletion that demands a uid is refused for what is in no namespace.",
    reason: "Uids are looked up in the index of the namespace.",
    breaks: ["lifecycle.uid-precondition-met"],
    install({ steps }) {
      const asked = new WeakSet<object>();
      steps(({ readDeleteOptions, checkPreconditions }) => ({
        readDeleteOptions(body, query) {
          const options = readDeleteOptions(body, query);
          if (options.uid !== undefined) asked.add(options);
          return options;
        },
        checkPreconditions(object, definition, options) {
          checkPreconditions(object, definition, options);
          if (!asked.has(options) || definition.namespaced) return;
          throw conflict(definition, object.metadata.name, `no object has the uid ${options.uid}`);
        },
      }));
    },
  },
  {
    id: "lifecycle/version-held-against-the-first",
    area: "lifecycle",
    description: "A deletion that demands a version is refused for what was changed since it was " +
      "made.",
    reason: "The version was remembered with the uid, which never changes.",
    breaks: ["lifecycle.version-precondition-met"],
    install({ steps, storage }) {
      const first = new Map<string, string>();
      storage(({ transact }) => ({
        async transact(key, write) {
          const written = await transact(key, write);
          const { uid, resourceVersion = "" } = written.object.metadata;
          if (!first.has(uid)) first.set(uid, resourceVersion);
          return written;
        },
      }));
      steps(({ checkPreconditions }) => ({
        checkPreconditions(object, definition, options) {
          checkPreconditions(object, definition, options);
          const { name, uid } = object.metadata;
          const asked = options.resourceVersion;
          if (asked === undefined || first.get(uid) === asked) return;
          throw conflict(definition, name, `its resourceVersion is ${first.get(uid)}`);
        },
      }));
    },
  },
  {
    id: "lifecycle/grace-passes-unnoticed",
    area: "lifecycle",
    description: "A deletion with a grace period, said in the query, is done when that is over, " +
      "and nothing tells of it until then.",
    reason: "The period was to be waited for, and the mark is set by the deletion.",
    breaks: ["lifecycle.grace-period-accepted"],
    install({ steps, sources }) {
      const graces = new WeakMap<object, number>();
      let after: (milliseconds: number, run: () => void) => unknown = () => {};
      sources(({ clock }) => {
        after = (milliseconds, run) => clock.after(milliseconds, run);
        return {};
      });
      steps(({ readDeleteOptions, deleteObject }) => ({
        readDeleteOptions(body, query) {
          const options = readDeleteOptions(body, query);
          graces.set(options, Number(query.get("gracePeriodSeconds") ?? 0));
          return options;
        },
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
          return { removed: false, version: current };
        },
      }));
    },
  },
  {
    id: "lifecycle/grace-that-is-no-number-is-none",
    area: "lifecycle",
    description: "A grace period in the body that is no number counts as none.",
    reason: "What cannot be read was taken for what is not there.",
    breaks: ["lifecycle.malformed-options-refused"],
    install({ steps }) {
      steps(({ readDeleteOptions }) => ({
        readDeleteOptions(body, query) {
          const { gracePeriodSeconds, ...rest } = body ?? {};
          const isNone = typeof gracePeriodSeconds === "string";
          return readDeleteOptions(isNone ? rest : body, query);
        },
      }));
    },
  },
  {
    id: "lifecycle/secrets-orphan-nothing",
    area: "lifecycle",
    description: "A secret cannot be deleted so that it orphans its dependents.",
    reason: "Nothing depends on a secret, so that who says so was thought to be mistaken.",
    breaks: ["lifecycle.propagation-accepted"],
    install({ steps }) {
      steps(({ deleteObject }) => ({
        deleteObject(registry, definition, key, options) {
          if (definition.kind === "Secret" && options.propagationPolicy === "Orphan") {
            throw badRequest("Cannot orphan dependents as a secret has none");
          }
          return deleteObject(registry, definition, key, options);
        },
      }));
    },
  },
  {
    id: "lifecycle/policies-in-any-case",
    area: "lifecycle",
    description: "A propagation policy in the query may be written in small letters.",
    reason: "Parameters are compared without regard to case, as headers are.",
    breaks: ["lifecycle.unknown-propagation-refused"],
    install: (seams) =>
      readingQuery(seams, (query) => {
        const policy = query.get("propagationPolicy");
        if (policy === null) return;
        query.set("propagationPolicy", `${policy.charAt(0).toUpperCase()}${policy.slice(1)}`);
      }),
  },
  {
    id: "lifecycle/removed-is-gone",
    area: "lifecycle",
    description: "A get of what was removed is answered 410 for as long as that is remembered.",
    reason: "There was something, and there is a code that says so.",
    breaks: ["lifecycle.removed-is-not-found"],
    install({ storage, verbs }) {
      const removed = new Set<string>();
      storage(({ transact }) => ({
        async transact(key, write) {
          const written = await transact(key, write);
          if (write.object) removed.delete(textOf(key));
          else removed.add(textOf(key));
          return written;
        },
      }));
      verbs(({ get }) => ({
        async get(registry, request) {
          try {
            return await get(registry, request);
          } catch (error) {
            const { definition, context: { info: { namespace, name } } } = request;
            const resource = `${definition.group}/${definition.resource}`;
            if (!removed.has(textOf({ resource, namespace, name }))) throw error;
            throw new ApiError("Gone", `${definition.resource} "${name}" was removed`);
          }
        },
      }));
    },
  },
  {
    id: "lifecycle/over-all-is-the-default-one",
    area: "lifecycle",
    description: "To delete the collection over all namespaces deletes that of the default one.",
    reason: "What names no namespace means that one, as it does for tools.",
    breaks: ["lifecycle.all-namespaces-list-only"],
    install({ wire }) {
      wire(({ answer }) => ({
        answer(request) {
          const url = new URL(request.url);
          const [, group, resource] = OVER_ALL.exec(url.pathname) ?? [];
          if (request.method !== "DELETE" || resource === undefined) return answer(request);
          url.pathname = `${group}/namespaces/default/${resource}`;
          return answer(new Request(url, request));
        },
      }));
    },
  },
  {
    id: "lifecycle/labels-held-too",
    area: "lifecycle",
    description:
      "An object that is being deleted lets its finalizers be taken away, and no label " +
      "be changed.",
    reason: "All that is left to do with it is to let it go.",
    breaks: ["lifecycle.finalizing-can-be-changed"],
    install({ steps }) {
      const labelsOf = ({ labels = {} }: { labels?: Readonly<Record<string, string>> }) =>
        JSON.stringify(Object.entries(labels).sort());
      steps(({ validateMetaUpdate }) => ({
        validateMetaUpdate(metadata, old) {
          const isHeld = old.deletionTimestamp && labelsOf(metadata) !== labelsOf(old);
          return [
            ...validateMetaUpdate(metadata, old),
            ...isHeld
              ? [{
                reason: "FieldValueForbidden" as const,
                field: "metadata.labels",
                message: "an object that is being deleted cannot be changed",
              }]
              : [],
          ];
        },
      }));
    },
  },
  {
    id: "lifecycle/patched-finalizers-unqualified",
    area: "lifecycle",
    description: "A finalizer needs no domain where it is written by a patch.",
    reason: "The form of finalizers was looked at where objects come in as a whole.",
    breaks: ["lifecycle.unqualified-finalizer-refused"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: withSteps(patch, ({ validateMeta }) => ({
          validateMeta: (metadata, definition) =>
            validateMeta(metadata, definition)
              .filter(({ field = "" }) => !field.startsWith("metadata.finalizers[")),
        })),
      }));
    },
  },
];
