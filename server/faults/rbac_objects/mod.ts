/**
 * Faults of roles and bindings.
 *
 * @module
 */
import type { Fault } from "../fault.ts";
import { objectFaults } from "./objects.ts";

/** The faults, file by file. */
export const rbacObjectsFaults: readonly Fault[] = [
  ...objectFaults,
];
