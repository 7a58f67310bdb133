/**
 * Mutants whose reads show writes some time after these were acknowledged.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { type Install, on, type Requests } from "../../vocabulary/on.ts";
import { readingAt } from "../replicas/late_storage.ts";

/** Milliseconds between two looks at the newest revision, and without a request until the last one. */
const FOLLOWING = { interval: 4, idle: 3_000 } as const;

/** Returns the change by which reads show the state of so many milliseconds ago. */
function lagging(reads: Requests, time: number): Install {
  return (parts) => {
    let newest = () => 0;
    let requested = -Infinity;
    let isFollowing = false;
    const applied: { readonly revision: number; readonly at: number }[] = [];
    // Other replicas write, too.
    const follow = () => {
      const revision = newest();
      const at = performance.now();
      if (applied.at(-1)?.revision !== revision) applied.push({ revision, at });
      isFollowing = at - requested < FOLLOWING.idle;
      if (isFollowing) setTimeout(follow, FOLLOWING.interval);
      else applied.splice(0);
    };
    parts.storage(({ currentRevision }) => {
      newest = currentRevision;
      return {};
    });
    parts.wire(({ answer }) => ({
      answer(request) {
        requested = performance.now();
        if (!isFollowing) follow();
        return answer(request);
      },
    }));
    reads.where(({ query }) => !query.get("resourceVersion") && !query.get("continue"))
      .serve(({ registry, next }) => {
        const until = performance.now() - time;
        applied.splice(0, Math.max(0, applied.findLastIndex(({ at }) => at <= until)));
        const [{ revision, at } = { revision: newest(), at: -Infinity }] = applied;
        const isNewest = revision === newest() || at > until;
        return isNewest ? next() : next({ storage: readingAt(registry.storage, revision) });
      })(parts);
  };
}

export const lateReadMutants = bugs({
  "concurrency/gets-lag": {
    description: "A GET of an object shows the state of 20 milliseconds ago.",
    reason: "Objects are read from a cache that follows the store.",
    breaks: ["concurrency.reads-show-acknowledged", "resource-versions.get-unset-most-recent"],
    install: lagging(on("get"), 20),
  },
  "concurrency/lists-lag": {
    description: "A list shows the state of 200 milliseconds ago.",
    reason: "Lists are read from an index that is updated in the background.",
    breaks: [
      "concurrency.reads-show-acknowledged",
      "resource-versions.list-plain-whole-unset",
    ],
    install: lagging(on("list"), 200),
  },
  "concurrency/reads-lag-for-a-second": {
    description: "GETs of objects and lists show the state of a second ago.",
    reason: "Writes are queued, and applied once a second has passed.",
    breaks: "concurrency.reads-show-acknowledged",
    install: lagging(on("get,list"), 1_000),
  },
  "concurrency/replica-lags": {
    description: "One of three replicas shows the state of 150 milliseconds ago.",
    reason: "Writes are copied to the other replicas once they are acknowledged.",
    breaks: "concurrency.reads-show-acknowledged",
    replicas: 3,
    install: lagging(on("get,list"), 150),
  },
  "concurrency/roles-lag": {
    description: "A GET of a Role shows the state of 300 milliseconds ago.",
    reason: "Roles are read from the cache of the authorizer.",
    breaks: "concurrency.reads-show-acknowledged",
    install: lagging(on("get roles"), 300),
  },
});
