/**
 * Lists of steps, mixed for what is to be checked, and how they are run.
 *
 * @module
 */
import fc from "fast-check";
import type { Level } from "../../reports/events.ts";
import { property, type PropertyCheck } from "../check.ts";
import { resourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { Session } from "../session/session.ts";
import { resourceName } from "./resource_types.ts";
import { race, raceToCreate, readAmongWrites } from "./steps/races.ts";
import { finishWalks, get, list, page, walk } from "./steps/reads.ts";
import { SlotModel, Stage } from "./steps/step.ts";
import { closeWatch, resume, watch } from "./steps/watches.ts";
import {
  burst,
  create,
  finalize,
  idle,
  jsonPatch,
  mergePatch,
  recreate,
  remove,
  update,
} from "./steps/writes.ts";

/** A drawn case: the type it acts on, and the steps. */
export interface StepList {
  readonly resource: string;
  readonly steps: Iterable<fc.AsyncCommand<SlotModel, Stage>>;
}

type AnyStep = fc.Arbitrary<fc.AsyncCommand<SlotModel, Stage>>;

/** A kind comes as often in a list as it is named: fast-check draws among them evenly. */
function often(times: number, kind: () => AnyStep): AnyStep[] {
  return Array.from({ length: times }, kind);
}

const WRITES: readonly AnyStep[] = [
  ...often(5, create),
  ...often(2, update),
  ...often(3, mergePatch),
  ...often(1, jsonPatch),
  ...often(2, remove),
  ...often(2, finalize),
  ...often(1, recreate),
  ...often(1, burst),
  ...often(1, race),
  ...often(1, raceToCreate),
];

/** Lists of long enough: short ones hide most bugs that need four steps. */
function stepList(kinds: readonly AnyStep[], replayPath?: string): fc.Arbitrary<StepList> {
  return fc.record({
    resource: resourceName(),
    steps: fc.commands([...kinds], {
      maxCommands: 40,
      size: "max",
      ...(replayPath !== undefined && { replayPath }),
    }),
  });
}

/** Writers and readers at any freshness. */
export function readingSteps(replayPath?: string): fc.Arbitrary<StepList> {
  const reads = [...often(4, list), ...often(4, get), ...often(2, readAmongWrites)];
  return stepList([...WRITES, ...reads], replayPath);
}

/** Writers, and walks whose pages they come between. */
export function pagingSteps(replayPath?: string): fc.Arbitrary<StepList> {
  return stepList(
    [...WRITES, ...often(3, create), ...often(4, walk), ...often(5, page)],
    replayPath,
  );
}

/** Writers, and watches that come, go and resume. */
export function watchingSteps(replayPath?: string): fc.Arbitrary<StepList> {
  const watches = [...often(3, watch), ...often(1, closeWatch), ...often(2, resume)];
  return stepList([...WRITES, ...often(2, idle), ...watches], replayPath);
}

/** A check that takes drawn steps in a recorded session and judges all that was seen. */
export function history(
  facts: Pick<
    Parameters<typeof property<StepList>>[0],
    "id" | "title" | "requirements" | "level"
  >,
  steps: (replayPath?: string) => fc.Arbitrary<StepList>,
): PropertyCheck<StepList> {
  return property<StepList>({
    ...facts,
    arbitrary: (_target, replayPath) => steps(replayPath),
    run: (scope, input) => runSteps(scope, input, facts.level),
  });
}

/** Only what is broken at this level counts. */
async function runSteps(scope: Scope, input: StepList, level: Level): Promise<void> {
  const session = await Session.record(scope, resourceType(input.resource));
  const stage = new Stage(session);
  await fc.asyncModelRun(() => ({ model: new SlotModel(), real: stage }), input.steps);
  await finishWalks(stage);
  await session.verify(level);
}
