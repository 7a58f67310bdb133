/**
 * Chooses the checks of a run.
 *
 * @module
 */
import { LEVELS } from "../reports/mod.ts";
import type { Check } from "../suites/mod.ts";
import type { CheckSettings } from "./check_settings.ts";
import { suggestion } from "./nearest.ts";

/** The checks that the settings ask for, in the order of the catalogue. */
export function selectChecks(
  checks: readonly Check[],
  { suites, only, level }: Pick<CheckSettings, "suites" | "only" | "level">,
): readonly Check[] {
  const binding = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return checks.filter((check) =>
    binding.includes(check.level) &&
    (only.length === 0 || only.includes(check.id)) &&
    (suites.length === 0 || suites.some((area) => check.id.startsWith(`${area}/`)))
  );
}

/** A sentence for each id asked for that no check has. */
export function unknownIds(checks: readonly Check[], only: readonly string[]): string[] {
  const ids = checks.map(({ id }) => id as string);
  return only.filter((id) => !ids.includes(id))
    .map((id) => `There is no check ${id}${suggestion(id, ids, "--list names them")}`);
}
