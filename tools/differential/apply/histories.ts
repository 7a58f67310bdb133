/**
 * Draws histories of writes and has each compared, kind by kind, until one differs.
 *
 * @module
 */
import fc from "fast-check";
import type { Arguments } from "./arguments.ts";
import { type ComparedKind, KINDS } from "./kinds.ts";
import { firstStepOf, type Step, stepOf } from "./steps.ts";

/** Compares one history; throws where the two differ. */
export type CompareHistory = (kind: ComparedKind, history: readonly Step[]) => Promise<void>;

/** Says how each kind went; the first history that differs is shrunk, and ends the program with 1. */
export async function compareHistories(
  options: Arguments,
  compare: CompareHistory,
  print: (line: string) => void,
): Promise<void> {
  for (const kind of options.kind ? [KINDS[options.kind]!] : Object.values(KINDS)) {
    const history = fc.tuple(
      firstStepOf(kind),
      fc.array(stepOf(kind), { maxLength: 12, size: "max" }),
    );
    const details = await fc.check(
      fc.asyncProperty(history, ([first, rest]) => compare(kind, [first, ...rest])),
      {
        numRuns: options.runs,
        seed: options.seed,
        interruptAfterTimeLimit: options.seconds * 1000,
      },
    );
    if (details.failed && details.counterexample) {
      print(`${kind.name}: seed ${details.seed}, path ${details.counterexamplePath}`);
      print(String((details.errorInstance as Error)?.message));
      Deno.exitCode = 1;
      return;
    }
    print(`${kind.name}: ${details.numRuns} histories agree`);
  }
}
