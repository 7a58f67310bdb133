/**
 * Options that name mutants and benign variants of the reference server.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import { list, oneOf, type Option } from "@plumbline/options";
import { benignVariants, mutants } from "@plumbline/mutants";

const MUTANT_IDS = mutants.map(({ id }) => id);
const VARIANT_IDS = benignVariants.map(({ id }) => id);

/** The ids of all mutants and benign variants. */
export const SEEDED_IDS: readonly string[] = [...MUTANT_IDS, ...VARIANT_IDS];

const LOOK_UP = `\`${PROGRAM} matrix --list\` lists the ids.`;

/** Declares `--mutant` for a reference server that is to have seeded bugs. */
export function mutantOption(description: string): Option<readonly string[]> {
  return list("ID", description, { words: () => SEEDED_IDS, lookUp: LOOK_UP });
}

/**
 * Checks the ids of a `--mutant` that was declared without them.
 *
 * @throws {UsageError} for an unknown id, with the nearest one
 */
export function checkMutants(ids: readonly string[]): void {
  for (const id of ids) oneOf(SEEDED_IDS, id, "--mutant", LOOK_UP);
}

/** `--mutant` of the matrix: mutants only. */
export const onlyMutants: Option<readonly string[]> = list(
  "ID",
  "test only this mutant (repeatable)",
  { words: () => MUTANT_IDS, lookUp: LOOK_UP },
);

/** `--benign` of the matrix. */
export const onlyVariants: Option<readonly string[]> = list(
  "ID",
  "test only this benign variant (repeatable)",
  { words: () => VARIANT_IDS, lookUp: LOOK_UP },
);
