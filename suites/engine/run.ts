/**
 * A run: the selected checks against one target, reported as a stream of events.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import type {
  CheckResult,
  FeatureResult,
  ReplaySummary,
  RequirementSummary,
  RunEvent,
} from "@plumbline/reports/events";
import { isFailure, withHarm } from "@plumbline/reports/harm";
import project from "../../deno.json" with { type: "json" };
import { type Area, type CatalogueEntry, requirementsOf } from "../area.ts";
import { ranksOf } from "../catalogue.ts";
import type { Check } from "../check.ts";
import { Census } from "../cleanup/census.ts";
import { sweep } from "../cleanup/sweep.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { reasonLeftOut, runCheck } from "./check_run.ts";
import { responses } from "./execution.ts";
import { Places } from "./places.ts";
import type { RunContext } from "./run_context.ts";
import { excusedRequirements, lackingFeatures, surveyFeatures } from "./feature_survey.ts";
import { CommonBehaviours } from "./behaviours/common_behaviours.ts";
import { explain } from "./behaviours/explain.ts";
import { PassingTraits } from "./behaviours/passing_traits.ts";
import type { FailedCase } from "./behaviours/repeat.ts";
import { CommonViolations } from "./common_violations.ts";
import { deviationsOfEveryKubeApiserver } from "./kube_apiserver_deviations.ts";
import { acceptancesOf, type KnownDeviation, staleDeviations } from "./known_deviations.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { leaveOutAdditions, leavingOutAdditions, undecidableBy } from "./added_metadata.ts";
import { waitForReads, waitingForReads } from "./read_lag.ts";
import type { Replay } from "./repetitions.ts";
import { describeContact } from "./first_contact.ts";
import { firstError } from "./first_error.ts";
import { surveyParts } from "./part_survey.ts";
import { surveyServed } from "./served_survey.ts";
import { surveySpecification, surveyTypes } from "./type_survey.ts";
import { withoutSecrets } from "./redaction.ts";
import { Scopes } from "./scopes.ts";
import { ShrinkBudget } from "./shrink_budget.ts";
import { described, whyToStop } from "./stopped_target.ts";
import { spellWatches } from "./watch_spelling.ts";
import { deletionOfUnselected } from "./deletion_trial.ts";

/** The settings of a run. Every default is the one of `run` in `suites/run.ts`. */
export interface EngineOptions {
  /** The server under test. */
  readonly target: Target;
  /** The areas: their requirements are the catalogue that failures quote. */
  readonly areas: readonly Area[];
  /** The checks to run. @default {all checks of the areas} */
  readonly checks?: readonly Check[] | undefined;
  /** The seed from which everything is generated. */
  readonly seed: number;
  /** Cases per property. @default {100} */
  readonly runs?: number | undefined;
  /** The number of checks that run concurrently. @default {6 and 6 that wait; 8 on its own server} */
  readonly workers?: number | undefined;
  /** The known deviations, which do not fail a run. */
  readonly known?: readonly KnownDeviation[] | undefined;
  /**
   * Counts as failures what every kube-apiserver does, too. @default {true for a reference server
   * that ends with the run}
   */
  readonly strict?: boolean | undefined;
  /** Limits that differ from the default ones. */
  readonly limits?: Partial<Limits> | undefined;
  /** Returns the current time, for known deviations that expire. @default {() => new Date()} */
  readonly now?: (() => Date) | undefined;
  /** Counts the objects on the target before and after the run. @default {false} */
  readonly census?: boolean | undefined;
  /** The milliseconds after which no check and no case is begun. @default {no limit} */
  readonly time?: number | undefined;
  /** Begins no check and no case after a violation with grave harm. @default {false} */
  readonly bail?: boolean | undefined;
  /** Stops the run early; whatever it created is still removed. */
  readonly signal?: AbortSignal | undefined;
  /** The command that checks this target, for the commands that reproduce failures. */
  readonly command?: string | undefined;
  /** Runs one case of each property alone: fast-check's path to it. */
  readonly path?: string | undefined;
  /** fast-check's path within the commands of that case. */
  readonly replayPath?: string | undefined;
  /** Repeats that one case, to count how often it fails. */
  readonly replay?: Replay | undefined;
  /**
   * Chooses the check to begin next and takes it out of the list; undefined to begin none of them.
   * @default {the first one}
   */
  readonly take?: ((queue: Check[]) => Promise<Check | undefined>) | undefined;
  /** Receives every event. */
  emit(event: RunEvent): void;
}

