/**
 * Mutants of what every exchange must obey.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { responseMutants } from "./responses.ts";
import { sequenceMutants } from "./sequences.ts";

/** The mutants. */
export const exchangesMutants: readonly Mutant[] = [...responseMutants, ...sequenceMutants];
