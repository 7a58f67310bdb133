/**
 * Reads the ids of faults: the same words wherever one is misspelt.
 *
 * @module
 */
import { type GivenOptions, listOf, suggestion, UsageError } from "../command_line/mod.ts";
import { benignVariants, mutants } from "../server/mod.ts";

/** The ids of the faults and benign variants that `--fault` names. */
export function faultsOf(options: GivenOptions): readonly string[] {
  return listOf(options, "fault").map((id) => known(id, [...mutants, ...benignVariants], "fault"));
}

/**
 * The id, where it is among those there are.
 *
 * @throws {UsageError} where it is not, with the nearest one or the command that lists them
 */
export function known(
  id: string,
  facts: readonly { readonly id: string }[],
  what: "fault" | "benign variant",
): string {
  const ids = facts.map((fact) => fact.id);
  if (ids.includes(id)) return id;
  const near = suggestion(id, ids, "deno task faults lists them");
  throw new UsageError(`There is no ${what} ${id}${near}`);
}
