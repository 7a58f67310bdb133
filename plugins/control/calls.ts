/**
 * The calls of the control API: each a line of a table.
 *
 * @module
 */
import type { Json, JsonObject } from "../../server/object.ts";
import type { Journal } from "../journal/journal.ts";
import { journalStream } from "./journal_stream.ts";
import type { ServerObjects } from "../../server/state/objects.ts";
import type { StoreSnapshot, StoreSwitches } from "../../server/state/snapshots.ts";

/** A rule in force, as far as it is told of here. */
interface Rule {
  readonly id: string;
  readonly hits: number;
  readonly rule: unknown;
  remove(): void;
}

interface OpenWatch {
  readonly id: string;
  end(how: never): void;
}

/** What can be controlled. Functions throw a RangeError for values that make no sense. */
export interface Controlled {
  /** The rules by which requests fail; what they are is not known here. */
  readonly faults: {
    add(rule: never): Rule;
    list(): readonly Rule[];
    clear(): void;
    endWatches(how: never, when: never): number;
    watches(): readonly OpenWatch[];
  };
  /** The faults there are, and those the server has. */
  readonly seededFaults: {
    list(): readonly string[];
    add(id: string): void;
    remove(id: string): void;
    clear(): void;
  };
  readonly knownFaults: readonly { readonly id: string }[];
  readonly health: {
    readonly names: readonly string[];
    fail(name: string, why: string): void;
    recover(name: string): void;
  };
  readonly journal: Journal;
  readonly store: StoreSwitches;
  readonly objects: ServerObjects;
  /** Aborted when the server ends. */
  readonly stopped: AbortSignal;
  /** Moves the clock; absent where it is one that cannot be moved. */
  readonly advance?: (milliseconds: number) => void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What a call is called with. */
export interface Called {
  /** What stands behind the route's path. */
  readonly rest: string;
  readonly body: JsonObject;
  readonly query: URLSearchParams;
}

/** A call, which may throw a RangeError for what makes no sense. */
export type Call = (called: Called) => Answer | Promise<Answer>;

type Answer = Json | Response | undefined;

/** The name of a call is its method and path; what ends in `/` takes something behind it. */
export type Calls = Readonly<Record<string, Call>>;

/** All calls. */
export const callsOf = (controlled: Controlled): Calls => ({
  ...faultCalls(controlled),
  ...watchCalls(controlled),
  ...clockCalls(controlled),
  ...journalCalls(controlled),
  ...healthCalls(controlled),
  ...storeCalls(controlled),
});

function faultCalls({ faults, seededFaults, knownFaults }: Controlled): Calls {
  const shown = ({ id, hits, rule }: Rule) => ({ id, hits, rule }) as unknown as Json;
  return {
    "GET /rules": () => ({ rules: faults.list().map(shown) }),
    "POST /rules": ({ body }) => shown(faults.add(body as never)),
    "DELETE /rules": () => void faults.clear(),
    "DELETE /rules/": ({ rest: id }) => {
      const rule = find(faults.list(), "rule", id);
      rule.remove();
      return shown(rule);
    },
    "GET /faults": () => {
      const on = seededFaults.list();
      return { faults: knownFaults.map((fault) => ({ ...fault, on: on.includes(fault.id) })) };
    },
    "POST /faults/": ({ rest: id }) => void seededFaults.add(id),
    "DELETE /faults/": ({ rest: id }) => void seededFaults.remove(id),
    "DELETE /faults": () => void seededFaults.clear(),
  };
}

function watchCalls({ faults }: Controlled): Calls {
  return {
    "GET /watches": () => ({
      watches: faults.watches().map(({ end: _, ...watch }) => watch) as unknown as Json,
    }),
    "POST /watches/end": ({ body: { how, when } }) => ({
      ended: faults.endWatches(how as never, when as never),
    }),
    "POST /watches/": ({ rest, body: { how } }) =>
      void find(faults.watches(), "open watch", rest).end(how as never),
  };
}

function clockCalls({ advance, now }: Controlled): Calls {
  return {
    "POST /clock": ({ body: { advance: milliseconds } }) => {
      if (typeof milliseconds !== "number" || milliseconds < 0) {
        throw new RangeError("Cannot move the clock as advance must be milliseconds, 0 or more");
      }
      if (!advance) throw new RangeError("Cannot move the clock as it is one that goes by itself");
      advance(milliseconds);
      return { now: now() };
    },
  };
}

function journalCalls({ journal, stopped }: Controlled): Calls {
  return {
    "GET /journal": ({ query }) => {
      const range = rangeOf(query);
      return query.get("follow") === "true"
        ? journalStream(journal, range, stopped)
        : { entries: journal.entries(range) as unknown as Json };
    },
    "DELETE /journal": () => void journal.clear(),
  };
}

function healthCalls({ health }: Controlled): Calls {
  return {
    "GET /health": () => ({ names: [...health.names] }),
    "POST /health/": ({ rest: name, body: { why } }) =>
      void health.fail(name, String(why ?? "it was told to")),
    "DELETE /health/": ({ rest: name }) => void health.recover(name),
  };
}

function storeCalls({ store, objects }: Controlled): Calls {
  const snapshots: StoreSnapshot[] = [];
  return {
    "POST /snapshots": async () => {
      const made = await store.snapshot();
      return { id: snapshots.push(made) - 1, size: made.size };
    },
    "POST /snapshots/": async ({ rest: id }) => {
      const found = snapshots[Number(id)];
      if (!found) throw new RangeError(`There is no snapshot "${id}"`);
      await store.restore(found);
      return undefined;
    },
    "POST /reset": async () => {
      await store.reset();
      return undefined;
    },
    "GET /objects": async () => ({ types: await objects.types() as unknown as Json }),
    "GET /objects/": async ({ rest, query }) => {
      const [type = "", ...place] = rest.split("/");
      if (place.length === 0) {
        const { limit } = rangeOf(query);
        const range = { contains: query.get("contains") ?? "", ...(limit && { limit }) };
        return await objects.list(type, range) as unknown as Json;
      }
      const [name = "", namespace = ""] = place.toReversed();
      const object = await objects.get(type, { namespace, name });
      if (!object) throw new RangeError(`There is no object "${rest}"`);
      return object as Json;
    },
  };
}

/** What has an id out of those there are. */
function find<T extends { readonly id: string }>(all: readonly T[], what: string, id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new RangeError(`There is no ${what} "${id}"`);
  return found;
}

function rangeOf(query: URLSearchParams): { after?: number; limit?: number } {
  const [after, limit] = ["after", "limit"].map((name) => {
    const value = query.get(name);
    if (value === null) return undefined;
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw new RangeError(`Cannot use ${name} as it must be a number from 0: it is "${value}"`);
  });
  return { ...(after !== undefined && { after }), ...(limit !== undefined && { limit }) };
}
