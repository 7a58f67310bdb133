/**
 * Requirements: the normative statements that checks verify.
 *
 * @module
 */
import type { Level } from "@plumbline/reports/events";
import type { Harm } from "@plumbline/reports/harm";
import type { Feature } from "./features.ts";

/** A normative statement of the API specification, in our own words. */
export interface Requirement {
  /** The section of the specification that it comes from. */
  readonly chapter: string;
  /** The expected behaviour: one sentence that can be true or false. */
  readonly statement: string;
  /** The requirement level: a violated `must` fails a run. */
  readonly level: Level;
  /** What a violation does to the users of a server: grave harm fails a run at any level. */
  readonly harm: Harm;
  /** The optional feature it depends on, besides the feature of its area. */
  readonly feature?: Feature;
  /** The reason why no check can decide it over HTTP, where that is so. */
  readonly unchecked?: string;
}

/** What is stated of a requirement besides its chapter, its level and its sentence. */
export interface RequirementConditions extends Pick<Requirement, "feature" | "unchecked"> {
  /** What a violation does to the users of a server. @default {"misleading"} */
  readonly harm?: Harm;
}

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
 *   "acme.version-is-cached": RULES.should("GET /version carries an `ETag`.", { harm: "detail" }),
 * };
 * console.assert(requirements["acme.version-is-served"].level === "must");
 * console.assert(requirements["acme.version-is-served"].harm === "misleading");
 * ```
 */
export function chapter(title: string, feature?: Feature): Chapter {
  const state = (level: Level): StateRequirement => (statement, conditions) => ({
    chapter: title,
    statement,
    level,
    harm: "misleading",
    ...(feature !== undefined && { feature }),
    ...conditions,
  });
  return { must: state("must"), should: state("should"), convention: state("convention") };
}

/**
 * Requirements of one chapter, level and harm: the sentences by id, and what all of them depend on. Data
 * rather than calls, as a published package must state its types without inference.
 */
export type RequirementGroup = RequirementList | RequirementFamily;

type RequirementList = readonly [
  state: StateRequirement,
  statements: Readonly<Record<string, string>>,
  conditions?: RequirementConditions,
];

/** Requirements that say the same of each member: the ids have the member in place of `*`. */
type RequirementFamily = readonly [
  state: StateRequirement,
  pattern: `${string}*${string}`,
  members: Members,
  sentence: (words: string) => string,
  conditions?: RequirementConditions,
];

/** The members of a family, each with the words for it in the sentence. */
type Members = Readonly<Record<string, string>>;

/** The ids of a family. */
type IdsOfFamily<Pattern, Member extends string> = Pattern extends `${infer Start}*${infer End}`
  ? `${Start}${Member}${End}`
  : never;

/** The ids of the requirements of some groups, as a union. */
export type IdsOf<Groups extends readonly RequirementGroup[]> = Groups[number] extends infer Group
  ? Group extends
    readonly [unknown, infer Pattern extends string, infer M extends Members, ...unknown[]]
    ? IdsOfFamily<Pattern, keyof M & string>
  : Group extends readonly [unknown, infer Statements, ...unknown[]] ? keyof Statements & string
  : never
  : never;

/** Returns the ids of a family of requirements. */
export function idsOfFamily<const Pattern extends string, Member extends string>(
  pattern: Pattern,
  members: Readonly<Record<Member, string>>,
): [IdsOfFamily<Pattern, Member>, ...IdsOfFamily<Pattern, Member>[]] {
  return Object.keys(members).map((member) => pattern.replace("*", member)) as [
    IdsOfFamily<Pattern, Member>,
  ];
}

/** Returns the requirements of groups by id, in the same order. */
export function requirementsById<const Groups extends readonly RequirementGroup[]>(
  groups: Groups,
): Readonly<Record<IdsOf<Groups>, Requirement>> {
  const entries = groups.flatMap((group) => {
    const [state] = group;
    const [statements, conditions] = isFamily(group)
      ? [sentencesOf(group), group[4]]
      : [group[1], group[2]];
    return Object.entries(statements).map(([id, statement]) => [id, state(statement, conditions)]);
  });
  return Object.fromEntries(entries);
}

function isFamily(group: RequirementGroup): group is RequirementFamily {
  return typeof group[1] === "string";
}

function sentencesOf([, pattern, members, sentence]: RequirementFamily): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).map((
      [member, words],
    ) => [pattern.replace("*", member), sentence(words)]),
  );
}
