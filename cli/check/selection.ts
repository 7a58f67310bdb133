/**
 * Selects the checks of a run.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import { oneOf, suggestion, UsageError } from "@plumbline/options";
import { LEVELS } from "@plumbline/reports/events";
import { highestLevel } from "@plumbline/suites/catalogue";
import type { Check } from "@plumbline/suites/check";
import type { Requirement } from "@plumbline/suites/requirement";
import type { CheckSettings, Shard } from "./options.ts";

type Filters = Pick<CheckSettings, "areas" | "only" | "level">;

/**
 * Throws for an area that has neither built-in nor loaded checks.
 *
 * @throws {UsageError} with the nearest area
 */
export function requireAreas(areas: readonly string[], { areas: given }: Filters): void {
  for (const area of given) oneOf(areas, area, "--area");
}

/**
 * Throws if checks of the area `scale` are selected without a number of objects.
 *
 * @throws {UsageError}
 */
export function requireScale(
  { areas, only, scale }: Pick<CheckSettings, "areas" | "only" | "scale">,
): void {
  if (scale !== undefined) return;
  const asked = areas.includes("scale")
    ? "--area scale"
    : only.filter((id) => id.startsWith("scale/")).map((id) => `--only ${id}`)[0];
  if (asked === undefined) return;
  throw new UsageError(`Cannot use ${asked} without a number of objects. Give --scale 5000.`);
}

/** Returns the checks that match the filters, in the order of the catalogue. */
export function selectChecks(
  checks: readonly Check[],
  { areas, only, level }: Filters,
  requirements: Readonly<Record<string, Requirement>> = {},
): readonly Check[] {
  const levels = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return checks.filter((check) =>
    levels.includes(highestLevel(check.requirements, requirements)) &&
    (only.length === 0 || only.includes(check.id)) &&
    (areas.length === 0 || areas.some((area) => check.id.startsWith(`${area}/`)))
  );
}

/** Returns a sentence for each filter that matches no check together with the others. */
export function unmatchedFilters(
  checks: readonly Check[],
  filters: Filters,
  requirements: Readonly<Record<string, Requirement>> = {},
): string[] {
  const ids = checks.map(({ id }) => id as string);
  const unknown = filters.only.filter((id) => !ids.includes(id)).map((id) =>
    `There is no check ${id}. ${meant(id, checks)}`
  );
  if (unknown.length > 0) return unknown;
  const parts: [string, Filters][] = [
    ...filters.only.map((id): [string, Filters] => [`--only ${id}`, { ...filters, only: [id] }]),
    ...(filters.only.length > 0 ? [] : filters.areas).map((area): [string, Filters] => [
      `--area ${area}`,
      { ...filters, areas: [area] },
    ]),
  ];
  const empty = parts.filter(([, part]) => selectChecks(checks, part, requirements).length === 0)
    .map(([words]) => `No check matches ${words} together with the other filters.`);
  if (empty.length > 0 || selectChecks(checks, filters, requirements).length > 0) return empty;
  return ["No check matches --area, --only and --level."];
}

/** Returns what to give in place of a word that is no check: it may be an area or a requirement. */
function meant(word: string, checks: readonly Check[]): string {
  const ids = checks.map(({ id }) => id as string);
  const words = word.split(",");
  if (words.length > 1) {
    return `Give each on its own: ${words.map((id) => `--only ${id.trim()}`).join(" ")}.`;
  }
  if (ids.some((id) => id.startsWith(`${word}/`))) return `It is an area: give --area ${word}.`;
  const judges = checks.filter(({ requirements }) =>
    (requirements as readonly string[]).includes(word)
  );
  if (judges.length > 0) {
    return `It is a requirement: give ${judges.map(({ id }) => `--only ${id}`).join(" ")}.`;
  }
  return suggestion(word, ids, `\`${PROGRAM} check --list\` lists them.`);
}

/** Returns every N-th check, so that shards take about the same time. */
export function checksOfShard<Check>(checks: readonly Check[], shard: Shard): readonly Check[] {
  return checks.filter((_, at) => at % shard.count === shard.index - 1);
}
