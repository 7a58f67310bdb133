/**
 * Checks as data: what a check verifies and needs, and the function that runs it against a target.
 *
 * @module
 */
import type { Harm } from "@plumbline/reports/harm";
import type { Arbitrary } from "fast-check";
import type { Coverage } from "@plumbline/reports/events";
import type { RequirementId } from "./catalogue.ts";
import type { Target } from "./client/target.ts";
import type { DemandedName, Feature } from "./features.ts";
import type { Scope } from "./scope.ts";

/** A precondition of a check; the check is skipped where a target does not meet it. */
export type Need =
  /** The target's clock can be moved, or it is known how long it keeps history. */
  | "history expiry"
  /** The run may create namespaces, so that lists without a selector contain nothing else. */
  | "own namespaces"
  /** The server has Namespaces, and the run may create some. */
  | "created namespaces"
  /** The run has a second identity. */
  | "another identity"
  /** The run has a second identity, or may impersonate users. */
  | "another identity or impersonation"
  /** The current identity may impersonate users. */
  | "impersonation"
  /** The target serves SelfSubjectReview: an alpha version, off by default. */
  | "identity review"
  /** The user states that no API version was switched on or off. */
  | "default configuration";

/** The facts common to all checks. */
export interface CheckFacts<Id extends string = string> {
  /** `area/name`, the name being a few words with dashes. */
  readonly id: `${string}/${string}`;
  /** The expected behaviour in one line. */
  readonly title: string;
  /** The ids of the requirements it verifies; at least one. */
  readonly requirements: readonly [Id, ...Id[]];
  /** The revision: raised when the check decides differently than before. @default {1} */
  readonly version?: number;
  /** The preconditions on the target and the run. */
  readonly needs?: readonly Need[];
  /**
   * Returns, as a sentence, the condition of the requirements that does not occur on the target, or
   * undefined if it does. Called once before the cases; the check is skipped for the reason returned.
   * Throws a `Discard` if something is needed that can be provided.
   */
  missing?(scope: Scope): Promise<string | undefined>;
  /** The features it cannot run without, besides those its requirements depend on. */
  readonly features?: readonly (Feature | DemandedName)[];
  /** The features it uses where the target has them, besides those its requirements depend on. */
  readonly uses?: readonly Feature[];
  /**
   * `any` if it works with any resource types, and takes them from the target; `none` if it needs
   * none; otherwise the types of the specification that it is about, by their plural names.
   *
   * @default {all types of the specification}
   */
  readonly types?: "any" | "none" | readonly string[];
  /**
   * True if its cases see only objects that they name or select by their label: they run in namespaces
   * with objects of earlier cases, which are removed together.
   *
   * @default {false: the namespaces are empty}
   */
  readonly sharesNamespaces?: boolean;
  /**
   * True if it changes what other checks depend on (the clock), or if what they do would hide what it
   * looks for: it runs alone, after all others.
   */
  readonly alone?: boolean;
  /** True if it waits for seconds or sends far more requests than others: it starts before them. */
  readonly early?: boolean;
  /**
   * True if a target that violates it may answer no other request: it runs last, alone, except on a
   * server that ends with the run.
   */
  readonly disturbs?: boolean;
  /**
   * True if a case does again what it finds, before it reports that: a failure is then not confirmed by
   * repetitions, which take long.
   *
   * @default {false}
   */
  readonly repeatsItself?: boolean;
}

/** A check whose steps are always the same. */
export interface ExampleCheck<Id extends string = string> extends CheckFacts<Id> {
  /** The discriminator. */
  readonly kind: "example";
  /**
   * Runs the steps in a fresh scope.
   *
   * @param scope The scope; whatever is created through it is removed afterwards.
   * @throws {Violation} if the target violates a requirement
   * @throws {Discard} if nothing can be decided
   */
  run(scope: Scope): Promise<void>;
}

/** The inputs of a property that are known before its first case. */
export interface CaseList<Input> {
  /** The inputs in the order in which they run. */
  readonly inputs: readonly Input[];
  /** Returns what the inputs that were decided cover, for the report. */
  coverage?(decided: readonly Input[]): Coverage;
}