/** What a check runs with besides what all checks of a run share. */
type Found =
  & Pick<RunContext, "target" | "features" | "undecidable">
  & Partial<Pick<RunContext, "limits" | "shrinking">>
  & { readonly places?: Places | undefined };

/** Milliseconds between two events of a check's progress. */
const PROGRESS_INTERVAL = 200;

/** The checks to run for a behaviour that showed before them, and the milliseconds for shrinking. */
const SUSPICION = { checks: 8, shrinking: 5_000 } as const;

/** The milliseconds that a response may take once the run ends early. */
const LAST_REQUESTS = 2_000;

/** The milliseconds that a response to the removal may take if others have not been answered. */
const LAST_REMOVALS = 5_000;

/** The minutes of a run at most for which there is time for experiments. */
const MOST_TIMES = 4;

/** The failures for which the time of experiments suffices. */
const MANY_CASES = 50;

/** Takes the first of the checks. */
const first = (queue: Check[]): Promise<Check | undefined> => Promise.resolve(queue.shift());

/** Returns checks in the order in which a run begins them. */
export function inRunOrder(checks: readonly Check[]): readonly Check[] {
  const others = checks.filter((check) => !check.alone);
  return [
    ...others.filter((check) => check.early),
    ...others.filter((check) => !check.early),
    ...checks.filter((check) => check.alone),
  ];
}

