/**
 * The contract of `watch` and its cursors.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { WatchCursor } from "@plumbline/server/storage";
import { type ContractCase, eventSummaries, keyOf, never, SECRETS, settle } from "./fixture.ts";

const ALL = { resource: SECRETS };
const X = keyOf("a", "x");
const Y = keyOf("b", "y");

async function read(cursor: WatchCursor): Promise<string[]> {
  return eventSummaries(await cursor.next(never()));
}

/** Starts a read and returns an object that shows its events as soon as they arrive. */
function reading(cursor: WatchCursor, signal: AbortSignal): { events: string[] | undefined } {
  const result: { events: string[] | undefined } = { events: undefined };
  cursor.next(signal).then((events) => result.events = eventSummaries(events));
  return result;
}

/** The cases about watches. */
export const watches: readonly ContractCase[] = [
  {
    name: "a watch delivers the events after its revision, in order, with the previous versions",
    run: async (fixture) => {
      await fixture.create(X, "1");
      const cursor = fixture.storage.watch(ALL, 2);
      const second = await fixture.update(X, "2");
      const deleted = await fixture.remove(X);
      const created = await fixture.create(X, "3");
      const events = await cursor.next(never());
      assertEquals(eventSummaries(events), ["updated x=2@3", "deleted x=2@4", "created x=3@5"]);
      assertEquals(events.map(({ version }) => version.object), [
        second.object,
        deleted.object,
        created.object,
      ]);
      assertEquals(events.map(({ previous }) => previous?.revision), [2, 3, undefined]);
    },
  },
  {
    name: "a watch from a past revision delivers the events since then",
    run: async (fixture) => {
      await fixture.create(X, "1");
      await fixture.create(Y, "1");
      assertEquals(await read(fixture.storage.watch(ALL, 1)), ["created x=1@2", "created y=1@3"]);
      assertEquals(await read(fixture.storage.watch(ALL, 2)), ["created y=1@3"]);
    },
  },
  {
    name: "a watch is of one resource, and of one namespace if it names one",
    run: async (fixture) => {
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      await fixture.create(keyOf("a-b", "z"));
      await fixture.create(X, "1");
      await fixture.create(Y, "1");
      const inNamespace = { resource: SECRETS, namespace: "a" };
      assertEquals(await read(fixture.storage.watch(inNamespace, 1)), ["created x=1@4"]);
    },
  },
  {
    name: "next waits for the next event",
    run: async (fixture) => {
      const cursor = fixture.storage.watch({ resource: SECRETS, namespace: "a" }, 1);
      const result = reading(cursor, never());
      await settle();
      await fixture.create(Y);
      await settle();
      assertEquals(result.events, undefined);
      await fixture.create(X, "1");
      await settle();
      assertEquals(result.events, ["created x=1@3"]);
    },
  },
  {
    name: "a rejected write is no event",
    run: async (fixture) => {
      await fixture.create(X, "1");
      await fixture.create(X, "2").catch(() => {});
      await fixture.create(Y, "1");
      assertEquals(await read(fixture.storage.watch(ALL, 1)), ["created x=1@2", "created y=1@3"]);
    },
  },
  {
    name: "`next` resolves with nothing once the signal is aborted, and loses no event",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      const controller = new AbortController();
      const waiting = cursor.next(controller.signal);
      controller.abort();
      assertEquals(await waiting, []);
      await fixture.create(X, "1");
      assertEquals(await cursor.next(controller.signal), []);
      assertEquals(await read(cursor), ["created x=1@2"]);
    },
  },
  {
    name: "an abort after the event loses nothing",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      const controller = new AbortController();
      const waiting = cursor.next(controller.signal);
      const created = fixture.create(X, "1");
      controller.abort();
      const first = await waiting;
      await created;
      const events = first.length > 0 ? first : await cursor.next(never());
      assertEquals(eventSummaries(events), ["created x=1@2"]);
    },
  },
  {
    name: "a watch after a future revision delivers only events after it",
    run: async (fixture) => {
      await fixture.create(X, "1");
      const cursor = fixture.storage.watch(ALL, 4);
      const result = reading(cursor, never());
      await fixture.update(X, "2");
      await fixture.update(X, "3");
      await settle();
      assertEquals(result.events, undefined);
      await fixture.update(X, "4");
      await settle();
      assertEquals(result.events, ["updated x=4@5"]);
    },
  },
  {
    name: "cursors do not disturb each other",
    run: async (fixture) => {
      const cursors = Array.from({ length: 10 }, () => fixture.storage.watch(ALL, 1));
      const stopped = new AbortController();
      const early = cursors.slice(0, 5).map((cursor) => reading(cursor, never()));
      const gone = reading(fixture.storage.watch(ALL, 1), stopped.signal);
      stopped.abort();
      await fixture.create(X, "1");
      await fixture.create(Y, "1");
      await settle();
      assertEquals(gone.events, []);
      for (const [index, cursor] of cursors.entries()) {
        const events = early[index]?.events ?? [];
        while (events.length < 2) events.push(...await read(cursor));
        assertEquals(events, ["created x=1@2", "created y=1@3"]);
      }
    },
  },
  {
    name: "thousands of events are delivered in order and once, in batches",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      await fixture.create(X, "0");
      for (let index = 1; index < 2_500; index++) await fixture.update(X, `${index}`);
      const revisions: number[] = [];
      while (revisions.length < 2_500) {
        const events = await cursor.next(never());
        revisions.push(...events.map(({ version }) => version.revision));
        assertEquals(cursor.revision, revisions.at(-1));
      }
      assertEquals(revisions, Array.from({ length: 2_500 }, (_, index) => index + 2));
    },
  },
  {
    name: "a cursor that has read everything is at the newest revision, of whatever resource",
    run: async (fixture) => {
      const cursor = fixture.storage.watch({ resource: SECRETS, namespace: "a" }, 1);
      assertEquals(cursor.revision, 1);
      await fixture.create(X, "1");
      assertEquals(cursor.revision, 1);
      await read(cursor);
      assertEquals(cursor.revision, 2);
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      assertEquals(cursor.revision, 3);
      const result = reading(cursor, never());
      await fixture.create(Y);
      await settle();
      assertEquals([cursor.revision, result.events], [4, undefined]);
    },
  },
  {
    name: "a cursor's revision does not include an event that its reader does not have yet",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 1);
      const seen: number[] = [];
      const reader = cursor.next(never()).then(() => seen.push(cursor.revision));
      const write = fixture.create(X, "1");
      seen.push(cursor.revision);
      await write;
      await reader;
      assertEquals(seen, [1, 2]);
    },
  },
  {
    name: "a cursor in the future stays at its own revision until the store reaches it",
    run: async (fixture) => {
      const cursor = fixture.storage.watch(ALL, 3);
      assertEquals(cursor.revision, 3);
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      assertEquals(cursor.revision, 3);
    },
  },
];
