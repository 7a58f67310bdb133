/**
 * Keeps coverage in the system's temporary directory, as long as the server's sources are the same.
 * A check is measured again when its area changes.
 *
 * @module
 */
import { type CheckCoverage, Coverage, measureCoverage } from "./coverage.ts";
import type { InstrumentedServer } from "./instrumented_server.ts";
import { hash } from "./source_mutant.ts";

/** What to measure. */
export interface LoadOptions {
  readonly checks: readonly string[];
  readonly seed: number;
  readonly runs: number;
  readonly jobs: number;
  /** Prints progress. */
  print(line: string): Promise<void>;
}

/** Reads the coverage of these sources as far as it was measured before, and measures the rest. */
export async function loadCoverage(
  server: InstrumentedServer,
  { checks, seed, runs, jobs, print }: LoadOptions,
): Promise<Coverage> {
  const key = await hash(JSON.stringify([server.version, seed, runs]), 8);
  const file = `${temporaryDirectory()}/plumbline-coverage-${key}.json`;
  const areaOf = (check: string) => server.areas.get(check.split("/")[0]!.replaceAll("-", "_"));
  const known = (await readMeasured(file)).filter(({ check, area }) => area === areaOf(check));
  const names = new Set(known.map(({ check }) => check));
  const missing = checks.filter((check) => !names.has(check));
  if (missing.length > 0) {
    await print(`Measuring which mutants each of ${missing.length} checks executes`);
    const lines: Promise<void>[] = [];
    const measured = await measureCoverage(server, {
      ...{ checks: missing, seed, runs, jobs },
      onCheck: ({ checks: [check], kills: [kill], broken }, done) => {
        const problem = broken ?? (kill && `${kill.check} failed: ${kill.failure.actual}`);
        if (problem !== undefined) lines.push(print(`  without a mutant: ${problem}`));
        if (done % 50 === 0) lines.push(print(`  ${done} checks, the last one ${check ?? "none"}`));
      },
    });
    await Promise.all(lines);
    known.push(...measured.toJSON().map((one) => ({ ...one, area: areaOf(one.check) })));
    await Deno.writeTextFile(file, JSON.stringify(known));
  }
  return new Coverage(known.filter(({ check }) => checks.includes(check)));
}

async function readMeasured(file: string): Promise<CheckCoverage[]> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function temporaryDirectory(): string {
  return Deno.env.get("TMPDIR")?.replace(/\/$/, "") || "/tmp";
}
