/**
 * Requirements: the normative statements that checks verify.
 *
 * @module
 */
import type { Level } from "../reports/events.ts";
import type { Feature } from "./features.ts";

/** A normative statement of the API specification, in our own words. */
export interface Requirement {
  /** The section of the specification that it comes from. */
  readonly chapter: string;
  /** The expected behaviour: one sentence that can be true or false. */
  readonly statement: string;
  /** The requirement level: a violated `must` fails a run, the others warn. */
  readonly level: Level;
  /** The optional feature it depends on, besides the feature of its area. */
  readonly feature?: Feature;
  /** The reason why no check can decide it over HTTP, where that is so. */
  readonly unchecked?: string;
}

/** What a requirement depends on, besides its chapter. */
export type RequirementConditions = Pick<Requirement, "feature" | "unchecked">;

/** Returns the requirement that a sentence states. */
export type StateRequirement = (
  statement: string,
  conditions?: RequirementConditions,
) => Requirement;

/** A section of the specification: states requirements, by a function for each level. */
export interface Chapter {
  /** States what the specification demands. */
  readonly must: StateRequirement;
  /** States what the specification recommends. */
  readonly should: StateRequirement;
  /** States what real servers agree on, and the specification does not demand. */
  readonly convention: StateRequirement;
}

/**
 * Returns a chapter, which states requirements.
 *
 * @param title The title of the section.
 * @param feature The optional feature that all its requirements depend on.
 *
 * @example
 * ```ts
 * import { chapter } from "@plumbline/plumbline/suites";
 *
 * const RULES = chapter("Acme platform rules");
 * const requirements = {
 *   "acme.version-is-served": RULES.must("GET /version is answered with 200."),
 *   "acme.version-is-cached": RULES.should("GET /version carries an `ETag`."),
 * };
 * console.assert(requirements["acme.version-is-served"].level === "must");
 * ```
 */
export function chapter(title: string, feature?: Feature): Chapter {
  const state = (level: Level): StateRequirement => (statement, conditions) => ({
    chapter: title,
    statement,
    level,
    ...(feature !== undefined && { feature }),
    ...conditions,
  });
  return { must: state("must"), should: state("should"), convention: state("convention") };
}

/**
 * Requirements of one chapter and level: the sentences by id, and what all of them depend on. Data
 * rather than calls, as a published package must state its types without inference.
 */
export type RequirementGroup = readonly [
  state: StateRequirement,
  statements: Readonly<Record<string, string>>,
  conditions?: RequirementConditions,
];

/** The ids of the requirements of some groups, as a union. */
export type IdsOf<Groups extends readonly RequirementGroup[]> = Groups[number] extends infer Group
  ? Group extends readonly [unknown, infer Statements, ...unknown[]] ? keyof Statements & string
  : never
  : never;

/** Returns the requirements of groups by id, in the same order. */
export function requirementsById<const Groups extends readonly RequirementGroup[]>(
  groups: Groups,
): Readonly<Record<IdsOf<Groups>, Requirement>> {
  return Object.fromEntries(
    groups.flatMap(([state, statements, conditions]) =>
      Object.entries(statements).map(([id, statement]) => [id, state(statement, conditions)])
    ),
  ) as Record<IdsOf<Groups>, Requirement>;
}
