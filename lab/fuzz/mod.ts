/**
 * The fuzz program: malformed and unusual requests to every endpoint of the reference server.
 *
 * `deno task fuzz --help` lists the options.
 *
 * @module
 */
import fc from "fast-check";
import { runTool } from "@plumbline/options";
import { mebibytes, print } from "../program/output.ts";
import { casesOf, play } from "./cases.ts";
import { bytesPerRequest, type MemorySample } from "./growth.ts";
import { FUZZ_COMMAND } from "./options.ts";
import { Session } from "./session.ts";
import { searchSlowest } from "./slowest/mod.ts";
import { fuzzTime } from "./time/mod.ts";

/** Cases per batch; after each the server is emptied and memory measured. */
const BATCH = 500;

/** The most memory that a request may not free in the long run, in bytes. */
const GROWTH_LIMIT = 100;

/** Batches needed to distinguish growth from noise. */
const ENOUGH_BATCHES = 15;

if (import.meta.main) {
  Deno.exit(
    await runTool(
      FUZZ_COMMAND,
      Deno.args,
      ({ options }) => {
        const { runs = 50_000, seed = Date.now() % 1_000_000_000, path, only = "" } = options;
        if (options.time) return fuzzTime(only, tell);
        const { slowest: seconds } = options;
        return seconds === undefined
          ? fuzz(runs, seed, path)
          : searchSlowest({ seconds, seed, filter: only }, tell);
      },
    ),
  );
}

async function fuzz(runs: number, seed: number, path: string | undefined): Promise<number> {
  const session = await Session.start();
  const samples = await session.fill();
  const memory: MemorySample[] = [];
  const batches = path === undefined ? Math.ceil(runs / BATCH) : 1;
  try {
    for (let batch = 0; batch < batches; batch++) {
      const details = await fc.check(
        fc.asyncProperty(casesOf(samples), (sent) => play(session, sent)),
        {
          numRuns: Math.min(BATCH, runs - batch * BATCH),
          // Each batch starts with the same objects and has its own seed to reproduce it.
          seed: (seed + batch * 7_919) | 0,
          ...(path !== undefined && { path }),
        },
      );
      if (details.failed) return tellFailure(details);
      const open = await session.openWatches();
      if (open > 0) return tell(`${open} watches are open although no client reads them`, 1);
      await session.empty();
      memory.push({ requests: session.requests, bytes: bytesInUse() });
      await session.fill();
      if (batch % 20 === 19) tell(progress(session, memory));
    }
  } finally {
    await session.close();
  }
  return conclude(session, memory, seed);
}

/** Returns the memory in use after a garbage collection. */
function bytesInUse(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("Cannot measure the memory without --v8-flags=--expose-gc");
  gc();
  gc();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

function progress({ requests, watches }: Session, memory: readonly MemorySample[]): string {
  const inUse = mebibytes(memory.at(-1)?.bytes ?? 0);
  return `${requests} requests, ${watches} watches, ${inUse} MB in use`;
}

function conclude(session: Session, memory: readonly MemorySample[], seed: number): number {
  const statuses = [...session.statuses].sort(([a], [b]) => a - b);
  tell(`seed ${seed}: ${progress(session, memory)}`);
  tell(`answers: ${statuses.map(([status, count]) => `${status} ${count}`).join(", ")}`);
  if (memory.length < ENOUGH_BATCHES) return tell("too few batches to judge the memory", 0);
  const growth = bytesPerRequest(memory);
  tell(`memory: ${growth.toFixed(1)} bytes per request in the long run`);
  if (growth <= GROWTH_LIMIT) return 0;
  return tell(`memory keeps growing: ${memory.map(({ bytes }) => mebibytes(bytes)).join(" ")}`, 1);
}

function tellFailure({ seed, counterexamplePath, numShrinks, errorInstance }: {
  readonly seed: number;
  readonly counterexamplePath: string | null;
  readonly numShrinks: number;
  readonly errorInstance: unknown;
}): number {
  tell(`after ${numShrinks} steps of shrinking:\n${(errorInstance as Error).message}`);
  tell(`deno task fuzz --seed ${seed} --path ${counterexamplePath}`);
  return 1;
}

function tell(line: string, code = 0): number {
  print(line);
  return code;
}
