/**
 * Shows one seeded bug: by the repetitions of its failure, and by the script of curl commands.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { startMutated } from "@plumbline/mutants/embedded";
import type { RunEvent } from "@plumbline/reports/events";
import { type Report, reportOf } from "@plumbline/reports/report";
import { curlScript } from "@plumbline/reports/script";
import { AREAS } from "@plumbline/suites/areas";
import type { Target } from "@plumbline/suites/client/target";
import { runChecks } from "@plumbline/suites/engine/run";
import { checkersOf } from "./checkers.ts";

/** What a bug showed. */
export interface Shown {
  /** The check that found it; undefined if none did. */
  readonly check?: string;
  readonly attempts: number;
  readonly repeated: number;
  readonly script:
    | "shows it"
    | "does not show it"
    | "shows it on a correct server, too"
    | "not written";
}

const NOTHING: Shown = { attempts: 0, repeated: 0, script: "not written" };

/** Checks a server with the bug, and runs the script of the first failure that it explains. */
export async function showBug(id: string, seed: number): Promise<Shown> {
  const bug = mutants.find((one) => one.id === id)!;
  for (const check of checkersOf(id)) {
    await using target = await startMutated({ mutants: [id] });
    const events: RunEvent[] = [];
    const limits = { explainTime: 0 };
    const emit = (event: RunEvent) => void events.push(event);
    await runChecks({ target, areas: AREAS, checks: [check], seed, limits, emit });
    const report = reportOf(events);
    const [result] = report.checks;
    const failure = result?.failures.find(({ requirement }) => bug.breaks.includes(requirement));
    if (result === undefined || failure === undefined) continue;
    const single = { ...report, checks: [{ ...result, failures: [failure] }] };
    return {
      check: check.id,
      attempts: failure.confirmed.attempts,
      repeated: failure.confirmed.reproduced,
      script: await tryScript(single, target),
    };
  }
  return NOTHING;
}

async function tryScript(report: Report, target: Target): Promise<Shown["script"]> {
  const script = await Deno.makeTempFile({ suffix: ".sh" });
  try {
    await Deno.writeTextFile(script, curlScript(report, target.identities[0].name));
    if (!await isShown(script, target)) return "does not show it";
    await using correct = await startMutated({ mutants: [] });
    return await isShown(script, correct) ? "shows it on a correct server, too" : "shows it";
  } finally {
    await Deno.remove(script);
  }
}

/** Runs a script on a server; returns true if it shows its failure. */
async function isShown(script: string, { url, identities }: Target): Promise<boolean> {
  const tokens = identities.map(({ name, token }, index) => [
    index === 0 ? "TOKEN" : `TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`,
    token ?? "",
  ]);
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: [script],
    env: { ...Object.fromEntries(tokens), SERVER: url },
  }).output();
  const directory = Deno.env.get("REPLAYS_OUT");
  if (directory !== undefined) {
    const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    await Deno.writeTextFile(`${directory}/out.txt`, `\n== ${url}\n${text}`, { append: true });
  }
  return success;
}
