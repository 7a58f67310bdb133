/**
 * The command `requirements`.
 *
 * @module
 */
import {
  choiceOf,
  type CommandFacts,
  commandHelp,
  listOf,
  parseArguments,
  textOf,
} from "../command_line/mod.ts";
import { type Level, LEVELS } from "../reports/events.ts";
import { type CatalogueEntry, requirementsOf } from "../suites/area.ts";
import { AREAS, CHECKS } from "../suites/areas/mod.ts";
import type { Check } from "../suites/check.ts";
import { type Feature, FEATURES } from "../suites/features.ts";
import { EXIT } from "./exit_code.ts";
import type { Io } from "./io.ts";
import { VERSION } from "./version.ts";

/** The command as data. */
export const REQUIREMENTS_COMMAND: CommandFacts = {
  name: "requirements",
  examples: [
    ["requirements --area paging --level must", "what binds a server about pages"],
    ["requirements --json", "all that is known, for programs"],
  ],
  help: "List what a server is held to, with the checks that do so",
  options: [
    { name: "json", help: "as JSON" },
    { name: "area", value: "AREA,…", repeatable: true, help: "those of these areas only" },
    {
      name: "level",
      value: "must|should|convention",
      help: "those at least so binding only (convention)",
    },
    { name: "help", help: "show this" },
  ],
};

/** What `requirements --json` writes. */
export interface RequirementList {
  /** The version of this shape. */
  readonly schema: 1;
  readonly suiteVersion: string;
  /** What a target may lack, by name, each with what it is. */
  readonly features: Readonly<Record<Feature, string>>;
  readonly requirements: readonly ListedRequirement[];
}

/** A requirement with what is known of it. */
export interface ListedRequirement {
  /** `area.words-with-dashes`. */
  readonly id: string;
  readonly area: string;
  /** The section of the interface it comes from. */
  readonly chapter: string;
  readonly statement: string;
  readonly level: Level;
  /** It falls away where the target lacks one of these; none where it is expected of all. */
  readonly features: readonly Feature[];
  /** The checks that hold a target to it; none where `unchecked` says why there can be none. */
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
  }[];
  readonly unchecked?: string;
}

/** Runs the command and returns its exit code. */
export function listRequirements(words: readonly string[], io: Io): number {
  const { options } = parseArguments(words, REQUIREMENTS_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(REQUIREMENTS_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const areas = listOf(options, "area").map((name) =>
    choiceOf("area", name, AREAS.map(({ id }) => id))
  );
  const least = choiceOf("level", textOf(options, "level") ?? "convention", LEVELS);
  const binding = LEVELS.slice(0, LEVELS.indexOf(least) + 1);
  const due = Object.entries(requirementsOf(AREAS)).map((entry) => listed(entry, CHECKS))
    .filter(({ area, level }) =>
      binding.includes(level) && (areas.length === 0 || areas.includes(area))
    );
  if (options.has("json")) {
    const list: RequirementList = {
      schema: 1,
      suiteVersion: VERSION,
      features: FEATURES,
      requirements: due,
    };
    io.out(`${JSON.stringify(list, null, 2)}\n`);
  } else {
    for (const line of due.flatMap(linesOf)) io.out(`${line}\n`);
    io.out(`\n${due.length} requirements, ${unchecked(due)} of which no check can decide\n`);
  }
  return EXIT.conformant;
}

function listed(
  [id, requirement]: [string, CatalogueEntry],
  checks: readonly Check[],
): ListedRequirement {
  const { chapter, statement, level, features = [], unchecked } = requirement;
  return {
    id,
    area: id.split(".")[0]!,
    chapter,
    statement,
    level,
    features,
    checks: checks.filter(({ requirements }) => requirements.some((each) => each === id))
      .map((check) => ({ id: check.id, title: check.title, kind: check.kind })),
    ...(unchecked !== undefined && { unchecked }),
  };
}

function linesOf(
  { id, statement, level, features, checks, unchecked }: ListedRequirement,
): string[] {
  const needed = features.length === 0 ? "" : `, with ${features.join(" and ")}`;
  return [
    `${id} (${level}${needed})`,
    `  ${statement}`,
    unchecked === undefined
      ? `  checked by ${checks.map((check) => check.id).join(", ")}`
      : `  not checked: ${unchecked}`,
  ];
}

function unchecked(due: readonly ListedRequirement[]): number {
  return due.filter((each) => each.unchecked !== undefined).length;
}
