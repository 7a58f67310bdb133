/**
 * Mutants of concurrent requests.
 *
 * @module
 */
import {
  changingMergePatches,
  changingPatches,
  keyText,
  nextTurn,
  rereadable,
  withSteps,
} from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { ApiError, ApiObject, JsonObject } from "@plumbline/server/api";
import { applyJsonPatch } from "@plumbline/server/codec";
import type { VerbHandler } from "@plumbline/server/parts";
import { asObject, keyOf } from "@plumbline/server/resources";
import type { StoredVersion } from "@plumbline/server/storage";
import { all, on } from "../../vocabulary/on.ts";
import { changeObjectIn, withObject, withVersion } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Milliseconds by which a part of the server lags behind. */
const LAG = 5;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const mediaOf = ({ context }: Parameters<VerbHandler>[1]): string =>
  context.request.headers.get("content-type") ?? "";

/** Returns the object with another resourceVersion. */
const at = (object: ApiObject, resourceVersion: string): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion },
});

/** Milliseconds for which a deletion is remembered. */
const MEMORY = 50;

export const raceMutants = bugs({
  "concurrency/lost-update": {
    description:
      "Of two concurrent updates at the same resourceVersion, the second overwrites the first.",
    reason:
      "The resourceVersion is compared after the read and not again when the object is stored.",
    breaks: [
      "concurrency.updates-lose-nothing",
      "concurrency.one-order",
      "resource-versions.one-writer-wins",
      "concurrency.increments-add-up",
    ],
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      await nextTurn();
      const current = await get(key);
      const expected = write.expected && current ? current.revision : write.expected;
      return await transact(key, { ...write, expected });
    }),
  },
  "concurrency/json-patches-overwrite": {
    description:
      "A JSON patch overwrites changes made since it read the object; other patch types retry.",
    reason: "The retry loop is in a function that only the other patch types use.",
    breaks: ["concurrency.one-order", "concurrency.increments-add-up"],
    install: on("json-patch").serve(({ registry, nextWith }) =>
      nextWith(({ store }) => ({
        async store(write) {
          await nextTurn();
          const newest = await registry.storage.get(write.key);
          if (newest) write.current = { ...write.current!, revision: newest.revision };
          await store(write);
        },
      }))
    ),
  },
  "concurrency/answers-first-attempt": {
    description: "A retried patch is answered with the object of its first attempt and the " +
      "resourceVersion of its last.",
    reason:
      "The response is built on the first attempt, and only the resourceVersion is filled in " +
      "later.",
    breaks: [
      "concurrency.version-names-one-state",
      "concurrency.one-order",
      "concurrency.updates-lose-nothing",
    ],
    install: on("patch").serve(({ nextWith }) => {
      let first: ApiObject | undefined;
      return nextWith(({ store }) => ({
        async store(write) {
          first ??= structuredClone(write.object);
          await nextTurn();
          await store(write);
          const { result, current, isOvertaken, dryRun } = write;
          if (isOvertaken || dryRun || result === current) return;
          write.result = withObject(result, at(first, result.object.metadata.resourceVersion));
        },
      }));
    }),
  },
  "concurrency/answer-bears-old-version": {
    description: "A JSON patch is answered with the new content and the previous resourceVersion.",
    reason: "The response is built before the storage assigns the resourceVersion.",
    breaks: "concurrency.version-names-one-state",
    install: on("json-patch").serve(async ({ registry, request, next }) => {
      const before = await registry.storage.get(keyOf(request));
      const result = await next();
      return before
        ? changeObjectIn(result, (object) => at(object, before.object.metadata.resourceVersion))
        : result;
    }),
  },
  "concurrency/response-with-old-object": {
    description:
      "A patch that runs concurrently with another patch is answered with the object as it was " +
      "before.",
    reason: "The response is read from a cache that is stale when there are several writers.",
    breaks: ["concurrency.answer-shows-own-write", "concurrency.updates-lose-nothing"],
    install(parts) {
      const underWay = new Map<string, number>();
      on("patch").serve(async ({ registry, request, next }) => {
        const text = keyText(keyOf(request));
        const count = (underWay.get(text) ?? 0) + 1;
        underWay.set(text, count);
        try {
          const before = await registry.storage.get(keyOf(request));
          await nextTurn();
          const result = await next();
          return before && count > 1 ? withVersion(result, before) : result;
        } finally {
          underWay.set(text, underWay.get(text)! - 1);
        }
      })(parts);
    },
  },
  "concurrency/every-other-get-lags": {
    description: "For 5 ms after a write, every other get returns the previous object.",
    reason: "Reads are distributed over replicas without checking how far each has caught up.",
    breaks: [
      "concurrency.reads-show-acknowledged",
      "concurrency.reads-never-go-back",
      "concurrency.increments-add-up",
    ],
    install(parts) {
      const behind = new Map<string, StoredVersion>();
      let gets = 0;
      all(
        wrap("storage", "transact", async ({ get, transact }, key, write) => {
          const text = keyText(key);
          const before = await get(key);
          const written = await transact(key, write);
          if (before && write.object) {
            behind.set(text, before);
            setTimeout(() => behind.delete(text), LAG);
          }
          return written;
        }),
        on("get").serve(async ({ request, next }) => {
          const old = behind.get(keyText(keyOf(request)));
          const result = await next();
          return old && ++gets % 2 === 0 ? withVersion(result, old) : result;
        }),
      )(parts);
    },
  },
  "concurrency/gets-behind-lists": {
    description: "While a write is being completed, lists show it and gets do not.",
    reason: "The cache of single objects is updated last, just before the response.",
    breaks: "concurrency.reads-never-go-back",
    install(parts) {
      const hidden = new Map<string, StoredVersion>();
      all(
        wrap("storage", "transact", async ({ get, transact }, key, write) => {
          const text = keyText(key);
          const before = await get(key);
          const written = await transact(key, write);
          if (!before || !write.object) return written;
          hidden.set(text, before);
          await pause(LAG);
          hidden.delete(text);
          return written;
        }),
        on("get").changeResult((result, request) =>
          withVersion(result, hidden.get(keyText(keyOf(request))))
        ),
      )(parts);
    },
  },
  "concurrency/write-behind": {
    description:
      "A JSON patch is answered before it is stored, so a write sent later may be stored first.",
    reason: "Writers should not have to wait for the disk.",
    breaks: [
      "concurrency.writes-in-real-time-order",
      "concurrency.reads-show-acknowledged",
      "concurrency.increments-add-up",
      "concurrency.one-order",
    ],
    install: on("json-patch", { dryRun: false }).serve(async ({ request, next }) => {
      const { context } = request;
      const query = new URLSearchParams([...context.query, ["dryRun", "All"]]);
      const result = await next({}, { context: { ...context, query } });
      setTimeout(() => next().catch(() => {}), LAG);
      return result;
    }),
  },
  "concurrency/rejected-patch-is-stored": {
    description:
      "A merge patch at a stale resourceVersion is answered with 409 and stored all the same.",
    reason: "The conflict is detected when the response is built, after the write.",
    breaks: ["concurrency.rejected-leaves-no-trace", "concurrency.updates-lose-nothing"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const again = await rereadable(request);
          const atAnyVersion = withSteps(patch, () => ({ checkExpectedVersion: () => {} }));
          try {
            return await patch(registry, again);
          } catch (error) {
            const isStale = (error as ApiError).reason === "Conflict";
            if (!isStale || !mediaOf(request).includes("merge-patch")) throw error;
            await atAnyVersion(registry, again).catch(() => {});
            throw error;
          }
        },
      }));
    },
  },
  "concurrency/failed-patch-half-stored": {
    description:
      "A JSON patch that fails during concurrent patches leaves its first operations in the " +
      "object.",
    reason: "Attempts share one draft of the object, which is discarded only after the last one.",
    breaks: "concurrency.rejected-leaves-no-trace",
    install({ verbs, steps }) {
      const drafts = new Map<string, JsonObject>();
      const nameOf = (content: JsonObject) => `${asObject(content.metadata)?.uid}`;
      const underWay = new Map<string, number>();
      steps(changingPatches("json-patch", (apply, content, patch) => {
        try {
          return apply(content, patch);
        } catch (error) {
          if (Array.isArray(patch) && patch.length > 1) {
            drafts.set(nameOf(content), { done: patch.slice(0, -1) });
          }
          throw error;
        }
      }));
      steps(changingMergePatches("merge-patch", (apply, content, patch) => {
        const draft = drafts.get(nameOf(content));
        const drafted = draft && asObject(applyJsonPatch(content, draft.done));
        return apply(drafted ?? content, patch);
      }));
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const text = keyText(keyOf(request));
          const uid = (await registry.storage.get(keyOf(request)))?.object.metadata.uid ?? "";
          underWay.set(text, (underWay.get(text) ?? 0) + 1);
          try {
            await nextTurn();
            return await patch(registry, request);
          } finally {
            const left = underWay.get(text)! - 1;
            underWay.set(text, left);
            if (left === 0) drafts.delete(uid);
          }
        },
      }));
    },
  },
  "concurrency/same-manager-never-conflicts": {
    description:
      "A stale resourceVersion is accepted if the last write used the same field manager.",
    reason: "A client was assumed not to conflict with itself, but several clients may share a " +
      "manager name.",
    breaks: ["concurrency.updates-lose-nothing", "concurrency.increments-add-up"],
    install({ steps }) {
      const last = new Map<string, string | undefined>();
      steps(({ checkExpectedVersion, store }) => ({
        checkExpectedVersion(write) {
          if (last.get(keyText(write.key)) !== write.manager) checkExpectedVersion(write);
        },
        async store(write) {
          await store(write);
          if (write.current && !write.isOvertaken) last.set(keyText(write.key), write.manager);
        },
      }));
    },
  },
  "concurrency/both-deletes-succeed": {
    description:
      "A delete that loses a race against another delete is answered with success instead of 404.",
    reason: "The object is gone, as the caller intended.",
    breaks: ["concurrency.one-deleter-wins", "concurrency.creates-and-deletes-alternate"],
    install: wrap(
      "steps",
      "deleteObject",
      async ({ deleteObject }, registry, definition, key, options) => {
        const current = await registry.storage.get(key);
        if (current && !options.dryRun) await nextTurn();
        const outcome = await deleteObject(registry, definition, key, options);
        return outcome ?? (current && { removed: true, version: current, before: current });
      },
    ),
  },
  "concurrency/creates-race": {
    description: "Two concurrent creates of the same name both succeed.",
    reason: "The name is looked up first, and the write happens later without a condition.",
    breaks: "concurrency.creates-and-deletes-alternate",
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      if (write.expected !== 0 || await get(key)) return await transact(key, write);
      await nextTurn();
      const current = await get(key);
      return await transact(key, { ...write, expected: current?.revision ?? 0 });
    }),
  },
  "concurrency/uid-reused-after-deletion": {
    description:
      "An object created right after its name was deleted gets the `uid` of the deleted object.",
    reason: "A delete followed by a create was treated as a replacement.",
    breaks: ["concurrency.each-object-has-own-uid", "lifecycle.name-free-after-removal"],
    install(parts) {
      const gone = new Map<string, string>();
      wrap("storage", "transact", async ({ get, transact }, key, write) => {
        const text = keyText(key);
        const { object } = write;
        const uid = gone.get(text);
        const taken = write.expected === 0 && await get(key);
        if (write.expected === 0 && object && uid && !taken) object.metadata.uid = uid;
        const written = await transact(key, write);
        if (!object) {
          gone.set(text, written.object.metadata.uid);
          setTimeout(() => gone.delete(text), MEMORY);
        }
        return written;
      })(parts);
    },
  },
  "concurrency/update-makes-again": {
    description: "An update of an object that is deleted meanwhile makes it again.",
    reason: "The object is looked up first, and is written later where it was.",
    breaks: "concurrency.creates-and-deletes-alternate",
    install: on("update").withSteps(({ store }) => ({
      async store(write) {
        const { current, dryRun, key, object, registry: { storage } } = write;
        if (current && !dryRun) await pause(LAG);
        if (!current || dryRun || await storage.get(key)) return await store(write);
        write.result = await storage.transact(key, { expected: 0, object });
      },
    })),
  },
});
