/**
 * Walks over pages, with writers between them.
 *
 * @module
 */
import fc from "fast-check";
import { type DrawnLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import {
  populate,
  type Population,
  population,
  slotsInOrder,
  takeTurns,
  type Turn,
  turn,
} from "../../arbitraries/population.ts";
import { namespacedResourceName } from "../../arbitraries/resource_types.ts";
import { history, pagingSteps } from "../../arbitraries/step_lists.ts";
import { type DrawnView, plainView, resolveView, view } from "../../arbitraries/view.ts";
import { type Check, property } from "../../check.ts";
import type { Scope } from "../../scope.ts";

/** A walk, and what is written behind each page. */
interface WalkCase {
  readonly past: Population;
  readonly view: DrawnView;
  readonly limit: DrawnLimit;
  readonly meanwhile: readonly Meanwhile[];
}

/** A write between two pages: to the last object shown, to the first to come, or to any. */
interface Meanwhile {
  readonly turn: Turn;
  readonly to: "last shown" | "next" | "any";
}

function walkCase(views: fc.Arbitrary<DrawnView>, most = 5): fc.Arbitrary<WalkCase> {
  return fc.record({
    past: fc.oneof(
      { weight: 1, arbitrary: population({ least: 0, most: 2, changes: 1 }) },
      { weight: 4, arbitrary: population({ least: 3, most, changes: 1 }) },
    ),
    view: views,
    limit: limit(),
    meanwhile: meanwhile(4),
  });
}

function meanwhile(most: number): fc.Arbitrary<Meanwhile[]> {
  return fc.array(
    fc.record({
      turn: turn(),
      remove: fc.boolean(),
      to: fc.constantFrom(
        "last shown" as const,
        "last shown" as const,
        "next" as const,
        "any" as const,
      ),
    }).map(({ turn, remove, to }): Meanwhile => ({
      turn: remove ? { ...turn, verb: "delete" } : turn,
      to,
    })),
    { maxLength: most, size: "max" },
  );
}

/** Walks. */
export const WALKS: readonly Check[] = [
  property<WalkCase>({
    id: "paging/walk",
    title: "Pages joined are one state of the collection, whatever is written between them",
    requirements: [
      "paging.limit-bounds-page",
      "paging.continue-when-more",
      "paging.pages-make-the-collection",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
    ],
    level: "must",
    arbitrary: () => walkCase(plainView()),
    run: takeWalk,
  }),
  property<WalkCase>({
    id: "paging/selector-walk",
    title: "Pages with a selector joined are the selected objects of one state",
    requirements: [
      "paging.selector-pages",
      "paging.remaining-count-absent-with-selector",
      "paging.limit-bounds-page",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
    ],
    level: "must",
    arbitrary: () => walkCase(view()),
    run: takeWalk,
  }),
  property<WalkCase>({
    id: "paging/counted-walk",
    title: "Where nobody else is, each page says rightly whether and how much is to come",
    requirements: [
      "paging.remaining-count-exact",
      "paging.remaining-count-absent-at-end",
      "paging.ends-without-token",
      "paging.continue-when-more",
      "paging.limit-bounds-page",
    ],
    level: "must",
    needs: ["own namespaces"],
    arbitrary: () =>
      fc.record({
        past: population({ least: 3, most: 6, changes: 1, resource: namespacedResourceName() }),
        view: fc.record({ namespaceOf: fc.nat({ max: 1 }) }),
        limit: limit(),
        meanwhile: meanwhile(2),
      }),
    run: takeWalk,
  }),
  property<{ past: Population; view: DrawnView; version: number }>({
    id: "paging/no-limit-is-whole",
    title: "A list without a limit comes whole and without a token",
    requirements: ["paging.no-limit-is-whole", "paging.remaining-count-absent-at-end"],
    level: "must",
    arbitrary: () =>
      fc.record({ past: population({ least: 0 }), view: plainView(), version: fc.nat({ max: 5 }) }),
    run: async (scope, { past, view }) => {
      const session = await populate(scope, past);
      await session.reader.list(resolveView(session.at, view));
      session.judgeLedger("must");
    },
  }),
  history({
    id: "paging/histories",
    title: "Several walks at once, among writers who race, each see the state they began with",
    requirements: [
      "paging.pages-make-the-collection",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
      "paging.limit-bounds-page",
      "paging.continue-when-more",
      "paging.selector-pages",
      "resource-versions.list-plain-first-unset",
      "resource-versions.label-names-state",
      "watch.nothing-lost",
    ],
    level: "must",
  }, pagingSteps),
];

async function takeWalk(scope: Scope, input: WalkCase): Promise<void> {
  const { past } = input;
  const session = await populate(scope, past);
  const { reader, at } = session;
  const selection = resolveView(at, input.view);
  const size = inView(past, at.namespaces.length, input.view);
  const limit = resolveLimit(input.limit, size);
  const walk = await reader.list(selection, { limit });
  scope.note(walk.pages[0]!.token === undefined ? "one page" : "several pages");
  const order = slotsInOrder(session, past.objects.length, selection.namespace);
  for (const [page, { turn, to }] of input.meanwhile.entries()) {
    // Where pages are as long as they may be: only then are there such places.
    const next = order[(page + 1) * limit - (to === "next" ? 0 : 1)];
    const slot = to === "any" ? turn.slot : next ?? turn.slot;
    await takeTurns(session, [{ ...turn, slot }], past.objects.length);
    if (!await reader.next(walk, selection)) break;
  }
  await reader.finish(walk, selection);
  session.judgeLedger("must");
}

/** About how many objects a view without selectors holds: limits are drawn beside it. */
function inView(past: Population, namespaces: number, view: DrawnView): number {
  const { length } = past.objects;
  if (view.namespaceOf === undefined || namespaces < 2) return length;
  return view.namespaceOf % namespaces === 0 ? Math.ceil(length / 2) : Math.floor(length / 2);
}
