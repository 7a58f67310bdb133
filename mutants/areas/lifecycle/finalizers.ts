/**
 * Mutants of finalizers.
 *
 * @module
 */
import { accepting, changingCauses, keyText } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import {
  type ApiObject,
  type Cause,
  conflict,
  type JsonObject,
  type ObjectMeta,
} from "@plumbline/server/api";
import { type Change, type Steps, timestamp } from "@plumbline/server/parts";
import { on } from "../../vocabulary/on.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

const finalizersOf = ({ finalizers }: ObjectMeta): readonly string[] => finalizers ?? [];

const isMarked = ({ metadata }: ApiObject): boolean => metadata.deletionTimestamp !== undefined;

/** Rejects some changes to the finalizers of objects being deleted. */
const rejectingChanges = (
  isWrong: (left: readonly string[], old: readonly string[]) => boolean,
): Mutant["install"] =>
  wrapSteps(changingCauses((causes, { object: { metadata }, current }) => {
    const old = current?.object.metadata;
    const wrong = old?.deletionTimestamp && isWrong(finalizersOf(metadata), finalizersOf(old));
    const cause: Cause = {
      reason: "FieldValueForbidden",
      field: "metadata.finalizers",
      message: "finalizers must be taken away from the front",
    };
    return [...causes, ...wrong ? [cause] : []];
  }));

/** Removes an object instead of storing it if the condition is met. */
const removingIf = (
  isRemoved: (object: ApiObject, old: ApiObject) => boolean,
): Change<Steps> =>
({ finishDeletion }) => ({
  finishDeletion(write) {
    finishDeletion(write);
    write.removes ||= isRemoved(write.object, write.current!.object);
  },
});

/** Stores the finalizers of an update in another order, if it leaves all of them. */
const reorderingFinalizers = (
  order: (finalizers: readonly string[], old: readonly string[]) => string[],
): Change<Steps> =>
({ carryOverMeta }) => ({
  carryOverMeta(write) {
    carryOverMeta(write);
    const { metadata } = write.object;
    const [now, old] = [finalizersOf(metadata), finalizersOf(write.current!.object.metadata)];
    const isSame = now.length > 0 && now.length === old.length &&
      now.every((name) => old.includes(name));
    if (isSame) metadata.finalizers = order(now, old);
  },
});

