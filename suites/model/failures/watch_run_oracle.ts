/**
 * Verifies watches that were resumed across failures: no change is lost, none is sent twice or out of
 * order, and the list they start from, updated with their events, is the last state.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import type {
  ListRead,
  RecordContradiction,
  Round,
  Shown,
  WatchedEvent,
  WatchRun,
} from "./operation.ts";

/** Verifies the watches of a round, and that no version expired while nothing was done to the target. */
export function verifyWatchRuns(round: Round): RecordContradiction[] {
  return [
    ...round.watches.flatMap((run) => verifyRun(round, run)),
    ...verifyAgreement(round.watches),
    ...round.expiries.filter(({ calm }) => calm).map((
      { number, version },
    ): RecordContradiction => ({
      requirement: "watch.history-lives",
      expected: `a watch from version ${version}, which was answered just before`,
      actual: "410, although nothing was done to the target in between",
      exchanges: [number],
    })),
    ...verifyLists(round.lists),
  ];
}

function verifyRun(round: Round, run: WatchRun): RecordContradiction[] {
  const found = verifyEvents(round, run);
  return found.length > 0 ? found : verifyLoss(round, run);
}

/** Verifies the events by themselves: each once, and none of a state before the start. */
function verifyEvents(
  { operations }: Round,
  { start, events, numbers }: WatchRun,
): RecordContradiction[] {
  const states = new Map(start.items);
  const sent = new Set<string>();
  const writes = new Map(operations.map((each) => [`${each.key} ${each.mark}`, each]));
  for (const event of events) {
    const { key, type, shown, number } = event;
    const id = idOf(event);
    const listed = start.items.get(key);
    const isListed = type !== "DELETED" && listed?.version === shown.version;
    if (sent.has(id) || isListed) {
      return [wrong("watch.nothing-twice", event, [isListed ? start.number : numbers[0]!, number], {
        expected: "every change once, also after the watch was resumed",
        actual: `${describe(event)} again`,
      })];
    }
    const write = type === "DELETED" ? undefined : writes.get(`${key} ${shown.mark}`);
    if (write?.outcome === "accepted" && write.ended < start.began) {
      return [wrong("watch.starts-after-version", event, [write.number, start.number, number], {
        expected: `only changes after the list at version ${start.version}`,
        actual: `${describe(event)}, which was acknowledged before the list was sent`,
      })];
    }
    const before = states.get(key);
    const expected = type === "ADDED" ? before === undefined : before !== undefined;
    if (!expected) {
      const requirement = type === "ADDED"
        ? "watch.changed-is-modified" as const
        : "watch.nothing-lost" as const;
      return [wrong(requirement, event, [number], {
        expected: before === undefined
          ? "an ADDED event first, as the object did not exist"
          : `DELETED ${key} first, as the object existed at version ${before.version}`,
        actual: describe(event),
      })];
    }
    sent.add(id);
    if (type === "DELETED") states.delete(key);
    else states.set(key, shown);
  }
  return [];
}

/** Verifies that the events have every change that surely came after the start, and the last state. */
function verifyLoss(round: Round, run: WatchRun): RecordContradiction[] {
  if (!run.complete) return [];
  const { start, events, numbers } = run;
  const changes = events.filter(({ type }) => type !== "DELETED");
  const marks = new Set(changes.map(({ key, shown }) => `${key} ${shown.mark}`));
  const deleted = new Set(events.flatMap(({ type, shown }) => type === "DELETED" ? shown.uid : []));
  const keys = new Set(round.keys.get(start.type) ?? []);
  const seen = seenMarks(round);
  for (const operation of round.operations) {
    const { key, verb, mark, outcome, began, number, uid } = operation;
    const happened = outcome === "accepted" || (mark !== undefined && seen.has(`${key} ${mark}`));
    if (!keys.has(key) || verb === "get" || outcome === "rejected" || !happened) continue;
    if (began <= start.ended) continue;
    const lost = verb === "delete"
      ? uid !== undefined && !deleted.has(uid)
      : !marks.has(`${key} ${mark}`);
    if (!lost) continue;
    const { shown } = operation;
    return [{
      requirement: numbers.length > 1 ? "watch.resumes-from-last" : "watch.nothing-lost",
      expected: `an event of ${verb} ${mark ?? key}, which was sent after the list`,
      actual: `none; the watch had ${events.length} events`,
      key,
      exchanges: [number, ...numbers],
      ...(typeof shown === "object" && { versions: [shown.version] }),
    }];
  }
  return verifyEnd(round, run, keys);
}

