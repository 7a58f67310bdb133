/**
 * Runs one check from its first case to its verdict.
 *
 * @module
 */
import type { CheckResult, Failure, Verdict } from "@plumbline/reports/events";
import { isFailure, withHarm } from "@plumbline/reports/harm";
import { pluralize } from "@plumbline/reports/text";
import { highestLevel, ranksOf } from "../catalogue.ts";
import type { CaseList, Check, Need, Violation } from "../check.ts";
import { type HttpClient, TargetUnreachable } from "../client/http_client.ts";
import { caseNumbers } from "./case_numbers.ts";
import {
  execute,
  type ExecutionOptions,
  type Outcome,
  type PassOver,
  type Tally,
} from "./execution.ts";
import { byVerdict, describeFailures, reasonOf, violationOf } from "./failure.ts";
import { excusedRequirements, reasonToLeaveOut } from "./feature_survey.ts";
import { impersonates } from "./features.ts";
import { patientFailures } from "./patient_failures.ts";
import { type PropertyLoopOptions, type PropertyOutcome, runProperty } from "./property_loop.ts";
import type { Target } from "../client/target.ts";
import { isSpecified, namesOf, RESOURCE_TYPES } from "../resources/mod.ts";
import { onlyOutcome, repeatCase } from "./repetitions.ts";
import type { Scope } from "../scope.ts";
import { IDENTITY_REVIEW, reviewsOf } from "../resources/reviews.ts";
import { withoutLacks } from "./behaviours/explain.ts";
import { RelievedClient } from "./behaviours/relieved_client.ts";
import { type FailedCase, relieve } from "./behaviours/repeat.ts";
import { CaseStatistics } from "./case_statistics.ts";
import { keep, keeping } from "./places.ts";
import type { RunContext } from "./run_context.ts";
import { servesNamespaces } from "./namespace_pool.ts";
import { TypeTally } from "./type_tally.ts";
import { isUnserved } from "./unserved.ts";

/** The result of a check, and the error that ends the run. */
export interface CheckRun {
  readonly result: CheckResult;
  readonly unreachable?: TargetUnreachable;
  /** The cases that violated requirements, those of known deviations left out. */
  readonly failed?: readonly FailedCase[];
}

/** Returns the reason to skip a check and the remedy, by the need that is not met. */
const WITHOUT: Readonly<Record<Exclude<Need, "own namespaces">, string>> = {
  "history expiry": "it is not known how long the target keeps history. Give the time with " +
    "--wait history=<time>, or as waits.history in the configuration file",
  "created namespaces":
    "the target has no Namespaces that the current identity may create. Use one that may",
  "another identity": "it needs a second identity. Give one with --identity <name>=<token>",
  "another identity or impersonation":
    "it needs a second identity. Give one with --identity <name>=<token> that nothing is granted " +
    "to, or allow the current one to impersonate users",
  "impersonation":
    "the current identity may not impersonate users. Use one that has the verb impersonate on " +
    "users and groups",
  "identity review": "the target does not serve SelfSubjectReview. Enable v1alpha1 of its group",
  "default configuration":
    "API versions may have been switched on or off. Use --default-configuration if none was",
};

/** Needs that are conditions of the requirements: a target may leave them unmet. */
const CONDITIONS: readonly Need[] = ["identity review"];

/**
 * Runs a check; `progress` receives the numbers of cases and requests so far. An error of the check
 * itself, such as one of its generators, is the verdict `error`: the others go on.
 */
