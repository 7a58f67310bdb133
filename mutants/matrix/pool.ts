/**
 * Runs trials on several threads.
 *
 * @module
 */
import type { Trial } from "../../reports/matrix.ts";
import type { Reply } from "./thread.ts";
import type { TrialOrder } from "./trial.ts";

/** How trials are run. */
export interface PoolOptions {
  /** How many run at once. */
  readonly jobs: number;
  /** Milliseconds a trial may take before its thread is ended. */
  readonly timeLimit: number;
  /** Told of each trial as it ends, with its place among the orders. */
  ended(trial: Trial, index: number): void;
}

/** Runs the trials and returns them in the order they were asked for. */
export async function runTrials(
  orders: readonly TrialOrder[],
  options: PoolOptions,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  const killers = new Map<string, string>();
  let next = 0;
  const work = async () => {
    let thread: Worker | undefined;
    for (let index = next++; index < orders.length; index = next++) {
      const order = killerFirst(orders[index]!, killers);
      let trial: Trial;
      let attempts = 0;
      do {
        thread ??= newThread();
        const next = { ...order, seed: order.seed + attempts };
        trial = await within(options.timeLimit, next, thread);
        attempts++;
        // What hung or fell over may do so again.
        if (trial.broken !== undefined) {
          thread.terminate();
          thread = undefined;
        }
      } while (isInconclusive(trial, order) && attempts <= (order.again ?? 0));
      const told = attempts === 1 ? trial : { ...trial, attempts };
      trials[index] = told;
      const [kill] = trial.kills;
      if (kill && order.subject !== undefined) killers.set(order.subject, kill.check);
      options.ended(told, index);
    }
    thread?.terminate();
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return trials;
}

/** What found a fault with one seed is the likeliest to find it with the next. */
function killerFirst(order: TrialOrder, killers: ReadonlyMap<string, string>): TrialOrder {
  const killer = killers.get(order.subject ?? "");
  if (killer === undefined || !order.first) return order;
  const checks = [killer, ...order.checks.filter((check) => check !== killer)];
  return { ...order, checks, workers: 1 };
}

/** A fault may be missed by bad luck; a server that is right may be too slow on a busy machine. */
function isInconclusive(trial: Trial, { harmless }: TrialOrder): boolean {
  return trial.kills.length === 0 && (!harmless || trial.broken !== undefined);
}

function newThread(): Worker {
  return new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
}

async function within(limit: number, order: TrialOrder, thread: Worker): Promise<Trial> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => resolve({ error: `it took longer than ${limit} ms` }), limit);
  thread.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
  thread.onerror = (event) => {
    event.preventDefault();
    resolve({ error: event.message });
  };
  thread.postMessage(order);
  try {
    const reply = await promise;
    return "trial" in reply ? reply.trial : brokenTrial(order, reply.error);
  } finally {
    clearTimeout(timer);
  }
}

function brokenTrial({ subject, seed }: TrialOrder, broken: string): Trial {
  return {
    ...(subject !== undefined && { subject }),
    seed,
    checks: [],
    kills: [],
    broken,
    duration: 0,
  };
}