/** Runs the checks and removes what they created. */
export async function runChecks(options: EngineOptions): Promise<readonly CheckResult[]> {
  const { areas, emit } = options;
  const given = leavingOutAdditions(options.target);
  const target = waitingForReads(given);
  const checks = options.checks ?? areas.flatMap((area) => area.checks);
  const requirements = requirementsOf(areas);
  const run = drawRunId();
  const began = performance.now();
  const scopes = new Scopes(target, run);
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const { time } = options;
  const limit = new AbortController();
  const hurry = () => target.client.hurry?.(LAST_REQUESTS);
  signal.addEventListener("abort", hurry);
  const timer = time === undefined
    ? undefined
    : setTimeout(() => limit.abort("the time of the run was up"), time);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const explains = limits.goesOn && limits.explainTime > 0 && options.path === undefined &&
    options.replay === undefined;
  const context: Omit<RunContext, "target" | "features"> = {
    scopes,
    areas,
    requirements,
    seed: options.seed,
    runs: options.runs ?? 100,
    limits,
    ...(explains && { passing: new PassingTraits(), usual: new CommonBehaviours() }),
    shrinking: new ShrinkBudget(),
    known: [
      ...options.known ?? [],
      ...options.strict ?? target.disposable ? [] : deviationsOfEveryKubeApiserver(),
    ],
    common: new CommonViolations(
      (options.known ?? []).flatMap(({ check, requirement }) =>
        check === undefined && requirement !== undefined ? [requirement] : []
      ),
    ),
    signal: AbortSignal.any([signal, limit.signal]),
    ending: signal,
    cutOff: new Map(),
    timeUp: limit.signal,
    command: options.command ??
      `${PROGRAM} check ${target.url} --dialect ${target.dialect.name} --token "$TOKEN"`,
    path: options.path,
    replayPath: options.replayPath,
    replay: options.replay,
  };
  emit({
    type: "run started",
    schema: 2,
    run,
    suiteVersion: project.version,
    target: {
      url: target.url,
      dialect: target.dialect.name,
      ...(target.version !== undefined && { version: target.version }),
    },
    seed: options.seed,
    runs: context.runs,
    ...(options.replay && { replay: summaryOf(options.replay) }),
    at: new Date().toISOString(),
    requirements: summariesOf(requirements, areas),
    checks: checks.map((check) => check.id),
  });

  for (const acceptance of acceptancesOf(context.known)) emit(acceptance);

  const results: CheckResult[] = [];
  let unreachable: TargetUnreachable | undefined;
  const before = options.census ? await takeCensus("before") : undefined;
  const begun = new Set<string>();
  const failed: FailedCase[] = [];

  const work = async (queue: Check[], found: Found, take = options.take ?? first) => {
    while (true) {
      using place = await found.places?.take();
      const check = await take(queue);
      if (check === undefined || signal.aborted) return;
      const area = check.id.split("/")[0]!;
      begun.add(area);
      emit({ type: "check started", check: check.id, area });
      const { result, failed: cases = [], ...end } = await runCheck(
        check,
        { ...context, ...found, place },
        progressOf(check.id, area, emit),
      );
      results.push(result);
      failed.push(...cases);
      emit({ type: "check finished", result: withoutSecrets(result, target) });
      if (options.bail && result.failures.some((one) => isGrave(one, requirements))) {
        limit.abort(`${check.id} failed before, and the run was to end at that`);
      }
      const reason = end.unreachable
        ? described(end.unreachable, target)
        : signal.aborted
        ? undefined
        : whyToStop(target, context.cutOff!.size, begun.size);
      if (reason !== undefined) {
        unreachable ??= reason;
        ending.abort();
      }
    }
  };
  try {
    if (signal.aborted) return results;
    const watches = await spellWatches(given);
    const typed = await withTypes(target);
    await ifAnswered(() => waitForReads(given, scopes, requirements));
    const added = await leaveOutAdditions(given, typed, scopes);
    scopes.setServed(await surveyServed({ ...target, client: scopes.retrying }));
    const features = await survey(typed);
    if (features.length > 0) emit({ type: "features surveyed", features });
    const found = {
      features,
      target: scopes.setLacks(lackingFeatures(features)),
      undecidable: undecidableBy(added),
    };
    const excess = await ifAnswered(() =>
      deletionOfUnselected(found.target, scopes, checks.length)
    );
    const contacted = { ...found, scopes, checks, added, watches, excess };
    const lines = await ifAnswered(() => describeContact(contacted)) ?? [];
    if (lines.length > 0) emit({ type: "target described", lines });
    const isLeftOut = (check: Check) => reasonLeftOut(check, found) !== undefined;
    // What is left out takes no time: after it, the others show how long the run takes.
    await work(checks.filter(isLeftOut), found, first);
    const ordered = inRunOrder(checks.filter((check) => !isLeftOut(check)));
    const isLast = ({ disturbs }: Check) => disturbs === true && !target.disposable;
    const together = ordered.filter((check) => !check.alone && !isLast(check));
    const alone = ordered.filter((check) => check.alone);
    // A server of another owner is to serve its other clients beside the run. Who deletes what is not
    // selected deletes the objects of checks that run beside.
    const count = excess !== undefined ? 1 : options.workers ?? (target.disposable ? 8 : 6);
    const waits = options.workers === undefined && !target.disposable && count > 1;
    const places = waits ? new Places(count) : undefined;
    await workOnSuspicion(together, found);
    const length = waits ? 2 * count : count;
    await Promise.all(Array.from({ length }, () => work(together, { ...found, places })));
    // What moves the clock makes histories expire, which cases would meet when they are repeated.
    await explainFailures(found, excess === undefined ? undefined : 1, alone);
    await work(alone, found);
    await work(ordered.filter(isLast), found);
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error;
    unreachable ??= error;
  } finally {
    clearTimeout(timer);
    if (context.cutOff!.size > 0) target.client.hurry?.(LAST_REMOVALS);
    const { left, reason } = await sweepAfter(await scopes.end());
    left.push(...await censusAfter(before, left));
    if (left.length > 0) {
      emit({ type: "left behind", resources: left, ...(reason !== undefined && { reason }) });
    }
    const catalogue = [...checks, ...areas.flatMap((area) => area.checks)].map(({ id }) => id);
    const facts = { results, catalogue, requirements, today: options.now?.() ?? new Date() };
    for (const stale of staleDeviations(options.known ?? [], facts)) emit(stale);
    const isWhole = checks.length === areas.flatMap((area) => area.checks).length &&
      options.path === undefined && !context.signal.aborted;
    const unreached = isWhole ? scopes.unreached() : [];
    const aborted = unreachable?.message ?? (signal.aborted ? "interrupted" : undefined);
    emit({
      type: "run finished",
      at: new Date().toISOString(),
      requests: target.client.requests,
      ...(unreached.length > 0 && { unreached }),
      ...(aborted !== undefined && { aborted }),
      ...(unreachable && { unreachable: true }),
    });
    // A target may be used for further runs.
    signal.removeEventListener("abort", hurry);
  }
  return results;

  /** Reports the behaviours that explain failures, those of the checks that run last among them. */
  async function explainFailures(found: Found, atOnce: number | undefined, last: Check[]) {
    const { limits: { caseTime, explainTime }, passing, signal } = context;
    // What changes the state that others depend on, or stops them, is not repeated.
    const kept = () => failed.filter(({ check }) => !check.disturbs);
    const cases = kept();
    if (cases.length === 0 || passing === undefined) return;
    // The longer the checks took, the longer each of their cases does.
    const time = explainTime * Math.min(
      MOST_TIMES,
      Math.max(1, (performance.now() - began) / 60_000, cases.length / MANY_CASES),
    );
    emit({ type: "explaining failures", failures: cases.length, time });
    // Of a run that ended early nothing is tried: what its cases have in common still puts them together.
    const explained = await explain(cases, {
      alone: () => work(last, found).then(() => kept().filter(({ check }) => check.alone)),
      passing,
      target: found.target,
      scopes,
      requirements,
      caseTime,
      signal,
      excused: excusedRequirements(found),
      absent: found.features.filter(({ verdict }) => verdict !== "pass").map((one) => one.feature),
      time,
      atOnce,
    });
    const all = [explained.causes, explained.together, explained.alike].flat();
    if (all.length > 0 || explained.isOutOfTime) emit({ type: "failures explained", ...explained });
  }

  /**
   * Runs checks one by one, as long as it is not known whether they fail for what the survey showed:
   * a server that refuses every third request would fail many before the first is explained.
   */
  async function workOnSuspicion(
    together: Check[],
    found: Found,
  ): Promise<void> {
    const refusals = scopes.refusals.frequent;
    // A target that refuses requests now and then does not show what an error is.
    const seen = context.usual !== undefined && refusals.length === 0
      ? await ifAnswered(() => firstError(found.target, scopes)) ?? []
      : [];
    context.usual?.suspect(refusals, seen);
    const limits = { ...context.limits, failures: 1 };
    const shrinking = new ShrinkBudget(SUSPICION.shrinking);
    for (let tried = 0; tried < SUSPICION.checks; tried++) {
      if (!context.usual?.isSuspicious || signal.aborted) return;
      const { usual } = context;
      const about = together.findIndex(({ requirements }) => usual.areSuspected(requirements));
      const at = about >= 0 ? about : together.findIndex(({ early }) => !early);
      if (at < 0) return;
      // Whatever is asked for first: what these show decides how the others run.
      await work(together.splice(at, 1), { ...found, limits, shrinking }, first);
    }
  }

  /** Finds out what the target has of the API: parts first, as nothing asks for what is not served. */
  async function survey(target: Target): Promise<FeatureResult[]> {
    const facts = { target, scopes, requirements, checks };
    const parts = await surveyParts(facts);
    const partial = scopes.setLacks(lackingFeatures(parts));
    return [...await surveyFeatures({ ...facts, target: partial }), ...parts];
  }

  /** Removes what lists show of the run, and returns what is left of these and those paths. */
  async function sweepAfter(
    paths: readonly string[],
  ): Promise<{ readonly left: string[]; readonly reason?: string }> {
    if (!options.census && paths.length === 0) return { left: [] };
    try {
      const { left, reason } = await sweep(target, run);
      // Of some types no list may be permitted.
      const known = new Set(left.map(decodeURIComponent));
      const others = await scopes.remaining(
        paths.filter((path) => !known.has(decodeURIComponent(path))),
      );
      return { left: [...left, ...others], ...(reason !== undefined && { reason }) };
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error;
      return { left: [...paths], reason: error.message };
    }
  }

  /** Returns the target with the types that the run is about. */
  async function withTypes(target: Target): Promise<Target> {
    const { typeSelection } = target;
    const surveyed = typeSelection === undefined
      ? await ifAnswered(() => surveySpecification(target, scopes))
      : await surveyTypes(target, scopes, typeSelection);
    if (surveyed === undefined) return target;
    emit({ type: "types surveyed", types: surveyed.results });
    return scopes.setTypes(surveyed.types, surveyed.leftOut);
  }

  /** Takes and reports a census; undefined if the target does not answer, which the checks report. */
  async function takeCensus(moment: "before" | "after", earlier?: Census) {
    try {
      const census = await Census.take(target, run);
      const others = earlier && census.since(earlier);
      emit({ type: "census", moment, counts: census.counts, ...(others && { others }) });
      return census;
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error;
      if (moment === "before" && !await responses(target)) {
        unreachable = error;
        ending.abort();
      }
      return undefined;
    }
  }

  /** Returns the paths of objects that the run created and left, without those known already. */
  async function censusAfter(before: Census | undefined, known: readonly string[]) {
    const census = before && await takeCensus("after", before);
    return census?.own.filter((path) => !known.includes(path)) ?? [];
  }
}

