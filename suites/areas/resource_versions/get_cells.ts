/**
 * Gets at every kind of version.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { Freshness } from "../../model/freshness.ts";
import { REQUIREMENTS } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";

/** The three ways to name a version, or none. */
const CELLS = [
  { requirement: "resource-versions.get-unset-most-recent", kind: "most recent" },
  { requirement: "resource-versions.get-zero-any", kind: "any" },
  { requirement: "resource-versions.get-other-not-older", kind: "not older than" },
] as const;

/** A case: a past, and whose state is read at which version. */
interface GetCase {
  readonly past: Population;
  readonly slot: number;
  readonly version: number;
}

/** A check for each way. */
export const GET_CELLS: readonly Check[] = CELLS.map((cell) =>
  property<GetCase>({
    id: `resource-versions/${cell.requirement.slice("resource-versions.".length)}`,
    title: REQUIREMENTS[cell.requirement].statement.replace(/\.$/, ""),
    requirements: [
      cell.requirement,
      "resource-versions.object-carries-version",
      "resource-versions.unchanged-keeps-version",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        past: population({ least: 1, most: 3, changes: 3 }),
        slot: fc.nat({ max: 2 }),
        version: fc.nat({ max: 5 }),
      }),
    run: (scope, input) => runGet(scope, cell, input),
  })
);

async function runGet(
  scope: Scope,
  cell: typeof CELLS[number],
  { past, slot, version }: GetCase,
): Promise<void> {
  const session = await populate(scope, past);
  const named = cell.kind === "not older than" ? session.remembered(version) : undefined;
  if (cell.kind === "not older than" && named === undefined) {
    throw new Discard("no write was answered with a version");
  }
  const freshness: Freshness = cell.kind === "not older than"
    ? { kind: cell.kind, version: named! }
    : { kind: cell.kind };
  const sent = cell.kind === "any" ? "0" : named;
  const read = slot % past.objects.length;
  await session.reader.get(read, sent, { freshness, cell: cell.requirement });
  session.verifyReads();
}
