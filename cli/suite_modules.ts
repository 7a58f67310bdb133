/**
 * The option `--suite-module`: areas of third parties beside the built-in ones.
 *
 * @module
 */
import { currentDirectory } from "@plumbline/runtime/process";
import { type Option, path, repeatable } from "@plumbline/options";
import type { Area } from "@plumbline/suites/area";
import { AREAS, CHECKS, OPTIONAL_AREAS } from "@plumbline/suites/areas";
import type { Check } from "@plumbline/suites/check";
import { loadSuiteModules } from "@plumbline/suites/suite_module";

/** `--suite-module`. */
export const suiteModuleOption: Option<readonly string[]> = repeatable(
  path("PATH", "load the areas of this module, a path or a URL (repeatable)"),
);

/** Areas with their checks. */
export interface Suites {
  readonly areas: readonly Area[];
  readonly checks: readonly Check[];
}

/**
 * Returns the built-in areas and those of the modules.
 *
 * @param builtIn checks to use in place of the built-in ones; for tests
 * @param optional ids of the optional areas to add
 * @throws {ConfigurationError} if a module cannot be loaded
 */
export async function loadSuites(
  modules: readonly string[] = [],
  builtIn: readonly Check[] = CHECKS,
  optional: readonly string[] = [],
): Promise<Suites> {
  const added = OPTIONAL_AREAS.filter(({ id }) => optional.includes(id));
  const loaded = [...added, ...await loadSuiteModules(modules, currentDirectory())];
  return {
    areas: [...AREAS, ...loaded],
    checks: [...builtIn, ...loaded.flatMap(({ checks }) => checks)],
  };
}
