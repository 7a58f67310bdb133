/**
 * The output of `check --list`.
 *
 * @module
 */
import type { Level } from "@plumbline/reports/events";
import type { CatalogueEntry } from "@plumbline/suites/area";
import { highestLevel } from "@plumbline/suites/catalogue";
import type { Check } from "@plumbline/suites/check";
import { VERSION } from "../version.ts";

/** Output of `check --list --json`. */
export interface CheckList {
  /** Version of this format. */
  readonly schema: 1;
  readonly suiteVersion: string;
  readonly checks: readonly {
    /** `area/words-with-dashes`. */
    readonly id: string;
    readonly area: string;
    readonly title: string;
    /** The highest level of the requirements. */
    readonly level: Level;
    readonly kind: string;
    /** Ids of the requirements that it covers. */
    readonly requirements: readonly string[];
  }[];
}

/** Returns the lines that list checks. */
export function listLines(
  checks: readonly Check[],
  requirements: Readonly<Record<string, CatalogueEntry>>,
  form: "text" | "json",
): readonly string[] {
  const listed = checks.map(({ id, title, kind, requirements: verified }) => ({
    id,
    area: id.split("/")[0]!,
    title,
    level: highestLevel(verified, requirements),
    kind,
    requirements: [...verified],
  }));
  if (form === "text") {
    return listed.map(({ id, level, title }) => `${id.padEnd(40)} ${level.padEnd(10)} ${title}`);
  }
  const output: CheckList = { schema: 1, suiteVersion: VERSION, checks: listed };
  return [JSON.stringify(output, null, 2)];
}
