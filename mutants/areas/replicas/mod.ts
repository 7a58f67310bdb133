/**
 * Mutants of one of two replicas that serve the same objects: it applies writes late, loses some, or
 * rejects what the other one issued.
 *
 * @module
 */
import { badRequest, expired } from "@plumbline/server/api";
import type { VerbRequest } from "@plumbline/server/parts";
import type { StoredVersion } from "@plumbline/server/storage";
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { appliedRevision, late, readingAt } from "./late_storage.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const replicas = 2;

/** Returns a query parameter of a request, undefined where it is absent or empty. */
const parameter = ({ context }: VerbRequest, name: string): string | undefined =>
  context.query.get(name) || undefined;

const isUnversioned = (request: VerbRequest): boolean =>
  parameter(request, "resourceVersion") === undefined &&
  parameter(request, "continue") === undefined;

export const replicasMutants = bugs({
  "resource-versions/replica-gets-late": {
    replicas,
    description: "A get from one of two replicas shows a state before the last writes.",
    reason: "Gets are served from a cache that follows the storage.",
    breaks: ["resource-versions.get-unset-most-recent", "exchanges.reads-show-last-write"],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.verbs(({ get }) => ({ get: late(get, applied, isUnversioned) }));
    },
  },
  "resource-versions/replica-lists-late": {
    replicas,
    description: "A list from one of two replicas shows a state before the last writes.",
    reason: "Lists are served from a cache that follows the storage.",
    breaks: ["resource-versions.list-plain-whole-unset", "exchanges.list-is-current"],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.verbs(({ list }) => ({ list: late(list, applied, isUnversioned) }));
    },
  },
  "resource-versions/replica-does-not-wait": {
    replicas,
    description: "A list from one of two replicas is older than the `resourceVersion` asked for.",
    reason: "The cache does not wait until it has applied the version.",
    breaks: [
      "resource-versions.list-plain-whole-other",
      "resource-versions.list-not-older-whole-other",
    ],
    install(parts) {
      const applied = appliedRevision(parts);
      const isAtLeast = (request: VerbRequest) =>
        parameter(request, "resourceVersion") !== undefined &&
        parameter(request, "resourceVersionMatch") !== "Exact" &&
        parameter(request, "limit") === undefined;
      parts.verbs(({ list }) => ({ list: late(list, applied, isAtLeast) }));
    },
  },
  "resource-versions/replica-labels-lists-ahead": {
    replicas,
    description:
      "A list from one of two replicas has the newest resourceVersion, and the items of an older state.",
    reason: "The items come from the cache, the resourceVersion from the storage.",
    breaks: [
      "resource-versions.list-version-names-state",
      "exchanges.list-is-current",
      "paging.version-constant",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-plain-first-unset",
    ],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.verbs(({ list }) => ({
        async list(registry, request) {
          const result = await late(list, applied, isUnversioned)(registry, request);
          if (result.kind !== "list" || !isUnversioned(request)) return result;
          const resourceVersion = String(registry.storage.currentRevision());
          return { ...result, metadata: { ...result.metadata, resourceVersion } };
        },
      }));
    },
  },
  "lifecycle/replica-keeps-deleted": {
    replicas,
    description: "One of two replicas still returns an object after the other has removed it.",
    reason: "Deletions reach the cache after the other changes.",
    breaks: [
      "lifecycle.removed-is-not-found",
      "lifecycle.removed-when-finalizers-are-empty",
      "resource-versions.get-unset-most-recent",
    ],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.verbs(({ get }) => ({
        async get(registry, request) {
          const storage = readingAt(registry.storage, applied.revision());
          const get_ = async (key: Parameters<typeof storage.get>[0]) =>
            await registry.storage.get(key) ?? await storage.get(key);
          return await get({ ...registry, storage: { ...storage, get: get_ } }, request);
        },
      }));
    },
  },
  "watch/replica-skips-on-resume": {
    replicas,
    description: "A watch at one of two replicas starts now, whatever its `resourceVersion` is.",
    reason: "The replica keeps the events that it has sent itself only.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last", "watch.list-then-watch"],
    install: wrap(
      "storage",
      "watch",
      ({ watch, currentRevision }, collection, after) =>
        watch(collection, Math.max(after, currentRevision())),
    ),
  },
  "watch/replica-repeats-event": {
    replicas,
    description: "A watch that is resumed at one of two replicas repeats the last event.",
    reason: "The replica starts at the version, where the other starts after it.",
    breaks: ["watch.nothing-twice", "watch.starts-after-version"],
    install: wrap(
      "storage",
      "watch",
      ({ watch }, collection, after) => watch(collection, Math.max(after - 1, 0)),
    ),
  },
  "watch/replica-gone-for-recent": {
    replicas,
    description: "A watch at one of two replicas from a version it has not yet applied gets 410.",
    reason: "A version that the cache does not contain is taken for one that it has dropped.",
    breaks: ["watch.history-lives", "watch.list-then-watch", "watch.streams-events"],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.steps(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const { resourceVersion = "0" } = options;
          if (Number(resourceVersion) > applied.revision()) {
            throw expired(`too old resource version: ${resourceVersion}`);
          }
          return await startWatch(registry, request, options);
        },
      }));
    },
  },
  "paging/replica-rejects-tokens": {
    replicas,
    description: "One of two replicas rejects the `continue` tokens that the other one issued.",
    reason: "Each process signs tokens with a key of its own.",
    breaks: [
      "paging.continue-when-more",
      "paging.pages-are-one-snapshot",
      "resource-versions.list-plain-next-unset",
    ],
    install({ tokens }) {
      const issued = new Set<string>();
      tokens(({ issue, read }) => ({
        async issue(collection, position) {
          const token = await issue(collection, position);
          issued.add(token);
          return token;
        },
        async read(collection, token) {
          if (!issued.has(token)) throw badRequest("invalid continue token");
          return await read(collection, token);
        },
      }));
    },
  },
  "concurrency/replica-loses-write": {
    replicas,
    description: "One of two replicas acknowledges every fifth update, and does not store it.",
    reason: "The write is answered before it is replicated, and dropped with its connection.",
    breaks: [
      "concurrency.reads-show-acknowledged",
      "concurrency.updates-lose-nothing",
      "resource-versions.acknowledged-write-persists",
    ],
    install({ verbs }) {
      let updates = 0;
      verbs(({ update }) => ({
        update(registry, request) {
          if (++updates % 5 !== 0) return update(registry, request);
          const { storage } = registry;
          const transact: typeof storage.transact = (key, { object }) => {
            const revision = storage.currentRevision() + 1;
            const metadata = { ...object!.metadata, resourceVersion: String(revision) };
            const version: StoredVersion = {
              key,
              revision,
              object: { ...object!, metadata },
              encodings: new Map(),
            };
            return Promise.resolve(version);
          };
          const keeping = { ...readingAt(storage, storage.currentRevision()), transact };
          return update({ ...registry, storage: keeping }, request);
        },
      }));
    },
  },
  "concurrency/replica-overwrites": {
    replicas,
    description:
      "An update through one of two replicas replaces a newer object that it does not know.",
    reason: "The resourceVersion is compared with the one in the cache.",
    breaks: ["concurrency.updates-lose-nothing", "resource-versions.stale-write-conflicts"],
    install(parts) {
      const applied = appliedRevision(parts);
      parts.verbs(({ update }) => ({
        update(registry, request) {
          const { storage } = registry;
          const transact: typeof storage.transact = async (key, write) => {
            const current = await storage.get(key);
            return await storage.transact(key, { ...write, expected: current?.revision ?? 0 });
          };
          const cached = { ...readingAt(storage, applied.revision()), transact };
          return update({ ...registry, storage: cached }, request);
        },
      }));
    },
  },
  "access/replica-remembers-decisions": {
    replicas,
    description: "One of two replicas repeats its decision on a request for the next 20 requests.",
    reason:
      "Decisions are cached, and a change of a binding through the other replica is not seen.",
    breaks: ["access.removed-binding-revokes", "access.dry-run-authorized-alike"],
    install(parts) {
      let requests = 0;
      type Remembered = { readonly until: number; readonly decision: unknown };
      const decisions = new Map<string, Remembered>();
      wrap("authorizer", "decide", ({ decide }, attributes) => {
        const { user, verb, resource, namespace, name, path } = attributes;
        const key = keyText({
          resource: `${user.name} ${verb} ${resource} ${path}`,
          namespace,
          name,
        });
        requests++;
        const known = decisions.get(key);
        if (known && known.until > requests) {
          return known.decision as ReturnType<typeof decide>;
        }
        const decision = decide(attributes);
        decisions.set(key, { until: requests + 20, decision });
        return decision;
      })(parts);
    },
  },
});