/** Returns the replay as the events describe it. */
function summaryOf({ repetitions, requirement }: Replay): ReplaySummary {
  return { repetitions, ...(requirement !== undefined && { requirement }) };
}

/** Returns the requirements as the events describe them. */
function summariesOf(
  requirements: Readonly<Record<string, CatalogueEntry>>,
  areas: readonly Area[],
): RequirementSummary[] {
  const coverage = new Map<string, number>();
  const checks = new Map(areas.flatMap((area) => area.checks).map((check) => [check.id, check]));
  for (const id of [...checks.values()].flatMap((check) => check.requirements)) {
    coverage.set(id, (coverage.get(id) ?? 0) + 1);
  }
  return Object.entries(requirements).map(([id, entry]) => {
    const { feature: _, features = [], ...others } = entry;
    return {
      id,
      ...others,
      ...(features.length > 0 && { features }),
      coverage: coverage.get(id) ?? 0,
    };
  });
}

/** Returns a callback that emits the progress of a check, at intervals. */
function progressOf(
  check: string,
  area: string,
  emit: EngineOptions["emit"],
): (cases: number, requests: number) => void {
  let last = 0;
  return (cases, requests) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL) return;
    last = now;
    emit({ type: "check progress", check, area, cases, requests });
  };
}

/** Returns true for a failure that fails a run for its harm. */
function isGrave(
  { verdict, requirement, harm }: CheckResult["failures"][number],
  requirements: Readonly<Record<string, CatalogueEntry>>,
): boolean {
  const ranked = withHarm(ranksOf(requirement, requirements), harm);
  return verdict === "fail" && isFailure({ ...ranked, level: "convention" });
}

/** Returns a run id; its letter keeps YAML from parsing a label value as a number. */
function drawRunId(): string {
  return `r${crypto.randomUUID().replaceAll("-", "").slice(0, 7)}`;
}

/** Returns what a probe shows: nothing if it is not answered, which the checks report. */
async function ifAnswered<Shown>(probe: () => Promise<Shown>): Promise<Shown | undefined> {
  try {
    return await probe();
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error;
    return undefined;
  }
}
