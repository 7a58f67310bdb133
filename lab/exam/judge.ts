/**
 * Judges the report of a server whose bugs are known: which are reported, and whether each cause is
 * one bug.
 *
 * A failure belongs to a bug if its case fails again on a server that has this bug alone; if there is
 * none, to those without which the case passes on the server with all others; and if no case shows it,
 * as after a race or beside the objects of other cases, to one on whose server the whole check fails, or
 * that breaks the requirement, as the catalogue or the cases of other failures show.
 *
 * @module
 */
import { startMutated } from "@plumbline/mutants/embedded";
import type { CheckResult, Failure, FailureCause } from "@plumbline/reports/events";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import type { Json } from "@plumbline/suites/client/http_client";
import { mapFewAtOnce } from "@plumbline/suites/cleanup/few_at_once";
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
  /** The bugs that no failure is about. */
  readonly missed: readonly SeededBug[];
  /**
   * The bugs that are reported by requirements of which the catalogue does not say that they break them:
   * the cases of these failures fail again on a server with this bug alone.
   */
  readonly elsewhere: readonly SeededBug[];
  readonly causes: readonly JudgedCause[];
  /** The bugs of each failure, by its check and requirement. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
}

/** The settings of the run that is judged. */
export interface ExaminedRun {
  readonly seed: number;
  readonly runs: number;
}

/** The servers on which cases run at the same time: most of them wait for events. */
const AT_ONCE = 8;

/** A failure whose bug is looked for. */
interface Open {
  readonly check: CheckResult;
  readonly failure: Failure;
  readonly key: string;
}

/** Judges the causes and failures of a run. */
export async function judgeRun(
  bugs: readonly SeededBug[],
  results: readonly CheckResult[],
  { causes, run }: { readonly causes: readonly FailureCause[]; readonly run: ExaminedRun },
): Promise<Judgement> {
  const failures = results.flatMap((check) =>
    check.failures.map((failure): Open => ({
      check,
      failure,
      key: keyOf(check.id, failure.requirement),
    }))
  );
  const owners = new Map(failures.map(({ key }) => [key, new Set<string>()]));
  const ids = bugs.map(({ id }) => id);
  const breaks = (id: string, { failure }: Open) =>
    bugs.some((bug) => bug.id === id && bug.breaks.includes(failure.requirement));
  const isOpen = ({ key }: Open) => owners.get(key)!.size === 0;
  const own = (id: string, found: readonly Open[]) => {
    for (const { key } of found) owners.get(key)!.add(id);
  };
  const shown = new Set<string>();
  const brokenBy = new Map<string, Set<string>>();
  const alone = async (id: string, some: readonly Open[], isWhole = false) => {
    const found = await failingOn([id], some, { run, isWhole });
    own(id, found);
    if (found.length > 0 && !isWhole) shown.add(id);
    for (const { failure: { requirement } } of found) {
      brokenBy.set(requirement, (brokenBy.get(requirement) ?? new Set()).add(id));
    }
  };

  const eachBug = (act: (id: string) => Promise<void>) => mapFewAtOnce(ids, act, AT_ONCE);
  await eachBug((id) => alone(id, failures.filter((one) => breaks(id, one))));
  const foreign = failures.filter(isOpen);
  await eachBug((id) => alone(id, foreign.filter((one) => !breaks(id, one))));
  const dependent = await failingOn(ids, failures.filter(isOpen), { run, isWhole: false });
  if (dependent.length > 0 && ids.length > 1) {
    await eachBug(async (id) => {
      const others = ids.filter((other) => other !== id);
      const still = await failingOn(others, dependent, { run, isWhole: false });
      own(id, dependent.filter((one) => !still.includes(one)));
    });
  }
  const unexplained = failures.filter(isOpen);
  for (const id of unexplained.length > 0 ? ids : []) await alone(id, unexplained, true);
  for (const one of failures.filter(isOpen)) {
    for (const id of ids) if (breaks(id, one)) own(id, [one]);
  }
  for (const one of failures.filter(isOpen)) {
    for (const id of brokenBy.get(one.failure.requirement) ?? []) own(id, [one]);
  }
  const reported = new Set(failures.map(({ failure }) => failure.requirement));
  const found = new Map([...owners].map(([key, ids]) => [key, [...ids]]));
  const unlisted = bugs.filter(({ breaks }) =>
    breaks.length > 0 && !breaks.some((id) => reported.has(id))
  );
  return {
    missed: unlisted.filter(({ id }) => !shown.has(id)),
    elsewhere: unlisted.filter(({ id }) => shown.has(id)),
    causes: judgeCauses(causes, found),
    owners: found,
  };
}

