/**
 * Judges the report of a server whose bugs are known: which are reported, and whether each cause is
 * one bug.
 *
 * A failure belongs to the bug that breaks its requirement. If none or several do, its case runs
 * again on servers with one of the bugs each, and belongs to the one on which it fails again.
 *
 * @module
 */
import { startMutated } from "../../mutants/embedded/mod.ts";
import type { CheckResult, Failure, FailureCause } from "../../reports/events.ts";
import { AREAS, CHECKS } from "../../suites/areas/mod.ts";
import type { Json } from "../../suites/client/http_client.ts";
import { runChecks } from "../../suites/engine/run.ts";
import type { SeededBug } from "./servers.ts";

/** A cause, and the bugs that its failures belong to. */
export interface JudgedCause {
  readonly cause: FailureCause;
  /** The ids of the bugs; `unexplained` for a failure that none of them causes alone. */
  readonly bugs: readonly string[];
}

/** What a report says of a server's bugs. */
export interface Judgement {
  readonly missed: readonly SeededBug[];
  readonly causes: readonly JudgedCause[];
}

/** The settings of the run that is judged. */
export interface ExaminedRun {
  readonly seed: number;
  readonly runs: number;
}

/** Judges the causes and failures of a run. */
export async function judge(
  bugs: readonly SeededBug[],
  results: readonly CheckResult[],
  { causes, run }: { readonly causes: readonly FailureCause[]; readonly run: ExaminedRun },
): Promise<Judgement> {
  const failures = results.flatMap((check) =>
    check.failures.map((failure) => ({ check, failure, key: keyOf(check.id, failure.requirement) }))
  );
  const owners = new Map<string, Set<string>>();
  const open = failures.filter(({ failure, key }) => {
    const breaking = bugs.filter(({ breaks }) => breaks.includes(failure.requirement));
    owners.set(key, new Set(breaking.map(({ id }) => id)));
    return breaking.length !== 1;
  });
  for (const { id } of open.length === 0 ? [] : bugs) {
    await using target = await startMutated({ mutants: [id] });
    for (const { check, failure, key } of open) {
      if (await failsOn(target, { check, failure, run })) owners.get(key)!.add(id);
    }
  }
  const reported = new Set(failures.map(({ failure }) => failure.requirement));
  return {
    missed: bugs.filter(({ breaks }) => !breaks.some((id) => reported.has(id))),
    causes: causes.map((cause) => ({ cause, bugs: bugsOf(cause, owners) })),
  };
}

/** Returns the fewest bugs that explain all failures of a cause. */
function bugsOf(cause: FailureCause, owners: ReadonlyMap<string, Set<string>>): string[] {
  const each = cause.failures.map(({ check, requirement }) =>
    owners.get(keyOf(check, requirement)) ?? new Set<string>()
  );
  const common = [...new Set(each.flatMap((ids) => [...ids]))]
    .find((id) => each.every((ids) => ids.has(id)));
  if (common !== undefined) return [common];
  return [...new Set(each.map((ids) => [...ids][0] ?? "unexplained"))];
}

/** Runs the case of a failure on another server; true if it violates the same requirement. */
async function failsOn(
  target: Awaited<ReturnType<typeof startMutated>>,
  { check, failure, run }: { check: CheckResult; failure: Failure; run: ExaminedRun },
): Promise<boolean> {
  const { path, replayPath, counterexample, plain } = failure;
  const results = await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === check.id),
    ...run,
    path,
    replayPath,
    replay: {
      repetitions: 1,
      counterexample: counterexample as Json | undefined,
      ...(plain && { plain }),
    },
    limits: { confirmations: 0, goesOn: false, shrinkExecutions: 0 },
    emit: () => {},
  });
  return results.some(({ failures }) =>
    failures.some(({ requirement }) => requirement === failure.requirement)
  );
}

const keyOf = (check: string, requirement: string) => `${check} ${requirement}`;
