/**
 * Runs a property many times, and shrinks a case of each requirement that it violates.
 *
 * @module
 */
import fc from "fast-check";
import type { Failure } from "@plumbline/reports/events";
import type { PropertyCheck, Violation } from "../check.ts";
import type { Target } from "../client/target.ts";
import { type CaseNumbers, chooseByPairs, placesOfDistinct } from "./case_numbers.ts";
import {
  chooseCases,
  inputValues,
  recurringVariants,
  variantsOf,
  withEachType,
} from "./case_plan.ts";
import { replayPathOf } from "./counterexample.ts";
import type { Outcome, Violated } from "./execution.ts";
import type { Limits } from "./limits.ts";
import type { ShrinkBudget } from "./shrink_budget.ts";

/** Options of a loop. */
export interface PropertyLoopOptions {
  readonly target: Target;
  /** Fast-check's seed. */
  readonly seed: number;
  /** The number of cases to generate and to decide. */
  readonly numbers: CaseNumbers;
  /** The inputs to run, each once, instead of generated ones. */
  readonly inputs?: readonly unknown[] | undefined;
  readonly limits: Limits;
  /** The time for shrinking that is left in the run. */
  readonly shrinking: ShrinkBudget;
  /** Ends the loop early. */
  readonly signal: AbortSignal;
  /** Start at this case instead of the first, and run it alone. */
  readonly path?: string | undefined;
  /** The path within that case's commands. */
  readonly replayPath?: string | undefined;
  /** Returns true for a violation to look for before the others. @default {all of them} */
  isGrave?(violation: Violation): boolean;
  /** Runs one case. */
  execute(input: unknown): Promise<Outcome>;
  /** Receives the number of cases so far, after each case. */
  progress(cases: number): void;
}

/** A case that violated a requirement, and how to generate it again. */
export interface FailedInput {
  readonly input: unknown;
  readonly outcome: Violated;
  /** The number of shrinking steps. */
  readonly shrinks: number;
  readonly path?: string;
  readonly replayPath?: string;
}

/** A violated requirement, with the smallest case that violates it. */
export interface FoundFailure extends FailedInput {
  readonly requirement: string;
  /** True for the first case found, if too many requirements are violated to shrink each. */
  readonly isRaw?: true;
  /** The larger cases from which it was shrunk, the first that was found at the beginning. */
  readonly larger?: readonly FailedInput[];
  /** The repetitions of a repeated case, and how many failed. */
  readonly confirmed?: Failure["confirmed"];
}

/** The outcome of a loop. */
export interface PropertyOutcome {
  /** Cases that could have failed, those of shrinking not counted. */
  readonly cases: number;
  /** The number of cases that were to be decided. */
  readonly requested: number;
  /** The reasons of discarded cases, one per case. */
  readonly discards: readonly string[];
  /** The variants of inputs, as `field=value`, that were generated and that no decided case had. */
  readonly unreached?: readonly string[];
  /** The violated requirements, in the order in which they were shrunk. */
  readonly failures: readonly FoundFailure[];
  /** The error that ended the loop, other than a violation. */
  readonly stopped?: Extract<Outcome, { kind: "broken" | "unreachable" }>;
}

/**
 * Runs the property until enough cases are decided or it stops. After a violation it goes on with the
 * cases behind it, and passes over the requirement.
 */
export async function runProperty(
  check: PropertyCheck<unknown>,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  return await new PropertyLoop(check, options).run();
}

/** A case that was run. */
interface Judged {
  readonly input: unknown;
  readonly outcome: Outcome;
  /** Its place among the generated cases, of which not all run. */
  readonly position: number;
}

/** Returns true for a violation that is looked for. */
type Wanted = (violation: Violation) => boolean;

/** The cases that are to run, of those that are generated. */
interface Plan {
  /** The number of generated cases, those included that the check lists. */
  readonly generated: number;
  readonly chosen: ReadonlySet<number>;
  /** The variants of the generated inputs, if those that no case has are to be reported. */
  readonly variants: ReadonlySet<string>;
}

