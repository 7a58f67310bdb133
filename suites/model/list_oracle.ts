/**
 * Verifies lists, in one page or many: the shape of their items, and that a resourceVersion names
 * one state.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { contentOf, differenceOfContents } from "./content.ts";
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
  const twice = repeatedKey(items);
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

/** Returns the first key that occurs again among items, undefined if none does. */
export function repeatedKey(items: readonly JsonObject[]): string | undefined {
  const seen = new Set<string>();
  return items.map(keyOf).find((key) => seen.size === seen.add(key).size);
}

/** The facts of a list whose version is verified. */
export interface LabelledList {
  readonly version: string;
  /** The positions whose states the items may show. */
  readonly positions: readonly number[];
  readonly items: readonly JsonObject[];
  /** Returns true if the list shows what it selects of the state at a position. */
  shows(position: number): boolean;
}

/**
 * Verifies that a version names one state: what the list selects of a state that the version is
 * known to name must be its items. The position may differ, as changes of objects that the list does
 * not select need not count: a watch from the version still delivers everything that follows.
 */
export function verifyLabel(
  history: History,
  { version, positions, items, shows }: LabelledList,
): ReadResult {
  const known = history.positionsOf(version);
  const same = known?.filter(shows) ?? positions;
  if (same.length === 0) {
    const actual = `${describeAll(items)}: the state after ${changes(positions)} of the case`;
    const expected = `another resourceVersion than ${version}, which the list had when it showed ` +
      `the state after ${changes(known!)}; or the items of that state`;
    return {
      discrepancies: [discrepancy("resource-versions.list-version-names-state", expected, actual)],
      positions: [],
    };
  }
  const common = same.filter((position) => positions.includes(position));
  history.setPositions(version, common.length > 0 ? common : same);
  return { discrepancies: [], positions: common.length > 0 ? common : positions };
}

/** Returns the number of changes after which a history has one of these positions, in words. */
function changes(positions: readonly number[]): string {
  const [most] = positions.slice(-1);
  return `${positions.join(" or ")} ${most === 1 ? "change" : "changes"}`;
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
  const { expected, actual } = describeBoth(selected, items);
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
  const keys = new Set(items.map(keyOf));
  const missing = selected.filter((object) => !keys.has(keyOf(object)));
  const there = new Set(items.map(namespaceOf));
  const spread = selection.namespace === undefined && new Set(selected.map(namespaceOf)).size > 1;
  if (spread && missing.length > 0 && missing.every((each) => !there.has(namespaceOf(each)))) {
    return discrepancy("resource-versions.list-all-namespaces", expected, actual);
  }
  return discrepancy("resource-versions.list-is-one-snapshot", expected, actual);
}

/** The items that a discrepancy describes one by one, and the first of more that it describes. */
const DESCRIBED = { all: 50, first: 10 } as const;

/** Returns items as text for a discrepancy. */
export function describeAll(items: readonly JsonObject[]): string {
  return items.length === 0 ? "no items" : shortened(items.map(describe));
}

/** Returns words as a list; of many words the first ones, and how many there are. */
export function shortened(words: readonly string[]): string {
  if (words.length <= DESCRIBED.all) return words.join(", ");
  return `${words.slice(0, DESCRIBED.first).join(", ")}, … (${words.length} in all)`;
}

/** Returns the expected and the actual items as text; of many items only those that differ. */
export function describeBoth(
  selected: readonly JsonObject[],
  items: readonly JsonObject[],
): { readonly expected: string; readonly actual: string } {
  if (Math.max(selected.length, items.length) <= DESCRIBED.all) {
    const [expected, actual] = [describeAll(selected), describeAll(items)];
    return expected === actual ? describeContent(selected, items) : { expected, actual };
  }
  const [wanted, shown] = [new Set(selected.map(describe)), new Set(items.map(describe))];
  const missing = shortened([...wanted.difference(shown)]);
  const others = shortened([...shown.difference(wanted)]);
  return {
    expected: `${selected.length} items${missing && `, with ${missing}`}`,
    actual: `${items.length} items${missing && ", without them"}${others && `, with ${others}`}`,
  };
}

/** Returns as text what differs in the first item that has another content at the same version. */
function describeContent(
  selected: readonly JsonObject[],
  items: readonly JsonObject[],
): { readonly expected: string; readonly actual: string } {
  for (const [index, object] of selected.entries()) {
    const field = differenceOfContents(object, items[index]!);
    if (field === undefined) continue;
    const [name, before, after] = field;
    return {
      expected: `${describe(object)}, with ${name}: ${before}`,
      actual: `${describe(items[index]!)}, with ${name}: ${after}`,
    };
  }
  return { expected: describeAll(selected), actual: describeAll(items) };
}
