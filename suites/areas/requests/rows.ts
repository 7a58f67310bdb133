/**
 * The checks of the area: one for each action, whose cases are the rows of covering arrays.
 *
 * @module
 */
import fc from "fast-check";
import { type CaseList, type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Target } from "../../client/target.ts";
import {
  type ActionName,
  ACTIONS,
  combinationsOf,
  isAllowed,
  requestArrays,
} from "../../model/outcomes/actions.ts";
import { withExchanges } from "../../model/discrepancy.ts";
import type { Discrepancy } from "../../model/discrepancy.ts";
import { completeRow, type PartialRow, type RequestRow } from "../../model/outcomes/facets.ts";
import { judge, type ObservedRequest } from "../../model/outcomes/outcome.ts";
import type { Scope } from "../../scope.ts";
import { planRequest } from "./request.ts";
import {
  forAnotherRound,
  groupRows,
  inRounds,
  observeInTurn,
  partialRowsOf,
  type RowCase,
  sendRows,
} from "./row_groups.ts";
import { prepare } from "./state.ts";
import { eventsOf, openWatch } from "./watches.ts";
import { verifyAll } from "../../verify.ts";

/** The requirements that every action is about. */
const COMMON: readonly [RequirementId, ...RequirementId[]] = [
  "requests.accepted",
  "requests.refused-changes-nothing",
  "requests.dry-run-changes-nothing",
  "requests.unauthenticated-refused",
  "requests.dry-run-value-refused",
  "requests.list-agrees",
  "requests.watch-shows-change",
  "requests.watch-silent",
  "requests.refusal-code",
  "requests.refusal-status",
];

/** Returns the check of an action. */
export function rowsOf(
  name: ActionName,
  title: string,
  requirements: readonly RequirementId[],
  run: (scope: Scope, input: RowCase) => Promise<void> = (scope, input) =>
    inRounds(input, (rows) => runRows(scope, name, rows)),
): Check {
  const action = ACTIONS[name];
  return property<RowCase, RequirementId>({
    id: `requests/${name}`,
    title,
    requirements: [...COMMON, ...requirements],
    features: action.features,
    types: name.endsWith("-status") ? ["deployments"] : "any",
    uses: ["dry-run", "field-validation", "yaml", "protobuf", "strategic-merge-patch"],
    arbitrary: (target) => new SimplerRows(name, target),
    caseList: (target, options) => casesOf(name, target, options),
    run,
  });
}

/** The types of a target of which the values of other facets are combined, at most. */
const MOST_TYPES = 6;

/** The cases per property from which three facets are combined. */
const TRIPLES_FROM = 1_000;

/** The cases per property below which `ENOUGH_PAIRS` are enough, and below which any rows are. */
const PAIRS_FROM = 100;
const ENOUGH_PAIRS_FROM = 20;

/** The part of the pairs that is enough for few cases. */
const ENOUGH_PAIRS = 0.5;

/** The part of the accepted rows, each of which has other triples, that is run for the pairs. */
const ROWS_FOR_PAIRS = 0.6;

/** The same of deletecollection, where what one selector and one option select differs by type. */
const COLLECTION_ROWS_FOR_PAIRS = 1;