/** Verifies that the list, updated with the events, is what the last list shows. */
function verifyEnd(
  { lists }: Round,
  { start, events, numbers }: WatchRun,
  keys: ReadonlySet<string>,
): RecordContradiction[] {
  const last = lists.filter(({ type }) => type === start.type)
    .reduce((newest: ListRead, each) => each.began > newest.began ? each : newest, start);
  const states = new Map<string, Shown>(start.items);
  for (const { type, key, shown } of events) {
    if (type === "DELETED") states.delete(key);
    else states.set(key, shown);
  }
  for (const key of keys) {
    const [expected, actual] = [last.items.get(key), states.get(key)];
    // A write without a response may take effect after the last list.
    const isLater = events.some((event) => event.key === key && event.at > last.began);
    if (expected?.version === actual?.version || isLater) continue;
    return [{
      requirement: "watch.list-then-watch",
      expected: `${key} ${stateText(expected)} after all events, as in the last list`,
      actual: stateText(actual),
      key,
      exchanges: [start.number, ...numbers, last.number],
      versions: [expected, actual].flatMap((each) => each?.version ?? []),
    }];
  }
  return [];
}

/** Returns the writes that a response or an event of any watch shows. */
function seenMarks({ operations, lists, watches }: Round): Set<string> {
  return new Set([
    ...operations.flatMap(({ key, shown }) =>
      typeof shown === "object" ? [`${key} ${shown.mark}`] : []
    ),
    ...lists.flatMap(({ items }) => [...items].map(([key, { mark }]) => `${key} ${mark}`)),
    ...watches.flatMap(({ events }) => events.map(({ key, shown }) => `${key} ${shown.mark}`)),
  ]);
}

/** Verifies that all watches send the changes of an object in the same order, with the same content. */
function verifyAgreement(watches: readonly WatchRun[]): RecordContradiction[] {
  for (const [index, one] of watches.entries()) {
    const places = new Map(one.events.map((event, place) => [idOf(event), { event, place }]));
    for (const other of watches.slice(index + 1)) {
      const last = new Map<string, { readonly event: WatchedEvent; readonly place: number }>();
      for (const event of other.events) {
        const known = places.get(idOf(event));
        if (known === undefined) continue;
        const numbers = [known.event.number, event.number];
        if (event.type !== "DELETED" && known.event.shown.content !== event.shown.content) {
          return [wrong("watch.object-is-full", event, numbers, {
            expected: `${describe(known.event)}: ${known.event.shown.content}`,
            actual: event.shown.content,
          })];
        }
        const before = last.get(event.key);
        if (before !== undefined && before.place > known.place) {
          return [wrong("watch.object-order", event, numbers, {
            expected: `${describe(event)} before ${describe(before.event)}, as in another watch`,
            actual: "after it",
          })];
        }
        last.set(event.key, known);
      }
    }
  }
  return [];
}

/** Returns the id of the change that an event reports. */
function idOf({ type, key, shown }: WatchedEvent): string {
  // A DELETED event may have the version of the deletion or that of the last content.
  return type === "DELETED" ? `${key} ${shown.uid} deleted` : `${key} ${shown.version}`;
}

/** Verifies that lists with the same version have the same items. */
function verifyLists(lists: readonly ListRead[]): RecordContradiction[] {
  const known = new Map<string, ListRead>();
  for (const list of lists) {
    const id = `${list.type} ${list.version}`;
    const other = known.get(id);
    if (other !== undefined && textOf(other) !== textOf(list)) {
      return [{
        requirement: "resource-versions.list-version-names-state",
        expected: `one state at version ${list.version}: ${textOf(other)}`,
        actual: textOf(list),
        exchanges: [other.number, list.number],
      }];
    }
    known.set(id, list);
  }
  return [];
}

function textOf({ items }: ListRead): string {
  return [...items].map(([key, { version }]) => `${key} at ${version}`).sort().join(", ") || "none";
}

function describe({ type, key, shown }: WatchedEvent): string {
  return `${type} ${key} as ${shown.mark}, version ${shown.version}`;
}

function stateText(shown: Shown | undefined): string {
  return shown === undefined ? "absent" : `as ${shown.mark}, version ${shown.version}`;
}

function wrong(
  requirement: RequirementId,
  { key, shown }: WatchedEvent,
  numbers: readonly number[],
  facts: { readonly expected: string; readonly actual: string },
): RecordContradiction {
  const exchanges = [...new Set(numbers)];
  return { requirement, ...facts, key, exchanges, versions: [shown.version] };
}
