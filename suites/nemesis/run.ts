/**
 * A run while the target fails: rounds of requests during which it is hurt and healed, reported like
 * any other run.
 *
 * @module
 */
import project from "../../deno.json" with { type: "json" };
import type { CheckResult, RequirementSummary, RunEvent } from "@plumbline/reports/events";
import { rankOf } from "@plumbline/reports/harm";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { verdictFor } from "../engine/failure.ts";
import type { KnownDeviation } from "../engine/known_deviations.ts";
import { Scopes } from "../engine/scopes.ts";
import { withoutSecrets } from "../engine/redaction.ts";
import type { RecordContradiction } from "../model/failures/operation.ts";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import type { Random } from "./clients.ts";
import type { NemesisConfiguration } from "./configuration.ts";
import { type FailureFacts, failureOf } from "./failure.ts";
import { type Execute, Nemesis, NemesisFailed } from "./nemesis.ts";
import { type RoundResult, runRound } from "./round.ts";

/** The number of resource types of a round. */
const TYPES = 2;

/** What is judged: the contradictions of which part of a round. */
interface Judgement {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  found(result: RoundResult): readonly RecordContradiction[];
  /** Returns the number of cases of a round, and of requests that only they need. */
  count(result: RoundResult): { readonly cases: number; readonly requests: number };
}

/** The checks of such a run. */
const JUDGEMENTS: readonly Judgement[] = [
  {
    id: "while-failing/objects",
    title:
      "While the target fails, one order of the writes explains every response: acknowledged " +
      "writes survive, rejected ones leave no trace, unanswered ones happen once or never",
    requirements: [
      "resource-versions.acknowledged-write-persists",
      "concurrency.reads-show-acknowledged",
      "concurrency.reads-never-go-back",
      "concurrency.rejected-leaves-no-trace",
      "concurrency.answer-shows-own-write",
      "concurrency.no-change-before-its-request",
      "concurrency.version-names-one-state",
      "resource-versions.recreated-object-is-new",
      "resource-versions.stale-write-conflicts",
    ],
    found: ({ objects }) => objects,
    count: ({ round: { keys, operations, lists }, undecided }) => ({
      cases: [...keys.values()].flat().length - undecided.length,
      requests: operations.length + lists.length,
    }),
  },
  {
    id: "while-failing/watches",
    title:
      "While the target fails, a watch that is resumed misses no change and repeats none, or " +
      "gets 410 for its version",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.resumes-from-last",
      "watch.list-then-watch",
      "watch.starts-after-version",
      "watch.object-order",
      "watch.object-is-full",
      "watch.changed-is-modified",
      "watch.history-lives",
      "watch.streams-events",
      "resource-versions.list-version-names-state",
      "resource-versions.outlive-restarts",
    ],
    found: ({ watches }) => watches,
    count: ({ round: { watches, expiries } }) => ({
      cases: watches.length,
      requests: expiries.length + watches.reduce((sum, { numbers }) => sum + numbers.length, 0),
    }),
  },
];

/** Options of such a run. */
export interface NemesisRunOptions {
  readonly target: Target;
  readonly configuration: NemesisConfiguration;
  readonly seed: number;
  /** The known deviations, which do not fail the run. */
  readonly known: readonly KnownDeviation[];
  /** The command that runs it again. */
  readonly command: string;
  /** Ends the run early; the target is healed and what was created is removed. */
  readonly signal: AbortSignal;
  /** Runs a command, in place of a process; for tests. */
  readonly execute?: Execute;
  /** Receives every event. */
  emit(event: RunEvent): void;
}

/** The state of a judgement. */
interface Progress {
  readonly judgement: Judgement;
  cases: number;
  requests: number;
  failure?: FailureFacts;
  /** The rounds with contradictions. */
  readonly rounds: number[];
  readonly others: Set<string>;
}

