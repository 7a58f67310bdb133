/**
 * Reads that show the state before a write which was acknowledged before them, for a while.
 *
 * @module
 */
import { withoutOwnSelector } from "@plumbline/reports/text";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Behaviour, Relief, Seen } from "./behaviour.ts";
import { isDryRun } from "./dry_runs.ts";

/** Milliseconds after a write in which a read may lag. */
const SETTLED = 500;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What both kinds of reads have: the same cause if they lag, and the same relief. */
const LAG = {
  id: "reads lag behind writes",
  isSlow: true,
  relieve(): Relief {
    let written = -Infinity;
    return {
      async before({ method }) {
        const now = performance.now();
        if (method !== "GET") written = now;
        else if (now - written < SETTLED) await pause(SETTLED - (now - written));
      },
      response(response, { method }) {
        if (method !== "GET") written = performance.now();
        return response;
      },
    };
  },
} as const;

/** Reads that lag: whether it is that, and no lost write, waiting shows. */
export const LAGGING_READS: readonly Behaviour[] = [
  {
    ...LAG,
    name: "A GET returns the state before the last write",
    concerns: ({ verb }) => verb === "get",
    shows: (seen) => seen.filter((one, at) => isBehind(one, seen.slice(0, at))),
  },
  {
    ...LAG,
    name: "A GET or a list shows the state before the last write",
    // What is missing may be lost.
    isTrialOnly: true,
    concerns: ({ verb }) => verb === "get" || verb === "list",
    shows: (seen) => {
      const stored = seen.map((one) => isStored(one) ? pathOf(one) : undefined);
      return seen.filter((one, at) => {
        const before = { seen: seen.slice(0, at), stored: stored.slice(0, at) };
        return isMissing(one, before) || isListBehind(one, before);
      });
    },
  },
];

/** Exchanges, and the path of the object that each of them stored. */
interface History {
  readonly seen: readonly Seen[];
  /** Undefined for those that stored none. */
  readonly stored: readonly (string | undefined)[];
}

/** Returns true for a GET of a state before a write that was answered before. */
function isBehind(one: Seen, before: readonly Seen[]): boolean {
  const { verb, status, answer, path } = one;
  if (verb !== "get" || status !== 200) return false;
  const version = versionIn(answer);
  return before.some((each) =>
    isStored(each) && pathOf(each) === path && versionIn(each.answer) > version &&
    !isItsCreate(each, answer!)
  );
}

/** Returns true for the create of an object: there is no earlier state of it. */
function isItsCreate({ status, answer }: Seen, object: JsonObject): boolean {
  return status === 201 && uidOf(answer!) === uidOf(object);
}

/** Returns true for a GET that does not find an object which was written before. */
function isMissing({ verb, status, path }: Seen, before: History): boolean {
  return verb === "get" && status === 404 && lastOf(path, before) !== undefined;
}

/** Returns true for a list of all objects of a case that lacks one, or shows an earlier state of it. */
function isListBehind(one: Seen, before: History): boolean {
  const { verb, status, answer, place, query } = one;
  const isWhole = withoutOwnSelector(query.get("labelSelector") ?? "") === "" &&
    PARTIAL.every((name) => !query.has(name));
  if (verb !== "list" || status !== 200 || !Array.isArray(answer?.items) || !isWhole) return false;
  const items = new Map(answer.items.map((each) => {
    const item = asObject(each) ?? {};
    return [uidOf(item), item] as const;
  }));
  const written = before.stored.filter((path, at) => {
    const each = before.seen[at]!;
    return path !== undefined && each.place?.apiVersion === place?.apiVersion &&
      each.place?.resource === place?.resource &&
      (place?.namespace === "" || each.place?.namespace === place?.namespace);
  });
  return [...new Set(written)].some((path) => {
    const last = lastOf(path!, before);
    const item = last?.answer && items.get(uidOf(last.answer));
    return last?.answer !== undefined &&
      (item === undefined ||
        versionIn(item) < versionIn(last.answer) && !isItsCreate(last, item));
  });
}

/** Parameters with which a list shows a part of the objects, or an earlier state. */
const PARTIAL = ["fieldSelector", "limit", "continue", "resourceVersion"];

/** Returns the write that stored an object last; none if a deletion may have removed it since. */
function lastOf(path: string, { seen, stored }: History): Seen | undefined {
  const last = seen[stored.lastIndexOf(path)];
  if (last === undefined) return undefined;
  const isCreate = (one: Seen, at: number) => stored[at] === path && one.status === 201;
  const created = seen.findLastIndex(isCreate);
  // The removal of its last finalizer can follow a deletion.
  const isDeleted = metadataOf(last.answer!).deletionTimestamp !== undefined ||
    seen.slice(created < 0 ? stored.indexOf(path) : created).some((each) =>
      each.method === "DELETE" && path.startsWith(each.path)
    );
  return isDeleted ? undefined : last;
}

/** Returns true for a write that succeeded and is answered with the object. */
function isStored(one: Seen): boolean {
  return ["create", "update", "patch", "apply"].includes(one.verb) && one.status < 300 &&
    !isDryRun(one) && one.answer !== undefined && uidOf(one.answer) !== undefined;
}

/** Returns the path of the object that a write is about. */
function pathOf({ verb, answer, path, place }: Seen): string {
  if (verb === "create") return `${path}/${nameOf(answer!)}`;
  return place?.subresource ? path.slice(0, -place.subresource.length - 1) : path;
}

function versionIn(object: JsonObject | undefined): number {
  return Number(object && resourceVersionOf(object));
}
