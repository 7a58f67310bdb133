/**
 * Verifies a paged list against the history: joined, the pages are one state, the one the first page
 * was of, whatever was written meanwhile.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import type { JsonObject } from "../client/http_client.ts";
import { contentOf } from "./content.ts";
import { type Discrepancy, discrepancy } from "./discrepancy.ts";
import { allowedPositions, describeFreshness, type Freshness } from "./freshness.ts";
import type { History } from "./history.ts";
import {
  describeAll,
  explainItems,
  type Judgement,
  selectedOf,
  verifyLabel,
  verifyShape,
} from "./list_oracle.ts";
import { keyOf } from "./object.ts";
import { isFiltered, type Selection } from "./selection.ts";
import type { Span, Timeline } from "./timeline.ts";

/** One page. */
export interface Page extends Span {
  /** The requested `limit`; undefined for none. */
  readonly limit: number | undefined;
  /** True where it was asked for at version 0, so that the limit may be ignored. */
  readonly mayBeWhole?: boolean;
  /** The resourceVersion of the list. */
  readonly version: string | undefined;
  /** The items of the page. */
  readonly items: readonly JsonObject[];
  /** The continue token, undefined where the list is finished. */
  readonly token: string | undefined;
  /** The `remainingItemCount`. */
  readonly remaining: number | undefined;
}

/** Pages in the order they were asked for, each with the token of the one before. */
export interface PagedList {
  /** The objects that the list selects. */
  readonly selection: Selection;
  /** Of the first page. */
  readonly freshness: Freshness;
  /** The requirement on how new the first page is. */
  readonly cell: RequirementId;
  /** The pages, in order. */
  readonly pages: readonly [Page, ...Page[]];
  /**
   * True when nothing but the scope's objects can be in the collection, so that a page's size and
   * the count of what remains are the scope's.
   */
  readonly exclusive: boolean;
}

/** Verifies a paged list, complete or not, and notes in the history what its version names. */
export function verifyPages(history: History, timeline: Timeline, walk: PagedList): Judgement {
  const [first] = walk.pages;
  const allowed = allowedPositions(history, timeline, { ...first, freshness: walk.freshness });
  const fit = allowed.filter((position) => isOf(history, walk, position));
  const discrepancies = [
    ...walk.pages.flatMap((page) => verifyShape(page.version, page.items)),
    ...verifyLimits(walk),
    ...verifyVersions(walk),
    ...(fit.length === 0 ? [explain(history, walk, allowed)] : []),
    ...verifyRepetition(walk),
    ...verifyRemainingPresence(walk),
    ...verifyRemaining(history, walk, fit),
    ...verifyEnd(walk),
  ];
  if (discrepancies.length > 0) return { discrepancies, positions: [] };
  return verifyLabel(history, first.version!, fit);
}

function verifyLimits(walk: PagedList): Discrepancy[] {
  // At version 0 a server may answer with what it has at hand, whole.
  if (walk.freshness.kind === "any") return [];
  return walk.pages.filter(({ mayBeWhole }) => !mayBeWhole).flatMap(({ limit, items, token }) => {
    if (limit === undefined || limit === 0) {
      return token === undefined ? [] : [
        discrepancy(
          "paging.no-limit-returns-all",
          "no continue token in a list without limit",
          "a token",
        ),
      ];
    }
    return items.length <= limit ? [] : [
      discrepancy("paging.limit-bounds-page", `at most ${limit} items`, `${items.length} items`),
    ];
  });
}

function verifyVersions(walk: PagedList): Discrepancy[] {
  const versions = walk.pages.map((page) => page.version);
  const other = versions.findIndex((version) => version !== versions[0]);
  if (other < 0) return [];
  const actual = `${versions[other]} on page ${other + 1}`;
  return [discrepancy("paging.version-constant", `version ${versions[0]} on every page`, actual)];
}

function verifyRemainingPresence(walk: PagedList): Discrepancy[] {
  return walk.pages.flatMap(({ remaining, token }) => {
    if (remaining === undefined) return [];
    if (isFiltered(walk.selection)) {
      const id = "paging.remaining-count-absent-with-selector";
      return [discrepancy(id, "no remainingItemCount", `${remaining}`)];
    }
    if (token === undefined) {
      const id = "paging.remaining-count-absent-at-end";
      return [discrepancy(id, "no remainingItemCount", `${remaining}`)];
    }
    return [];
  });
}

