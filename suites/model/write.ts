/**
 * Writes as the suites remember them, and where the history shows their effect.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { type Change, History } from "./history.ts";
import { asObject, keyOf, metadataOf, resourceVersionOf, uidOf } from "./object.ts";
import type { PlacedWrite, Span } from "./timeline.ts";

/** The annotation in which each write leaves a mark of its own. */
export const MARK = "plumbline/write";

/** A write that was sent. */
export interface Write extends Span {
  /** The name of the request in a discrepancy. */
  readonly title: string;
  /** The namespace and name of the object. */
  readonly key: string;
  /** `finalize` is a patch that takes away the last finalizer of a deleted object. */
  readonly verb: "create" | "update" | "patch" | "delete" | "finalize";
  /** The intended effect; `nothing` for a write of the current content. */
  readonly intent: "change" | "dry run" | "nothing";
  /** The outcome; `unknown` if the target failed while it was in flight. */
  readonly outcome: "accepted" | "refused" | "unknown";
  /** The mark it tried to leave; deletions leave none. */
  readonly mark?: string;
  /** The object answered, where one was. */
  readonly object?: JsonObject;
  /** Of a deletion: the uid of the object it was sent for. */
  readonly uid?: string | undefined;
  /** Of an update: the version it was based on. */
  readonly base?: string | undefined;
}

/** The mark the last write left in an object. */
export function markOf(object: JsonObject): string | undefined {
  const mark = asObject(metadataOf(object).annotations)?.[MARK];
  return typeof mark === "string" ? mark : undefined;
}

/** Returns true if a write was to change something and was acknowledged. */
export function tookEffect(write: Write): boolean {
  return write.intent === "change" && write.outcome === "accepted";
}

/** The changes of a history that are this write's; one, where all is well. */
export function changesOf(history: History, write: Write): number[] {
  const changes = history.changes.flatMap((change, index) => isOf(change, write) ? [index] : []);
  // A deletion that meets finalizers is a change first; what follows is not its doing.
  return write.verb === "delete" ? changes.slice(0, 1) : changes;
}

function isOf(change: Change, write: Write): boolean {
  if (keyOf(change.object) !== write.key) return false;
  if (write.verb !== "delete" && write.verb !== "finalize") {
    return change.type !== "DELETED" && markIsOf(change, write);
  }
  if (write.uid !== undefined && uidOf(change.object) !== write.uid) return false;
  const asked = metadataOf(change.object).deletionTimestamp !== undefined;
  return change.type === "DELETED" || (write.verb === "delete" && asked);
}

function markIsOf(change: Change, write: Write): boolean {
  const version = write.object === undefined ? undefined : resourceVersionOf(write.object);
  return version === undefined
    ? markOf(change.object) === write.mark
    : resourceVersionOf(change.object) === version;
}

/** The writes whose effect the history shows. */
export function placeWrites(history: History, writes: readonly Write[]): PlacedWrite[] {
  return writes.filter((write) => write.intent === "change" && write.outcome !== "refused")
    .flatMap((write) => {
      const [index] = changesOf(history, write);
      if (index === undefined) return [];
      // What was never acknowledged is not known to have ended.
      const ended = write.outcome === "accepted" ? write.ended : Infinity;
      return [{ began: write.began, ended, position: index + 1 }];
    });
}

/**
 * The history that writes sent one after the other made, by what was answered. Good where nothing
 * else changes the objects and no deletion meets a finalizer.
 */
export function historyOf(writes: readonly Write[]): History {
  const live = new Map<string, JsonObject>();
  const changes: Change[] = [];
  for (const write of writes.filter(tookEffect)) {
    const before = live.get(write.key);
    if (write.verb === "delete" || write.verb === "finalize") {
      if (before !== undefined) changes.push({ type: "DELETED", object: before });
      live.delete(write.key);
    } else if (write.object !== undefined) {
      changes.push({ type: before === undefined ? "ADDED" : "MODIFIED", object: write.object });
      live.set(write.key, write.object);
    }
  }
  return new History({ objects: [] }, changes);
}

/** The writes of `historyOf`, at their positions. */
export function placeInOrder(writes: readonly Write[]): PlacedWrite[] {
  return writes.filter(tookEffect)
    .map(({ began, ended }, index) => ({ began, ended, position: index + 1 }));
}
