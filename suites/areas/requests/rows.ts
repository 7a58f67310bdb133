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
import { completeRow, type PartialRow, type RequestRow } from "../../model/outcomes/facets.ts";
import { judge, type ObservedRequest } from "../../model/outcomes/outcome.ts";
import type { Scope } from "../../scope.ts";
import { planRequest } from "./request.ts";
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
  run: (scope: Scope, row: RequestRow) => Promise<void> = (scope, row) => runRow(scope, name, row),
): Check {
  const action = ACTIONS[name];
  return property<PartialRow, RequirementId>({
    id: `requests/${name}`,
    title,
    requirements: [...COMMON, ...requirements],
    features: action.features,
    types: name.endsWith("-status") ? ["deployments"] : "any",
    uses: ["dry-run", "field-validation", "yaml", "protobuf", "strategic-merge-patch"],
    arbitrary: (target) => new SimplerRows(name, target),
    caseList: (target, options) => casesOf(name, target, options),
    run: async (scope, row) => await run(scope, completeRow(row)),
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
): CaseList<PartialRow> {
  const strength = runs >= TRIPLES_FROM ? 3 : 2;
  const { accepted, refused } = requestArrays(ACTIONS[name], {
    seed,
    strength,
    lacks,
    types: name.endsWith("-status") ? undefined : all?.slice(0, MOST_TYPES),
  });
  const combinations = combinationsOf([...accepted, ...refused], strength);
  const coverage = (decided: readonly PartialRow[]) => ({
    strength,
    covered: combinationsOf(decided, strength),
    combinations,
  });
  const part = name === "deletecollection" ? COLLECTION_ROWS_FOR_PAIRS : ROWS_FOR_PAIRS;
  const first = (share: number) => [
    ...accepted.slice(0, Math.ceil(share * part * accepted.length)),
    ...refused.slice(0, Math.ceil(share * refused.length)),
  ];
  const isEnough = (rows: readonly PartialRow[]) =>
    combinationsOf(rows, strength) >= (runs >= PAIRS_FROM ? 1 : ENOUGH_PAIRS) * combinations;
  let inputs = [...accepted, ...refused];
  if (strength === 2) {
    const shares = runs >= PAIRS_FROM ? [1] : [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    inputs = shares.map(first).find(isEnough) ?? inputs;
  }
  return { inputs: runs < ENOUGH_PAIRS_FROM ? inputs.slice(0, runs) : inputs, coverage };
}

/** Shrinks rows: one facet after the other gets its simplest value. */
class SimplerRows extends fc.Arbitrary<PartialRow> {
  readonly #action: ActionName;
  readonly #target: Pick<Target, "types">;

  constructor(action: ActionName, target: Pick<Target, "types">) {
    super();
    this.#action = action;
    this.#target = target;
  }

  /** Generates nothing of use: the rows are given. */
  override generate(): fc.Value<PartialRow> {
    return new fc.Value<PartialRow>({}, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is PartialRow {
    return true;
  }

  override shrink(row: PartialRow): fc.Stream<fc.Value<PartialRow>> {
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
    return fc.stream(simpler.map((each) => new fc.Value(each, undefined))[Symbol.iterator]());
  }
}

/** Runs the request of a row, and judges its outcome. */
async function runRow(scope: Scope, action: ActionName, row: RequestRow): Promise<void> {
  const prepared = await prepare(scope, row);
  const { objects, original, before, earlierUid } = prepared;
  const watch = row.watch === "yes" ? await openWatch(objects, before) : undefined;
  const { request, edits } = planRequest(action, row, prepared);
  const response = await scope.send(request);
  scope.note(response.status < 300 ? "accepted" : "refused");
  const after = await objects.read(original);
  // A watch shows as much as a list.
  const listed = watch === undefined ? await objects.list(original) : undefined;
  const events = watch && await eventsOf(objects, watch);
  const observed: ObservedRequest = {
    action,
    row,
    before,
    earlierUid,
    sent: original,
    edits,
    response,
    after,
    listed,
    events,
  };
  verifyAll(withExchanges(judge(observed), response.exchange));
}
