/**
 * The table of calls of the control API.
 *
 * @module
 */
import { AdjustableClock, type Json, type JsonObject } from "@plumbline/server/api";
import type { PluginContext } from "@plumbline/server/parts";
import type { StoreSnapshot } from "@plumbline/server/storage";
import type { InjectedFaults, RuleHandle } from "../injected_faults/mod.ts";
import type { Journal } from "../journal/journal.ts";
import { journalStream } from "./journal_stream.ts";

/** The switch of seeded bugs, as the plugin `mutantSwitch()` has it. */
export interface MutantSwitches {
  /** Lists the ids of the active mutants. */
  list(): readonly string[];
  /** Describes every mutant that can be added. */
  known(): readonly { readonly id: string }[];
  /** Adds a mutant. @throws {RangeError} for an unknown id */
  add(id: string): void;
  /** Removes a mutant. */
  remove(id: string): void;
  /** Removes all mutants. */
  clear(): void;
}

/** The server and the plugins that the calls control. */
export interface Controlled {
  readonly server: PluginContext;
  readonly journal?: Journal;
  readonly injectedFaults?: InjectedFaults;
  readonly mutants?: MutantSwitches;
}

/** The arguments of a call. */
export interface Called {
  /** The rest of the path after the route. */
  readonly rest: string;
  readonly body: JsonObject;
  readonly query: URLSearchParams;
}

/** A call; throws a RangeError for invalid arguments. */
export type Call = (called: Called) => Answer | Promise<Answer>;

type Answer = Json | Response | undefined;

/** Calls by method and path; a path that ends in `/` takes an argument after it. */
export type Calls = Readonly<Record<string, Call>>;

/** Returns all calls that the given plugins make possible. */
export const callsOf = ({ server, journal, injectedFaults, mutants }: Controlled): Calls => ({
  ...(injectedFaults && ruleCalls(injectedFaults)),
  ...(mutants && mutantCalls(mutants)),
  ...(injectedFaults && watchCalls(injectedFaults)),
  ...clockCalls(server),
  ...(journal && journalCalls(journal, server)),
  ...healthCalls(server),
  ...storeCalls(server),
});

function ruleCalls(faults: InjectedFaults): Calls {
  const shown = ({ id, hits, rule }: RuleHandle) => ({ id, hits, rule }) as unknown as Json;
  return {
    "GET /rules": () => ({ rules: faults.list().map(shown) }),
    "POST /rules": ({ body }) => shown(faults.add(body as never)),
    "GET /scenarios": () => ({ ...faults.scenarios() }),
    "POST /scenarios/": ({ rest: name, body: { state } }) =>
      void faults.setScenario(name, state as never),
    "GET /rules/unused": () => ({ message: faults.describeUnused() ?? "" }),
    "DELETE /rules": () => void faults.clear(),
    "DELETE /rules/": ({ rest: id }) => {
      const rule = find(faults.list(), "rule", id);
      rule.remove();
      return shown(rule);
    },
  };
}

function mutantCalls(mutants: MutantSwitches): Calls {
  return {
    "GET /mutants": () => {
      const on = mutants.list();
      return { mutants: mutants.known().map((known) => ({ ...known, on: on.includes(known.id) })) };
    },
    "POST /mutants/": ({ rest: id }) => void mutants.add(id),
    "DELETE /mutants/": ({ rest: id }) => void mutants.remove(id),
    "DELETE /mutants": () => void mutants.clear(),
  };
}

function watchCalls(faults: InjectedFaults): Calls {
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

function clockCalls({ clock }: PluginContext): Calls {
  return {
    "POST /clock": ({ body: { advance: milliseconds } }) => {
      if (typeof milliseconds !== "number" || milliseconds < 0) {
        throw new RangeError("Cannot advance the clock as advance must be milliseconds, 0 or more");
      }
      if (!(clock instanceof AdjustableClock)) {
        throw new RangeError("Cannot advance the clock as it is not an AdjustableClock");
      }
      clock.advance(milliseconds);
      return { now: clock.now() };
    },
  };
}

function journalCalls(journal: Journal, { stopped }: PluginContext): Calls {
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

function healthCalls({ health }: PluginContext): Calls {
  return {
    "GET /health": () => ({ names: [...health.names] }),
    "POST /health/": ({ rest: name, body: { why } }) =>
      void health.fail(name, String(why ?? "made to fail by the control API")),
    "DELETE /health/": ({ rest: name }) => void health.recover(name),
  };
}

function storeCalls(server: PluginContext): Calls {
  const snapshots: StoreSnapshot[] = [];
  return {
    "POST /snapshots": async () => {
      const snapshot = await server.state.snapshot();
      return { id: snapshots.push(snapshot) - 1, size: snapshot.size };
    },
    "POST /snapshots/": async ({ rest: id }) => {
      const snapshot = snapshots[Number(id)];
      if (!snapshot) throw new RangeError(`Cannot find the snapshot "${id}"`);
      await server.state.restore(snapshot);
      return undefined;
    },
    "POST /reset": async () => {
      await server.state.reset();
      return undefined;
    },
    "GET /objects": async () => ({ types: await server.objects.types() as unknown as Json }),
    "GET /objects/": async ({ rest, query }) => {
      const [type = "", ...place] = rest.split("/");
      if (place.length === 0) {
        const { limit } = rangeOf(query);
        const range = { contains: query.get("contains") ?? "", ...(limit && { limit }) };
        return await server.objects.list(type, range) as unknown as Json;
      }
      const [name = "", namespace = ""] = place.toReversed();
      const object = await server.objects.get(type, { namespace, name });
      if (!object) throw new RangeError(`Cannot find the object "${rest}"`);
      return object as Json;
    },
  };
}

/** Returns the item with an id. @throws {RangeError} for an unknown id */
function find<T extends { readonly id: string }>(all: readonly T[], what: string, id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new RangeError(`Cannot find the ${what} "${id}"`);
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
