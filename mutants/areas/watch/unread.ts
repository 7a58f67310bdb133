/**
 * Mutants in which others wait for a watch whose client does not read.
 *
 * @module
 */
import type { PartChanges, WatchSource } from "@plumbline/server/parts";
import { bugs } from "../../mutant.ts";
import { all, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A watch, and the events that wait for its client. */
interface Watching {
  queued: number;
  /** True if the connection takes further events. */
  isReading: boolean;
}

/** Follows how many events wait for each watch. */
class Queues {
  readonly #size: number;
  readonly #open = new Map<WatchSource, Watching>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Counts the events of all writes, and those that clients take. */
  install(parts: PartChanges): void {
    all(
      wrap("storage", "transact", async ({ transact }, ...given) => {
        const written = await transact(...given);
        for (const watching of this.#open.values()) watching.queued++;
        return written;
      }),
      wrap("steps", "watchSource", ({ watchSource }, ...given) => {
        const source = watchSource(...given);
        const watching: Watching = { queued: 0, isReading: false };
        this.#open.set(source, watching);
        return {
          ...source,
          next: async () => {
            watching.isReading = true;
            const events = await source.next();
            watching.queued = 0;
            watching.isReading = false;
            if (events === undefined) this.#open.delete(source);
            return events;
          },
          close: () => {
            this.#open.delete(source);
            source.close();
          },
        };
      }),
    )(parts);
  }

  /** Waits until no queue is full, or for some time. */
  async free(most = Infinity): Promise<void> {
    const until = performance.now() + most;
    while (this.#isFull() && performance.now() < until) await pause(5);
  }

  #isFull(): boolean {
    return [...this.#open.values()].some(({ queued, isReading }) =>
      !isReading && queued > this.#size
    );
  }
}

export const unreadMutants = bugs({
  "watch/unread-blocks-writes": {
    description: "A write waits while the queue of a watch has 300 events.",
    reason: "Events are put into a queue of bounded size before a write is acknowledged.",
    breaks: "watch.unread-delays-nobody",
    install(parts) {
      const queues = new Queues(300);
      queues.install(parts);
      wrap("storage", "transact", async ({ transact }, ...given) => {
        await queues.free();
        return await transact(...given);
      })(parts);
    },
  },
  "watch/unread-blocks-reads": {
    description: "Reads wait while the queue of a watch has 40 events.",
    reason: "The fan-out keeps the lock of the cache while it waits for a client.",
    breaks: "watch.unread-delays-nobody",
    install(parts) {
      const queues = new Queues(40);
      queues.install(parts);
      on("get,list").serve(async ({ next }) => {
        await queues.free();
        return await next();
      })(parts);
    },
  },
  "watch/unread-delays-writes": {
    description: "Each write waits a second for a watch whose queue has 20 events.",
    reason: "A client is given time before its events are dropped.",
    breaks: "watch.unread-delays-nobody",
    install(parts) {
      const queues = new Queues(20);
      queues.install(parts);
      wrap("storage", "transact", async ({ transact }, ...given) => {
        await queues.free(1_000);
        return await transact(...given);
      })(parts);
    },
  },
  "watch/unread-blocks-watches": {
    description: "No watch sends events while the queue of one has 200 events.",
    reason: "One loop sends the events of all watches, one after the other.",
    breaks: "watch.unread-delays-nobody",
    install(parts) {
      const queues = new Queues(200);
      queues.install(parts);
      on("watch").serve(async ({ next }) => {
        const result = await next();
        if (result.kind !== "watch") return result;
        const { source } = result;
        const sent = async () => {
          const events = await source.next();
          await queues.free();
          return events;
        };
        return { ...result, source: { ...source, next: sent } };
      })(parts);
    },
  },
  "watch/unread-blocks-opening": {
    description: "No watch can be opened while the queue of another one has 100 events.",
    reason: "A watch is added to the list of watches under the lock of the fan-out.",
    breaks: "watch.unread-delays-nobody",
    install(parts) {
      const queues = new Queues(100);
      queues.install(parts);
      on("watch").serve(async ({ next }) => {
        await queues.free();
        return await next();
      })(parts);
    },
  },
  "watch/backlog-cut": {
    description: "Of more than a hundred events that a watch has to send at once the rest is lost.",
    reason: "The queue of a watch holds a hundred events, and what does not fit is dropped.",
    breaks: "watch.nothing-lost",
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) => viewEvents(events.slice(0, 100), filter),
    ),
  },
});
