/**
 * Holds a mutated oracle against the clean server: it must find fault with what is right.
 *
 * @module
 */
import type { Trial } from "../../reports/matrix.ts";
import type { Mutation } from "./mutation.ts";
import { overlay } from "./overlay.ts";

/** What became of a mutation. */
export interface Held {
  readonly mutation: Mutation;
  /** Whether a check failed, as it must. */
  readonly noticed: boolean;
  /** The check that did and the requirement it told, or why none did. */
  readonly said: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** Cases a property: enough to come upon nearly everything, few enough to be quick. */
const RUNS = 20;

/** Milliseconds a trial may take. */
const TIME_LIMIT = 120_000;

/** Runs the mutation's checks, the mutation in force. */
export async function hold(mutation: Mutation, seed: number): Promise<Held> {
  const started = performance.now();
  const told = await tryOut(mutation, seed);
  return { mutation, ...told, duration: performance.now() - started };
}

async function tryOut(
  mutation: Mutation,
  seed: number,
): Promise<Pick<Held, "noticed" | "said">> {
  const { runs = RUNS, checks } = mutation;
  await using laid = await overlay(mutation);
  const child = new URL("child.ts", import.meta.url).href;
  const permissions = ["--allow-read", "--allow-net", "--allow-env", "--allow-sys"];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-q", "--no-prompt", "--cached-only", "--config", laid.config, ...permissions],
      ...[child, `${runs}`, `${seed}`, ...checks],
    ],
    signal: AbortSignal.timeout(TIME_LIMIT),
  }).output();
  const decoder = new TextDecoder();
  if (!success) return { noticed: false, said: `it broke: ${decoder.decode(stderr).trim()}` };
  const trial: Trial = JSON.parse(decoder.decode(stdout));
  const [kill] = trial.kills;
  if (kill !== undefined) return { noticed: true, said: `${kill.check}: ${kill.requirement}` };
  const held = checks.filter((check) => trial.checks.includes(check));
  const why = trial.broken ?? `green: ${held.join(", ") || "no check"} of ${checks.join(", ")} ran`;
  return { noticed: false, said: why };
}
