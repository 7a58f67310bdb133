/**
 * Faults of refusals and of credentials.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { credentialFaults } from "./credentials.ts";
import { refusalFaults } from "./refusals.ts";

/** The faults, file by file. */
export const errorsFaults: readonly Fault[] = [
  ...refusalFaults,
  ...credentialFaults,
];
