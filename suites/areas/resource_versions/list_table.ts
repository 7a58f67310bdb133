/**
 * The specification's table of lists: what each combination of `resourceVersionMatch`, `limit`,
 * `continue` and `resourceVersion` returns.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type GeneratedLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import {
  populate,
  type Population,
  population,
  takeTurns,
  type Turn,
  turns,
} from "../../arbitraries/population.ts";
import { oneOfEach } from "../../arbitraries/several.ts";
import {
  type GeneratedView,
  labelledView,
  listForm,
  resolveView,
  widePlainView,
} from "../../arbitraries/view.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { Freshness } from "../../model/freshness.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { describe, keyOf } from "../../model/object.ts";
import { hasStatus, namesOf, type TypedTarget, typeNamed } from "../../resources/mod.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { ListOptions, OpenPagedList, ReadExpectation } from "../../session/reader.ts";
import type { Session } from "../../session/session.ts";
import { expectError } from "../../session/violation.ts";
import { part, verify } from "../../verify.ts";

/** The result that a cell of the table requires. */
type Outcome =
  | "most recent"
  | "any"
  | "not older than"
  | "exact"
  /** A page of the state of the continue token. */
  | "state of the token"
  | "rejected"
  | "rejected with 400";

/** A cell of the table. */
interface Cell {
  readonly requirement: RequirementId & `resource-versions.list-${string}`;
  readonly match?: "Exact" | "NotOlderThan";
  readonly paging: "whole" | "first" | "next";
  readonly version: "unset" | "zero" | "other";
  readonly outcome: Outcome;
}

/** All 21 cells, row by row. */
const TABLE: readonly Cell[] = [
  cell("resource-versions.list-plain-whole-unset", "most recent"),
  cell("resource-versions.list-plain-whole-zero", "any"),
  cell("resource-versions.list-plain-whole-other", "not older than"),
  cell("resource-versions.list-plain-first-unset", "most recent"),
  cell("resource-versions.list-plain-first-zero", "any"),
  cell("resource-versions.list-plain-first-other", "exact"),
  cell("resource-versions.list-plain-next-unset", "state of the token"),
  cell("resource-versions.list-plain-next-zero", "state of the token"),
  cell("resource-versions.list-plain-next-other", "rejected with 400"),
  cell("resource-versions.list-exact-whole-unset", "rejected"),
  cell("resource-versions.list-exact-whole-zero", "rejected"),
  cell("resource-versions.list-exact-whole-other", "exact"),
  cell("resource-versions.list-exact-first-unset", "rejected"),
  cell("resource-versions.list-exact-first-zero", "rejected"),
  cell("resource-versions.list-exact-first-other", "exact"),
  cell("resource-versions.list-not-older-whole-unset", "rejected"),
  cell("resource-versions.list-not-older-whole-zero", "any"),
  cell("resource-versions.list-not-older-whole-other", "not older than"),
  cell("resource-versions.list-not-older-first-unset", "rejected"),
  cell("resource-versions.list-not-older-first-zero", "any"),
  cell("resource-versions.list-not-older-first-other", "not older than"),
];

/** Reads the row and the column from the requirement's id. */
function cell(requirement: Cell["requirement"], outcome: Outcome): Cell {
  const words = requirement.split("-");
  const match = requirement.includes("-exact-")
    ? "Exact" as const
    : requirement.includes("-not-older-")
    ? "NotOlderThan" as const
    : undefined;
  return {
    requirement,
    ...(match && { match }),
    paging: words.at(-2) as Cell["paging"],
    version: words.at(-1) as Cell["version"],
    outcome,
  };
}

/** Objects to create, and lists of them, in any order. */
interface TableCase {
  readonly past: Population;
  readonly lists: readonly GeneratedList[];
}

/** How to list the objects, and what to write meanwhile. */
interface GeneratedList {
  /** The cell of the table, by its requirement. */
  readonly cell: Cell["requirement"];
  readonly view: GeneratedView;
  readonly limit: GeneratedLimit;
  /** The index of the resourceVersion to read at, among those seen; -1 for the newest. */
  readonly version: number;
  /** Writes before a whole list, or between two pages. */
  readonly writes: readonly Turn[];
}

/** The cells of later pages: only a target that has pages is judged by them. */
const NEXT_PAGES = TABLE.filter(({ paging }) => paging === "next");

