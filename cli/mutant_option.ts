/**
 * Options that name mutants and benign variants of the reference server.
 *
 * @module
 */
import { PROGRAM } from "../runtime/program.ts";
import { list, type Option } from "../options/mod.ts";
import { benignVariants, mutants } from "../mutants/mod.ts";

const MUTANT_IDS = mutants.map(({ id }) => id);
const VARIANT_IDS = benignVariants.map(({ id }) => id);
const LOOK_UP = `\`${PROGRAM} matrix --list\` lists the ids.`;

/** Declares `--mutant` for a reference server that is to have seeded bugs. */
export function mutantOption(description: string): Option<readonly string[]> {
  const words = () => [...MUTANT_IDS, ...VARIANT_IDS];
  return list("ID", description, { words, lookUp: LOOK_UP });
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
