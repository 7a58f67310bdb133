/**
 * Compares field ownership: generated histories of writes by several managers to one object, sent
 * to the reference server and to a real one.
 *
 * @module
 */
import fc from "fast-check";
import type { ApiObject } from "@plumbline/server/api";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { releaseOf, removeOf } from "../../requests/writes.ts";
import type { Comparison } from "../comparison.ts";
import { differenceOf } from "./essence.ts";
import { COMPARED_KINDS, type ComparedKind } from "./kinds.ts";
import type { AnsweredStep } from "./prediction.ts";
import { type RecordedHistory, recordHistory } from "./recording.ts";
import { bodyOf, firstStepOf, type OwnershipStep, requestOfStep, stepOf } from "./steps.ts";

/** Number of recorded histories per kind. */
const RECORDED = 20;

/** Compares ownership. */
export const ownership: Comparison = {
  name: "ownership",
  help: "field owners and conflicts after writes by several managers",
  async run({ real, reference, runs = 100, seed, kinds, report }) {
    const recorded: RecordedHistory[] = [];
    let objects = 0;
    for (
      const kind of Object.values(COMPARED_KINDS).filter((kind) =>
        kinds?.includes(kind.kind) ?? true
      )
    ) {
      const ofKind: RecordedHistory[] = [];
      const outcomes = new Map<string, number>();
      const history = fc.tuple(
        firstStepOf(kind),
        fc.array(stepOf(kind), { maxLength: 12, size: "max" }),
      );
      await fc.assert(
        fc.asyncProperty(history, async ([first, rest]) => {
          const name = `t-${seed}-${Date.now().toString(36)}-${objects++}`;
          try {
            const exchanges = await compareHistory([first, ...rest], {
              real,
              reference,
              kind,
              name,
            });
            for (const { step, answer } of exchanges) {
              const outcome = `${step.verb} ${answer.status}`;
              outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            }
            if (ofKind.length < RECORDED) ofKind.push(recordHistory(kind.name, exchanges));
          } finally {
            await Promise.all([remove(reference, kind, name), remove(real, kind, name)]);
          }
        }),
        { numRuns: runs, seed },
      );
      const counts = [...outcomes].sort().map(([outcome, times]) => `${outcome}: ${times}`);
      report(`${kind.name}: ${runs} histories agree (${counts.join(", ")})`);
      recorded.push(...ofKind);
    }
    return recorded;
  },
};

/** Sends a history to both servers; returns the exchanges with the real one. */
async function compareHistory(
  history: readonly OwnershipStep[],
  { real, reference, kind, name }: {
    readonly real: Target;
    readonly reference: Target;
    readonly kind: ComparedKind;
    readonly name: string;
  },
): Promise<readonly AnsweredStep[]> {
  const exchanges: AnsweredStep[] = [];
  let ours: ApiObject | undefined;
  let theirs: ApiObject | undefined;
  for (const step of history) {
    // Real servers differ from the specification here.
    if (["empty", "reset"].includes(step.managedFields)) continue;
    const body = bodyOf(step, kind, name, theirs);
    const [mine, answer] = await Promise.all([
      sendJson(reference, requestOfStep(step, kind, name, bodyOf(step, kind, name, ours))),
      sendJson(real, requestOfStep(step, kind, name, body)),
    ]);
    // Only the real server rejects this object: there is no ownership to compare.
    if (answer.status === 422 && mine.status < 300) break;
    exchanges.push({ step, body, answer: answer, ...(theirs && { live: theirs }) });
    const difference = differenceOf(mine, answer);
    if (difference) throw new Error(`${difference}\n${JSON.stringify(exchanges, undefined, 1)}`);
    if (answer.status < 300) [ours, theirs] = [mine.body, answer.body];
    if (!ours) break;
  }
  return exchanges;
}

async function remove(target: Target, kind: ComparedKind, name: string): Promise<void> {
  const path = `${kind.collection}/${name}`;
  await sendJson(target, removeOf(path));
  await sendJson(target, releaseOf(path));
}
