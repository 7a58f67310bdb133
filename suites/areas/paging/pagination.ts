/**
 * Lists read page by page, with writes between the page requests.
 *
 * @module
 */
import { namesOf, type TypedTarget } from "../../resources/mod.ts";
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type GeneratedLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import {
  arbitraryTurn,
  manyObjects,
  populate,
  type Population,
  population,
  slotsInOrder,
  takeTurns,
  type Turn,
} from "../../arbitraries/population.ts";
import { namespacedResourceName, withoutNamespacedType } from "../../arbitraries/resource_types.ts";
import { history, pagingSteps } from "../../arbitraries/step_lists.ts";
import {
  type GeneratedView,
  listForm,
  plainView,
  resolveView,
  view,
} from "../../arbitraries/view.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, property } from "../../check.ts";
import type { ListForm } from "../../model/selection.ts";
import type { Scope } from "../../scope.ts";
import type { Session } from "../../session/session.ts";

/** Objects, and lists of them that are read in pages. */
interface PaginationCase {
  readonly past: Population;
  /** Several, as each costs fewer requests than the objects. */
  readonly lists: readonly Pagination[];
}

/** The lists of a case, and the share of the cases that have as many in all. */
const LISTS = 3;
const SHARE = 0.35;

/** A list read in pages, and the writes after each page. */
interface Pagination {
  readonly view: GeneratedView;
  readonly limit: GeneratedLimit;
  readonly writes: readonly InterleavedWrite[];
}

/** A write between two pages: to the last object of the page, to the first of the next, or to any. */
interface InterleavedWrite {
  readonly turn: Turn;
  readonly to: "last of page" | "first of next page" | "any";
}

function paginationCase(
  target: TypedTarget,
  views: fc.Arbitrary<GeneratedView>,
  most = 5,
): fc.Arbitrary<PaginationCase> {
  return fc.record({
    past: fc.oneof(
      { weight: 4, arbitrary: population({ target, least: 0, most: 2, changes: 1 }) },
      { weight: 16, arbitrary: population({ target, least: 3, most, changes: 1 }) },
      { weight: 1, arbitrary: manyObjects(target) },
    ),
    lists: paginations(views, 4),
  });
}

function paginations(
  views: fc.Arbitrary<GeneratedView>,
  mostWrites: number,
): fc.Arbitrary<readonly Pagination[]> {
  const writes = interleavedWrites(mostWrites);
  return several(fc.record({ view: views, limit: limit(), writes }), LISTS);
}

/**
 * Returns a list in pages of one object, between which one object ceases to match the selector and
 * another one begins to, both on later pages.
 */
function movingObjects(resource: string): PaginationCase {
  const of = (group: string) => ({ group });
  const turn = (slot: number, group: string): Turn => ({ slot, verb: "patch", labels: of(group) });
  return {
    past: { resource, objects: [..."aaaab"].map(of), changes: [] },
    lists: [{
      view: { labels: [{ key: "group", operator: "=", value: "a" }] },
      limit: { items: 1 },
      writes: [
        { turn: turn(3, "c"), to: "any" },
        { turn: turn(4, "a"), to: "any" },
      ],
    }],
  };
}

function interleavedWrites(most: number): fc.Arbitrary<InterleavedWrite[]> {
  return fc.array(
    fc.record({
      turn: arbitraryTurn(),
      remove: fc.boolean(),
      to: fc.constantFrom(
        "last of page" as const,
        "last of page" as const,
        "first of next page" as const,
        "any" as const,
      ),
    }).map(({ turn, remove, to }): InterleavedWrite => ({
      turn: remove ? { ...turn, verb: "delete" } : turn,
      to,
    })),
    { maxLength: most, size: "max" },
  );
}

