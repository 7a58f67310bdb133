/**
 * Loads a server for a time, with injected faults, and compares it with a model.
 *
 * @module
 */
import { trySend } from "../client/send.ts";
import { ADMIN_TOKEN, targetAt } from "../client/target.ts";
import { startProcess } from "../program/process.ts";
import { Random } from "../program/random.ts";
import { listOf } from "../requests/writes.ts";
import type { Content } from "../requests/contents.ts";
import { differences, SOAK_OBJECTS, statesIn, WORKER, WORKER_TOKEN } from "./objects.ts";
import { Watcher } from "./watcher.ts";
import { Worker } from "./worker.ts";

/** Options of {@linkcode soak}. */
export interface SoakOptions {
  /** The length of the load, in milliseconds. */
  readonly time: number;
  /** The most requests per second. */
  readonly rate: number;
  readonly seed: number;
  /** The data file of the server. @default {the objects are in memory} */
  readonly data?: string | undefined;
  /** How often the load is interrupted to compare and to measure. @default {12} */
  readonly measurements?: number;
  /** Runs after each measurement. */
  readonly onMeasurement?: (measurement: MemoryMeasurement) => void;
}

/** The memory of the server, its history being empty, and garbage collected. */
export interface MemoryMeasurement {
  /** The number of requests so far. */
  readonly requests: number;
  /** The number of objects. */
  readonly objects: number;
  /** Bytes of the heap. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly resident: number;
}

/** What a soak found. */
export interface SoakResult {
  /** The number of answers of each status; 0 for those that were cut. */
  readonly answers: ReadonlyMap<number, number>;
  readonly measurements: readonly MemoryMeasurement[];
  readonly watches: { readonly lists: number; readonly watches: number; readonly events: number };
  readonly violations: readonly string[];
}

const WORKERS = 16;

/** How long a watch may take to have all events, in milliseconds. */
const PATIENCE = 30_000;

/** Loads a server and returns what was found. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { time, rate, seed, data, measurements: parts = 12 } = options;
  const random = new Random(seed);
  await using server = startProcess(
    "lab/soak/server.ts",
    [String(seed), ...data === undefined ? [] : [data]],
    ["--v8-flags=--expose-gc"],
  );
  const { url } = JSON.parse(await server.line());
  const target = targetAt(url, { tokens: { admin: ADMIN_TOKEN, [WORKER]: WORKER_TOKEN } });
  const answers = new Map<number, number>();
  const violations: string[] = [];
  const measurements: MemoryMeasurement[] = [];
  let requests = 0;
  let next = 0;
  const turn = async () => {
    requests++;
    const now = performance.now();
    next = Math.max(next + 1_000 / rate, now - 1_000);
    if (next > now) await new Promise((resolve) => setTimeout(resolve, next - now));
  };
  const workers = Array.from({ length: WORKERS }, (_, number) =>
    new Worker({
      ...{ target, turn, random: random.split(), id: `w${number}` },
      onAnswer: (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
      onViolation: (text) => violations.push(text),
    }));
  const watchers = workers.map((_, number) => new Watcher(target, `w${number}`));
  try {
    for (let part = 0; part < parts; part++) {
      const end = performance.now() + time / parts;
      next = performance.now();
      await Promise.all(workers.map(async (worker) => {
        while (performance.now() < end) await worker.step();
      }));
      const model = new Map(workers.flatMap((worker) => [...worker.model]));
      const list = await trySend(target, listOf(SOAK_OBJECTS));
      violations.push(
        ...list?.status === 200
          ? differences(model, withoutOthers(statesIn(list.body)))
          : ["no list"],
        ...await Promise.all(watchers.map((watcher, number) => caughtUp(watcher, workers[number]!)))
          .then((texts) => texts.flat()),
      );
      // Lets the history expire.
      await server.write("");
      const memory = JSON.parse(await server.line());
      const measurement = { requests, objects: model.size, ...memory };
      measurements.push(measurement);
      options.onMeasurement?.(measurement);
    }
    const sum = (of: (watcher: Watcher) => number) =>
      watchers.reduce((sum, watcher) => sum + of(watcher), 0);
    const watches = {
      lists: sum(({ figures }) => figures.lists),
      watches: sum(({ figures }) => figures.watches),
      events: sum(({ figures }) => figures.events),
    };
    return { answers, measurements, watches, violations };
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await server.end("end of input");
  }
}

/** The objects that a server has from the start are no worker's. */
const withoutOthers = (states: ReadonlyMap<string, Content>) =>
  new Map([...states].filter(([name]) => /^w\d/.test(name)));

/** Waits until a watch has all events, and returns what is wrong if it does not get them. */
async function caughtUp(watcher: Watcher, worker: Worker): Promise<string[]> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const missing = differences(worker.model, watcher.state);
    if (missing.length === 0) return [];
    if (performance.now() > end) return missing.map((text) => `a watch differs: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Returns how many bytes the heap grew by from the middle third of the measurements to the last, which
 * is about the same load: the first ones warm up.
 */
export function growth(measurements: readonly MemoryMeasurement[]): number {
  const third = Math.floor(measurements.length / 3);
  const least = (part: readonly MemoryMeasurement[]) => Math.min(...part.map(({ heap }) => heap));
  return least(measurements.slice(-third)) - least(measurements.slice(third, 2 * third));
}
