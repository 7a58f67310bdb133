/**
 * A session: writes, reads and watches of one resource type in one scope, a watch that records the
 * history, and the verification at the end.
 *
 * @module
 */
import { type Level, LEVELS } from "@plumbline/reports/events";
import { Discard } from "../check.ts";
import { type Discrepancy, discrepancy, withExchanges } from "../model/discrepancy.ts";
import { range } from "../model/freshness.ts";
import { type Change, History } from "../model/history.ts";
import { resourceVersionOf, uidOf } from "../model/object.ts";
import type { Selection } from "../model/selection.ts";
import { type PlacedWrite, WriteTimeline } from "../model/timeline.ts";
import { viewOf } from "../model/view.ts";
import { reached, type Start, verifyWatch } from "../model/watch_oracle.ts";
import { historyOf, placeInOrder, placeWrites, tookEffect, type Write } from "../model/write.ts";
import { verifyRecording } from "../model/recording_oracle.ts";
import type { RequirementId } from "../catalogue.ts";
import type { ResourceType } from "../resources/mod.ts";
import type { WatchDocument } from "../client/http_client.ts";
import { listKindOf } from "../client/watch_stream.ts";
import type { Scope } from "../scope.ts";
import { TypeInScope } from "./collection.ts";
import { type WatchOptions, WatchRecorder } from "./watch_recorder.ts";
import { verifyReads } from "./verify_reads.ts";
import { Reader } from "./reader.ts";
import { LogicalClock } from "./logical_clock.ts";
import { recordViolation, skip, stopUnless } from "../verify.ts";
import { verifyLevels } from "./violation.ts";
import { type Labels, Writer } from "./writer.ts";

/** The start of a watch of a session. */
export type From =
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "zero" }
  | { readonly kind: "unset" }
  /** The last document, or a bookmark, of another watch of the same selection. */
  | { readonly kind: "resume"; readonly watch: ObservedWatch; readonly documents: number };

/** A watch of a session. */
export interface ObservedWatch {
  /** The documents received. */
  readonly recorder: WatchRecorder;
  /** The start of the watch. */
  readonly from: From;
  /** The requirement that a lost event violates. @default {"watch.nothing-lost"} */
  readonly gap?: RequirementId;
  /** The ticks between which it was opened: they bound the states it may start from. */
  readonly opened: { readonly began: number; readonly ended: number };
}

/** The labels of the last object: they satisfy most generated selectors. */
const FENCE_LABELS: Labels = { group: "a", tier: "x" };

/** The resourceVersion that means any one in requests: no state has it. */
const ANY = "0";

/** The changes of a history whose verification takes a noticeable time. */
const LONG = 500;

/** The milliseconds that a missing event may still take after the event of the last object. */
const GRACE = 5_000;

/**
 * Writes, reads and watches objects of one resource type in a scope, and verifies afterwards that all
 * observations agree with one history.
 *
 * @example
 * ```ts
 * import { example, Session } from "@plumbline/plumbline/suites";
 * import type { ResourceType } from "@plumbline/plumbline/types";
 *
 * const check = (type: ResourceType) =>
 *   example({
 *     id: "acme/consistent-lists",
 *     title: "A list shows the writes before it",
 *     requirements: ["resource-versions.list-plain-whole-unset"],
 *     run: async (scope) => {
 *       const session = await Session.record(scope, type);
 *       await session.writer.create(0);
 *       await session.reader.list();
 *       await session.verify();
 *     },
 *   });
 * ```
 */
export class Session {
  /** The resource type in the scope: its paths and selections. */
  readonly at: TypeInScope;
  /** Sends writes and records them. */
  readonly writer: Writer;
  /** Sends reads and records them. */
  readonly reader: Reader;
  /** The watches opened so far. */
  readonly watches: ObservedWatch[] = [];
  /** Versions seen so far, and how many writes there were then. */
  readonly #versions: { readonly version: string; readonly writes: number }[] = [];
  readonly #clock = new LogicalClock();
  #recorder: WatchRecorder | undefined;
  #start: string | undefined;
  #fences = 0;

