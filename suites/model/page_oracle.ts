/**
 * Verifies paged lists: together the pages are one state of the history, that of the first page,
 * whatever is written between the requests.
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
  describeBoth,
  explainItems,
  type ReadResult,
  repeatedKey,
  selectedOf,
  verifyLabel,
  verifyShape,
} from "./list_oracle.ts";
import { keyOf } from "./object.ts";
import { isFiltered, type Selection } from "./selection.ts";
import type { Span, WriteTimeline } from "./timeline.ts";

/** One page. */
export interface Page extends Span {
  /** The requested `limit`; undefined for none. */
  readonly limit: number | undefined;
  /** True for `resourceVersion=0`: the server may ignore the limit. */
  readonly mayBeWhole?: boolean;
  /** The resourceVersion of the list. */
  readonly version: string | undefined;
  /** The items of the page. */
  readonly items: readonly JsonObject[];
  /** True if the items have nothing but their metadata. */
  readonly partial?: boolean;
  /** The number of items, with those of other clients. @default {the number of `items`} */
  readonly size?: number;
  /** The continue token; undefined on the last page. */
  readonly token: string | undefined;
  /** The `remainingItemCount`. */
  readonly remaining: number | undefined;
}

/** The pages of a list in order, each requested with the token of the one before. */
export interface PagedList {
  /** The objects that the list selects. */
  readonly selection: Selection;
  /** The freshness that the first page requests. */
  readonly freshness: Freshness;
  /** The requirement on the freshness of the first page. */
  readonly cell: RequirementId;
  /** The pages, in order. */
  readonly pages: readonly [Page, ...Page[]];
  /**
   * True if the collection can contain no objects but the scope's, so that page sizes and
   * `remainingItemCount` are known.
   */
  readonly exclusive: boolean;
}

/** Verifies a paged list, complete or not, and records the positions of its version in the history. */
export function verifyPages(
  history: History,
  timeline: WriteTimeline,
  list: PagedList,
): ReadResult {
  const [first] = list.pages;
  const allowed = allowedPositions(history, timeline, { ...first, freshness: list.freshness });
  const fit = allowed.filter((position) => isOf(history, list, position));
  const discrepancies = [
    ...list.pages.flatMap((page) => verifyShape(page.version, page.items)),
    ...verifyLimits(list),
    ...verifyVersions(list),
    ...(fit.length === 0 ? [explain(history, list, allowed)] : []),
    ...verifyRepetition(list),
    ...verifyRemainingPresence(list),
    ...verifyRemaining(history, list, fit),
    ...verifyRemainingOfAll(list),
    ...verifyEnd(list),
  ];
  if (discrepancies.length > 0) return { discrepancies, positions: [] };
  return verifyLabel(history, {
    version: first.version!,
    positions: fit,
    items: list.pages.flatMap((page) => page.items),
    shows: (position) => isOf(history, list, position),
  });
}