/** The checks of the table. */
export const LIST_TABLE: readonly Check[] = [
  tableCheck({
    id: "resource-versions/list-table",
    version: 2,
    share: 0.6,
    title:
      "A list shows the state that its `resourceVersionMatch`, `resourceVersion` and `limit` ask for",
    cells: TABLE.filter((cell) => !NEXT_PAGES.includes(cell)),
    least: 1,
    cases: (seed, target) => [...changedPages(seed, target), ...afterEachForm(seed, target)],
  }),
  tableCheck({
    id: "resource-versions/list-table-next-pages",
    share: 0.15,
    title: "A list with `continue` shows the state of its token, and has no `resourceVersion`",
    cells: [...NEXT_PAGES, ...NEXT_PAGES],
    least: 2,
  }),
];

/** Returns a check that sends a list for each of these cells to the same objects. */
function tableCheck({ cells, least, ...facts }: {
  readonly id: `resource-versions/${string}`;
  readonly version?: number;
  readonly share: number;
  readonly title: string;
  readonly cells: readonly Cell[];
  /** The number of objects, at least. */
  readonly least: number;
  readonly cases?: typeof changedPages;
}): Check {
  return property<TableCase>({
    ...facts,
    requirements: [
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
      "resource-versions.collection-carries-version",
      ...new Set(cells.map(({ requirement }) => requirement)),
    ],
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least, most: 4 }),
        lists: listsOf(cells),
      }),
    run: async (scope, { past, lists }) => {
      const session = await populate(scope, past);
      for (const list of lists) {
        await part(`the list of ${list.cell}`, () => runList(session, list, past.objects.length));
      }
      session.verifyReads();
    },
  });
}

/** Returns an arbitrary of a list for each cell, in any order; it shrinks to a single one. */
function listsOf(cells: readonly Cell[]): fc.Arbitrary<readonly GeneratedList[]> {
  const lists = cells.map((cell) =>
    fc.record({
      cell: fc.constant(cell.requirement),
      view: viewsOf(cell),
      limit: limit(),
      // A server that lags behind shows it at the newest one.
      version: fc.oneof(fc.constant(-1), fc.nat({ max: 9 })),
      writes: turns(cell.outcome === "rejected" ? 0 : 1),
    })
  );
  return fc.record({ lists: oneOfEach(lists), order: fc.nat() })
    .map(({ lists, order }) => shuffled(lists, order));
}

/**
 * Returns a list for each cell of a first page, of one scope or the other, in pages of one object: before
 * the second page its object is changed and that of the third is deleted. Few of the generated lists have
 * so many pages.
 */
function changedPages(seed: number, target: TypedTarget): readonly TableCase[] {
  const [one, other = one] = shuffled(namesOf(target), seed);
  const scopes = [{ resource: one!, view: {} }, { resource: other!, view: { namespaceOf: 0 } }];
  const cells = shuffled(
    TABLE.filter(({ paging, outcome }) => paging === "first" && outcome !== "rejected"),
    seed,
  );
  return cells.map(({ requirement }, index) => ({ cell: requirement, ...scopes[index % 2]! })).map((
    { cell, resource, view },
  ) => ({
    past: {
      resource,
      // With two namespaces, each has four of them.
      objects: Array.from("aaaaaaaa", (group) => ({ group })),
      changes: [{ slot: 0, verb: "patch", labels: { group: "b" } }],
    },
    lists: [{
      cell,
      view,
      limit: { items: 1 },
      version: 0,
      writes: [1, 2, 3, 4, 5, 6, 7].map((slot) => ({
        slot,
        verb: slot < 5 ? "patch" : "delete",
        labels: { group: "c" },
      })),
    }],
  }));
}

/** The forms of the change that a list must show. */
const FORMS = ["status", "update", "strategic-merge-patch", "merge-patch"] as const;

/**
 * Returns lists of one namespace that must show the newest change, after a change in each form: a cache
 * may miss one of them. Each whole list comes behind its change, and then the first pages at its version.
 */
function afterEachForm(seed: number, target: TypedTarget): readonly TableCase[] {
  const names = namesOf(target);
  const resource = names.find((name) => hasStatus(typeNamed(target, name))) ??
    shuffled(names, seed)[0]!;
  const isFresh = ({ outcome }: Cell) => outcome === "most recent" || outcome === "not older than";
  const [whole, first] = ["whole", "first"].map((paging) =>
    TABLE.filter((cell) => cell.paging === paging && isFresh(cell))
  ) as [Cell[], Cell[]];
  const common = { view: { namespaceOf: 0 }, version: -1 } as const;
  const listsAfter = (form: typeof FORMS[number], at: number): readonly GeneratedList[] => [
    ...first.map(({ requirement }) => ({
      ...common,
      cell: requirement,
      limit: { items: 1 },
      writes: [],
    })),
    ...whole.map(({ requirement }, index) => ({
      ...common,
      cell: requirement,
      limit: { items: 1 },
      writes: index === 0
        ? []
        : [{ slot: 0, verb: "patch" as const, labels: { group: "bc"[(at + index) % 2]! }, form }],
    })),
  ];
  return FORMS.map((form, at) => ({
    past: {
      resource,
      objects: Array.from("aaaa", (group) => ({ group })),
      changes: [{ slot: 0, verb: "patch", labels: { group: "c" }, form }],
    },
    lists: listsAfter(form, at),
  }));
}