/** Checks of paginated lists. */
export const PAGINATION: readonly Check[] = [
  property<PaginationCase>({
    id: "paging/pages-are-one-snapshot",
    share: SHARE,
    title:
      "Pages of a list form one consistent snapshot, whatever is written between page requests",
    requirements: [
      "paging.limit-bounds-page",
      "paging.continue-when-more",
      "paging.pages-are-one-snapshot",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
    ],
    arbitrary: (target) => paginationCase(target, plainView()),
    run: readPages,
  }),
  property<PaginationCase>({
    id: "paging/selected-pages-are-one-snapshot",
    share: 0.2,
    version: 2,
    title: "Pages of a list with a selector form one consistent snapshot of the matching objects",
    requirements: [
      "paging.selector-pages",
      "paging.remaining-count-absent-with-selector",
      "paging.limit-bounds-page",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
    ],
    arbitrary: (target) => paginationCase(target, view()),
    cases: (seed, target) =>
      shuffled(namesOf(target), seed).slice(0, 2).map((resource) => movingObjects(resource)),
    run: readPages,
  }),
  property<PaginationCase>({
    id: "paging/remaining-item-count",
    share: SHARE,
    title: "`continue` and `remainingItemCount` are exact in a namespace nobody else writes to",
    requirements: [
      "paging.remaining-count-exact",
      "paging.remaining-count-absent-at-end",
      "paging.ends-without-token",
      "paging.continue-when-more",
      "paging.limit-bounds-page",
    ],
    needs: ["own namespaces"],
    missing: withoutNamespacedType,
    arbitrary: (target) =>
      fc.record({
        past: population({
          target,
          least: 3,
          most: 6,
          changes: 1,
          resource: namespacedResourceName(target),
        }),
        lists: paginations(
          fc.record({ namespaceOf: fc.nat({ max: 1 }), form: listForm() }, {
            requiredKeys: ["namespaceOf"],
          }),
          2,
        ),
      }),
    run: readPages,
  }),
  property<{ past: Population; views: readonly GeneratedView[] }>({
    id: "paging/no-limit-returns-all",
    share: 0.25,
    title: "A list without `limit` returns all items and no `continue` token",
    requirements: ["paging.no-limit-returns-all", "paging.remaining-count-absent-at-end"],
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 0 }),
        views: several(plainView(), 4),
      }),
    run: async (scope, { past, views }) => {
      const session = await populate(scope, past);
      for (const view of views) await session.reader.list(resolveView(session.at, view));
      session.verifyReads("must");
    },
  }),
  property<{ past: Population; limit: number; form?: ListForm }>({
    id: "paging/everyones-objects",
    share: 0.5,
    title:
      "Pages of a list over all namespaces without a selector have every object once, and exact counts",
    requirements: [
      "paging.pages-are-one-snapshot",
      "paging.version-constant",
      "paging.limit-bounds-page",
      "paging.remaining-count-exact",
      "paging.remaining-count-absent-at-end",
      "paging.ends-without-token",
      "paging.no-limit-returns-all",
      "resource-versions.list-all-namespaces",
      "resource-versions.list-is-one-snapshot",
    ],
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 2, most: 5, changes: 2 }),
        limit: fc.constantFrom(1, 2, 3),
        form: listForm(),
      }, { requiredKeys: ["past", "limit"] }),
    run: async (scope, { past, limit, form }) => {
      const session = await populate(scope, past);
      const selection = { ...session.at.widest(), everyone: true, form } as const;
      // Most servers have cluster-scoped objects of their own.
      const size = session.at.type.namespaced ? limit : limit * 12;
      const pages = await session.reader.list(selection, { limit: size });
      await takeTurns(session, past.changes, past.objects.length);
      await session.reader.finish(pages, selection, 12);
      await session.reader.list(selection);
      session.verifyReads("must");
    },
  }),
  history({
    id: "paging/histories",
    title: "Several paginations at once each keep their snapshot while clients write concurrently",
    requirements: [
      "paging.pages-are-one-snapshot",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
      "paging.limit-bounds-page",
      "paging.continue-when-more",
      "paging.selector-pages",
      "resource-versions.list-plain-first-unset",
      "resource-versions.list-version-names-state",
      "watch.nothing-lost",
      "paging.token-lives",
    ],
  }, pagingSteps),
];

async function readPages(scope: Scope, { past, lists }: PaginationCase): Promise<void> {
  const session = await populate(scope, past);
  for (const each of lists) await readList(session, past, each);
  session.verifyReads("must");
}

async function readList(session: Session, past: Population, list: Pagination): Promise<void> {
  const { reader, at } = session;
  const selection = resolveView(at, list.view);
  const size = estimateSize(past, at.namespaces.length, list.view);
  const limit = resolveLimit(list.limit, size);
  const pagination = await reader.list(selection, { limit });
  at.scope.note(pagination.pages[0]!.token === undefined ? "one page" : "several pages");
  const order = slotsInOrder(session, past.objects.length, selection.namespace);
  for (const [page, { turn, to }] of list.writes.entries()) {
    // These positions only exist if the pages are full.
    const next = order[(page + 1) * limit - (to === "first of next page" ? 0 : 1)];
    const slot = to === "any" ? turn.slot : next ?? turn.slot;
    await takeTurns(session, [{ ...turn, slot }], past.objects.length);
    if (!await reader.next(pagination, selection)) break;
  }
  await reader.finish(pagination, selection);
}

/** Returns roughly how many objects a view without selectors contains, to choose limits near it. */
function estimateSize(past: Population, namespaces: number, view: GeneratedView): number {
  const { length } = past.objects;
  if (view.namespaceOf === undefined || namespaces < 2) return length;
  return view.namespaceOf % namespaces === 0 ? Math.ceil(length / 2) : Math.floor(length / 2);
}
