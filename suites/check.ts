/**
 * What a check is: data that names what it holds against a target, and one function that does.
 *
 * @module
 */
import type { Arbitrary } from "fast-check";
import type { Level } from "../reports/events.ts";
import type { Feature } from "./features.ts";
import type { RequirementId } from "./catalogue.ts";
import type { Scope } from "./scope.ts";
import type { Target } from "./client/target.ts";

/** The areas, in the order they run. */
export type Area =
  | "resource-versions"
  | "paging"
  | "watch"
  | "field-validation"
  | "dry-run"
  | "secrets"
  | "deployments"
  | "selectors"
  | "concurrency"
  | "health"
  | "errors"
  | "metadata"
  | "lifecycle"
  | "negotiation"
  | "patch"
  | "reviews"
  | "apply"
  | "rbac-objects"
  | "access"
  | "api-versions";

/** Something a check needs beyond the seven verbs; where it is missing the check is not run. */
export type Need =
  /** The target's history window can be waited for or its clock moved. */
  | "history expiry"
  /** Namespaces of the run's own, so that lists without a selector see nothing else. */
  | "own namespaces"
  /** Somebody besides who acts. */
  | "another identity"
  /** The same, or the permission to act as one. */
  | "another identity or impersonation"
  /** Who acts may act as others. */
  | "impersonation"
  /** The target tells callers who they are: an alpha version, off by default. */
  | "identity review"
  /** It is known that no version was switched on or off. */
  | "default configuration";

/** What every check says of itself. */
export interface CheckFacts {
  /** `area/name`, the name being a few words with dashes. */
  readonly id: `${Area}/${string}`;
  /** What holds when the check passes, in one line. */
  readonly title: string;
  /** What it holds the target to; at least one. */
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** That of the most binding requirement; the verdict follows the one that is broken. */
  readonly level: Level;
  /** Raised when it judges otherwise than before; reports tell such a change from the target's. */
  readonly version?: number;
  /** What it needs of the target beyond the seven verbs. */
  readonly needs?: readonly Need[];
  /**
   * What the target lacks for this check to tell anything, as a sentence; undefined for nothing.
   * Asked once, before the cases: a check that has a reason here is not run. May throw a `Discard`.
   */
  missing?(scope: Scope): Promise<string | undefined>;
  /** Features it cannot do without, beside those its requirements are about. */
  readonly features?: readonly Feature[];
  /** Features it draws on where the target has them, beside those its requirements are about. */
  readonly uses?: readonly Feature[];
  /** It changes what others rely on (the clock): it runs alone, after all others. */
  readonly alone?: boolean;
}

/** A check whose steps are always the same. */
export interface ExampleCheck extends CheckFacts {
  /** Tells it from a property. */
  readonly kind: "example";
  /**
   * Does the steps in a fresh scope.
   *
   * @throws {Violation} when the target breaks a requirement
   * @throws {Discard} when nothing could be told
   */
  run(scope: Scope): Promise<void>;
}

/** A check whose steps are drawn: run many times, shrunk when it fails. */
export interface PropertyCheck<Input> extends CheckFacts {
  /** Tells it from an example. */
  readonly kind: "property";
  /**
   * What is drawn. It may depend on the target's facts, never on its answers. The replay path is
   * for `commands` of fast-check, which needs it to find a shrunk list again.
   *
   * @internal
   */
  arbitrary(target: Target, replayPath?: string): Arbitrary<Input>;
  /** Does the steps for one drawn input, in a fresh scope. Throws as an example does. */
  run(scope: Scope, input: Input): Promise<void>;
}

/** Any check. */
// deno-lint-ignore no-explicit-any -- a list of checks holds properties of every input
export type Check = ExampleCheck | PropertyCheck<any>;

/** Lets the compiler hold an example's facts against the type. */
export function example(check: Omit<ExampleCheck, "kind">): ExampleCheck {
  return { kind: "example", ...check };
}

/** Lets the compiler tie what a property draws to what it runs on. */
export function property<Input>(
  check: Omit<PropertyCheck<Input>, "kind">,
): PropertyCheck<Input> {
  return { kind: "property", ...check };
}

/** Thrown when a target breaks a requirement. */
export class Violation extends Error {
  /** The class of the error. */
  override readonly name = "Violation";
  /** The requirement that is broken. */
  readonly requirement: RequirementId;
  /** What should have been. */
  readonly expected: string;
  /** What was. */
  readonly actual: string;

  /** Says what was expected and what was found instead. */
  constructor(requirement: RequirementId, facts: { expected: string; actual: string }) {
    super(`${requirement}: expected ${facts.expected}, actual ${facts.actual}`);
    this.requirement = requirement;
    this.expected = facts.expected;
    this.actual = facts.actual;
  }
}

/** Thrown when a case can tell nothing, for example as its writes were refused. */
export class Discard extends Error {
  /** The class of the error. */
  override readonly name = "Discard";
}
