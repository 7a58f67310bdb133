/**
 * Chooses the checks of a run.
 *
 * @module
 */
import { suggestion } from "../../command_line/mod.ts";
import { LEVELS } from "../../reports/events.ts";
import type { Check } from "../../suites/check.ts";
import type { CheckSettings } from "./settings.ts";

/** The checks that the settings ask for, in the order of the catalogue. */
export function selectChecks(
  checks: readonly Check[],
  { suites, only, level }: Filters,
): readonly Check[] {
  const binding = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return checks.filter((check) =>
    binding.includes(check.level) &&
    (only.length === 0 || only.includes(check.id)) &&
    (suites.length === 0 || suites.some((area) => check.id.startsWith(`${area}/`)))
  );
}

type Filters = Pick<CheckSettings, "suites" | "only" | "level">;

/** A sentence for each filter that no check matches, within what the others leave. */
export function unmatchedFilters(checks: readonly Check[], filters: Filters): string[] {
  const ids = checks.map(({ id }) => id as string);
  const unknown = filters.only.filter((id) => !ids.includes(id))
    .map((id) => `There is no check ${id}${suggestion(id, ids, "--list names them")}`);
  if (unknown.length > 0) return unknown;
  const parts: [string, Filters][] = [
    ...filters.only.map((id): [string, Filters] => [`--only ${id}`, { ...filters, only: [id] }]),
    ...(filters.only.length > 0 ? [] : filters.suites).map((area): [string, Filters] => [
      `--suite ${area}`,
      { ...filters, suites: [area] },
    ]),
  ];
  const empty = parts.filter(([, part]) => selectChecks(checks, part).length === 0)
    .map(([words]) => `No check matches ${words} with the other filters`);
  if (empty.length > 0 || selectChecks(checks, filters).length > 0) return empty;
  return ["No check matches --suite, --only and --level"];
}