function verifyRepetition(walk: PagedList): Discrepancy[] {
  const keys = walk.pages.flatMap((page) => page.items.map(keyOf));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice === undefined) return [];
  return [discrepancy("paging.pages-are-one-snapshot", "every object once", `${twice} twice`)];
}

/** A last page without items, in a collection of the scope's alone: the one before was the last. */
function verifyEnd(walk: PagedList): Discrepancy[] {
  const last = walk.pages.at(-1)!;
  const superfluous = walk.exclusive && !isFiltered(walk.selection) && walk.pages.length > 1 &&
    last.token === undefined && last.items.length === 0;
  if (!superfluous) return [];
  const expected = `no token on page ${walk.pages.length - 1}, after which no items came`;
  return [discrepancy("paging.ends-without-token", expected, "a token")];
}

/** Returns true if the pages so far are of this state, and all of it if the list is complete. */
function isOf(history: History, walk: PagedList, position: number): boolean {
  const state = history.stateAt(position);
  const due = new Set(selectedOf(state, walk.selection).map(contentOf));
  const items = walk.pages.flatMap((page) => page.items);
  const finished = walk.pages.at(-1)!.token === undefined;
  return items.every((item) => due.has(contentOf(item))) &&
    (!finished || new Set(items.map(keyOf)).size === due.size);
}

function verifyRemaining(
  history: History,
  walk: PagedList,
  positions: readonly number[],
): Discrepancy[] {
  if (!walk.exclusive || isFiltered(walk.selection) || positions.length === 0) return [];
  let before = 0;
  for (const { items, remaining, token } of walk.pages) {
    before += items.length;
    if (remaining === undefined || token === undefined) continue;
    const sizes = positions.map((at) => selectedOf(history.stateAt(at), walk.selection).length);
    if (sizes.some((size) => size - before === remaining)) continue;
    const expected = `${[...new Set(sizes)].map((size) => size - before).join(" or ")} to come`;
    return [discrepancy("paging.remaining-count-exact", expected, `${remaining}`)];
  }
  return [];
}

/** Says how the pages differ from the state they should have been. */
function explain(history: History, walk: PagedList, allowed: readonly number[]): Discrepancy {
  const items = walk.pages.flatMap((page) => page.items);
  const actual = describeAll(items);
  const position = allowed.at(-1);
  if (position === undefined) {
    const expected = `a state that is ${describeFreshness(walk.freshness)}`;
    return discrepancy(walk.cell, expected, actual);
  }
  const due = selectedOf(history.stateAt(position), walk.selection);
  const expected = describeAll(due);
  const [first] = walk.pages;
  const last = walk.pages.at(-1)!;
  const named = history.positionsOf(first.version ?? "") ?? [];
  // A list that matches its version is complete, only of another state than expected.
  if (named.some((each) => isOf(history, walk, each))) {
    return discrepancy(walk.cell, expected, actual);
  }
  const begun = allowed.filter((each) =>
    isOf(history, { ...walk, pages: [unfinished(first)] }, each)
  );
  const partOfOne = begun.some((each) => isSubset(history, walk, each));
  if (walk.pages.length === 1) {
    const full = first.limit !== undefined && first.items.length === first.limit;
    if (partOfOne && full) return discrepancy("paging.continue-when-more", expected, actual);
  } else if (begun.length > 0) {
    if (!partOfOne) return discrepancy("paging.snapshot-despite-writes", expected, actual);
    if (last.token === undefined) {
      const id = isFiltered(walk.selection)
        ? "paging.selector-pages"
        : "paging.pages-are-one-snapshot";
      return discrepancy(id, expected, actual);
    }
  }
  const sometime = Array.from({ length: history.end + 1 }, (_, each) => each)
    .some((each) => isOf(history, walk, each));
  if (sometime) return discrepancy(walk.cell, expected, actual);
  return explainItems(history.stateAt(position), walk.selection, items);
}

/** The page as if more were to come. */
function unfinished(page: Page): Page {
  return { ...page, token: page.token ?? "more" };
}

/** Returns true if all items are of this state; some of it may be missing. */
function isSubset(history: History, walk: PagedList, position: number): boolean {
  const due = new Set([...history.stateAt(position).values()].map(contentOf));
  return walk.pages.every((page) => page.items.every((item) => due.has(contentOf(item))));
}
