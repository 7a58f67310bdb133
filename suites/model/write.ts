/**
 * Recorded writes, and their positions in the history.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { type Change, History } from "./history.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "./object.ts";
import type { PlacedWrite, Span } from "./timeline.ts";

/** The annotation in which each write leaves its mark. */
export const MARK = "plumbline/write";

/** A write that was sent. */
export interface Write extends Span {
  /** The name of the request in a discrepancy. */
  readonly title: string;
  /** The namespace and name of the object. */
  readonly key: string;
  /** `finalize` is a patch that removes the finalizers of an object with a deletionTimestamp. */
  readonly verb: "create" | "update" | "patch" | "delete" | "finalize";
  /** The intended effect; `nothing` for a write of the current content. */
  readonly intent: "change" | "dry run" | "nothing";
  /** The outcome; `unknown` if the target failed while it was in flight. */
  readonly outcome: "accepted" | "rejected" | "unknown";
  /** The mark that it writes; deletions write none. */
  readonly mark?: string;
  /** The object of the response, if it has one. */
  readonly object?: JsonObject;
  /** The uid of the object to delete. */
  readonly uid?: string | undefined;
  /** The resourceVersion that an update is based on. */
  readonly base?: string | undefined;
}

/** Returns the mark of the last write to an object. */
export function markOf(object: JsonObject): string | undefined {
  const mark = asObject(metadataOf(object).annotations)?.[MARK];
  return typeof mark === "string" ? mark : undefined;
}

/** Returns true if a write intended a change and was acknowledged. */
export function tookEffect(write: Write): boolean {
  return write.intent === "change" && write.outcome === "accepted";
}

/** Returns the indices of the changes that a write caused: one on a conforming server. */
export function changesOf(history: History, write: Write): number[] {
  const changes = history.changesOf(write.key)
    .filter((index) => isOf(history.changes[index]!, write));
  if (changes.length === 0) return changesByMark(history, write);
  // Finalizers turn a deletion into a modification; other writes cause the removal.
  return write.verb === "delete" ? changes.slice(0, 1) : changes;
}

/** Returns the first change with the mark of a write: it was answered with another version. */
function changesByMark(history: History, { key, mark }: Write): number[] {
  if (mark === undefined) return [];
  const index = history.changesOf(key).find((each) => {
    const { type, object } = history.changes[each]!;
    return type !== "DELETED" && markOf(object) === mark;
  });
  return index === undefined ? [] : [index];
}

/** True if a write caused a change of its object. */
function isOf(change: Change, write: Write): boolean {
  if (write.verb !== "delete" && write.verb !== "finalize") {
    return change.type !== "DELETED" && markIsOf(change, write);
  }
  if (write.uid !== undefined && uidOf(change.object) !== write.uid) return false;
  const isDeleting = metadataOf(change.object).deletionTimestamp !== undefined;
  return change.type === "DELETED" || (write.verb === "delete" && isDeleting);
}

function markIsOf(change: Change, write: Write): boolean {
  const version = write.object === undefined ? undefined : resourceVersionOf(write.object);
  return version === undefined
    ? markOf(change.object) === write.mark
    : resourceVersionOf(change.object) === version;
}

/** Returns the writes that have an event in the history, at their positions. */
export function placeWrites(history: History, writes: readonly Write[]): PlacedWrite[] {
  return writes.filter((write) => write.intent === "change" && write.outcome !== "rejected")
    .flatMap((write) => {
      const [index] = changesOf(history, write);
      if (index === undefined) return [];
      // The end of a write without a response is unknown.
      const ended = write.outcome === "accepted" ? write.ended : Infinity;
      const { began, exchange } = write;
      return [{ began, ended, position: index + 1, ...(exchange !== undefined && { exchange }) }];
    });
}

/**
 * Returns the history of sequential writes, by their responses. It is exact if nothing else changes
 * the objects and none has finalizers.
 */
export function historyOf(writes: readonly Write[]): History {
  const live = new Map<string, JsonObject>();
  const changes: Change[] = [];
  const steps: [string, number][] = [];
  for (const write of writes.filter(tookEffect)) {
    const before = live.get(write.key);
    if (write.verb === "delete" || write.verb === "finalize") {
      const step = before === undefined ? undefined : firstStepOf(write);
      if (step !== undefined) {
        changes.push({ type: "MODIFIED", object: step });
        steps.push([resourceVersionOf(step) ?? "", changes.length]);
      }
      if (before !== undefined) changes.push({ type: "DELETED", object: step ?? before });
      live.delete(write.key);
    } else if (write.object !== undefined) {
      changes.push({ type: before === undefined ? "ADDED" : "MODIFIED", object: write.object });
      live.set(write.key, write.object);
    }
  }
  const history = new History({ objects: [] }, changes);
  // The answer may be of the first step or of the last.
  for (const [version, at] of steps) history.setPositions(version, [at, at + 1]);
  return history;
}

/** Returns the object of a deletion that was not completed when it was answered. */
function firstStepOf({ verb, object }: Write): JsonObject | undefined {
  const isStep = verb === "delete" && object !== undefined &&
    metadataOf(object).deletionTimestamp !== undefined;
  return isStep ? object : undefined;
}

/** Returns the writes of `historyOf`, at their positions. */
export function placeInOrder(writes: readonly Write[]): PlacedWrite[] {
  let position = 0;
  return writes.filter(tookEffect).map((write) => {
    const { began, ended, exchange } = write;
    position += firstStepOf(write) === undefined ? 1 : 2;
    return { began, ended, position, ...(exchange !== undefined && { exchange }) };
  });
}