  /** Creates it without a request. */
  constructor(scope: Scope, type: ResourceType) {
    this.at = new TypeInScope(scope, type);
    this.writer = new Writer(this.at, this.#clock);
    this.reader = new Reader(this.at, this.#clock);
    scope.note(type.resource);
  }

  /**
   * Starts a session that records the history with a watch from a first list. On a target without
   * watches the responses to the writes are the history.
   */
  static async record(scope: Scope, type: ResourceType): Promise<Session> {
    const session = new Session(scope, type);
    const { pages: [first] } = await session.reader.list();
    const version = first!.version;
    if (version === undefined || version === ANY) {
      const actual = version === ANY ? `${ANY}, which in a request means any version` : "none";
      const facts = { expected: "a version in the list's metadata", actual };
      recordViolation("resource-versions.collection-carries-version", facts);
      return session;
    }
    session.#start = version;
    session.remember(version);
    if (!servesWatch(session.at)) return session;
    session.#recorder = await WatchRecorder.open(session.at, { version });
    return session;
  }

  /**
   * Returns a version seen before, by a number of any size, from the newest on if it is negative;
   * undefined if there is none. With `passed` only one that later writes follow: real servers may wait
   * for those before they know of it.
   */
  remembered(index: number, options: { readonly passed?: boolean } = {}): string | undefined {
    const writes = this.writer.writes.filter(tookEffect).length;
    const versions = this.#versions.filter((each) => !options.passed || each.writes < writes);
    return versions.at(index % Math.max(1, versions.length))?.version;
  }

  /** Records a version for later reads and watches. */
  remember(version: string | undefined): void {
    if (version === undefined || version === ANY) return;
    const own = this.writer.writes.at(-1)?.object;
    const written = own !== undefined && resourceVersionOf(own) === version ? 1 : 0;
    const writes = this.writer.writes.filter(tookEffect).length - written;
    this.#versions.push({ version, writes });
  }

  /** Opens a watch, which `verify` verifies. */
  async watch(
    from: From,
    options: Omit<WatchOptions, "version"> & { readonly gap?: RequirementId } = {},
  ): Promise<ObservedWatch> {
    const { gap } = options;
    const { began, ended, value: recorder } = await this.#clock.during(() =>
      WatchRecorder.open(this.at, { ...options, version: versionFrom(from) })
    );
    const observed = { recorder, from, opened: { began, ended }, ...(gap && { gap }) };
    this.watches.push(observed);
    return observed;
  }

  /**
   * Ends the recording and verifies all writes, reads and watches. The recording must be right to
   * judge the others: what it violates of a level leaves those above it.
   *
   * @param some The levels of the requirements to verify, the highest first; all if absent.
   * @throws {Discard} if most writes were rejected
   */
  async verify(...some: Level[]): Promise<void> {
    const levels = some.length > 0 ? some : LEVELS;
    const recorder = this.#recorder;
    if (recorder === undefined) return this.#verifyInOrder(levels);
    this.#insistOnWrites();
    if (!await this.#fence(recorder)) {
      skip("the watches");
      return this.#verifyInOrder(levels);
    }
    const objects: [] = [];
    const history = new History({ version: this.#start, objects }, recorded(recorder));
    const placed = placeWrites(history, this.writer.writes);
    const timeline = new WriteTimeline(placed, history.end);
    const notes = notesOf(placed);
    const own = verifyWatch(history, recorder.read({ kind: "version", positions: [0] }, true));
    const recording = withExchanges(
      [...own, ...verifyRecording(history, this.writer.writes)],
      ...recorder.exchanges,
    );
    const wrong = levels.filter((level) => !verifyLevels(recording, [level], notes));
    const judged = levels.slice(0, wrong[0] && levels.indexOf(wrong[0]));
    stopUnless(judged.length > 0, "the reads and the watches");
    verifyLevels(verifyReads(history, timeline, this.reader, notes), judged, notes);
    const discrepancies = await Promise.all(
      this.watches.map(async (watch) =>
        withExchanges(
          withWrites(await this.#verifyWatch(history, timeline, watch), this.writer.writes),
          ...watch.recorder.exchanges,
        )
      ),
    );
    verifyLevels(discrepancies.flat(), judged, notes);
  }

  /**
   * Verifies the reads of a session whose writes were sequential, by the responses to these. It needs
   * no recording.
   *
   * @param level The level of the requirements to verify.
   * @throws {Discard} if most writes were rejected
   */
  verifyReads(level: Level = "must"): void {
    this.#verifyReads([level]);
  }

  /** Verifies the reads by the responses to the writes, if these were sent one after the other. */
  #verifyInOrder(levels: readonly Level[]): void {
    const writes = this.writer.writes.filter(({ outcome }) => outcome !== "rejected");
    if (writes.some(({ began }, index) => began < (writes[index - 1]?.ended ?? 0))) {
      throw new Discard("a watch shows the order of concurrent writes, and the target serves none");
    }
    this.#verifyReads(levels);
  }

  #verifyReads(levels: readonly Level[]): void {
    this.#insistOnWrites();
    const { writes } = this.writer;
    const history = historyOf(writes);
    const placed = placeInOrder(writes);
    const timeline = new WriteTimeline(placed, history.end);
    const notes = notesOf(placed);
    verifyLevels(verifyReads(history, timeline, this.reader, notes), levels, notes);
  }

  #insistOnWrites(): void {
    const meant = this.writer.writes.filter(({ intent }) => intent === "change");
    if (meant.filter(tookEffect).length * 3 < meant.length) {
      throw new Discard("most writes were rejected");
    }
  }

  /**
   * Creates a last object and awaits its event: then all events before it have arrived. Returns true
   * if it comes.
   */
  async #fence(recorder: WatchRecorder): Promise<boolean> {
    const response = await this.writer.create(0, {
      name: `fence${this.#fences++}`,
      labels: FENCE_LABELS,
    });
    if (response.status >= 300) throw new Discard("the last object could not be created");
    const fence = this.writer.writes.at(-1)!;
    const { object: last = {} } = fence;
    const uid = uidOf(last);
    const isFence = ({ object }: WatchDocument) => uid !== undefined && uidOf(object) === uid;
    if (await recorder.waitFor(isFence)) {
      // A create may return after further writes to the new object.
      if (this.at.type.adaptation === undefined) return true;
      const version = resourceVersionOf(last);
      await recorder.waitFor(({ object }) => resourceVersionOf(object) === version, GRACE);
      return true;
    }
    const facts = { expected: "an event of the last create within 10 s", actual: "none" };
    recordViolation("watch.nothing-lost", facts);
    return false;
  }