function verifyLimits(list: PagedList): Discrepancy[] {
  // With resourceVersion=0 a server may return everything at once.
  if (list.freshness.kind === "any") return [];
  return list.pages.filter(({ mayBeWhole }) => !mayBeWhole).flatMap(({ limit, items, token }) => {
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

function verifyVersions(list: PagedList): Discrepancy[] {
  const versions = list.pages.map((page) => page.version);
  const other = versions.findIndex((version) => version !== versions[0]);
  if (other < 0) return [];
  const actual = `${versions[other]} on page ${other + 1}`;
  return [discrepancy("paging.version-constant", `version ${versions[0]} on every page`, actual)];
}

function verifyRemainingPresence(list: PagedList): Discrepancy[] {
  return list.pages.flatMap(({ remaining, token }) => {
    if (remaining === undefined) return [];
    if (isFiltered(list.selection)) {
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

function verifyRepetition(list: PagedList): Discrepancy[] {
  const twice = repeatedKey(list.pages.flatMap((page) => page.items));
  if (twice === undefined) return [];
  return [discrepancy("paging.pages-are-one-snapshot", "every object once", `${twice} twice`)];
}

/** Verifies that the last page has items: without any, the page before had no need of a token. */
function verifyEnd(list: PagedList): Discrepancy[] {
  const last = list.pages.at(-1)!;
  // Behind a selector a server may find out late that no object is left.
  const isUnselected = list.exclusive || list.selection.everyone === true;
  const superfluous = isUnselected && !isFiltered(list.selection) && list.pages.length > 1 &&
    last.token === undefined && (last.size ?? last.items.length) === 0;
  if (!superfluous) return [];
  const expected = `no token on page ${list.pages.length - 1}, after which no items came`;
  return [discrepancy("paging.ends-without-token", expected, "a token")];
}

/** Returns true if the pages show this state, and all of it if the list is complete. */
function isOf(history: History, list: PagedList, position: number): boolean {
  const state = history.stateAt(position);
  const selected = new Set(selectedOf(state, list.selection).map(contentOf));
  const items = list.pages.flatMap((page) => page.items);
  const finished = list.pages.at(-1)!.token === undefined;
  return items.every((item) => selected.has(contentOf(item))) &&
    (!finished || new Set(items.map(keyOf)).size === selected.size);
}

function verifyRemaining(
  history: History,
  list: PagedList,
  positions: readonly number[],
): Discrepancy[] {
  if (!list.exclusive || isFiltered(list.selection) || positions.length === 0) return [];
  let before = 0;
  for (const { items, remaining, token } of list.pages) {
    before += items.length;
    if (remaining === undefined || token === undefined) continue;
    const sizes = positions.map((at) => selectedOf(history.stateAt(at), list.selection).length);
    if (sizes.some((size) => size - before === remaining)) continue;
    const expected = `${[...new Set(sizes)].map((size) => size - before).join(" or ")} to come`;
    return [discrepancy("paging.remaining-count-exact", expected, `${remaining}`)];
  }
  return [];
}

/** Verifies the counts of a complete list of everyone's objects by the sizes of its later pages. */
function verifyRemainingOfAll({ pages, selection }: PagedList): Discrepancy[] {
  if (!selection.everyone || pages.at(-1)!.token !== undefined) return [];
  let later = 0;
  for (const { remaining, size, items } of pages.toReversed()) {
    if (remaining !== undefined && later > 0 && remaining !== later) {
      const expected = `${later}, as that many items followed`;
      return [discrepancy("paging.remaining-count-exact", expected, `${remaining}`)];
    }
    later += size ?? items.length;
  }
  return [];
}

/** Returns the discrepancy between the pages and the expected state. */
function explain(history: History, list: PagedList, allowed: readonly number[]): Discrepancy {
  const items = list.pages.flatMap((page) => page.items);
  const position = allowed.at(-1);
  if (position === undefined) {
    const expected = `a state that is ${describeFreshness(list.freshness)}`;
    return discrepancy(list.cell, expected, describeAll(items));
  }
  const selected = selectedOf(history.stateAt(position), list.selection);
  const { expected, actual } = describeBoth(selected, items);
  const [first] = list.pages;
  const last = list.pages.at(-1)!;
  const named = history.positionsOf(first.version ?? "") ?? [];
  // A list that matches its version is complete, only of another state than expected.
  if (named.some((each) => isOf(history, list, each))) {
    return discrepancy(list.cell, expected, actual);
  }
  const begun = allowed.filter((each) =>
    isOf(history, { ...list, pages: [unfinished(first)] }, each)
  );
  const partOfOne = begun.some((each) => isSubset(history, list, each));
  if (list.pages.length === 1) {
    const full = first.limit !== undefined && first.items.length === first.limit;
    if (partOfOne && full) return discrepancy("paging.continue-when-more", expected, actual);
  } else if (begun.length > 0) {
    if (!partOfOne) return discrepancy("paging.snapshot-despite-writes", expected, actual);
    if (last.token === undefined) {
      const id = isFiltered(list.selection)
        ? "paging.selector-pages"
        : "paging.pages-are-one-snapshot";
      return discrepancy(id, expected, actual);
    }
  }
  const sometime = Array.from({ length: history.end + 1 }, (_, each) => each)
    .some((each) => isOf(history, list, each));
  if (sometime) return discrepancy(list.cell, expected, actual);
  return explainItems(history.stateAt(position), list.selection, items);
}

/** Returns the page as if others followed. */
function unfinished(page: Page): Page {
  return { ...page, token: page.token ?? "more" };
}

/** Returns true if all items are in this state, which may have others. */
function isSubset(history: History, list: PagedList, position: number): boolean {
  const selected = new Set([...history.stateAt(position).values()].map(contentOf));
  return list.pages.every((page) => page.items.every((item) => selected.has(contentOf(item))));
}
