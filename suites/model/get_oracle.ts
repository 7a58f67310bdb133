/**
 * Holds a get against the history: the object, or its absence, as it was at an allowed position.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import type { JsonObject } from "../client/http_client.ts";
import { contentOf } from "./content.ts";
import { discrepancy } from "./discrepancy.ts";
import { allowedPositions, describeFreshness, type Freshness } from "./freshness.ts";
import type { History } from "./history.ts";
import type { Judgement } from "./list_oracle.ts";
import { describe, resourceVersionOf, unversioned } from "./object.ts";
import type { Span, Timeline } from "./timeline.ts";

/** A get that was answered. */
export interface GetRead extends Span {
  /** The namespace and name of the object. */
  readonly key: string;
  /** The states that the response may show. */
  readonly freshness: Freshness;
  /** The requirement on how new the answer is. */
  readonly cell: RequirementId;
  /** Undefined for an answer that there is none. */
  readonly object: JsonObject | undefined;
}

/** Judges a get. */
export function verifyGet(history: History, timeline: Timeline, read: GetRead): Judgement {
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
    const then = history.stateAt(position).get(key);
    return (then === undefined ? undefined : contentOf(then)) === seen;
  });
  if (fit.length > 0) return { discrepancies: [], positions: fit };
  const states = new Set(allowed.map((position) => {
    const then = history.stateAt(position).get(key);
    return then === undefined ? `${key} absent` : describe(then);
  }));
  const expected = `${[...states].join(" or ")}, ${describeFreshness(read.freshness)}`;
  const moved = object !== undefined && allowed.some((position) => {
    const then = history.stateAt(position).get(key);
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