/** A check whose input is generated: run many times, and shrunk if it fails. */
export interface PropertyCheck<Input, Id extends string = string> extends CheckFacts<Id> {
  /** The discriminator. */
  readonly kind: "property";
  /**
   * The share of the cases per property that it runs, above 0 and at most 1: less than 1 where a
   * case sends many requests and fewer cases find as much. Each resource type has a case all the
   * same, as far as the number of the run allows.
   *
   * @default {1}
   */
  readonly share?: number;
  /**
   * True if all its cases run: each may show what happened before it, which no variant of its input says.
   * Of other properties as few run as have the same pairs of variants.
   *
   * @default {false}
   */
  readonly runsAllCases?: boolean;
  /**
   * True if equal inputs run again, as clients race in a case: it may end differently each time.
   *
   * @default {false}
   */
  readonly repeatsInputs?: boolean;
  /**
   * Returns the arbitrary that generates inputs. It may depend on the target's facts, never on its
   * responses.
   *
   * @param target The target.
   * @param replayPath The path that `commands` of fast-check needs to find a shrunk list again.
   *
   * @internal
   */
  arbitrary(target: Target, replayPath?: string): Arbitrary<Input>;
  /**
   * Returns the cases to run first, in this order, before the generated ones; a run of fewer cases
   * runs the first of them. To find them again, they may depend on the seed and the target's facts
   * only. They are shrunk as far as the arbitrary can generate them.
   *
   * @param seed The seed of the check.
   * @param target The target.
   *
   * @default {() => []}
   */
  cases?(seed: number, target: Target): readonly Input[];
  /**
   * Returns a list of inputs to run instead of generated ones; the arbitrary then only shrinks them.
   *
   * @param target The target.
   * @param options.seed The seed of the check, a 32-bit integer.
   * @param options.runs The cases per property.
   */
  caseList?(
    target: Target,
    options: { readonly seed: number; readonly runs: number },
  ): CaseList<Input>;
  /**
   * Runs the steps for one generated input, in a fresh scope.
   *
   * @param scope The scope; whatever is created through it is removed afterwards.
   * @param input The generated input.
   * @throws {Violation} if the target violates a requirement
   * @throws {Discard} if nothing can be decided from this input
   */
  run(scope: Scope, input: Input): Promise<void>;
}

/** An example or a property. */
export type Check<Id extends string = string> =
  | ExampleCheck<Id>
  // deno-lint-ignore no-explicit-any -- a list of checks contains properties of every input
  | PropertyCheck<any, Id>;

/**
 * The ids of the built-in areas.
 *
 * @internal
 */
type BuiltInArea = RequirementId extends `${infer Area}.${string}` ? Area : never;

/**
 * A requirement id that can exist: a built-in one, or one of an area that is not built in. Written
 * as an intersection (`Id & KnownId<Id>`), so that the literal type is inferred.
 */
export type KnownId<Id extends string> = string extends Id ? Id
  : Id extends RequirementId ? Id
  : Id extends `${BuiltInArea}.${string}` ? never
  : Id;

/** The ids of requirements that can exist, of which a check names at least one. */
export interface Verifies<Id extends string> {
  /** The ids of the requirements it verifies; at least one. */
  readonly requirements: readonly [Id & KnownId<Id>, ...(Id & KnownId<Id>)[]];
}

/**
 * Creates a check whose steps are always the same.
 *
 * @param check The facts of the check and its steps.
 * @returns The check.
 *
 * @example
 * ```ts
 * import { example, Violation } from "@plumbline/plumbline/suites";
 *
 * const check = example({
 *   id: "acme/version",
 *   title: "`/version` is served",
 *   requirements: ["acme.version-is-served"],
 *   run: async (scope) => {
 *     const { status } = await scope.send({ method: "GET", path: "/version" });
 *     if (status === 200) return;
 *     throw new Violation("acme.version-is-served", { expected: "200", actual: `${status}` });
 *   },
 * });
 * ```
 */
export function example<const Id extends string>(
  check: Omit<ExampleCheck<Id>, "kind" | "requirements"> & Verifies<Id>,
): ExampleCheck<Id> {
  return { kind: "example", ...check };
}

/**
 * Creates a check that runs for many generated inputs.
 *
 * @param check The facts of the check, the arbitrary of its inputs and its steps.
 * @returns The check.
 *
 * @example
 * ```ts
 * import { arbitraries, oracles, property, Violation } from "@plumbline/plumbline/suites";
 *
 * const check = property({
 *   id: "acme/lists-in-order",
 *   title: "Lists are sorted by namespace and name",
 *   requirements: ["acme.lists-are-sorted"],
 *   arbitrary: () => arbitraries.population({ least: 2 }),
 *   run: async (scope, objects) => {
 *     const { reader } = await arbitraries.populate(scope, objects);
 *     const { pages: [page] } = await reader.list();
 *     const actual = page!.items.map(oracles.keyOf).join();
 *     const expected = page!.items.map(oracles.keyOf).toSorted().join();
 *     if (actual !== expected) throw new Violation("acme.lists-are-sorted", { expected, actual });
 *   },
 * });
 * ```
 */
