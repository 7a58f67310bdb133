/**
 * The command `requirements`.
 *
 * @module
 */
import { choice, defineCommand, flag, list, oneOf } from "@plumbline/options";
import { type Level, LEVELS } from "@plumbline/reports/events";
import type { Harm } from "@plumbline/reports/harm";
import { type CatalogueEntry, requirementsOf } from "@plumbline/suites/area";
import { AREAS } from "@plumbline/suites/areas";
import type { Check } from "@plumbline/suites/check";
import { type Feature, FEATURES } from "@plumbline/suites/features";
import { EXIT } from "./exit_codes.ts";
import { loadSuites, suiteModuleOption } from "./suite_modules.ts";
import type { CommandContext } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** The command. */
export const requirementsCommand = defineCommand({
  name: "requirements",
  description: "List the requirements on a server and the checks that cover them.",
  options: {
    area: list("AREA,...", "list only these areas", { completes: () => AREAS.map(({ id }) => id) }),
    suiteModule: suiteModuleOption,
    level: choice(
      "LEVEL",
      "minimum requirement level: must, should or convention (default convention)",
      LEVELS,
    ),
    json: flag("print JSON"),
  },
  examples: [
    ["requirements --area paging --level must", "List what every server must do for pagination"],
    ["requirements --json", "Print all requirements for programs"],
  ],
  async run({ options }, { terminal }: CommandContext): Promise<number> {
    const { area = [], suiteModule, level = "convention", json } = options;
    const { areas, checks } = await loadSuites(suiteModule);
    for (const one of area) oneOf(areas.map(({ id }) => id), one, "--area");
    const levels = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
    const requirements = Object.entries(requirementsOf(areas)).map((entry) => listed(entry, checks))
      .filter((each) =>
        levels.includes(each.level) && (area.length === 0 || area.includes(each.area))
      );
    if (json) {
      const output: RequirementList = {
        schema: 1,
        suiteVersion: VERSION,
        features: FEATURES,
        requirements,
      };
      terminal.out(`${JSON.stringify(output, null, 2)}\n`);
    } else {
      const unchecked = requirements.filter((each) => each.unchecked !== undefined).length;
      for (const line of requirements.flatMap(linesOf)) terminal.out(`${line}\n`);
      terminal.out(`\n${requirements.length} requirements, ${unchecked} of them not checked\n`);
    }
    return EXIT.conformant;
  },
});

/** Output of `requirements --json`. */
export interface RequirementList {
  /** Version of this format. */
  readonly schema: 1;
  readonly suiteVersion: string;
  /** Optional features by name, each with a description. */
  readonly features: Readonly<Record<Feature, string>>;
  readonly requirements: readonly ListedRequirement[];
}

/** A requirement with its checks. */
export interface ListedRequirement {
  /** `area.words-with-dashes`. */
  readonly id: string;
  readonly area: string;
  /** Section of the specification. */
  readonly chapter: string;
  readonly statement: string;
  readonly level: Level;
  /** What a violation does to the users of a server. */
  readonly harm: Harm;
  /** Features without which the requirement does not apply. */
  readonly features: readonly Feature[];
  /** Checks that cover it; none if `unchecked` gives the reason. */
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
  }[];
  readonly unchecked?: string;
}

function listed(
  [id, requirement]: [string, CatalogueEntry],
  checks: readonly Check[],
): ListedRequirement {
  const { chapter, statement, level, features = [], unchecked } = requirement;
  const { harm = "misleading" } = requirement;
  return {
    id,
    area: id.split(".")[0]!,
    chapter,
    statement,
    level,
    harm,
    features,
    checks: checks.filter(({ requirements }) => requirements.some((each) => each === id))
      .map((check) => ({ id: check.id, title: check.title, kind: check.kind })),
    ...(unchecked !== undefined && { unchecked }),
  };
}

function linesOf(
  { id, statement, level, harm, features, checks, unchecked }: ListedRequirement,
): string[] {
  const needed = features.length === 0 ? "" : `, with ${features.join(" and ")}`;
  return [
    `${id} (${level}, ${harm}${needed})`,
    `  ${statement}`,
    unchecked === undefined
      ? `  checked by ${checks.map((check) => check.id).join(", ")}`
      : `  not checked: ${unchecked}`,
  ];
}
