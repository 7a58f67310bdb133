/**
 * Verifies lists, in one page or many: the shape of their items, and that a resourceVersion names
 * one state.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { contentOf } from "./content.ts";
import { type Discrepancy, discrepancy } from "./discrepancy.ts";
import type { History, State } from "./history.ts";
import { describe, keyOf, namespaceOf, resourceVersionOf, unversioned } from "./object.ts";
import { type Selection, selects, selectsFields, selectsLabels } from "./selection.ts";

/** The result of verifying a read. */
export interface ReadResult {
  readonly discrepancies: readonly Discrepancy[];
  /** The positions that the read may have shown; empty if there are discrepancies. */
  readonly positions: readonly number[];
}

/** Verifies that list and items carry a version and that no object appears twice. */
export function verifyShape(
  version: string | undefined,
  items: readonly JsonObject[],
): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  if (version === undefined) {
    discrepancies.push(
      discrepancy(
        "resource-versions.collection-carries-version",
        "a version in the list's metadata",
        "none",
      ),
    );
  }
  const bare = items.find((item) => resourceVersionOf(item) === undefined);
  if (bare !== undefined) {
    discrepancies.push(
      discrepancy(
        "resource-versions.object-carries-version",
        "a version in every item",
        describe(bare),
      ),
    );
  }
  const keys = items.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) {
    discrepancies.push(
      discrepancy(
        "resource-versions.list-is-one-snapshot",
        "every object once",
        `${twice} more than once`,
      ),
    );
  }
  return discrepancies;
}

/** Verifies that a version names one state: its known positions and these must overlap. */
export function verifyLabel(
  history: History,
  version: string,
  positions: readonly number[],
): ReadResult {
  const known = history.positionsOf(version);
  const common = known?.filter((position) => positions.includes(position)) ?? positions;
  if (common.length === 0) {
    const actual = `items of the state at position ${positions.join(" or ")}`;
    const expected = `version ${version} to name position ${known!.join(" or ")}`;
    return {
      discrepancies: [discrepancy("resource-versions.list-version-names-state", expected, actual)],
      positions: [],
    };
  }
  history.setPositions(version, common);
  return { discrepancies: [], positions: common };
}

/** Returns the selected objects of a state. */
export function selectedOf(state: State, selection: Selection): JsonObject[] {
  return [...state.values()].filter((object) => selects(selection, object));
}

/** Returns the discrepancy between the items of a list and the expected state. */
export function explainItems(
  state: State,
  selection: Selection,
  items: readonly JsonObject[],
): Discrepancy {
  const selected = selectedOf(state, selection);
  const expected = describeAll(selected);
  const actual = describeAll(items);
  const foreign = items.find((item) => !selects(selection, item));
  if (foreign !== undefined) {
    if (selection.namespace !== undefined && namespaceOf(foreign) !== selection.namespace) {
      return discrepancy("resource-versions.list-one-namespace", expected, actual);
    }
    if (!selectsLabels(selection, foreign)) {
      return discrepancy("resource-versions.list-label-selector", expected, actual);
    }
    if (!selectsFields(selection, foreign)) {
      return discrepancy("resource-versions.list-field-selector", expected, actual);
    }
  }
  const mislabelled = items.find((item) => {
    const same = state.get(keyOf(item));
    return same !== undefined && resourceVersionOf(same) !== resourceVersionOf(item) &&
      contentOf(unversioned(same)) === contentOf(unversioned(item));
  });
  if (mislabelled !== undefined) {
    return discrepancy(
      "resource-versions.items-carry-own-version",
      expected,
      describe(mislabelled),
    );
  }
  const missing = selected.filter((object) => !items.some((item) => keyOf(item) === keyOf(object)));
  const there = new Set(items.map(namespaceOf));
  const spread = selection.namespace === undefined && new Set(selected.map(namespaceOf)).size > 1;
  if (spread && missing.length > 0 && missing.every((each) => !there.has(namespaceOf(each)))) {
    return discrepancy("resource-versions.list-all-namespaces", expected, actual);
  }
  return discrepancy("resource-versions.list-is-one-snapshot", expected, actual);
}

/** Returns items as text for a discrepancy. */
export function describeAll(items: readonly JsonObject[]): string {
  return items.length === 0 ? "no items" : items.map(describe).join(", ");
}
