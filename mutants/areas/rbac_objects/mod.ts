/**
 * Faults of roles and bindings.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { bindingFaults } from "./bindings.ts";
import { roleFaults } from "./roles.ts";
import { subjectFaults } from "./subjects.ts";

/** The faults, file by file. */
export const rbacObjectsFaults: readonly Fault[] = [
  ...roleFaults,
  ...bindingFaults,
  ...subjectFaults,
];