function casesOf(
  name: ActionName,
  { lacks, types: all }: Target,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): CaseList<RowCase> {
  const strength = runs >= TRIPLES_FROM ? 3 : 2;
  const { accepted, refused } = requestArrays(ACTIONS[name], {
    seed,
    strength,
    lacks,
    types: name.endsWith("-status") ? undefined : all?.slice(0, MOST_TYPES),
  });
  const combinations = combinationsOf([...accepted, ...refused], strength);
  const coverage = (decided: readonly RowCase[]) => ({
    strength,
    covered: combinationsOf(decided.flatMap(partialRowsOf), strength),
    combinations,
  });
  const part = name === "deletecollection" ? COLLECTION_ROWS_FOR_PAIRS : ROWS_FOR_PAIRS;
  const first = (share: number) => [
    ...accepted.slice(0, Math.ceil(share * part * accepted.length)),
    ...refused.slice(0, Math.ceil(share * refused.length)),
  ];
  const isEnough = (rows: readonly PartialRow[]) =>
    combinationsOf(rows, strength) >= (runs >= PAIRS_FROM ? 1 : ENOUGH_PAIRS) * combinations;
  let rows: readonly PartialRow[] = [...accepted, ...refused];
  if (strength === 2) {
    const shares = runs >= PAIRS_FROM ? [1] : [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    rows = shares.map(first).find(isEnough) ?? rows;
  }
  const inputs = groupRows(name, rows);
  return { inputs: runs < ENOUGH_PAIRS_FROM ? inputs.slice(0, runs) : inputs, coverage };
}

/** Shrinks cases to one row, and rows: one facet after the other gets its simplest value. */
class SimplerRows extends fc.Arbitrary<RowCase> {
  readonly #action: ActionName;
  readonly #target: Pick<Target, "types">;

  constructor(action: ActionName, target: Pick<Target, "types">) {
    super();
    this.#action = action;
    this.#target = target;
  }

  /** Generates nothing of use: the rows are given. */
  override generate(): fc.Value<RowCase> {
    return new fc.Value<RowCase>({}, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is RowCase {
    return true;
  }

  override shrink(input: RowCase): fc.Stream<fc.Value<RowCase>> {
    const rows = partialRowsOf(input);
    if (rows.length > 1) return streamOf([...rows, ...withoutEach(rows)]);
    const [row = {}] = rows;
    const simplest = completeRow({});
    // The types of a target are all as simple; and not each has a status.
    const hasSimplest = this.#target.types === undefined &&
      ACTIONS[this.#action].facets.resource!.includes(simplest.resource);
    const isKept = (facet: string) => facet === "flaw" || (facet === "resource" && !hasSimplest);
    const simpler = Object.keys(row).filter((facet) => !isKept(facet))
      .map((facet) => facet as keyof RequestRow)
      .filter((facet) => row[facet] !== simplest[facet])
      .map((facet): PartialRow => ({ ...row, [facet]: simplest[facet] }))
      .filter((each) => isAllowed(ACTIONS[this.#action], each));
    return streamOf(simpler);
  }
}

function streamOf(inputs: readonly RowCase[]): fc.Stream<fc.Value<RowCase>> {
  return fc.stream(inputs.map((each) => new fc.Value(each, undefined))[Symbol.iterator]());
}

/** Returns the cases that have all rows but one, if more than one remain. */
function withoutEach(rows: readonly PartialRow[]): readonly RowCase[] {
  if (rows.length < 3) return [];
  return rows.map((_, index): RowCase => {
    const [first, ...also] = rows.toSpliced(index, 1);
    return { ...first, also };
  });
}

/** The requirements that a request violates which changes what it must not. */
const CHANGES: readonly RequirementId[] = [
  "requests.refused-changes-nothing",
  "requests.dry-run-changes-nothing",
];

/**
 * Sends the requests of rows for one object until an outcome is wrong, and judges them.
 *
 * @returns The rows that are to be judged for another object.
 */
async function runRows(
  scope: Scope,
  action: ActionName,
  rows: readonly RequestRow[],
): Promise<readonly RequestRow[]> {
  const prepared = await prepare(scope, rows);
  const { objects, original, earlierUid } = prepared;
  const isWatched = rows.some(({ watch }) => watch === "yes");
  const watch = isWatched ? await openWatch(objects, prepared.before) : undefined;
  let { before } = prepared;
  const observe = async (part: readonly RequestRow[]) => {
    const sent = await sendRows(scope, action, part, (row) => planRequest(action, row, prepared));
    const after = await objects.read(original);
    const facts = { action, before, earlierUid, sent: original, after };
    before = after;
    return sent.map((each): ObservedRequest => ({
      ...facts,
      ...each,
      listed: undefined,
      events: undefined,
    }));
  };
  const { observed, last } = await observeInTurn(rows, observe, (each) => judge(each).length > 0);
  // A watch shows as much as a list.
  const isListed = rows.some((row) => row.watch === "no");
  const listed = isListed ? await objects.list(original) : undefined;
  const events = watch && await eventsOf(objects, watch);
  const found = observed.flatMap((each) =>
    withExchanges(
      judge({ ...each, listed: last.includes(each) ? listed : undefined, events }),
      each.response.exchange,
    )
  );
  verifyAll(rows.length > 1 ? withoutConsequences(found) : found);
  return found.length === 0
    ? []
    : await forAnotherRound(rows, observed, { objects, one: original });
}

/** Returns the changes alone, if there are any: other requests may be answered as they are due to them. */
function withoutConsequences(found: readonly Discrepancy[]): readonly Discrepancy[] {
  const changes = found.filter(({ requirement }) => CHANGES.includes(requirement));
  return changes.length > 0 ? changes : found;
}
