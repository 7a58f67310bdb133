/**
 * Mutants of concurrent requests, and of reads after writes.
 *
 * @module
 */
import { lateReadMutants } from "./late_reads.ts";
import { raceMutants } from "./races.ts";

export const concurrencyMutants = [...raceMutants, ...lateReadMutants];