  async #verifyWatch(
    history: History,
    timeline: WriteTimeline,
    watch: ObservedWatch,
  ): Promise<Discrepancy[]> {
    const { recorder } = watch;
    if (recorder.malformed.length > 0) {
      const [first] = recorder.malformed;
      const kind = listKindOf(first!);
      const expected = kind ? "a stream of events" : "JSON documents of a type and an object";
      const actual = kind ? `a ${kind} instead of a stream` : first!;
      return [discrepancy("watch.streams-events", expected, actual)];
    }
    const start = startOf(history, timeline, watch);
    const verify = (complete: boolean) =>
      verifyWatch(history, {
        ...recorder.read(start, complete),
        ...watch.gap && { gap: watch.gap },
      });
    const behind = start.kind === "version"
      ? lastExpected(history, this.at.sent(recorder.selection))
      : [];
    const isBehind = ({ object }: WatchDocument) =>
      behind.includes(resourceVersionOf(object) ?? "");
    // The verification of long histories blocks: it must not run while events are awaited.
    if (history.end > LONG) await recorder.waitFor(isBehind, GRACE);
    if (recorder.closed) return verify(false);
    if (verify(true).length === 0) return [];
    let seen = { documents: -1, isRight: false };
    // What a watch has sent is verified once, not again for each document.
    const isRight = () => {
      const documents = recorder.documents.length;
      if (documents !== seen.documents) seen = { documents, isRight: verify(true).length === 0 };
      return seen.isRight;
    };
    await recorder.waitFor(
      (document) => isBehind(document) || isRight(),
      GRACE,
    );
    return verify(!recorder.closed);
  }
}