export function property<Input, const Id extends string = RequirementId>(
  check: Omit<PropertyCheck<Input, Id>, "kind" | "requirements"> & Verifies<Id>,
): PropertyCheck<Input, Id> {
  return { kind: "property", ...check };
}

/** Returns checks that work with any resource types, unless they state what they need. */
export function forAnyType(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ types: "any", ...check }));
}

/**
 * Returns checks whose properties run all cases, unless they state otherwise: their bugs show in what came
 * before a request.
 */
export function withAllCases(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) =>
    check.kind === "property" ? { runsAllCases: true, ...check } : check
  );
}

/** Returns checks about these types of the specification, unless they state what they need. */
export function forTypes(
  types: readonly string[],
  checks: readonly Check[],
): readonly Check[] {
  return checks.map((check) => ({ types, ...check }));
}

/**
 * Returns checks whose cases see only objects that they name or select by their label, unless they state
 * what they need.
 */
export function inSharedNamespaces(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ sharesNamespaces: true, ...check }));
}

/** Returns checks that need no resource types. */
export function forNoType(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ types: "none", ...check }));
}

/** An event that a watch should have delivered. */
export interface MissingEvent {
  /** The type of the event. */
  readonly type: string;
  /** The name of the object. */
  readonly name: string;
  /** The resourceVersion of the object, if a response had it. */
  readonly version?: string;
}

/**
 * Thrown by a check if the target violates a requirement.
 *
 * @example
 * ```ts
 * import { Violation } from "@plumbline/plumbline/suites";
 *
 * const violation = new Violation("paging.limit-bounds-page", {
 *   expected: "at most 2 items",
 *   actual: "3 items",
 * });
 * ```
 */
export class Violation<Id extends string = string> extends Error {
  /** The class of the error. */
  override readonly name = "Violation";
  /** The id of the violated requirement. */
  readonly requirement: string;
  /** The behaviour that the requirement demands. */
  readonly expected: string;
  /** The observed behaviour. */
  readonly actual: string;
  /** The numbers of the requests whose responses contradict each other, as far as known. */
  readonly exchanges: readonly number[];
  /** The resourceVersions of the events that are wrong or missing, as far as known. */
  readonly versions: readonly string[];
  /** The events that are missing, as far as known. */
  readonly missing: readonly MissingEvent[];
  /** What is known of requests, by their numbers. */
  readonly notes: ReadonlyMap<number, string>;
  /** The number of the request whose response is wrong by itself, if one is known to be. */
  readonly judged: number | undefined;
  /** What it does to users, if that is less than the requirement states. */
  readonly harm: Harm | undefined;

  /**
   * Creates a violation.
   *
   * @param requirement The id of the violated requirement: a built-in one, or one of another area.
   * @param facts The expected and the observed behaviour, and what the timeline shows of the requests.
   */
  constructor(
    requirement: Id & KnownId<Id>,
    facts: {
      readonly expected: string;
      readonly actual: string;
      readonly exchanges?: readonly number[];
      readonly versions?: readonly string[];
      readonly missing?: readonly MissingEvent[];
      readonly notes?: ReadonlyMap<number, string>;
      readonly judged?: number | undefined;
      readonly harm?: Harm;
    },
  ) {
    const [expected, actual] = [textOf(facts.expected), textOf(facts.actual)];
    super(`${requirement}: expected ${expected}, actual ${actual}`);
    this.requirement = requirement;
    this.expected = expected;
    this.actual = actual;
    this.exchanges = facts.exchanges ?? [];
    this.versions = facts.versions ?? [];
    this.missing = facts.missing ?? [];
    this.notes = facts.notes ?? new Map();
    this.judged = facts.judged;
    this.harm = facts.harm;
  }
}

/** Returns a text; `JSON.stringify`, typed as one, returns none for what a target did not send. */
function textOf(text: string | undefined): string {
  return text ?? "nothing";
}

/**
 * Thrown by a check if a case decides nothing, for example because its writes were rejected.
 *
 * @example
 * ```ts
 * import { Discard } from "@plumbline/plumbline/suites";
 *
 * const discard = new Discard("the object could not be created");
 * ```
 */
export class Discard extends Error {
  /** The class of the error. */
  override readonly name = "Discard";
  /** What the target responded, if it rejected a valid request as invalid. */
  readonly refusal: string | undefined;

  /**
   * Creates the error.
   *
   * @param reason why nothing can be decided
   * @param options.refusal the response that calls a valid request invalid, if that is the reason
   */
  constructor(reason: string, options: { readonly refusal?: string | undefined } = {}) {
    super(reason);
    this.refusal = options.refusal;
  }
}