export async function runCheck(
  check: Check,
  context: RunContext,
  progress: (cases: number, requests: number) => void = () => {},
): Promise<CheckRun> {
  const started = performance.now();
  const tally: Tally = { requests: 0, spread: {} };
  const types = new TypeTally(namesOf(context.target));
  const drawn = new CaseStatistics();
  const seed = seedOfCheck(context.seed, check.id);
  const decided: unknown[] = [];
  const passedOver = new Set<string>();
  let list: CaseList<unknown> | undefined;
  const finish = (
    verdict: Verdict,
    found:
      & Partial<PropertyOutcome>
      & Pick<CheckResult, "inapplicable" | "outOfTime">
      & { reason?: string; described?: readonly Failure[] },
  ): CheckResult => ({
    id: check.id,
    area: check.id.split("/")[0]!,
    title: check.title,
    requirements: check.requirements,
    level: highestLevel(check.requirements, context.requirements),
    ...(check.version !== undefined && { version: check.version }),
    verdict,
    ...(found.reason !== undefined && { reason: found.reason }),
    cases: found.cases ?? 0,
    discards: found.discards?.length ?? 0,
    seed,
    requests: tally.requests,
    duration: performance.now() - started,
    ...spreadOf(tally, drawn),
    ...countsOf(types),
    ...(found.inapplicable && { inapplicable: true }),
    ...(found.outOfTime && { outOfTime: found.outOfTime }),
    ...(found.unreached && { unreached: found.unreached }),
    ...(passedOver.size > 0 && { passedOver: [...passedOver].sort() }),
    ...(list?.coverage && decided.length > 0 && { coverage: list.coverage(decided) }),
    failures: found.described ?? [],
  });

  const broken = (error: unknown) => {
    if (error instanceof TargetUnreachable) throw error;
    return { result: finish("error", { reason: errorText(error) }) };
  };

  if (context.timeUp?.aborted) {
    const reason = `it was not run: ${context.timeUp.reason}`;
    return { result: finish("skipped", { reason, outOfTime: "not run" }) };
  }
  const area = check.id.split("/")[0]!;
  const cutOff = context.cutOff?.get(area);
  if (cutOff !== undefined) return { result: finish("skipped", { reason: cutOff }) };
  const unsupported = reasonToLeaveOut(check, context.features);
  if (unsupported !== undefined) return { result: finish("unsupported", { reason: unsupported }) };
  const [undecidable] = check.requirements.map((id) => context.undecidable?.get(id));
  if (undecidable !== undefined && check.requirements.every((id) => context.undecidable?.has(id))) {
    return { result: finish("skipped", { reason: undecidable, inapplicable: true }) };
  }
  const withoutTypes = reasonWithoutTypes(check, context.target);
  if (withoutTypes !== undefined) return { result: finish("skipped", withoutTypes) };
  const missing = await missingNeed(check, context);
  if (missing !== undefined) {
    if (missing === "created namespaces" && !servesNamespaces(context.target)) {
      const reason = "the target serves no Namespaces";
      return { result: finish("skipped", { reason, inapplicable: true }) };
    }
    const condition = CONDITIONS.includes(missing) ? { inapplicable: true as const } : {};
    const { refusedNamespaces = "none can be had" } = context.scopes;
    const reason = missing === "own namespaces"
      ? `it needs namespaces of its own, and ${refusedNamespaces}. ` +
        "Use an identity that may create empty Namespaces"
      : WITHOUT[missing];
    return { result: finish("skipped", { reason, ...condition }) };
  }

  const { target, scopes, ending, place, limits: { caseTime } } = context;
  let passes = 0;
  const passOver: PassOver = {
    // The same for all cases of the check, so that a failure can be shrunk and repeated.
    requirements: context.common.reported(),
    found: (requirement) => {
      passedOver.add(requirement);
      passes++;
    },
  };
  const { requirements } = context;
  // The same for all cases, too.
  const without = context.usual?.common ?? [];
  without.forEach(({ name }) => passedOver.add(name));
  const excused = excusedRequirements(context);
  const facts = { target, scopes, tally, caseTime, ending, requirements, passOver, excused };
  const lacking = await lackingOf(check, facts);
  if (lacking !== undefined) return { result: finish("skipped", lacking) };
  try {
    if (check.kind === "property") {
      list = check.caseList?.(context.target, { seed, runs: context.runs });
    }
  } catch (error) {
    return broken(error);
  }
  const clients = new WeakMap<Outcome, RelievedClient>();
  // What may stop the target is not repeated to wait longer.
  const { isPatient = context.replay !== undefined || context.path !== undefined } = context;
  const run = async (input: unknown, again: { readonly isPatient?: boolean } = {}) => {
    let client: RelievedClient | undefined;
    // What the target itself answers is kept.
    const clientOf = (original: HttpClient) =>
      relieve(client = new RelievedClient(original), without);
    const passesBefore = passes;
    const outcome = await execute(check, input, {
      ...facts,
      types,
      scopes: keeping(place, scopes, clientOf),
      isPatient: isPatient || check.disturbs === true,
      ...again,
    });
    // A case that shows what is passed over is none of a right server.
    const isRight = outcome.kind === "passed" && passes === passesBefore;
    if (isRight && client !== undefined) context.passing?.add(check.id, client, without);
    else if (outcome.kind === "passed" && client !== undefined) {
      context.passing?.addTolerated(check.id, client, passedOver);
    }
    if (outcome.kind === "violated" && client !== undefined) clients.set(outcome, client);
    // Its connections may have been closed.
    if (ending?.aborted && outcome.kind !== "passed") {
      return { kind: "discarded" as const, reason: "the run was stopped" };
    }
    const isDecided = outcome.kind === "passed" || outcome.kind === "violated";
    if (isDecided && check.kind === "property") drawn.add(input);
    if (isDecided && list !== undefined) decided.push(input);
    return outcome;
  };
  const options: PropertyLoopOptions = {
    ...context,
    numbers: caseNumbers(check, context.runs),
    seed,
    inputs: list?.inputs,
    execute: (input) => run(input),
    progress: (cases) => progress(cases, tally.requests),
  };
  let outcome: PropertyOutcome;
  try {
    outcome = await outcomeOf(check, context, options);
  } catch (error) {
    return broken(error);
  }
  const patient = await patientFailures(
    outcome.failures,
    (input) => run(input, { isPatient: true }),
  );
  // What short waits showed alone is decided by those that the check asks for.
  if (patient === undefined) return runCheck(check, { ...context, isPatient: true }, progress);
  const seen = patient.map((failure) => ({
    ...failure,
    without,
    seen: clients.get(failure.outcome)?.seen ?? [],
  }));
  const experiments = { ...context, caseTime, excused };
  const failures = await keep(place, () => withoutLacks(seen, check, experiments));
  const isExcused = outcome.failures.length > 0 && failures.length === 0;
  const found = { ...outcome, failures };

  const unanswered = found.failures.find(({ outcome }) => outcome.isUnanswered);
  if (unanswered !== undefined) {
    const { actual } = violationOf(unanswered);
    context.cutOff?.set(area, `the area was cut off: ${check.id} got ${actual}`);
  }
  const described = await describeFailures(found.failures, { check, context, again: run });
  for (const { failure, isObserved } of described) {
    if (isObserved) context.common.add(failure.requirement, check.id, failure.verdict);
  }
  const sorted = byVerdict(described.map(({ failure }) => failure), requirements);
  const failed = found.failures.flatMap(({ outcome, ...failure }): FailedCase[] => {
    const shown = sorted.find(({ requirement }) => requirement === failure.requirement);
    if (shown === undefined || shown.verdict === "known deviation") return [];
    const { attempts, reproduced } = shown.confirmed;
    const failsIn = attempts > 0 ? reproduced / attempts : undefined;
    return [{ ...failure, check, failsIn, violated: outcome.violations }];
  });
  await keep(place, async () => await context.usual?.add(failed, experiments));
  const [worst] = sorted;
  if (found.stopped?.kind === "broken") {
    const reason = errorText(found.stopped.error);
    return { result: finish("error", { ...found, reason, described: sorted }) };
  }
  if (isExcused && found.stopped === undefined) {
    const reason = `the target is declared to lack ${context.target.without?.join(", ")}`;
    return { result: finish("unsupported", { ...found, reason }) };
  }
  const unreachable = found.stopped?.error;
  const end = unreachable && { unreachable };
  if (worst !== undefined) {
    const facts = { ...found, reason: reasonOf(worst), described: sorted };
    return { result: finish(worst.verdict, facts), failed, ...end };
  }
  if (unreachable !== undefined) {
    return { result: finish("skipped", { ...found, reason: unreachable.message }), ...end };
  }
  const { requested } = found;
  if (context.timeUp?.aborted) {
    if (found.cases + found.discards.length < requested) {
      const reason = `it was cut short after ${pluralize(found.cases, "case")} of ${requested}: ` +
        context.timeUp.reason;
      return { result: finish("skipped", { ...found, reason, outOfTime: "cut short" }) };
    }
  } else if (context.signal.aborted) {
    return { result: finish("skipped", { ...found, reason: "the run was stopped before" }) };
  }
  if (found.cases < Math.max(1, Math.ceil(requested / 2))) {
    const why = mostFrequent(found.discards);
    if (why !== undefined && isUnserved(why)) {
      return { result: finish("unsupported", { ...found, reason: why }) };
    }
    const reason = requested === 1
      ? `the case was discarded${why === undefined ? "" : `: ${why}`}`
      : `only ${found.cases} of ${requested} cases were decided` +
        (why === undefined ? "" : `, most were discarded: ${why}`);
    return { result: finish("skipped", { ...found, reason }) };
  }
  return { result: finish("pass", found) };
}

