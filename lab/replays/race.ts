/**
 * Runs the printed command of a race many times.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { startMutated } from "@plumbline/mutants/embedded";
import type { CheckResult } from "@plumbline/reports/events";
import { AREAS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { checkersOf } from "./checkers.ts";

/** What the tries of a race showed. */
export interface ReplayedRace {
  readonly command: string;
  /** How often the repetitions right after it was found failed. */
  readonly confirmed: string;
  /** The tries that ended `reproduced`. */
  readonly reproduced: number;
}

/** Checks a server with the bug, and runs the command of the failure so many times. */
export async function replayRace(id: string, seed: number, tries: number): Promise<ReplayedRace> {
  const found = await findRace(id, seed);
  if (found === undefined) return { command: "no failure was found", confirmed: "", reproduced: 0 };
  const { confirmed: { attempts, reproduced: again }, replay } = found;
  let reproduced = 0;
  for (let at = 0; at < tries; at++) {
    const { code, stdout } = await new Deno.Command("bash", {
      args: ["-c", replay],
      env: { NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(stdout);
    if (code === 1 && /^reproduced in /m.test(text)) reproduced++;
  }
  return { command: replay, confirmed: `${again} of ${attempts} repetitions failed`, reproduced };
}

/** Returns the failure that shows least often, of those that the bug explains. */
async function findRace(id: string, seed: number): Promise<CheckResult["failures"][0] | undefined> {
  const bug = mutants.find((one) => one.id === id)!;
  for (const check of checkersOf(id)) {
    await using target = await startMutated({ mutants: [id] });
    const [result] = await runChecks({
      target,
      areas: AREAS,
      checks: [check],
      seed,
      limits: { explainTime: 0 },
      command: `deno task check --mutant ${id}`,
      emit: () => {},
    });
    const own = result?.failures.filter(({ requirement }) => bug.breaks.includes(requirement)) ??
      [];
    const races = own.filter(({ confirmed }) => confirmed.loaded !== undefined);
    const rate = ({ confirmed: { attempts, reproduced } }: CheckResult["failures"][0]) =>
      reproduced / attempts;
    const [rarest] = races.toSorted((a, b) => rate(a) - rate(b));
    if (rarest !== undefined) return rarest;
  }
  return undefined;
}