/** Returns true if the target serves watches of the type. */
function servesWatch({ scope, type }: TypeInScope): boolean {
  return !scope.target.lacks?.includes("watch") && !type.unserved?.includes("watch");
}

/** Returns the states that the writes led to, by the numbers of their requests. */
function notesOf(placed: readonly PlacedWrite[]): Map<number, string> {
  return new Map(
    placed.flatMap(({ exchange, position }) =>
      exchange === undefined ? [] : [[exchange, `state ${position}`]]
    ),
  );
}

/** Returns discrepancies that also refer to the writes whose events are wrong or missing. */
function withWrites(discrepancies: readonly Discrepancy[], writes: readonly Write[]) {
  return discrepancies.flatMap((each) => {
    const caused = writes.filter(({ object }) =>
      object !== undefined && each.versions?.includes(resourceVersionOf(object) ?? "")
    );
    return withExchanges([each], ...caused.map(({ exchange }) => exchange));
  });
}

/** Returns the versions of the last expected event of a selection and of all later changes. */
function lastExpected(history: History, selection: Selection): string[] {
  const last = viewOf(history, selection).at(-1);
  return last === undefined
    ? []
    : history.changes.slice(last.position - 1).flatMap(({ object }) =>
      resourceVersionOf(object) ?? []
    );
}

function versionFrom(from: From): string | undefined {
  switch (from.kind) {
    case "version":
      return from.version;
    case "zero":
      return "0";
    case "unset":
      return undefined;
    case "resume": {
      const last = from.watch.recorder.documents[from.documents - 1];
      return last === undefined ? versionFrom(from.watch.from) : resourceVersionOf(last.object);
    }
  }
}

function recorded(recorder: WatchRecorder): Change[] {
  return recorder.documents.flatMap(({ type, object }) =>
    type === "ADDED" || type === "MODIFIED" || type === "DELETED" ? [{ type, object }] : []
  );
}

function startOf(history: History, timeline: WriteTimeline, watch: ObservedWatch): Start {
  const { from, opened } = watch;
  const end = timeline.latest({ began: opened.began, ended: Infinity });
  switch (from.kind) {
    case "zero":
      return {
        kind: "existing",
        requirement: "watch.from-zero-starts-with-existing",
        positions: range(0, end),
      };
    case "unset":
      return {
        kind: "existing",
        requirement: "watch.from-unset-starts-with-existing",
        positions: range(timeline.earliest(opened), end),
      };
    case "version":
      return { kind: "version", positions: history.positionsOf(from.version) ?? range(0, end) };
    case "resume":
      return startOfResumption(history, timeline, from);
  }
}

/** Returns the start after a document; a bookmark is between the events before and after it. */
function startOfResumption(
  history: History,
  timeline: WriteTimeline,
  from: Extract<From, { kind: "resume" }>,
): Start {
  const { documents } = from.watch.recorder;
  const last = documents[from.documents - 1];
  if (last === undefined) return startOf(history, timeline, from.watch);
  const known = history.positionsOf(resourceVersionOf(last.object) ?? "");
  if (known !== undefined) return { kind: "version", positions: known };
  const before = documents.slice(0, from.documents).filter(({ type }) => type !== "BOOKMARK");
  const after = documents.slice(from.documents).find(({ type }) => type !== "BOOKMARK");
  const next = after === undefined ? history.end + 1 : reached(history, [after]);
  const least = before.length > 0
    ? reached(history, before)
    : Math.min(...startOf(history, timeline, from.watch).positions);
  return { kind: "version", positions: range(least, Math.max(least, next - 1)) };
}
