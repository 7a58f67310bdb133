/**
 * The option `--suite-module`: areas of third parties beside the built-in ones.
 *
 * @module
 */
import { currentDirectory } from "../runtime/process.ts";
import { type Option, path, repeatable } from "../options/mod.ts";
import type { Area } from "../suites/area.ts";
import { AREAS, CHECKS, OPTIONAL_AREAS } from "../suites/areas/mod.ts";
import type { Check } from "../suites/check.ts";
import { loadSuiteModules } from "../suites/suite_module.ts";

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
