/**
 * Verifies gets: the response is the object, or 404, as of an allowed position of the history.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import type { JsonObject } from "../client/http_client.ts";
import { contentOf } from "./content.ts";
import { discrepancy } from "./discrepancy.ts";
import { allowedPositions, describeFreshness, type Freshness } from "./freshness.ts";
import type { History } from "./history.ts";
import type { ReadResult } from "./list_oracle.ts";
import { describe, resourceVersionOf, unversioned } from "./object.ts";
import type { Span, WriteTimeline } from "./timeline.ts";

/** A get and its response. */
export interface GetRead extends Span {
  /** The namespace and name of the object. */
  readonly key: string;
  /** The states that the response may show. */
  readonly freshness: Freshness;
  /** The requirement on the freshness of the response. */
  readonly cell: RequirementId;
  /** The object of the response; undefined for 404. */
  readonly object: JsonObject | undefined;
  /** True if the object has nothing but its metadata, as in a Table. */
  readonly partial?: boolean;
}

/** Verifies a get. */
export function verifyGet(history: History, timeline: WriteTimeline, read: GetRead): ReadResult {
  const { key, object } = read;
  if (object !== undefined && resourceVersionOf(object) === undefined) {
    const actual = describe(object);
    return {
      discrepancies: [
        discrepancy(
          "resource-versions.object-carries-version",
          "a version in its metadata",
          actual,
        ),
      ],
      positions: [],
    };
  }
  const allowed = allowedPositions(history, timeline, read);
  const seen = object === undefined ? undefined : contentOf(object);
  const fit = allowed.filter((position) => {
    const then = history.objectAt(position, key);
    return (then === undefined ? undefined : contentOf(then)) === seen;
  });
  if (fit.length > 0) return { discrepancies: [], positions: fit };
  const states = new Set(allowed.map((position) => {
    const then = history.objectAt(position, key);
    return then === undefined ? `${key} absent` : describe(then);
  }));
  const expected = `${[...states].join(" or ")}, ${describeFreshness(read.freshness)}`;
  const moved = object !== undefined && allowed.some((position) => {
    const then = history.objectAt(position, key);
    return then !== undefined && resourceVersionOf(then) !== resourceVersionOf(object) &&
      contentOf(unversioned(then)) === contentOf(unversioned(object));
  });
  if (moved) {
    const found = discrepancy(
      "resource-versions.unchanged-keeps-version",
      expected,
      describe(object),
    );
    return { discrepancies: [found], positions: [] };
  }
  const actual = object === undefined ? `${key} absent` : `${describe(object)}: ${seen}`;
  return { discrepancies: [discrepancy(read.cell, expected, actual)], positions: [] };
}
