/**
 * Verifies the bookmarks of a watch. A server need not send any.
 *
 * @module
 */
import type { Json, WatchDocument } from "../client/http_client.ts";
import { canonical, withoutComputed } from "./content.ts";
import { type Discrepancy, discrepancy } from "./discrepancy.ts";
import type { History } from "./history.ts";
import { asObject, describe, resourceVersionOf } from "./object.ts";

/** The facts of a watch that decide which bookmarks are correct. */
export interface BookmarkFacts {
  /** The kind of the watched objects. */
  readonly kind: string;
  /** Their `apiVersion`. */
  readonly apiVersion: string;
  /** True if `allowWatchBookmarks` was sent. */
  readonly bookmarks: boolean;
  /** The received documents, in order. */
  readonly documents: readonly WatchDocument[];
}

/** Verifies the bookmarks of a stream that started after a position. */
export function verifyBookmarks(
  history: History,
  read: BookmarkFacts,
  start: number,
): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  /** The position that the last bookmark covers. */
  let covered = start;
  let shown = start;
  for (const { type, object } of read.documents) {
    const positions = history.positionsOf(resourceVersionOf(object) ?? "");
    if (type === "BOOKMARK") {
      discrepancies.push(...verifyShape(read, object));
      covered = Math.max(covered, positions?.[0] ?? shown);
      if (positions !== undefined && Math.max(...positions) < shown) {
        const expected =
          `a resourceVersion not before that of change ${shown}, which was delivered before`;
        discrepancies.push(
          discrepancy("watch.bookmark-covers-what-was-sent", expected, describe(object)),
        );
      }
    } else if (type !== "ERROR" && positions !== undefined) {
      const position = Math.max(...positions);
      if (position <= covered && covered > start && position > start) {
        const expected =
          `no event of a change that the bookmark before covers, up to change ${covered}`;
        discrepancies.push(
          discrepancy("watch.bookmark-covers-what-was-sent", expected, describe(object)),
        );
      }
      shown = Math.max(shown, position);
    }
  }
  return discrepancies;
}

function verifyShape(read: BookmarkFacts, object: { [key: string]: Json }): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  if (!read.bookmarks) {
    discrepancies.push(
      discrepancy("watch.bookmark-only-on-request", "no bookmark, as none was requested", "one"),
    );
  }
  const expected = {
    apiVersion: read.apiVersion,
    kind: read.kind,
    metadata: { resourceVersion: resourceVersionOf(object) ?? "a version" },
  };
  const actual = canonical(withoutEmpty(withoutComputed(object)) ?? {});
  if (actual !== canonical(expected)) {
    discrepancies.push(
      discrepancy("watch.bookmark-carries-only-version", canonical(expected), actual),
    );
  }
  return discrepancies;
}

/** Returns a value without empty members: real servers write the zero values of required fields. */
function withoutEmpty(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const object = asObject(value);
  if (object === undefined) {
    return value === null || value === "" || value === 0 || value === false ? undefined : value;
  }
  const members = Object.entries(object).flatMap(([key, member]) => {
    const kept = withoutEmpty(member);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