/**
 * Returns why a check is left out, as far as that is known before it runs: the target lacks a feature or
 * types that it is about. Undefined if it runs.
 */
export function reasonLeftOut(
  check: Check,
  { features, target }: Pick<RunContext, "features" | "target">,
): string | undefined {
  return reasonToLeaveOut(check, features) ?? reasonWithoutTypes(check, target)?.reason;
}

/** Returns why a check cannot run with the types of a target: those it is about are not checked. */
function reasonWithoutTypes(
  check: Check,
  target: Target,
): { reason: string; inapplicable?: true } | undefined {
  const { types } = target;
  if (types === undefined || check.types === "none") return undefined;
  if (check.types === "any") {
    return types.length > 0 ? undefined : { reason: "no resource type of the target can be used" };
  }
  // What is asked of every type does not depend on who else writes the status of one.
  const about = check.types ?? RESOURCE_TYPES.map(({ resource }) => resource)
    .filter((name) => !(name in (target.leftOut ?? {})));
  const missing = about.filter((name) => !isUsed(name, target));
  if (missing.length === 0) return undefined;
  return { reason: `it is about ${whyMissing(missing, target)}`, inapplicable: true };
}

/** Returns true for a type of the specification that the run is about, or another that is served. */
function isUsed(name: string, { types = [], contact }: Target): boolean {
  return RESOURCE_TYPES.some(({ resource }) => resource === name)
    ? types.some((type) => type.resource === name && isSpecified(type))
    : contact === undefined || contact.types.some(({ resource }) => resource === name);
}

