/**
 * Judges what a killed server has kept: a pure function over what clients saw before the kill and what
 * the next server shows.
 *
 * @module
 */
import type { Content } from "../requests/contents.ts";

/** An event of a watch. */
export interface SeenEvent extends Content {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
}

/** A write with its outcome. */
export interface Write {
  readonly verb: "create" | "update" | "patch" | "delete";
  readonly name: string;
  /** The written content; for a deletion that of the object to delete. */
  readonly content: string;
  /** `unknown` if the server was killed before its answer had arrived. */
  readonly outcome: "acknowledged" | "rejected" | "unknown";
  /** The object in the answer to an acknowledged write that is no deletion. */
  readonly answer?: Content;
}

/** What clients saw from one start of the server to the next. */
export interface Period {
  /** The objects at the start, at `version`. */
  readonly before: readonly Content[];
  readonly version: string;
  /** The writes, in any order. */
  readonly writes: readonly Write[];
  /** The objects that were read while the server was written to. */
  readonly reads: readonly Content[];
  /** The events of a watch from `version` that the kill ended. */
  readonly watched: readonly SeenEvent[];
  /** The events of a watch from `version` after the restart; undefined if it got 410. */
  readonly resumed: readonly SeenEvent[] | undefined;
  /** The objects after the restart, at `versionAfter`. */
  readonly after: readonly Content[];
  readonly versionAfter: string;
}

/** Returns what is wrong, one sentence each. */
export function judgePeriod(period: Period): string[] {
  const { version, versionAfter, resumed } = period;
  const wrong: string[] = [];
  if (Number(versionAfter) < Number(version)) {
    wrong.push(`the resourceVersion went back from ${version} to ${versionAfter}`);
  }
  return [...wrong, ...(resumed ? judgeHistory(period, resumed) : judgeState(period))];
}

const textOf = ({ name, content, version, uid }: Content) =>
  `${name} with content ${content} at ${version}, uid ${uid}`;
const eventText = (event: SeenEvent) => `${event.type} ${textOf(event)}`;

/** Judges a period whose events are all known. */
function judgeHistory(period: Period, events: readonly SeenEvent[]): string[] {
  const wrong: string[] = [];
  let last = Number(period.version);
  for (const event of events) {
    if (Number(event.version) <= last) {
      wrong.push(`an event does not follow version ${last}: ${eventText(event)}`);
    }
    last = Math.max(last, Number(event.version));
  }
  period.watched.forEach((event, at) => {
    const again = events[at];
    if (again && eventText(again) === eventText(event)) return;
    wrong.push(`a watched event is another one now: ${eventText(event)}`);
  });
  const stored = new Set([...period.before, ...events].map(textOf));
  for (const read of period.reads) {
    if (!stored.has(textOf(read))) wrong.push(`an object that was read is lost: ${textOf(read)}`);
  }
  wrong.push(...judgeWrites(period.writes, events));
  const state = new Map(period.before.map((object) => [object.name, textOf(object)]));
  for (const event of events) {
    if (event.type === "DELETED") state.delete(event.name);
    else state.set(event.name, textOf(event));
  }
  const expected = [...state.values()].toSorted();
  const actual = period.after.map(textOf).toSorted();
  if (expected.join("\n") !== actual.join("\n")) {
    wrong.push(`the list has other objects than the events: ${difference(expected, actual)}`);
  }
  return wrong;
}

function judgeWrites(writes: readonly Write[], events: readonly SeenEvent[]): string[] {
  const wrong: string[] = [];
  const written = Map.groupBy(events.filter(({ type }) => type !== "DELETED"), contentOf);
  const deleted = Map.groupBy(events.filter(({ type }) => type === "DELETED"), contentOf);
  const writesOf = Map.groupBy(writes.filter(({ verb }) => verb !== "delete"), contentOf);
  const deletesOf = Map.groupBy(writes.filter(({ verb }) => verb === "delete"), contentOf);
  for (const { verb, name, content, outcome, answer } of writes) {
    const found = (verb === "delete" ? deleted : written).get(content) ?? [];
    const what = `${verb} of ${name} with content ${content}`;
    if (outcome === "acknowledged" && found.length !== 1) {
      wrong.push(`an acknowledged ${what} has ${found.length} events`);
    }
    if (answer && found[0] && textOf(found[0]) !== textOf(answer)) {
      wrong.push(`an acknowledged ${what} was ${textOf(answer)} and is ${textOf(found[0])}`);
    }
    if (outcome === "rejected" && verb !== "delete" && found.length > 0) {
      wrong.push(`a rejected ${what} has left ${eventText(found[0]!)}`);
    }
  }
  for (const [known, changes] of [[writesOf, written], [deletesOf, deleted]] as const) {
    for (const [content, found] of changes) {
      const possible = (known.get(content) ?? []).some(({ outcome }) => outcome !== "rejected");
      if (!possible || found.length > 1) {
        wrong.push(`nobody has written this ${found.length} times: ${eventText(found[0]!)}`);
      }
    }
  }
  return wrong;
}

const contentOf = ({ content }: { readonly content: string }) => content;

/** Judges a period of which only the states are known. */
function judgeState({ writes, after }: Period): string[] {
  const wrong: string[] = [];
  const present = new Map(after.map((object) => [object.name, object]));
  const rejected = new Set(
    writes.filter(({ verb, outcome }) => verb !== "delete" && outcome === "rejected")
      .map(contentOf),
  );
  for (const object of after) {
    if (rejected.has(object.content)) wrong.push(`a rejected write has left ${textOf(object)}`);
  }
  for (const { name, outcome, answer } of writes) {
    if (outcome !== "acknowledged" || !answer) continue;
    const now = present.get(name);
    const mayBeDeleted = writes.some((other) =>
      other.verb === "delete" && other.name === name && other.outcome !== "rejected"
    );
    if (now ? Number(now.version) < Number(answer.version) : !mayBeDeleted) {
      wrong.push(`an acknowledged write is lost: ${textOf(answer)}`);
    }
  }
  return wrong;
}

function difference(expected: readonly string[], actual: readonly string[]): string {
  const missing = expected.filter((text) => !actual.includes(text));
  const added = actual.filter((text) => !expected.includes(text));
  return [...missing.map((text) => `missing ${text}`), ...added.map((text) => `added ${text}`)]
    .join("; ");
}
