/**
 * Runs checks against a target and yields what happens as events.
 *
 * @module
 */
import type { CheckResult, RunEvent } from "@plumbline/reports/events";
import type { Area } from "./area.ts";
import { AREAS } from "./areas/mod.ts";
import { connect, type ConnectOptions } from "./connect/connect.ts";
import type { Target } from "./client/target.ts";
import { type EngineOptions, runChecks } from "./engine/run.ts";

/** Settings of a run; everything but the target has a default. */
export interface RunOptions
  extends Omit<EngineOptions, "target" | "areas" | "seed" | "emit" | "take"> {
  /**
   * The server under test: a connected target, options to connect with, or a URL. A target that is
   * connected for the run is closed after it.
   */
  readonly target: Target | ConnectOptions | string;
  /** The areas whose checks run. @default {AREAS} */
  readonly areas?: readonly Area[] | undefined;
  /** The seed from which everything is generated. @default {a random one} */
  readonly seed?: number | undefined;
}

/**
 * Runs checks against a target and yields events: `run started`, `check started`, `check finished`,
 * and so on up to `run finished`. Leaving the loop early stops the run. In every case whatever the
 * run created on the target is removed before the loop ends.
 *
 * @param options The target, and what differs from the defaults: all built-in areas, 100 cases per
 * property, a random seed.
 * @returns An async generator of events; its return value is the list of results.
 * @throws {ConfigurationError} if the options to connect make no sense
 * @throws {TargetUnreachable} if the target cannot be reached
 * @throws {CredentialsRejected} if the target rejects the credentials
 *
 * @example
 * ```ts
 * import { run } from "@plumbline/plumbline/suites";
 *
 * async function printVerdicts(url: string): Promise<void> {
 *   for await (const event of run({ target: url })) {
 *     if (event.type === "check finished") console.log(event.result.id, event.result.verdict);
 *   }
 * }
 * ```
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, readonly CheckResult[]> {
  const { target: given, areas = AREAS, signal, ...settings } = options;
  const isConnected = typeof given === "object" && "client" in given;
  const target = isConnected ? given : await connect({
    ...typeof given === "string" ? { url: given } : given,
    ...(signal && { signal }),
  });
  const leaving = new AbortController();
  const events: RunEvent[] = [];
  let wake = () => {};
  let isOver = false;
  const results = runChecks({
    ...settings,
    // A check may verify built-in requirements besides those of its own area.
    areas: [...AREAS, ...areas.filter((area) => !AREAS.some(({ id }) => id === area.id))],
    checks: settings.checks ?? areas.flatMap(({ checks }) => checks),
    seed: settings.seed ?? randomSeed(),
    target,
    signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal,
    emit: (event) => {
      events.push(event);
      wake();
    },
  }).finally(() => {
    isOver = true;
    wake();
  });
  // The rejection is thrown below, which may be later than it happens.
  results.catch(() => {});
  try {
    while (true) {
      for (let event = events.shift(); event !== undefined; event = events.shift()) yield event;
      if (isOver) return await results;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    leaving.abort();
    await results.catch(() => {});
    if (!isConnected) await target.close();
  }
}

/** Returns a random seed: positive, so that it is easy to type. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
}