class PropertyLoop {
  readonly #check: PropertyCheck<unknown>;
  readonly #options: PropertyLoopOptions;
  readonly #started = performance.now();
  /** The cases so far, in the order in which they are generated. */
  readonly #judged: Judged[] = [];
  /** How many of them are decided. */
  #decided = 0;
  readonly #failures: FoundFailure[] = [];
  readonly #reported = new Set<string>();
  #stopped: PropertyOutcome["stopped"];
  #isUnanswered = false;
  #plan: Plan | undefined;

  constructor(check: PropertyCheck<unknown>, options: PropertyLoopOptions) {
    this.#check = check;
    this.#options = options;
  }

  async run(): Promise<PropertyOutcome> {
    const { isGrave = () => true, limits } = this.#options;
    // A warning must not use up the time for a failure.
    const isFull = () => this.#failures.length >= limits.failures;
    this.#plan = await this.#choose();
    // Nor must one that does less than its requirement states hide one that does as much.
    const isWhole = (violation: Violation) => isGrave(violation) && violation.harm === undefined;
    let isJudged = false;
    for (const counts of [isWhole, isGrave, () => true]) {
      // Once all cases have run, those of other violations are known.
      let isDone = isJudged && !this.#hasShown(counts);
      while (!isDone && !this.#isOver() && !isFull()) isDone = !await this.#shrinkNext(counts);
      isJudged = true;
    }
    // The other cases run, but none is shrunk.
    if (isFull() && !this.#isOver()) await this.#round(() => false);
    this.#addRaw();
    return {
      cases: this.#decided,
      requested: this.#requested,
      discards: this.#judged.flatMap(({ outcome }) =>
        outcome.kind === "discarded" ? [outcome.reason] : []
      ),
      failures: this.#failures,
      ...this.#unreached(),
      ...(this.#stopped && { stopped: this.#stopped }),
    };
  }

  /** Returns the number of cases to decide. */
  get #requested(): number {
    const { path, inputs, numbers } = this.#options;
    return path !== undefined ? 1 : inputs?.length ?? this.#plan?.chosen.size ?? numbers.usual;
  }

  /** Chooses the cases to run; undefined if all that are generated run. */
  async #choose(): Promise<Plan | undefined> {
    const { path, inputs, seed, numbers, target, replayPath } = this.#options;
    const { usual, isReduced, isDistinct } = numbers;
    if (path !== undefined || inputs !== undefined) return undefined;
    const isWhole = numbers.generated === usual;
    if (isWhole && !isDistinct) return undefined;
    const listed = this.#check.cases?.(seed, target) ?? [];
    if (!isReduced && !isWhole && listed.length > 0) return undefined;
    // In place of generated cases run those that the check lists.
    const generated = isWhole ? usual : listed.length + numbers.generated;
    const all: unknown[] = [];
    const record = (input: unknown) => Promise.resolve(void all.push(input));
    const arbitrary = this.#check.arbitrary(target, replayPath);
    const examples = listed.map((input): [unknown] => [input]);
    await fc.check(fc.asyncProperty(arbitrary, record), { seed, numRuns: generated, examples });
    // An input that comes again shows nothing new.
    const places = isDistinct ? placesOfDistinct(all) : [...all.keys()];
    if (isWhole) return { generated, chosen: new Set(places), variants: new Set() };
    if (!isReduced) {
      const variants = variantsOf(all);
      return {
        generated,
        chosen: withEachType(chooseCases(all, usual, variants), variants, numbers.most),
        variants: recurringVariants(all, variants),
      };
    }
    const first = places.filter((place) => place < listed.length).length;
    const chosen = chooseByPairs(places.map((place) => all[place]), usual, first);
    return {
      generated,
      chosen: new Set([...chosen].map((index) => places[index]!)),
      variants: new Set(),
    };
  }

