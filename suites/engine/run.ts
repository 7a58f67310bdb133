/**
 * A run: every check that is due, against one target, told as a stream of events.
 *
 * @module
 */
import type { CheckResult, RequirementSummary, RunEvent } from "../../reports/events.ts";
import project from "../../deno.json" with { type: "json" };
import { type Area, type CatalogueEntry, requirementsOf } from "../area.ts";
import type { Check } from "../check.ts";
import { Census } from "../cleanup/census.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { runCheck } from "./check_run.ts";
import type { RunContext } from "./run_context.ts";
import { lackingFeatures, surveyFeatures } from "./feature_survey.ts";
import { type KnownDeviation, staleDeviations } from "./known_deviations.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import type { Replay } from "./repetitions.ts";
import { withoutSecrets } from "./redaction.ts";
import { Scopes } from "./scopes.ts";

/** The settings of a run. Every default is the one of `run` in `suites/run.ts`. */
export interface EngineOptions {
  /** The server under test. */
  readonly target: Target;
  /** The areas: their requirements are the catalogue that failures quote. */
  readonly areas: readonly Area[];
  /** The checks to run. @default {all checks of the areas} */
  readonly checks?: readonly Check[] | undefined;
  /** All drawing follows from it. */
  readonly seed: number;
  /** Cases a property. @default {100} */
  readonly runs?: number | undefined;
  /** How many checks run at once. @default {4} */
  readonly workers?: number | undefined;
  /** Failures that are understood. */
  readonly known?: readonly KnownDeviation[] | undefined;
  /** Bounds other than the default ones. */
  readonly limits?: Partial<Limits> | undefined;
  /** Tells the day, for known deviations that expire. @default {() => new Date()} */
  readonly now?: (() => Date) | undefined;
  /** Count what lies on the target before and after. @default {false} */
  readonly census?: boolean | undefined;
  /** Ends the run early; what was made is still removed. */
  readonly signal?: AbortSignal | undefined;
  /** The command that checks this target, for the lines that replay a failure. */
  readonly command?: string | undefined;
  /** Runs one case of each property alone: fast-check's path to it. */
  readonly path?: string | undefined;
  /** The way through that case's commands. */
  readonly replayPath?: string | undefined;
  /** Runs that one case so many times, to tell how often it fails. */
  readonly replay?: Replay | undefined;
  /** Told of everything that happens. */
  emit(event: RunEvent): void;
}

/** Milliseconds between two events of a check's progress. */
const PROGRESS_INTERVAL = 200;

/** Runs the checks and removes what they made. */
export async function runChecks(options: EngineOptions): Promise<readonly CheckResult[]> {
  const { target, areas, emit } = options;
  const checks = options.checks ?? areas.flatMap((area) => area.checks);
  const requirements = requirementsOf(areas);
  const run = drawRunId();
  const scopes = new Scopes(target, run);
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const context: Omit<RunContext, "target" | "features"> = {
    scopes,
    areas,
    requirements,
    seed: options.seed,
    runs: options.runs ?? 100,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    known: options.known ?? [],
    signal,
    command: options.command ??
      `deno task check ${target.url} --dialect ${target.dialect.name} --token "$TOKEN"`,
    path: options.path,
    replayPath: options.replayPath,
    replay: options.replay,
  };
  emit({
    type: "run started",
    schema: 1,
    run,
    suiteVersion: project.version,
    target: {
      url: target.url,
      dialect: target.dialect.name,
      ...(target.version !== undefined && { version: target.version }),
    },
    seed: options.seed,
    runs: context.runs,
    at: new Date().toISOString(),
    requirements: Object.entries(requirements).map(summaryOf),
    checks: checks.map((check) => check.id),
  });

  const before = options.census ? await takeCensus("before") : undefined;

  const results: CheckResult[] = [];
  let unreachable: TargetUnreachable | undefined;
  const work = async (queue: Check[], found: Pick<RunContext, "target" | "features">) => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      if (signal.aborted) return;
      const area = check.id.split("/")[0]!;
      emit({ type: "check started", check: check.id, area });
      const { result, ...end } = await runCheck(
        check,
        { ...context, ...found },
        progressOf(check.id, area, emit),
      );
      results.push(result);
      emit({ type: "check finished", result: withoutSecrets(result, target) });
      if (end.unreachable !== undefined) {
        unreachable ??= end.unreachable;
        ending.abort();
      }
    }
  };
  try {
    const features = await surveyFeatures({ target, scopes, requirements, checks });
    if (features.length > 0) emit({ type: "features surveyed", features });
    const found = { features, target: scopes.learn(lackingFeatures(features)) };
    const together = checks.filter((check) => !check.alone);
    const alone = checks.filter((check) => check.alone);
    const workers = Array.from({ length: options.workers ?? 4 }, () => work(together, found));
    await Promise.all(workers);
    await work(alone, found);
  } finally {
    const left = await scopes.end();
    left.push(...await censusAfter(before, left));
    if (left.length > 0) emit({ type: "left behind", resources: left });
    const catalogue = [...checks, ...areas.flatMap((area) => area.checks)].map(({ id }) => id);
    const facts = { results, catalogue, requirements, today: options.now?.() ?? new Date() };
    for (const stale of staleDeviations(context.known, facts)) emit(stale);
    const aborted = unreachable?.message ?? (signal.aborted ? "interrupted" : undefined);
    emit({
      type: "run finished",
      at: new Date().toISOString(),
      requests: target.client.requests,
      ...(aborted !== undefined && { aborted }),
      ...(unreachable && { unreachable: true }),
    });
  }
  return results;

  /** Counts and tells; undefined where the target does not answer, which the checks will say. */
  async function takeCensus(moment: "before" | "after", earlier?: Census) {
    try {
      const census = await Census.take(target, run);
      const others = earlier && census.since(earlier);
      emit({ type: "census", moment, counts: census.counts, ...(others && { others }) });
      return census;
    } catch (error) {
      if (error instanceof TargetUnreachable) return undefined;
      throw error;
    }
  }

  /** The paths of what the run made and is still there, but for those known already. */
  async function censusAfter(before: Census | undefined, known: readonly string[]) {
    const census = before && await takeCensus("after", before);
    return census?.own.filter((path) => !known.includes(path)) ?? [];
  }
}

/** A requirement as the stream names it. */
function summaryOf([id, entry]: [string, CatalogueEntry]): RequirementSummary {
  const { feature: _, features = [], ...others } = entry;
  return { id, ...others, ...(features.length > 0 && { features }) };
}

/** Tells of a check's progress, now and then. */
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

/** A run's id: the letter keeps YAML from taking it for a number where it is a label's value. */
function drawRunId(): string {
  return `r${crypto.randomUUID().replaceAll("-", "").slice(0, 7)}`;
}
