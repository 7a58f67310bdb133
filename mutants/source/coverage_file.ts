/**
 * Keeps coverage in the system's temporary directory, as long as the sources are the same.
 *
 * @module
 */
import { Coverage, measureCoverage } from "./coverage.ts";
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

/** Reads the coverage of these sources if it was measured before; measures it otherwise. */
export async function loadCoverage(
  server: InstrumentedServer,
  { checks, seed, runs, jobs, print }: LoadOptions,
): Promise<Coverage> {
  const key = await hash(JSON.stringify([server.version, checks, seed, runs]), 8);
  const file = `${temporaryDirectory()}/plumbline-coverage-${key}.json`;
  try {
    return new Coverage(JSON.parse(await Deno.readTextFile(file)));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await print(`Measuring which mutants each of ${checks.length} checks executes`);
  const lines: Promise<void>[] = [];
  const coverage = await measureCoverage(server, {
    ...{ checks, seed, runs, jobs },
    onCheck: ({ checks: [check], kills: [kill], broken }, done) => {
      const problem = broken ?? (kill && `${kill.check} failed: ${kill.failure.actual}`);
      if (problem !== undefined) lines.push(print(`  without a mutant: ${problem}`));
      if (done % 50 === 0) lines.push(print(`  ${done} checks, the last one ${check ?? "none"}`));
    },
  });
  await Promise.all(lines);
  await Deno.writeTextFile(file, JSON.stringify(coverage));
  return coverage;
}

function temporaryDirectory(): string {
  return Deno.env.get("TMPDIR")?.replace(/\/$/, "") || "/tmp";
}
