/**
 * The hostile program: runs `check`, as users run it, against targets that try to keep it from ending,
 * to fill its memory, or to make it print the token.
 *
 * `deno task hostile --help` lists the options.
 *
 * @module
 */
import { type Command, type Given, list, milliseconds, runTool, value } from "@plumbline/options";
import { print } from "../program/output.ts";
import { HOSTILE, HOSTILE_TOKEN, startHostile } from "./targets.ts";
import { type HostileOutcome, runProgram } from "./program.ts";

const NAMES = Object.keys(HOSTILE);

const OPTIONS = {
  target: list("NAME,...", `only these targets: ${NAMES.join(", ")}`, { words: () => NAMES }),
  time: value("TIME", "time after which a run is killed (default 5m)", milliseconds),
  interrupt: value("TIME", "time after which Ctrl-C is sent (default 3s)", milliseconds),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "hostile",
  arguments: [],
  description: "Check hostile targets with default bounds, as users do, and measure the program.",
  options: OPTIONS,
  examples: [["hostile --target dribbles", "Check one hostile target"]],
};

/** The goals: what a run may take at most. */
const GOALS = { seconds: 60, memory: 500, afterInterrupt: 5 } as const;

/** The codes with which a run on a hostile target may end: not conformant, unreachable. */
const GOOD_CODES: readonly number[] = [1, 3];

/** The code of a run that Ctrl-C ended. */
const INTERRUPTED = 130;

async function run(
  { options: { target = NAMES, time = 300_000, interrupt = 3_000 } }: Given<typeof OPTIONS>,
): Promise<number> {
  print("exit  seconds  MiB  Ctrl-C, s  target");
  let bad = 0;
  for (const name of target) {
    const whole = await runOn(name, { limit: time });
    const cut = await runOn(name, { limit: time, interruptAfter: interrupt });
    const problems = [...problemsOf(whole), ...problemsOf(cut, true)];
    print(
      `${String(whole.code ?? "-").padStart(4)} ${whole.seconds.toFixed(1).padStart(8)} ` +
        `${whole.memory?.toFixed(0).padStart(4) ?? "   -"} ` +
        `${cut.afterInterrupt?.toFixed(1).padStart(10) ?? "  had ended"}  ${name}`,
    );
    for (const problem of problems) print(`      ${problem}`);
    bad += problems.length;
  }
  print(`${bad} goals not reached on ${target.length} targets`);
  return bad === 0 ? 0 : 1;
}

async function runOn(name: string, options: { limit: number; interruptAfter?: number }) {
  await using hostile = await startHostile(HOSTILE[name]!);
  return await runProgram({ url: hostile.url, token: HOSTILE_TOKEN, ...options });
}

/** Returns what is wrong with a run. */
function problemsOf(outcome: HostileOutcome, isCut = false): string[] {
  const { code, seconds, memory = 0, afterInterrupt = 0, output } = outcome;
  const encoded = [HOSTILE_TOKEN, encodeURIComponent(HOSTILE_TOKEN), btoa(HOSTILE_TOKEN)];
  const good = isCut ? [...GOOD_CODES, INTERRUPTED] : GOOD_CODES;
  return [
    ...code === undefined ? ["did not end"] : good.includes(code) ? [] : [`exit code ${code}`],
    ...!isCut && seconds > GOALS.seconds ? [`more than ${GOALS.seconds} s`] : [],
    ...memory > GOALS.memory ? [`more than ${GOALS.memory} MiB`] : [],
    ...afterInterrupt > GOALS.afterInterrupt
      ? [`more than ${GOALS.afterInterrupt} s after Ctrl-C`]
      : [],
    ...encoded.some((text) => output.includes(text.replace(/=+$/, ""))) ? ["prints the token"] : [],
    // deno-lint-ignore no-control-regex -- what a target could send to a terminal
    ...(/\x1b/.test(output) ? ["prints escapes of terminals"] : []),
    ...(/\n\s+at .+\.ts:\d+/.test(output) ? ["prints a stack trace"] : []),
  ];
}

if (import.meta.main) Deno.exit(await runTool(COMMAND, Deno.args, run));
