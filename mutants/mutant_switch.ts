/**
 * The plugin that adds seeded bugs and benign variants to a server and removes them, also while the
 * server runs.
 *
 * @module
 */
import { ConfigurationError } from "@plumbline/server/settings";
import type { PartChanges, Plugin, PluginContext } from "@plumbline/server/parts";
import { benignVariants } from "./benign_variants/mod.ts";
import { mutants } from "./catalogue.ts";
import { type Catalogued, catalogued, type ServerChange } from "./mutant.ts";

const KNOWN: ReadonlyMap<string, Catalogued<ServerChange>> = new Map(
  [...mutants, ...benignVariants].map((change) => [change.id, change]),
);

/** The active mutants of a server; also the plugin that installs them. */
export interface MutantSwitch extends Plugin {
  /** Lists the ids of the active mutants in the order of installation; later ones wrap earlier. */
  list(): readonly string[];
  /** Describes the built-in mutants and benign variants, and those given to `mutantSwitch`. */
  known(): readonly Catalogued<ServerChange>[];
  /**
   * Adds a mutant, for requests that arrive from now on. Requests in progress and open watches are
   * not affected. The memory of all mutants starts empty. Safe to call twice.
   *
   * @throws {RangeError} for an unknown id
   */
  add(id: string): void;
  /** Removes a mutant, for requests that arrive from now on. Safe to call twice. */
  remove(id: string): void;
  /** Removes all mutants. */
  clear(): void;
}

/**
 * Creates the plugin that switches seeded bugs and benign variants.
 *
 * @param changes the initial mutants: ids of built-in ones, or mutants of your own
 * @returns the plugin, which is also the switch
 * @throws {ConfigurationError} for an unknown id
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { mutantSwitch } from "@plumbline/plumbline/mutants";
 *
 * const bugs = mutantSwitch();
 * await using server = await createServer({ plugins: [bugs] });
 * const status = async () => (await server.fetch(new Request("http://localhost/livez"))).status;
 * assertEquals(await status(), 200);
 * bugs.add("health/credentials-asked-for");
 * assertEquals(await status(), 401);
 * bugs.clear();
 * ```
 */
export function mutantSwitch(changes: readonly (string | ServerChange)[] = []): MutantSwitch {
  const own = changes.filter((change) => typeof change !== "string").map(catalogued);
  const known = new Map([...KNOWN, ...own.map((change) => [change.id, change] as const)]);
  let active = changes.map((change) => {
    const found = known.get(typeof change === "string" ? change : change.id);
    if (!found) {
      throw new ConfigurationError(`Cannot find the mutant or benign variant "${change}"`);
    }
    return found;
  });
  let server: PluginContext | undefined;

  function change(next: readonly Catalogued<ServerChange>[]): void {
    if (next.length === active.length) return;
    const previous = active;
    active = [...next];
    try {
      server?.recompose();
    } catch (error) {
      active = previous;
      throw error;
    }
  }

  return {
    name: "mutantSwitch",
    install(parts: PartChanges, context: PluginContext) {
      server ??= context;
      if (server !== context) {
        throw new ConfigurationError("Cannot install one mutantSwitch in two servers");
      }
      for (const { install } of active) install(parts);
    },
    list: () => active.map(({ id }) => id),
    known: () => [...known.values()],
    add(id) {
      const found = known.get(id);
      if (!found) throw new RangeError(`Cannot find the mutant or benign variant "${id}"`);
      if (!active.includes(found)) change([...active, found]);
    },
    remove: (id) => change(active.filter((other) => other.id !== id)),
    clear: () => change([]),
  };
}