export const finalizerMutants = bugs({
  "lifecycle/finalizer-may-be-exchanged": {
    description: "An object being deleted accepts a new finalizer in exchange for another one.",
    reason: "The lists are compared by length, as they may only become shorter.",
    breaks: "lifecycle.no-new-finalizers",
    install: wrapSteps(accepting(({ field, reason }, { object, current }) => {
      const { length } = finalizersOf(object.metadata);
      return field === "metadata.finalizers" && reason === "FieldValueForbidden" &&
        length <= finalizersOf(current!.object.metadata).length;
    })),
  },
  "lifecycle/json-patch-never-removes": {
    description: "An object being deleted is not removed when a JSON patch empties its finalizers.",
    reason: "The removal was implemented for updates and for merge patches only.",
    breaks: "lifecycle.removed-when-finalizers-are-empty",
    install: on("json-patch").withSteps(() => ({ finishDeletion: () => {} })),
  },
  "lifecycle/last-listed-finalizer-removes": {
    description:
      "An object being deleted is removed when its last-listed finalizer is gone, even if " +
      "others remain.",
    reason: "Finalizers were assumed to be removed in order.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install({ steps }) {
      const last = new Map<string, string | undefined>();
      steps(({ markDeletion, finishDeletion }) => ({
        markDeletion(object, ...given) {
          const marked = markDeletion(object, ...given);
          const { uid } = object.metadata;
          if (!isMarked(object)) last.set(uid, finalizersOf(marked.metadata).at(-1));
          return marked;
        },
        finishDeletion(write) {
          finishDeletion(write);
          const { object } = write;
          const name = last.get(object.metadata.uid);
          write.removes ||= isMarked(object) && name !== undefined &&
            !finalizersOf(object.metadata).includes(name);
        },
      }));
    },
  },
  "lifecycle/second-deletion-removes": {
    description: "A second delete removes an object that still has finalizers.",
    reason: "A repeated delete was understood as a forced one.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install({ steps }) {
      const again = new WeakSet<object>();
      steps(({ markDeletion, isFinished }) => ({
        markDeletion(object, ...given) {
          const marked = { ...markDeletion(object, ...given) };
          if (isMarked(object)) again.add(marked);
          return marked;
        },
        isFinished: (object, definition) => isFinished(object, definition) || again.has(object),
      }));
    },
  },
  "lifecycle/background-ignores-finalizers": {
    description:
      "A delete with `propagationPolicy: Background` removes an object that has finalizers.",
    reason:
      "Propagation policies are translated to finalizers, and this one stands for an empty list.",
    breaks: [
      "lifecycle.stays-until-finalizers-are-empty",
      "lifecycle.delete-sets-deletion-timestamp",
    ],
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, now, definition, options) => {
      const { finalizers: _, ...metadata } = object.metadata;
      const held = options.propagationPolicy === "Background" ? { ...object, metadata } : object;
      return markDeletion(held, now, definition, options);
    }),
  },
  "lifecycle/two-finalizers-not-marked": {
    description:
      "A delete of an object with two or more finalizers does not set `deletionTimestamp`.",
    reason: "The code was written for objects with a single finalizer.",
    breaks: "lifecycle.delete-sets-deletion-timestamp",
    install: wrap(
      "steps",
      "markDeletion",
      ({ markDeletion }, object, ...given) =>
        finalizersOf(object.metadata).length > 1 ? object : markDeletion(object, ...given),
    ),
  },
  "lifecycle/update-revives": {
    description:
      "An update without `deletionTimestamp` removes it, and the object is no longer being " +
      "deleted.",
    reason: "An update replaces the whole object.",
    breaks: "lifecycle.deletion-time-stays",
    install: on("update").withSteps((original) => ({
      carryOverMeta(write) {
        const metadata: JsonObject = write.object.metadata;
        const isSent = metadata.deletionTimestamp !== undefined;
        original.carryOverMeta(write);
        if (!isSent) delete metadata.deletionTimestamp;
      },
      ...accepting(({ field }) => field.startsWith("metadata.deletion"))(original),
    })),
  },
  "lifecycle/first-finalizer-first": {
    description: "Only the first finalizer of an object being deleted can be removed.",
    reason: "The list was assumed to define an order.",
    breaks: ["lifecycle.finalizers-in-any-order", "lifecycle.finalizers-can-be-reordered"],
    install: rejectingChanges((left, old) =>
      left.length < old.length && left.join() !== old.slice(old.length - left.length).join()
    ),
  },
  "lifecycle/order-is-kept": {
    description: "The finalizers of an object being deleted cannot be reordered.",
    reason: "The new list is required to be a subsequence of the old one.",
    breaks: "lifecycle.finalizers-can-be-reordered",
    install: rejectingChanges((left, old) =>
      left.length === old.length && left.join() !== old.join() &&
      left.every((name) => old.includes(name))
    ),
  },
  "lifecycle/same-finalizers-in-old-order": {
    description: "A write that only reorders the finalizers succeeds and leaves them as they were.",
    reason: "Finalizers were taken for a set, so that equal sets are no change.",
    breaks: "lifecycle.finalizers-can-be-reordered",
    install: wrapSteps(reorderingFinalizers((_, old) => [...old])),
  },
  "lifecycle/finalizers-sorted": {
    description: "Finalizers are stored in alphabetical order.",
    reason: "A sorted list makes it easy to compare objects.",
    breaks: "lifecycle.finalizers-can-be-reordered",
    install: wrapSteps(reorderingFinalizers((finalizers) => finalizers.toSorted())),
  },
  "lifecycle/finalizing-keeps-labels": {
    description: "A write to an object being deleted succeeds and leaves its labels as they were.",
    reason: "Only finalizers matter once an object is being deleted.",
    breaks: "lifecycle.finalizing-can-be-changed",
    install: wrapSteps(({ carryOverMeta }) => ({
      carryOverMeta(write) {
        carryOverMeta(write);
        const { metadata } = write.current!.object;
        if (!isMarked(write.current!.object)) return;
        if (metadata.labels) write.object.metadata.labels = metadata.labels;
        else delete write.object.metadata.labels;
      },
    })),
  },
  "lifecycle/live-object-removed-with-last-finalizer": {
    description:
      "An update that removes the last finalizer of an object that is not being deleted " +
      "removes the object.",
    reason: "The list is checked without `deletionTimestamp`.",
    breaks: "lifecycle.emptied-finalizers-keep-live-object",
    install: on("update").withSteps(
      removingIf(({ metadata }, old) =>
        finalizersOf(old.metadata).length > 0 && finalizersOf(metadata).length === 0
      ),
    ),
  },
  "lifecycle/apply-ignores-finalizers": {
    description: "An apply to an object being deleted removes it although it has finalizers.",
    reason: "The finalizers are checked in the applied configuration, before the merge.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install: on("apply").withSteps(removingIf((_, old) => isMarked(old))),
  },
  "lifecycle/lists-hide-finalizing": {
    description: "Lists omit objects that are being deleted; gets return them.",
    reason: "Objects being deleted were not meant to be visible.",
    breaks: ["lifecycle.finalizing-can-be-read", "lifecycle.collection-deletes-many"],
    install: wrap(
      "storage",
      "list",
      ({ list }, collection, { filter, ...options } = {}) =>
        list(collection, {
          ...options,
          filter: (object) => !isMarked(object) && (filter?.(object) ?? true),
        }),
    ),
  },
  "lifecycle/name-free-while-finalizing": {
    description: "A create replaces an object of the same name that is being deleted.",
    reason: "An object being deleted is treated as absent.",
    breaks: "lifecycle.name-taken-while-finalizing",
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      const current = write.expected === 0 ? await get(key) : undefined;
      const expected = current && isMarked(current.object) ? current.revision : write.expected;
      return await transact(key, { ...write, expected });
    }),
  },
  "lifecycle/name-free-for-dry-runs-while-finalizing": {
    description: "A dry-run create may have the name of an object that is being deleted.",
    reason: "Without a transaction the names are compared with those of live objects.",
    breaks: "lifecycle.name-taken-while-finalizing",
    install: wrapSteps(({ store }) => ({
      async store(write) {
        const { registry: { storage }, key, object, dryRun, form } = write;
        const { name } = object.metadata;
        const held = dryRun && form === "create" ? await storage.get({ ...key, name }) : undefined;
        if (held && isMarked(held.object)) write.result = { ...held, object };
        else await store(write);
      },
    })),
  },
  "lifecycle/uid-comes-back": {
    description:
      "An object created under the name of a finalized object gets the `uid` of that object.",
    reason: "The row of a finalized object is emptied and reused with its key.",
    breaks: "lifecycle.name-free-after-removal",
    install(parts) {
      const old = new Map<string, string>();
      wrap("storage", "transact", async ({ get, transact }, key, write) => {
        const current = await get(key);
        const { object } = write;
        const uid = old.get(keyText(key));
        if (write.expected === 0 && object && uid) object.metadata.uid = uid;
        const written = await transact(key, write);
        if (!object && current && isMarked(current.object)) {
          old.set(keyText(key), current.object.metadata.uid);
        }
        return written;
      })(parts);
    },
  },
  "lifecycle/second-deletion-conflicts": {
    description: "A second delete of an object being deleted is answered with 409.",
    reason: "A delete in progress was treated as a conflict.",
    breaks: "lifecycle.delete-answers-success",
    install: wrap(
      "steps",
      "checkPreconditions",
      ({ checkPreconditions }, object, definition, options) => {
        checkPreconditions(object, definition, options);
        if (!isMarked(object)) return;
        throw conflict(definition, object.metadata.name, "it is being deleted already");
      },
    ),
  },
  "lifecycle/delete-with-finalizers-returns-object": {
    description:
      "A delete of an object with finalizers is answered with the object instead of a Status.",
    reason: "The client was meant to see what it has to wait for.",
    breaks: "lifecycle.delete-with-finalizers-answers-status",
    install: on("delete").serve(async ({ registry, request, verbs, next }) => {
      const result = await next();
      if (result.kind !== "value" || result.status !== 202) return result;
      // The object may have been removed meanwhile.
      return await verbs.get(registry, request).catch(() => result);
    }),
  },
  "lifecycle/second-deletion-returns-object": {
    description: "A delete of an object that is being deleted is answered with the object.",
    reason: "Nothing is left to do, and what there is was returned as by a get.",
    breaks: "lifecycle.delete-with-finalizers-answers-status",
    install: on("delete").serve(async ({ registry, request, verbs, next }) => {
      const before = await verbs.get(registry, request).catch(() => undefined);
      const result = await next();
      if (result.kind !== "value" || result.status !== 202 || before?.kind !== "object") {
        return result;
      }
      return before.version.object.metadata.deletionTimestamp ? before : result;
    }),
  },
  "lifecycle/second-deletion-resets-timestamp": {
    description: "A second delete of an object with finalizers sets a new `deletionTimestamp`.",
    reason: "The code does not expect the timestamp to be set already.",
    breaks: "lifecycle.deletion-time-stays",
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, now, ...rest) => {
      const { deletionTimestamp: before } = object.metadata;
      const marked = markDeletion(object, now, ...rest);
      if (before === undefined || before === timestamp(now)) return marked;
      return { ...marked, metadata: { ...marked.metadata, deletionTimestamp: timestamp(now) } };
    }),
  },
  "lifecycle/json-patch-removes-last-finalizer-only": {
    description:
      "An object being deleted is not removed when a JSON patch removes its last finalizer.",
    reason: "The check runs for writes that send a whole object.",
    breaks: "lifecycle.removed-when-finalizers-are-empty",
    install: on("json-patch").withSteps(() => ({ finishDeletion: () => {} })),
  },
  "lifecycle/namespace-ignores-finalizers": {
    description:
      "Deleting a namespace removes its objects immediately, even those with finalizers.",
    reason: "Clean-up was considered unnecessary when the whole namespace goes.",
    breaks: [
      "lifecycle.stays-until-finalizers-are-empty",
      "lifecycle.namespace-deletion-deletes-content",
    ],
    install(parts) {
      const going = new Set<string>();
      wrap("admission", "finalizing", async ({ finalizing }, definition, key) => {
        if (definition.kind === "Namespace") going.add(key.name);
        await finalizing(definition, key);
      })(parts);
      wrap("steps", "markDeletion", ({ markDeletion }, object, ...rest) => {
        const marked = markDeletion(object, ...rest);
        if (!going.has(object.metadata.namespace ?? "")) return marked;
        const { finalizers: _, ...metadata } = marked.metadata;
        return { ...marked, metadata };
      })(parts);
    },
  },
});