/** Runs rounds until the time is over. */
export async function runWhileFailing(options: NemesisRunOptions): Promise<void> {
  const { target, configuration, seed, signal, emit, command, known } = options;
  const run = `r${crypto.randomUUID().replaceAll("-", "").slice(0, 7)}`;
  const scopes = new Scopes(target, run);
  const nemesis = new Nemesis(configuration, target.client, options.execute);
  const random = randomOf(seed);
  const progress = JUDGEMENTS.map((judgement): Progress => ({
    judgement,
    cases: 0,
    requests: 0,
    rounds: [],
    others: new Set(),
  }));
  const counts: Record<string, number> = {};
  const started = performance.now();
  let rounds = 0;
  let undecided = 0;
  let failed: Error | undefined;
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
    seed,
    at: new Date().toISOString(),
    requirements: summaries(),
    checks: JUDGEMENTS.map(({ id }) => id),
  });
  for (const { id } of JUDGEMENTS) emit({ type: "check started", check: id, area: areaOf(id) });
  try {
    await nemesis.waitForHealth();
    while (performance.now() - started < configuration.duration && !signal.aborted) {
      const types = pickSome(RESOURCE_TYPES, TYPES, random);
      const result = await runRound({ scopes, nemesis, configuration, types, random, signal });
      rounds++;
      undecided += result.undecided.length;
      count(counts, result);
      for (const one of progress) take(one, result);
      for (const { judgement: { id }, cases, requests } of progress) {
        emit({ type: "check progress", check: id, area: areaOf(id), cases, requests });
      }
    }
  } catch (error) {
    if (!(error instanceof NemesisFailed || error instanceof TargetUnreachable)) throw error;
    failed = error;
  } finally {
    await nemesis.heal().catch((error) => failed ??= error);
    for (const { action } of nemesis.injuries) counts[action] = (counts[action] ?? 0) + 1;
    counts.rounds = rounds;
    if (undecided > 0) counts["objects not decided"] = undecided;
    for (const one of progress) {
      const result = resultOf(one, { rounds, seed, counts, started, failed, known });
      emit({ type: "check finished", result: withoutSecrets(result, target) });
    }
    const left = await scopes.end().catch(() => []);
    if (left.length > 0) emit({ type: "left behind", resources: left });
    const aborted = failed?.message ?? (signal.aborted ? "interrupted" : undefined);
    emit({
      type: "run finished",
      at: new Date().toISOString(),
      requests: target.client.requests,
      ...(aborted !== undefined && { aborted }),
      ...(failed !== undefined && { unreachable: true as const }),
    });
  }

  function take(one: Progress, result: RoundResult): void {
    const { cases, requests } = one.judgement.count(result);
    one.cases += cases;
    one.requests += requests;
    const found = one.judgement.found(result).toSorted((a, b) => rank(a) - rank(b));
    const [worst] = found;
    if (worst === undefined) return;
    one.rounds.push(rounds);
    for (const { requirement } of found) one.others.add(requirement);
    const isWorse = one.failure === undefined ||
      rank(worst) < rank({ requirement: one.failure.requirement as RequirementId });
    if (!isWorse) return;
    one.failure = failureOf(worst, result, {
      injuries: nemesis.injuries,
      replay: `${command} --seed ${seed}`,
      url: target.url,
      identity: target.identities[0].name,
      insecure: target.insecure,
    });
  }
}

function resultOf(
  { judgement, cases, requests, failure, rounds: found, others }: Progress,
  { rounds, seed, counts, started, failed, known }: {
    readonly rounds: number;
    readonly seed: number;
    readonly counts: Readonly<Record<string, number>>;
    readonly started: number;
    readonly failed: Error | undefined;
    readonly known: readonly KnownDeviation[];
  },
): CheckResult {
  const { id, title, requirements } = judgement;
  const more = [...others].filter((other) => other !== failure?.requirement);
  const judged = failure &&
    verdictFor(failure.requirement, id, { known, requirements: REQUIREMENTS });
  const reason = judged?.reason ??
    (failure === undefined
      ? failed?.message ?? "no round was completed"
      : `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}; in round ${
        found.join(", ")
      } of ${rounds}${more.length === 0 ? "" : `; also ${more.join(", ")}`}`);
  const verdict = judged?.verdict ?? (rounds === 0 ? "skipped" : "pass");
  return {
    id,
    area: areaOf(id),
    title,
    requirements,
    level: "must",
    verdict,
    ...(verdict !== "pass" && { reason }),
    cases,
    requests,
    discards: 0,
    seed,
    duration: performance.now() - started,
    ...(Object.keys(counts).length > 0 && { spread: counts }),
    failures: failure && judged ? [{ ...failure, ...judged }] : [],
  };
}

/** Counts the requests by their outcomes, and the watches. */
function count(counts: Record<string, number>, { round }: RoundResult): void {
  const add = (word: string, number = 1) => counts[word] = (counts[word] ?? 0) + number;
  for (const { verb, outcome } of round.operations) {
    add(verb === "get" ? "gets" : `writes ${outcome === "unknown" ? "without answer" : outcome}`);
  }
  add("lists", round.lists.length);
  for (const { events, numbers } of round.watches) {
    add("events", events.length);
    add("watches resumed", Math.max(0, numbers.length - 1));
  }
  add("versions expired", round.expiries.length);
}

function summaries(): RequirementSummary[] {
  return [...new Set(JUDGEMENTS.flatMap(({ requirements }) => requirements))].map((id) => {
    const { chapter, statement, level, harm } = REQUIREMENTS[id];
    return { id, chapter, statement, level, harm, coverage: 1 };
  });
}

function rank({ requirement }: Pick<RecordContradiction, "requirement">): number {
  return rankOf(REQUIREMENTS[requirement]);
}

function areaOf(id: string): string {
  return id.split("/")[0]!;
}

function pickSome<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}

/** Returns random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): Random {
  // Mulberry32.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