  /** Returns the variants of the generated inputs that no decided case had. */
  #unreached(): Pick<PropertyOutcome, "unreached"> {
    if (this.#plan === undefined || this.#plan.variants.size === 0) return {};
    const decided = this.#judged.filter(({ outcome: { kind } }) => isDecided(kind));
    const reached = new Set(decided.flatMap(({ input }) => inputValues(input)));
    const unreached = [...this.#plan.variants.difference(reached)].sort();
    return unreached.length > 0 ? { unreached } : {};
  }

  /** True if no further case is to be run. */
  #isOver(): boolean {
    const { signal, limits, path } = this.#options;
    const isAlone = path !== undefined || !limits.goesOn;
    return this.#stopped !== undefined || this.#isUnanswered || signal.aborted ||
      (isAlone && this.#failures.length > 0);
  }

  /** Returns true if a case has shown a violation that counts, and that none was shrunk for. */
  #hasShown(counts: Wanted): boolean {
    return this.#judged.some(({ outcome }) =>
      wantedOf(outcome, (one) => counts(one) && !this.#reported.has(one.requirement)) !== undefined
    );
  }

  /** Looks for a violation that counts; returns true if one was found and shrunk. */
  async #shrinkNext(counts: Wanted): Promise<boolean> {
    const found = await this.#round((one) => counts(one) && !this.#reported.has(one.requirement));
    if (found === undefined) return false;
    this.#failures.push(found);
    this.#reported.add(found.requirement);
    return true;
  }

  /**
   * Generates all cases once more. Runs those that have not run, until one violates a requirement that
   * is wanted, and shrinks it as far as it violates the same.
   */
  async #round(isWanted: Wanted): Promise<FoundFailure | undefined> {
    const { limits, signal, inputs, path, target, shrinking: budget } = this.#options;
    let failed: { input: unknown; outcome: Violated; requirement: string } | undefined;
    const all: { readonly input: unknown; readonly outcome: Violated }[] = [];
    let shrinking = { since: 0, executions: 0, time: 0 };
    let index = 0;
    let position = 0;
    // If a smaller case passes, fast-check tries its siblings.
    const isOver = () =>
      this.#stopped !== undefined || signal.aborted ||
      (path !== undefined && failed === undefined && index > 0) ||
      (failed !== undefined &&
        (performance.now() - shrinking.since >= shrinking.time ||
          shrinking.executions >= limits.shrinkExecutions));

    const once = async (input: unknown) => {
      // Passing from here on ends the search at the smallest known case.
      if (isOver()) return;
      if (failed !== undefined) {
        shrinking.executions++;
        const outcome = await this.#options.execute(input);
        this.#stopOn(outcome);
        const { requirement } = failed;
        const isSame = wantedOf(outcome, (one) => one.requirement === requirement && isWanted(one));
        if (outcome.kind !== "violated" || !isSame) return this.#discard(outcome);
        failed = { ...failed, input, outcome };
        all.push({ input, outcome });
        throw new Error("a smaller case");
      }
      const at = position++;
      const plan = this.#plan;
      // Those that replace discarded cases come after the generated ones, at most one for each.
      const isLeftOut = plan !== undefined &&
        (at < plan.generated ? !plan.chosen.has(at) : index >= 2 * plan.chosen.size);
      if (isLeftOut) return;
      const judged = await this.#judge(index++, { input, position: at }, isWanted);
      const violation = wantedOf(judged.outcome, isWanted);
      if (judged.outcome.kind !== "violated" || violation === undefined) {
        return this.#discard(judged.outcome);
      }
      // Each smaller case would wait for the response again.
      this.#isUnanswered ||= judged.outcome.isUnanswered === true;
      const time = judged.outcome.isUnanswered ? 0 : budget.take(limits.shrinkTime);
      shrinking = { since: performance.now(), executions: 0, time };
      failed = { ...judged, outcome: judged.outcome, requirement: violation };
      all.push({ input: judged.input, outcome: judged.outcome });
      throw new Error("a violation");
    };

    const { seed, replayPath } = this.#options;
    const listed = inputs ?? this.#check.cases?.(seed, target) ?? [];
    const examples = listed.map((input): [unknown] => [input]);
    const details = await fc.check(
      fc.asyncProperty(this.#check.arbitrary(target, replayPath), once),
      {
        seed,
        numRuns: this.#plan?.generated ?? this.#requested,
        ...(path !== undefined && { path }),
        examples,
        maxSkipsPerRun: 1,
        interruptAfterTimeLimit: Math.max(
          0,
          limits.checkTime - (performance.now() - this.#started),
        ),
      },
    );
    if (failed === undefined) return undefined;
    budget.spend(performance.now() - shrinking.since);
    const steps = details.counterexamplePath?.split(":");
    const found = all.map(({ input, outcome }, shrinks): FailedInput => {
      const within = replayPathOf(input);
      return {
        input,
        outcome,
        shrinks,
        // Each step of shrinking adds a number.
        ...(steps && { path: steps.slice(0, steps.length - all.length + 1 + shrinks).join(":") }),
        ...(within !== undefined && { replayPath: within }),
      };
    });
    const larger = found.slice(0, -1);
    return {
      requirement: failed.requirement,
      ...found.at(-1)!,
      ...(larger.length > 0 && { larger }),
    };
  }

  /**
   * Runs a case, unless it has run before and violated nothing that is wanted. One that did runs again,
   * as fast-check shrinks what it has seen; what a race showed once counts, although it may not again.
   */
  async #judge(
    index: number,
    { input, position }: Pick<Judged, "input" | "position">,
    isWanted: Wanted,
  ): Promise<Judged> {
    const known = this.#judged[index];
    if (known !== undefined && wantedOf(known.outcome, isWanted) === undefined) return known;
    const outcome = await this.#options.execute(input);
    this.#stopOn(outcome);
    if (known === undefined) {
      this.#judged.push({ input, outcome, position });
      if (isDecided(outcome.kind)) this.#decided++;
      this.#options.progress(this.#decided);
    }
    return known !== undefined && wantedOf(outcome, isWanted) === undefined
      ? known
      : { input, outcome, position };
  }

  /** A generated case that is discarded is replaced by another one. */
  #discard(outcome: Outcome): void {
    if (outcome.kind === "discarded") fc.pre(this.#options.inputs !== undefined);
  }

  #stopOn(outcome: Outcome): void {
    if (outcome.kind !== "broken" && outcome.kind !== "unreachable") return;
    this.#stopped = outcome;
    throw new Error("the loop is over");
  }

  /** Adds the requirements that cases violated, but that none was shrunk for. */
  #addRaw(): void {
    const found = this.#judged.flatMap(({ input, outcome, position }) =>
      outcome.kind !== "violated"
        ? []
        : outcome.violations.map(({ violation }) => ({ violation, input, outcome, position }))
    );
    const isWhole = ({ violation: { harm } }: typeof found[number]) => harm === undefined;
    const sorted = [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))];
    for (const { violation: { requirement }, input, outcome, position } of sorted) {
      if (this.#reported.has(requirement)) continue;
      this.#reported.add(requirement);
      const path = this.#options.path ?? String(position);
      this.#failures.push({ requirement, input, outcome, shrinks: 0, isRaw: true, path });
    }
  }
}

function isDecided(kind: Outcome["kind"]): boolean {
  return kind === "passed" || kind === "violated";
}

/** Returns the most severe violated requirement that is wanted. */
function wantedOf(outcome: Outcome, isWanted: Wanted): string | undefined {
  if (outcome.kind !== "violated") return undefined;
  return outcome.violations.find(({ violation }) => isWanted(violation))?.violation.requirement;
}

/** Returns true if an execution violated a requirement. */
export function violates(outcome: Outcome, requirement: string): outcome is Violated {
  return wantedOf(outcome, (one) => one.requirement === requirement) !== undefined;
}