/**
 * Returns the selections: pages of everyone's objects could be many. An exact list by name is covered by
 * another check.
 */
function viewsOf({ paging }: Cell): fc.Arbitrary<GeneratedView> {
  if (paging === "next") return fc.record({ form: listForm() }, { requiredKeys: [] });
  return paging === "whole" ? fc.oneof(widePlainView(), labelledView()) : labelledView();
}

/** Sends a list of so many objects, and the requests of its pages. */
async function runList(session: Session, list: GeneratedList, size: number): Promise<void> {
  const cell = TABLE.find(({ requirement }) => requirement === list.cell)!;
  const selection = resolveView(session.at, list.view);
  const limited = { limit: resolveLimit(list.limit, size) };
  // The version of the newest write is the one that a server which lags behind does not have.
  if (cell.paging === "whole") await takeTurns(session, list.writes, size);
  const { options, freshness } = parameters(session, cell, list);
  const expected: ReadExpectation = { freshness, cell: cell.requirement };
  const paging = cell.paging === "whole" ? {} : limited;
  if (cell.paging === "next") {
    return await runNextPage(session, cell, list, { size, limited, options });
  }
  if (cell.outcome === "rejected") {
    const response = await session.reader.send(selection, { ...options, ...paging });
    expectError(cell.requirement, response);
    return;
  }
  const pagination = await session.reader.list(selection, { ...options, ...paging }, expected);
  if (cell.paging === "first") await takeTurns(session, list.writes, size);
  await session.reader.finish(pagination, selection);
}

async function runNextPage(
  session: Session,
  cell: Cell,
  list: GeneratedList,
  parameters: {
    readonly size: number;
    readonly limited: { limit: number };
    readonly options: ListOptions;
  },
): Promise<void> {
  const { reader } = session;
  const selection = resolveView(session.at, list.view);
  const pagination = await reader.list(selection, { limit: 1 });
  const { token } = pagination.pages[0]!;
  if (token === undefined) {
    // The writes of earlier lists may have left a single object.
    if (reader.lists.length > 1) return;
    throw new Discard("the collection fits on one page");
  }
  const written = session.writer.writes.flatMap(({ object }) => object ? [describe(object)] : []);
  await takeTurns(session, list.writes, parameters.size);
  const options = { ...parameters.options, ...parameters.limited };
  if (cell.outcome === "state of the token") {
    await reader.next(pagination, selection, options);
    expectContinuation(cell, pagination, written);
    await reader.finish(pagination, selection);
    return;
  }
  const response = await reader.send(selection, { ...options, token });
  expectError(cell.requirement, response, { only: 400 });
  // Nor may the resourceVersion that the token itself belongs to be given.
  const { version } = pagination.pages[0]!;
  const own = await reader.send(selection, { ...options, version, token });
  expectError(cell.requirement, own, { only: 400 });
}

/** Expects the second page to have other objects than the first, in the state of its resourceVersion. */
function expectContinuation(
  cell: Cell,
  { pages }: OpenPagedList,
  written: readonly string[],
): void {
  const [first, second] = [pages[0]!, pages[1]!];
  const listed = new Set(first.items.map(keyOf));
  const wrong = second.items.find((item) =>
    listed.has(keyOf(item)) || !written.includes(describe(item))
  );
  verify(cell.requirement, {
    holds: wrong === undefined && second.version === first.version,
    expected: `the items after ${describeAll(first.items)} at resourceVersion ${first.version}`,
    actual: `${describeAll(second.items)} at resourceVersion ${second.version}`,
  });
}

function parameters(session: Session, cell: Cell, { version }: GeneratedList): {
  options: ListOptions;
  freshness: Freshness;
} {
  const match = cell.match === undefined ? {} : { match: cell.match };
  const anything: Freshness = { kind: "any" };
  if (cell.version === "unset") return { options: match, freshness: { kind: "most recent" } };
  if (cell.version === "zero") return { options: { ...match, version: "0" }, freshness: anything };
  const named = session.remembered(version);
  if (named === undefined) throw new Discard("no write returned a resourceVersion");
  const freshness: Freshness = cell.outcome === "exact" || cell.outcome === "not older than"
    ? { kind: cell.outcome, version: named }
    : anything;
  return { options: { ...match, version: named }, freshness };
}
