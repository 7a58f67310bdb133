/**
 * Simulated rounds for the tests of the oracles: of a correct server that fails, and of broken ones.
 *
 * @module
 */
import fc from "fast-check";
import type {
  ListRead,
  RecordedOperation,
  Round,
  Shown,
  WatchedEvent,
  WatchRun,
} from "./operation.ts";

/** A bug of the simulated server; it occurs at the operation with the given index. */
export type Bug =
  | "loses acknowledged write"
  | "rolls back"
  | "rejected is stored"
  | "applied twice"
  | "stale read"
  | "deleted comes back"
  | "uid used again"
  | "version used again"
  | "stale update accepted"
  | "event lost on resume"
  | "event twice on resume"
  | "events out of order"
  | "event with other content"
  | "list misses item";

/** A generated request. */
interface Plan {
  readonly key: number;
  readonly verb: RecordedOperation["verb"] | "list";
  readonly began: number;
  readonly until: number;
  readonly lasts: number;
  /** The fate of a write: answered, or its answer is lost before or after it took effect. */
  readonly fate: "answered" | "lost before" | "lost after" | "rejected";
}

/** Generates the requests of a round. */
export const plans: fc.Arbitrary<readonly Plan[]> = fc.array(
  fc.record({
    key: fc.nat({ max: 2 }),
    verb: fc.constantFrom(
      ...["create", "create", "update", "update", "patch", "delete", "get", "get", "list"] as const,
    ),
    began: fc.nat({ max: 400 }),
    until: fc.nat({ max: 12 }),
    lasts: fc.nat({ max: 12 }),
    fate: fc.constantFrom(
      ...["answered", "answered", "answered", "answered"] as const,
      ...["lost before", "lost after", "rejected"] as const,
    ),
  }),
  { minLength: 25, maxLength: 60 },
);

interface Change {
  readonly at: number;
  readonly type: string;
  readonly key: string;
  readonly shown: Shown;
}

