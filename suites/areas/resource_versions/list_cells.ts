/**
 * One check for each cell of the list table.
 *
 * @module
 */
import fc from "fast-check";
import { type GeneratedLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import {
  populate,
  type Population,
  population,
  type PopulationOptions,
  takeTurns,
  type Turn,
  turns,
} from "../../arbitraries/population.ts";
import { type GeneratedView, plainView, resolveView } from "../../arbitraries/view.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import type { Freshness } from "../../model/freshness.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { keyOf } from "../../model/object.ts";
import { REQUIREMENTS } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import type { Due, ListOptions, OpenPagedList } from "../../session/reader.ts";
import type { Session } from "../../session/session.ts";
import { expectRefusal } from "../../session/violation.ts";
import { type Cell, LIST_TABLE } from "./list_table.ts";

/** A case of a cell. */
interface CellCase {
  readonly past: Population;
  readonly view: GeneratedView;
  readonly limit: GeneratedLimit;
  /** Which of the versions seen is named. */
  readonly version: number;
  /** What is written between two pages. */
  readonly meanwhile: readonly Turn[];
}

/** What every list that is served is held to besides its cell. */
const SHOWN = [
  "resource-versions.list-is-one-state",
  "resource-versions.label-names-state",
  "resource-versions.collection-carries-version",
] as const;

/** A check for each cell. */
export const LIST_CELLS: readonly Check[] = LIST_TABLE.map((cell) =>
  property<CellCase>({
    id: `resource-versions/${cell.requirement.slice("resource-versions.".length)}`,
    title: REQUIREMENTS[cell.requirement].statement.replace(/\.$/, ""),
    requirements: [
      cell.requirement,
      ...(cell.outcome.startsWith("refused") ? [] : SHOWN),
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        // A second page wants a view that is sure to have one.
        past: population(populationOf(cell)),
        view: cell.paging === "next" ? fc.constant({}) : plainView(),
        limit: limit(),
        version: fc.nat({ max: 5 }),
        meanwhile: turns(1),
      }),
    run: (scope, input) => runCell(scope, cell, input),
  })
);

/** What is to be there: for a refusal nothing but the collection. */
function populationOf(cell: Cell): PopulationOptions {
  if (cell.outcome === "refused") return { least: 0, most: 0, changes: 0 };
  return cell.paging === "next" ? { least: 3, most: 4, changes: 0 } : { least: 1, most: 3 };
}

async function runCell(scope: Scope, cell: Cell, input: CellCase): Promise<void> {
  const session = await populate(scope, input.past);
  const selection = resolveView(session.at, input.view);
  const size = input.past.objects.length;
  const limited = { limit: resolveLimit(input.limit, size) };
  const { options, freshness } = parameters(session, cell, input);
  const due: Due = { freshness, cell: cell.requirement };
  const paging = cell.paging === "whole" ? {} : limited;
  if (cell.paging === "next") return await runNextPage(session, cell, input, { limited, options });
  if (cell.outcome === "refused") {
    const answer = await session.reader.send(selection, { ...options, ...paging });
    return expectRefusal(cell.requirement, answer);
  }
  const walk = await session.reader.list(selection, { ...options, ...paging }, due);
  await takeTurns(session, input.meanwhile, size);
  await session.reader.finish(walk, selection);
  session.verifyReads();
}

async function runNextPage(
  session: Session,
  cell: Cell,
  input: CellCase,
  asked: { limited: { limit: number }; options: ListOptions },
): Promise<void> {
  const { reader } = session;
  const selection = resolveView(session.at, input.view);
  const walk = await reader.list(selection, { limit: 1 });
  const { token } = walk.pages[0]!;
  if (token === undefined) throw new Discard("the collection was one page");
  const due = session.writer.writes.flatMap(({ object }) => object ? [contentOf(object)] : []);
  await takeTurns(session, input.meanwhile, input.past.objects.length);
  const options = { ...asked.options, ...asked.limited };
  if (cell.outcome === "as the token says") {
    await reader.next(walk, selection, options);
    expectGoesOn(cell, walk, due);
    await reader.finish(walk, selection);
    session.verifyReads();
    return;
  }
  const answer = await reader.send(selection, { ...options, token });
  if (cell.outcome === "refused with 400") {
    expectRefusal(cell.requirement, answer, { only: 400 });
    // The version that the token stands for is no exception.
    const { version } = walk.pages[0]!;
    const own = await reader.send(selection, { ...options, version, token });
    return expectRefusal(cell.requirement, own, { only: 400 });
  }
  if (answer.status >= 400) return expectRefusal(cell.requirement, answer);
  await reader.next(walk, selection, options);
  expectGoesOn(cell, walk, due);
  session.verifyReads();
}

/** The second page must hold other objects than the first, as they were then, at its version. */
function expectGoesOn(cell: Cell, { pages }: OpenPagedList, due: readonly string[]): void {
  const [first, second] = [pages[0]!, pages[1]!];
  const shown = new Set(first.items.map(keyOf));
  const astray = second.items.find((item) =>
    shown.has(keyOf(item)) || !due.includes(contentOf(item))
  );
  if (astray === undefined && second.version === first.version) return;
  throw new Violation(cell.requirement, {
    expected: `what comes behind ${describeAll(first.items)} at ${first.version}`,
    actual: `${describeAll(second.items)} at ${second.version}`,
  });
}

function parameters(session: Session, cell: Cell, { version }: CellCase): {
  options: ListOptions;
  freshness: Freshness;
} {
  const match = cell.match === undefined ? {} : { match: cell.match };
  const anything: Freshness = { kind: "any" };
  if (cell.version === "unset") return { options: match, freshness: { kind: "most recent" } };
  if (cell.version === "zero") return { options: { ...match, version: "0" }, freshness: anything };
  const named = session.remembered(version);
  if (named === undefined) throw new Discard("no write was answered with a version");
  const freshness: Freshness = cell.outcome === "exact" || cell.outcome === "not older than"
    ? { kind: cell.outcome, version: named }
    : anything;
  return { options: { ...match, version: named }, freshness };
}
