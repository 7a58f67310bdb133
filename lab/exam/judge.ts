/**
 * Judges the report of a server whose bugs are known: which are reported, and whether each cause is
 * one bug.
 *
 * A failure belongs to the bug that breaks its requirement. If none or several do, its case runs
 * again on servers with one of the bugs each, and belongs to the one on which it fails again; if it
 * does on none, because it depends on the others, the whole check runs there.
 *
 * @module
 */
import { startMutated } from "@plumbline/mutants/embedded";
import type { CheckResult, Failure, FailureCause } from "@plumbline/reports/events";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import type { Json } from "@plumbline/suites/client/http_client";
import { runChecks } from "@plumbline/suites/engine/run";
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
  for (const isWhole of [false, true]) {
    const unowned = open.filter(({ key }) => owners.get(key)!.size === 0);
    for (const { id } of unowned.length === 0 ? [] : bugs) {
      await using target = await startMutated({ mutants: [id] });
      for (const { check, failure, key } of unowned) {
        if (owners.get(key)!.size > 0) continue;
        if (await failsOn(target, { check, failure, run, isWhole })) owners.get(key)!.add(id);
      }
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

/** Runs the case of a failure, or its check, on another server; true if it violates the same. */
async function failsOn(
  target: Awaited<ReturnType<typeof startMutated>>,
  { check, failure, run, isWhole }: {
    readonly check: CheckResult;
    readonly failure: Failure;
    readonly run: ExaminedRun;
    readonly isWhole: boolean;
  },
): Promise<boolean> {
  const { path, replayPath, counterexample, plain } = failure;
  const replay = {
    repetitions: 1,
    counterexample: counterexample as Json | undefined,
    ...(plain && { plain }),
  };
  const results = await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === check.id),
    ...run,
    ...(!isWhole && { path, replayPath, replay }),
    limits: {
      confirmations: 0,
      shrinkExecutions: 0,
      shrinkTime: 0,
      explainTime: 0,
      goesOn: isWhole,
    },
    emit: () => {},
  }).catch((error) => {
    // The commands of a case took another course than on the server with all bugs.
    if (String(error).includes("replayPath")) return [];
    throw error;
  });
  return results.some(({ failures }) =>
    failures.some(({ requirement }) => requirement === failure.requirement)
  );
}

const keyOf = (check: string, requirement: string) => `${check} ${requirement}`;