/** Returns types that are not checked, with the reason. */
function whyMissing(
  missing: readonly string[],
  { contact, dialect, leftOut = {} }: Target,
): string {
  const controlled = missing.find((name) => name in leftOut);
  if (controlled !== undefined) return `${controlled}, but ${leftOut[controlled]}`;
  const unserved = missing.filter((name) => {
    const type = RESOURCE_TYPES.find(({ resource }) => resource === name);
    return contact?.types.every(({ resource, group }) =>
      resource !== name || (type !== undefined && group !== type.group(dialect))
    );
  });
  return unserved.length > 0
    ? `${unserved.join(", ")}, which the target does not serve`
    : `${missing.join(", ")}, which are not among the types of this run`;
}

function countsOf(types: TypeTally): Pick<CheckResult, "types"> {
  const counts = types.counts();
  return Object.keys(counts).length > 0 ? { types: counts } : {};
}

/** Returns the counts of noted words and generated values. */
function spreadOf({ spread }: Tally, drawn: CaseStatistics): Pick<CheckResult, "spread"> {
  const counts = { ...drawn.counts(), ...spread };
  return Object.keys(counts).length > 0 ? { spread: counts } : {};
}

function outcomeOf(
  check: Check,
  context: RunContext,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  if (context.replay !== undefined) return repeatCase(check, context.replay, options);
  if (check.kind === "property") {
    const { requirements } = context;
    const isGrave = ({ requirement, harm }: Violation) =>
      isFailure(withHarm(ranksOf(requirement, requirements), harm));
    return runProperty(check, { ...options, isGrave });
  }
  return options.execute(undefined).then((outcome) => onlyOutcome(undefined, outcome));
}

async function missingNeed(check: Check, context: RunContext): Promise<Need | undefined> {
  for (const need of check.needs ?? []) {
    if (!await meets(need, context)) return need;
  }
  return undefined;
}

/** Returns what the target lacks for the check; other errors are left to its cases. */
async function lackingOf(
  check: Check,
  facts: ExecutionOptions,
): Promise<{ reason: string; inapplicable?: true } | undefined> {
  if (check.missing === undefined) return undefined;
  let lacking: string | undefined;
  const request = async (scope: Scope) => {
    lacking = await check.missing?.(scope);
  };
  const outcome = await execute({ ...check, kind: "example", run: request }, undefined, facts);
  if (outcome.kind === "discarded") return { reason: outcome.reason };
  return lacking === undefined ? undefined : { reason: lacking, inapplicable: true };
}

async function meets(need: Need, { target, scopes }: RunContext): Promise<boolean> {
  switch (need) {
    case "history expiry":
      return target.advanceClock !== undefined || target.waits.history !== undefined;
    case "own namespaces":
      return await scopes.exclusive();
    case "created namespaces":
      return await scopes.createsNamespaces();
    case "another identity":
      return target.identities.length > 1;
    case "another identity or impersonation":
      return target.identities.length > 1 || await mayImpersonate({ target, scopes });
    case "impersonation":
      return await mayImpersonate({ target, scopes });
    case "identity review":
      return reviewsOf(target).includes(IDENTITY_REVIEW);
    case "default configuration":
      return target.defaultConfiguration === true;
  }
}

async function mayImpersonate({ target, scopes }: Pick<RunContext, "target" | "scopes">) {
  return !target.lacks?.includes("impersonation") && await impersonates(scopes);
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = Map.groupBy(words, (word) => word);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

/** Returns the seed of a check within a run: a 32-bit integer that no other check changes. */
export function seedOfCheck(runSeed: number, check: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${runSeed}/${check}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}
