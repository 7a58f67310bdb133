/**
 * Areas: requirements and the checks that verify them, under one name. The built-in areas and those
 * of third parties are defined in the same way.
 *
 * @module
 */
import { type RequirementId, REQUIREMENTS } from "./catalogue.ts";
import type { Check } from "./check.ts";
import type { Feature } from "./features.ts";
import type { Requirement } from "./requirement.ts";

/** A named group of requirements with the checks that verify them. */
export interface Area<Id extends string = string, OwnId extends string = string> {
  /** The area's name: a few lower-case words with dashes. It is the prefix of all ids in it. */
  readonly id: Id;
  /** The optional feature that all requirements of the area depend on. */
  readonly feature?: Feature;
  /** The requirements by id, in the order in which reports list them. */
  readonly requirements: Readonly<Record<OwnId, Requirement>>;
  /** The checks, in the order in which they run. */
  readonly checks: readonly Check[];
  /** The module it was loaded from, as the user wrote it; replay commands repeat it. */
  readonly module?: string;
}

/** A requirement as the engine uses it. */
export interface CatalogueEntry extends Requirement {
  /** Every optional feature it depends on, that of its area included. */
  readonly features?: readonly Feature[];
}

/**
 * Defines an area. The ids of requirements are inferred: a check that names neither a requirement of
 * its own area nor a built-in one does not compile.
 *
 * @param area The area's id, requirements and checks.
 * @returns The same area, verified.
 * @throws {TypeError} if an id does not start with the id of the area, is used twice or unknown
 *
 * @example
 * ```ts
 * import { chapter, defineArea, example, Violation } from "@plumbline/plumbline/suites";
 *
 * const RULES = chapter("Acme platform rules");
 *
 * export default defineArea({
 *   id: "acme",
 *   requirements: {
 *     "acme.version-is-served": RULES.must("GET /version is answered with 200."),
 *   },
 *   checks: [
 *     example({
 *       id: "acme/version",
 *       title: "`/version` is served",
 *       requirements: ["acme.version-is-served"],
 *       run: async (scope) => {
 *         const { status } = await scope.send({ method: "GET", path: "/version" });
 *         if (status === 200) return;
 *         throw new Violation("acme.version-is-served", { expected: "200", actual: `${status}` });
 *       },
 *     }),
 *   ],
 * });
 * ```
 */
export function defineArea<
  const Id extends string,
  OwnId extends `${NoInfer<Id>}.${string}`,
  Verified extends string,
>(area: {
  readonly id: Id;
  readonly feature?: Feature;
  readonly requirements: Readonly<Record<OwnId, Requirement>>;
  // A list of the type `Check[]` has forgotten its literals: its ids are verified at run time.
  readonly checks: readonly Check<
    Verified & (string extends Verified ? Verified : NoInfer<OwnId> | RequirementId)
  >[];
}): Area<Id, OwnId> {
  const problem = areaProblem(area);
  if (problem !== undefined) {
    throw new TypeError(`Cannot define the area "${area.id}": ${problem}`);
  }
  return area;
}

/** Returns why an area cannot be used, or undefined if it can. */
export function areaProblem(area: Area): string | undefined {
  const { id, requirements, checks } = area;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    return "its id must be lower-case words with dashes";
  }
  const foreign = Object.keys(requirements).find((each) => !each.startsWith(`${id}.`));
  if (foreign !== undefined) return `the requirement id "${foreign}" must start with "${id}."`;
  const misplaced = checks.find((check) => !check.id.startsWith(`${id}/`));
  if (misplaced !== undefined) return `the check id "${misplaced.id}" must start with "${id}/"`;
  for (const check of checks) {
    const unknown = check.requirements.find((each) =>
      !(each in requirements) && !(each in REQUIREMENTS)
    );
    if (unknown !== undefined) {
      return `the check "${check.id}" names the requirement "${unknown}", which does not exist`;
    }
  }
  const ids = checks.map((check) => check.id);
  const twice = ids.find((each, index) => ids.indexOf(each) !== index);
  if (twice !== undefined) return `the check id "${twice}" is used twice`;
  return undefined;
}

/** Returns the requirements of areas by id, each with all features that it depends on. */
export function requirementsOf(areas: readonly Area[]): Record<string, CatalogueEntry> {
  return Object.fromEntries(
    areas.flatMap(({ feature, requirements }) =>
      Object.entries(requirements).map(([id, requirement]) => {
        const features = [feature, requirement.feature].filter((each) => each !== undefined);
        return [id, { ...requirement, features: [...new Set(features)] }];
      })
    ),
  );
}