/** Returns causes with the fewest bugs that explain all failures of each. */
export function judgeCauses(
  causes: readonly FailureCause[],
  owners: Judgement["owners"],
): JudgedCause[] {
  return causes.map((cause) => {
    const each = cause.failures.map(({ check, requirement }) =>
      owners.get(keyOf(check, requirement)) ?? []
    );
    const common = each.flat().find((id) => each.every((ids) => ids.includes(id)));
    const bugs = common === undefined ? each.map(([id = "unexplained"]) => id) : [common];
    return { cause, bugs: [...new Set(bugs)] };
  });
}

/** Returns the failures whose cases, or whole checks, violate the same on a server with these bugs. */
async function failingOn(
  mutants: readonly string[],
  failures: readonly Open[],
  { run, isWhole }: { readonly run: ExaminedRun; readonly isWhole: boolean },
): Promise<readonly Open[]> {
  if (failures.length === 0) return [];
  await using target = await startMutated({ mutants });
  if (isWhole) return await failingBeside(target, failures, run);
  const found: Open[] = [];
  for (const [check, some] of Map.groupBy(failures, ({ check }) => check)) {
    for (const same of casesOf(some)) {
      const violated = await violatedOn(target, check, same[0]!.failure, run);
      found.push(...same.filter(({ failure }) => violated.has(failure.requirement)));
    }
  }
  return found;
}

/** Limits of a run that only finds out what is violated. */
const ONLY_VIOLATIONS = {
  confirmations: 0,
  shrinkExecutions: 0,
  shrinkTime: 0,
  explainTime: 0,
} as const;

/** Returns the failures whose whole checks violate the same, beside each other as in a run. */
async function failingBeside(
  target: Awaited<ReturnType<typeof startMutated>>,
  failures: readonly Open[],
  run: ExaminedRun,
): Promise<readonly Open[]> {
  const ids = new Set<string>(failures.map(({ check }) => check.id));
  const results = await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => ids.has(id)),
    ...run,
    limits: { ...ONLY_VIOLATIONS, goesOn: true },
    emit: () => {},
  });
  const violated = new Set(
    results.flatMap(({ id, failures }) =>
      failures.map(({ requirement }) => keyOf(id, requirement))
    ),
  );
  return failures.filter(({ key }) => violated.has(key));
}

/** Puts together the failures of a check that one case showed. */
function casesOf(failures: readonly Open[]): readonly (readonly Open[])[] {
  const caseOf = ({ path, replayPath }: Failure) => JSON.stringify([path, replayPath]);
  return [...Map.groupBy(failures, ({ failure }) => caseOf(failure)).values()];
}

/** How often a case is repeated that does not fail each time. */
const REPETITIONS = 8;

/** Runs the case of a failure on another server; returns what it violates. */
async function violatedOn(
  target: Awaited<ReturnType<typeof startMutated>>,
  check: CheckResult,
  { path, replayPath, counterexample, plain, confirmed }: Failure,
  run: ExaminedRun,
): Promise<ReadonlySet<string>> {
  const replay = {
    // What depends on time is not shown each time.
    repetitions: confirmed.reproduced < confirmed.attempts ? REPETITIONS : 1,
    counterexample: counterexample as Json | undefined,
    ...(plain && { plain }),
  };
  const results = await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === check.id),
    ...run,
    ...{ path, replayPath, replay },
    limits: { ...ONLY_VIOLATIONS, goesOn: false },
    emit: () => {},
  }).catch((error) => {
    // The commands of a case took another course than on the server with all bugs.
    if (String(error).includes("replayPath")) return [];
    throw error;
  });
  return new Set(
    results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement)),
  );
}

const keyOf = (check: string, requirement: string) => `${check} ${requirement}`;