/** Executes the requests on a simulated server; the bug occurs once, at the request with this index. */
export function roundOf(requests: readonly Plan[], bug?: Bug, index = 0): Round {
  const keys = ["k0", "k1", "k2"];
  const state = new Map<string, Shown>();
  const past: Map<string, Shown>[] = [];
  const changes: Change[] = [];
  const operations: RecordedOperation[] = [];
  const lists: ListRead[] = [];
  let revision = 10;
  let firstUid: string | undefined;
  const version = () => `${++revision}`;
  const change = (at: number, type: string, key: string, shown: Shown) => {
    changes.push({ at, type, key, shown });
    if (type === "DELETED") state.delete(key);
    else state.set(key, shown);
  };
  const moments = requests.map((plan, number) => ({
    ...plan,
    number: number + 1,
    began: 3 * plan.began + number / 1_000,
    at: 3 * plan.began + 3 * plan.until + 1 + number / 1_000,
    ended: 3 * plan.began + 3 * (plan.until + plan.lasts) + 2 + number / 1_000,
  })).sort((a, b) => a.at - b.at);
  /** The states by time, for what a client knew when it sent an update. */
  const known: { readonly at: number; readonly state: ReadonlyMap<string, Shown> }[] = [];
  moments.forEach((plan, place) => {
    const { verb, began, ended, number, at, fate } = plan;
    const key = keys[plan.key]!;
    const isBroken = place >= index;
    past.push(new Map(state));
    known.push({ at, state: new Map(state) });
    if (bug === "rolls back" && place === index) {
      const before = past[Math.max(0, place - 6)]!;
      for (const each of keys) state.delete(each);
      for (const [each, shown] of before) state.set(each, shown);
    }
    if (verb === "list") {
      const items = new Map(state);
      if (bug === "list misses item" && isBroken) items.delete([...items.keys()][0] ?? "");
      lists.push({ number, type: "t", began, ended, version: `${revision}`, items });
      return;
    }
    const current = state.get(key);
    if (verb === "get") {
      const old = past[Math.max(0, place - 8)]!.get(key);
      const shown = bug === "stale read" && isBroken ? old : current;
      operations.push({
        number,
        key,
        verb,
        began,
        ended,
        outcome: "accepted",
        shown: shown ?? "absent",
      });
      return;
    }
    const mark = `w${number}`;
    const base = known.findLast((each) => each.at < began)?.state.get(key)?.mark;
    const fits = verb === "create"
      ? current === undefined
      : current !== undefined && (verb !== "update" || base === current.mark ||
        (bug === "stale update accepted" && isBroken && base !== undefined));
    const facts = {
      number,
      key,
      verb,
      began,
      ended,
      ...(verb !== "delete" && { mark }),
      ...(verb === "update" && base !== undefined && { base }),
    };
    const isRejected = !fits || fate === "rejected";
    const after: Shown = {
      mark,
      version: bug === "version used again" && isBroken && current ? current.version : version(),
      uid: verb === "create" ? `u${number}` : current?.uid ?? "u",
      content: mark,
    };
    if (verb === "create" && bug === "uid used again" && isBroken && firstUid !== undefined) {
      Object.assign(after, { uid: firstUid });
    }
    if (isRejected) {
      operations.push({ ...facts, outcome: "rejected" });
      if (fits && bug === "rejected is stored" && isBroken && verb !== "delete") {
        change(at, verb === "create" ? "ADDED" : "MODIFIED", key, after);
      }
      return;
    }
    const loses = bug === "loses acknowledged write" && place >= index;
    if (fate !== "lost before" && !loses) {
      if (verb === "create") firstUid ??= after.uid;
      if (verb === "delete") {
        change(at, "DELETED", key, { ...current!, version: version() });
        if (bug === "deleted comes back" && isBroken) state.set(key, current!);
      } else change(at, verb === "create" ? "ADDED" : "MODIFIED", key, after);
      if (bug === "applied twice" && place === index && verb !== "delete" && current) {
        change(at + 0.5, "MODIFIED", key, { ...after, mark: current.mark, version: version() });
      }
    }
    const outcome = fate === "answered" ? "accepted" : "unknown";
    operations.push({
      ...facts,
      outcome,
      ...(outcome === "accepted" && verb !== "delete" && { shown: after }),
      ...(outcome === "accepted" && verb === "delete" && { uid: current!.uid }),
    });
  });
  const end = 3 * 450;
  lists.push({
    number: 9_000,
    type: "t",
    began: end,
    ended: end + 1,
    version: `${revision}`,
    items: new Map(state),
  });
  const starts = [0, 1, 2].map((each): [number, ListRead] => {
    const at = 300 * each;
    const items = new Map<string, Shown>();
    for (const { type, key, shown, at: when } of changes) {
      if (when > at) continue;
      if (type === "DELETED") items.delete(key);
      else items.set(key, shown);
    }
    return [at, {
      number: 8_000 + each,
      type: "t",
      began: at - 0.4,
      ended: at + 0.4,
      version: `start ${each}`,
      items,
    }];
  });
  const watches = starts.map(([at, start], each): WatchRun => {
    const sent = changes.filter((one) => one.at > at);
    const events = deliver(sent, each === 0 ? bug : undefined, index)
      .map((one): WatchedEvent => ({ ...one, number: 7_000 + each, at: one.at + 2 }));
    return { start, events, numbers: [7_000 + each, 7_100 + each], complete: true };
  });
  return { operations, lists, watches, expiries: [], keys: new Map([["t", keys]]) };
}

function deliver(sent: readonly Change[], bug: Bug | undefined, index: number): Change[] {
  const at = sent.length === 0 ? 0 : index % sent.length;
  const one = sent[at];
  if (one === undefined) return [];
  switch (bug) {
    case "event lost on resume":
      return sent.filter((each) => each !== one);
    case "event twice on resume":
      return sent.flatMap((each) => each === one ? [each, each] : [each]);
    case "events out of order": {
      const next = sent.findIndex((each, place) => place > at && each.key === one.key);
      if (next < 0) return [...sent];
      return sent.with(at, sent[next]!).with(next, one);
    }
    case "event with other content":
      return sent.with(at, { ...one, shown: { ...one.shown, content: "other" } });
    default:
      return [...sent];
  }
}
