/**
 * Holds a list against the history: its items are one whole state, new enough for what was asked,
 * and its version names that state.
 *
 * @module
 */
import type { RequirementId } from "../requirements/mod.ts";
import type { ObjectJson } from "../runner/scope.ts";
import { contentOf } from "./content.ts";
import { type Finding, finding } from "./finding.ts";
import { allowedPositions, describeFreshness, type Freshness } from "./freshness.ts";
import type { History, State } from "./history.ts";
import { describe, keyOf, namespaceOf, unversioned, versionOf } from "./object.ts";
import { type Selection, selects, selectsFields, selectsLabels } from "./selection.ts";
import type { Span, Timeline } from "./timeline.ts";

/** A list that was answered. */
export interface ListRead extends Span {
  readonly selection: Selection;
  readonly freshness: Freshness;
  /** The requirement on how new the list is. */
  readonly cell: RequirementId;
  /** The collection's version, undefined where it bears none. */
  readonly version: string | undefined;
  readonly items: readonly ObjectJson[];
}

/** What an oracle says of a read. */
export interface Judgement {
  readonly findings: readonly Finding[];
  /** The positions the read may have shown; empty where something was found. */
  readonly positions: readonly number[];
}

/** Judges a list, and teaches the history what its version names. */
export function judgeList(history: History, timeline: Timeline, read: ListRead): Judgement {
  const malformed = judgeShape(read.version, read.items);
  if (malformed.length > 0) return { findings: malformed, positions: [] };
  const allowed = allowedPositions(history, timeline, read);
  const shown = positionsShowing(history, read.selection, read.items, timeline.latest(read));
  if (shown.length === 0) {
    const position = allowed.at(-1) ?? history.end;
    return { findings: [explain(history.stateAt(position), read)], positions: [] };
  }
  const fit = shown.filter((position) => allowed.includes(position));
  if (fit.length === 0) {
    const expected = `a state that is ${describeFreshness(read.freshness)}: position ${
      allowed.join(" or ")
    } of the history`;
    const actual = `the state at position ${shown.join(" or ")}: ${describeAll(read.items)}`;
    return { findings: [finding(read.cell, expected, actual)], positions: [] };
  }
  return judgeLabel(history, read.version!, fit);
}

/** Whether everything that must bear a version does, and nothing is there twice. */
export function judgeShape(version: string | undefined, items: readonly ObjectJson[]): Finding[] {
  const findings: Finding[] = [];
  if (version === undefined) {
    findings.push(
      finding("versions.collection-carries-version", "a version in the list's metadata", "none"),
    );
  }
  const bare = items.find((item) => versionOf(item) === undefined);
  if (bare !== undefined) {
    findings.push(
      finding("versions.object-carries-version", "a version in every item", describe(bare)),
    );
  }
  const keys = items.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) {
    findings.push(
      finding("versions.list-is-one-state", "every object once", `${twice} more than once`),
    );
  }
  return findings;
}

/** The positions up to `latest` at which the collection was exactly these items. */
export function positionsShowing(
  history: History,
  selection: Selection,
  items: readonly ObjectJson[],
  latest: number,
): number[] {
  const seen = items.map(contentOf).sort().join("\n");
  const positions: number[] = [];
  for (let position = 0; position <= latest; position++) {
    const state = selectedOf(history.stateAt(position), selection);
    if (state.length === items.length && state.map(contentOf).sort().join("\n") === seen) {
      positions.push(position);
    }
  }
  return positions;
}

/** A version names one state: positions known before and those seen now must have one in common. */
export function judgeLabel(
  history: History,
  version: string,
  positions: readonly number[],
): Judgement {
  const known = history.positionsOf(version);
  const common = known?.filter((position) => positions.includes(position)) ?? positions;
  if (common.length === 0) {
    const actual = `items of the state at position ${positions.join(" or ")}`;
    const expected = `version ${version} to name position ${known!.join(" or ")}`;
    return {
      findings: [finding("versions.label-names-state", expected, actual)],
      positions: [],
    };
  }
  history.learn(version, common);
  return { findings: [], positions: common };
}

/** The objects of a state that are in view. */
export function selectedOf(state: State, selection: Selection): ObjectJson[] {
  return [...state.values()].filter((object) => selects(selection, object));
}

/** Says how the items differ from a state they should have been. */
function explain(state: State, read: ListRead): Finding {
  const { selection, items } = read;
  const due = selectedOf(state, selection);
  const expected = describeAll(due);
  const actual = describeAll(items);
  const foreign = items.find((item) => !selects(selection, item));
  if (foreign !== undefined) {
    if (selection.namespace !== undefined && namespaceOf(foreign) !== selection.namespace) {
      return finding("versions.list-one-namespace", expected, actual);
    }
    if (!selectsLabels(selection, foreign)) {
      return finding("versions.list-label-selector", expected, actual);
    }
    if (!selectsFields(selection, foreign)) {
      return finding("versions.list-field-selector", expected, actual);
    }
  }
  const mislabelled = items.find((item) => {
    const same = state.get(keyOf(item));
    return same !== undefined && versionOf(same) !== versionOf(item) &&
      contentOf(unversioned(same)) === contentOf(unversioned(item));
  });
  if (mislabelled !== undefined) {
    return finding("versions.items-carry-own-version", expected, describe(mislabelled));
  }
  const missing = due.filter((object) => !items.some((item) => keyOf(item) === keyOf(object)));
  const there = new Set(items.map(namespaceOf));
  const spread = selection.namespace === undefined && new Set(due.map(namespaceOf)).size > 1;
  if (spread && missing.length > 0 && missing.every((each) => !there.has(namespaceOf(each)))) {
    return finding("versions.list-all-namespaces", expected, actual);
  }
  return finding("versions.list-is-one-state", expected, actual);
}

/** Items in a line, for a finding. */
export function describeAll(items: readonly ObjectJson[]): string {
  return items.length === 0 ? "no items" : items.map(describe).join(", ");
}
