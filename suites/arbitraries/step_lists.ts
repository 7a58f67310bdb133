/**
 * Arbitraries of step lists for each kind of check, and their execution.
 *
 * @module
 */
import fc from "fast-check";
import { type Level, LEVELS } from "@plumbline/reports/events";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";
import { property, type PropertyCheck } from "../check.ts";
import { type TypedTarget, typeNamed } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { Session } from "../session/session.ts";
import { resourceName } from "./resource_types.ts";
import { race, raceToCreate, readAmongWrites } from "./steps/races.ts";
import { finishPagedLists, firstPage, get, listObjects, nextPage } from "./steps/reads.ts";
import { SlotModel, Stage } from "./steps/step.ts";
import { closeWatch, resume, startWatch } from "./steps/watches.ts";
import {
  applyObject,
  burst,
  create,
  finalize,
  idle,
  jsonPatch,
  mergePatch,
  recreate,
  removeCollection,
  removeObject,
  strategicPatch,
  update,
  writeStatus,
} from "./steps/writes.ts";

/** A generated case: the resource type and the steps. */
export interface StepList {
  readonly resource: string;
  readonly steps: Iterable<fc.AsyncCommand<SlotModel, Stage>>;
}

type AnyStep = fc.Arbitrary<fc.AsyncCommand<SlotModel, Stage>>;

/** Repeats a kind of step: fast-check chooses among the entries evenly. */
function often(times: number, kind: () => AnyStep): AnyStep[] {
  return Array.from({ length: times }, kind);
}

const WRITES: readonly AnyStep[] = [
  ...often(5, create),
  ...often(2, update),
  ...often(2, mergePatch),
  ...often(1, strategicPatch),
  ...often(1, applyObject),
  ...often(1, writeStatus),
  ...often(1, jsonPatch),
  ...often(2, removeObject),
  ...often(2, finalize),
  ...often(1, recreate),
  ...often(1, burst),
  ...often(1, race),
  ...often(1, raceToCreate),
  ...often(1, removeCollection),
];

/** Returns an arbitrary of long lists: short ones miss most bugs that need four steps. */
function stepList(
  kinds: readonly AnyStep[],
  target: TypedTarget | undefined,
  replayPath?: string,
): fc.Arbitrary<StepList> {
  return fc.record({
    resource: resourceName(target),
    steps: fc.commands([...kinds], {
      maxCommands: 40,
      size: "max",
      ...(replayPath !== undefined && { replayPath }),
    }),
  });
}

/** Returns an arbitrary of writes and reads of any freshness. */
export function readingSteps(
  target?: TypedTarget,
  replayPath?: string,
): fc.Arbitrary<StepList> {
  const reads = [...often(4, listObjects), ...often(4, get), ...often(2, readAmongWrites)];
  return stepList([...WRITES, ...reads], target, replayPath);
}

/** Returns an arbitrary of writes between the pages of lists. */
export function pagingSteps(
  target?: TypedTarget,
  replayPath?: string,
): fc.Arbitrary<StepList> {
  return stepList(
    [...WRITES, ...often(3, create), ...often(4, firstPage), ...often(5, nextPage)],
    target,
    replayPath,
  );
}

/** Returns an arbitrary of writes, and watches that are opened, closed and resumed. */
export function watchingSteps(
  target?: TypedTarget,
  replayPath?: string,
): fc.Arbitrary<StepList> {
  const watches = [...often(3, startWatch), ...often(1, closeWatch), ...often(2, resume)];
  return stepList([...WRITES, ...often(2, idle), ...watches], target, replayPath);
}

/**
 * Creates a check that runs generated steps in a recorded session and verifies all observations, by the
 * requirements of the levels that its own have.
 */
export function history(
  facts: Pick<
    Parameters<typeof property<StepList>>[0],
    "id" | "share" | "title" | "requirements" | "version"
  >,
  steps: (target: TypedTarget, replayPath?: string) => fc.Arbitrary<StepList>,
): PropertyCheck<StepList> {
  return property<StepList>({
    ...facts,
    runsAllCases: true,
    arbitrary: steps,
    run: (scope, input) => runSteps(scope, input, levelsOf(facts.requirements)),
  });
}

/** Returns the levels of requirements, the highest first. */
function levelsOf(requirements: readonly RequirementId[]): readonly Level[] {
  return LEVELS.filter((level) => requirements.some((id) => REQUIREMENTS[id].level === level));
}

/** Runs the steps and verifies the requirements of these levels. */
async function runSteps(scope: Scope, input: StepList, levels: readonly Level[]): Promise<void> {
  const session = await Session.record(scope, typeNamed(scope.target, input.resource));
  const stage = new Stage(session);
  await fc.asyncModelRun(() => ({ model: new SlotModel(), real: stage }), input.steps);
  await finishPagedLists(stage);
  await session.verify(...levels);
}
