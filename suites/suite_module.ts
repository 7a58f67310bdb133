/**
 * Loads the areas of third parties from their modules.
 *
 * @module
 */
import { type Area, areaProblem } from "./area.ts";
import { AREAS, OPTIONAL_AREAS } from "./areas/mod.ts";
import { ConfigurationError } from "./client/configuration.ts";

/**
 * Loads suite modules. A module exports an area made by `defineArea` as its default, or a list of
 * them as `areas`.
 *
 * @param paths The paths or URLs of the modules, as the user wrote them.
 * @param base The directory that relative paths start from, as a path or a `file:` URL.
 * @returns The areas of all modules, in the order given.
 * @throws {ConfigurationError} if a module cannot be loaded, exports no area, or repeats an id
 *
 * @example
 * ```ts
 * import { loadSuiteModules } from "./suite_module.ts";
 *
 * const areas = await loadSuiteModules([], Deno.cwd());
 * console.assert(areas.length === 0);
 * ```
 */
export async function loadSuiteModules(
  paths: readonly string[],
  base: string | URL,
): Promise<readonly Area[]> {
  const directory = urlOf(base, `file:///`);
  const loaded: Area[] = [];
  for (const path of paths) {
    for (const area of await areasOf(path, urlOf(path, `${directory}/`))) {
      const problem = areaProblem(area) ?? conflict(area, [...AREAS, ...OPTIONAL_AREAS, ...loaded]);
      if (problem !== undefined) {
        throw new ConfigurationError(
          `Cannot use the area "${area.id}" of the suite module ${path}: ${problem}`,
        );
      }
      loaded.push({ ...area, module: path });
    }
  }
  return loaded;
}

function urlOf(path: string | URL, base: string): string {
  if (path instanceof URL) return path.href;
  // A drive letter is no scheme.
  return /^[a-z][a-z0-9+.-]+:/i.test(path) ? path : new URL(encodeURI(path), base).href;
}

async function areasOf(path: string, url: string): Promise<readonly Area[]> {
  let module: { readonly default?: unknown; readonly areas?: unknown };
  try {
    module = await importFrom(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`Cannot load the suite module ${path}: ${reason}`);
  }
  const areas = [module.default, module.areas].flat().filter((each) => each !== undefined);
  if (areas.length > 0 && areas.every(isArea)) return areas;
  throw new ConfigurationError(
    `Cannot use the suite module ${path}: it must export an area made by defineArea as its ` +
      "default, or a list of them as `areas`",
  );
}

function isArea(value: unknown): value is Area {
  if (typeof value !== "object" || value === null) return false;
  const { id, requirements, checks } = value as Partial<Area>;
  return typeof id === "string" && typeof requirements === "object" && requirements !== null &&
    Array.isArray(checks) && checks.every(isCheck);
}

function isCheck(value: Area["checks"][number]): boolean {
  return typeof value?.id === "string" && typeof value.title === "string" &&
    typeof value.run === "function" && Array.isArray(value.requirements);
}

function conflict({ id }: Area, others: readonly Area[]): string | undefined {
  const other = others.find((each) => each.id === id);
  if (other === undefined) return undefined;
  return `${other.module ?? "Plumbline"} defines an area with this id; choose another id`;
}

/**
 * Imports a module by its URL. The schemes are spelled out, as a published package must state them.
 *
 * @throws {TypeError} for another scheme
 */
function importFrom(url: string): Promise<Record<string, unknown>> {
  const [, scheme, rest = ""] = /^(\w+):\/\/\/?(.*)$/s.exec(url) ?? [];
  switch (scheme) {
    case "file":
      return import(`file:///${rest}`);
    case "https":
      return import(`https://${rest}`);
    case "http":
      return import(`http://${rest}`);
    default:
      throw new TypeError("a module is a path, or a URL that starts with https:// or http://");
  }
}
