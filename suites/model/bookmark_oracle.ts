/**
 * Holds the bookmarks of a stream against what they promise. None is ever owed.
 *
 * @module
 */
import type { Json, WatchDocument } from "../client/http_client.ts";
import { canonical } from "./content.ts";
import { type Finding, finding } from "./finding.ts";
import type { History } from "./history.ts";
import { asObject, describe, versionOf } from "./object.ts";

/** What a stream was asked for, as far as bookmarks go. */
export interface BookmarkFacts {
  readonly kind: string;
  readonly apiVersion: string;
  /** Whether `allowWatchBookmarks` was sent. */
  readonly bookmarks: boolean;
  readonly documents: readonly WatchDocument[];
}

/** Judges the bookmarks of a stream that started behind a position. */
export function judgeBookmarks(history: History, read: BookmarkFacts, start: number): Finding[] {
  const findings: Finding[] = [];
  /** What the last bookmark said is behind us. */
  let covered = start;
  let shown = start;
  for (const { type, object } of read.documents) {
    const positions = history.positionsOf(versionOf(object) ?? "");
    if (type === "BOOKMARK") {
      findings.push(...judgeShape(read, object));
      covered = Math.max(covered, positions?.[0] ?? shown);
      if (positions !== undefined && Math.max(...positions) < shown) {
        const expected = `a version that covers position ${shown}, which was delivered before`;
        findings.push(
          finding("watch.bookmark-covers-what-was-sent", expected, describe(object)),
        );
      }
    } else if (type !== "ERROR" && positions !== undefined) {
      const position = Math.max(...positions);
      if (position <= covered && covered > start && position > start) {
        const expected = `nothing at or before the bookmark at position ${covered}`;
        findings.push(
          finding("watch.bookmark-covers-what-was-sent", expected, describe(object)),
        );
      }
      shown = Math.max(shown, position);
    }
  }
  return findings;
}

function judgeShape(read: BookmarkFacts, object: { [key: string]: Json }): Finding[] {
  const findings: Finding[] = [];
  if (!read.bookmarks) {
    findings.push(
      finding("watch.bookmark-only-when-asked", "no bookmark, as none was asked for", "one"),
    );
  }
  const due = {
    apiVersion: read.apiVersion,
    kind: read.kind,
    metadata: { resourceVersion: versionOf(object) ?? "a version" },
  };
  const actual = canonical(withoutEmpty(object) ?? {});
  if (actual !== canonical(due)) {
    findings.push(finding("watch.bookmark-carries-only-version", canonical(due), actual));
  }
  return findings;
}

/** The value without what says nothing: real servers write the zero values of required fields. */
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
