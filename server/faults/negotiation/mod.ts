/**
 * Faults of content negotiation.
 *
 * @module
 */
import type { Fault } from "../fault.ts";
import { acceptFaults } from "./accept.ts";
import { formFaults } from "./forms.ts";

/** The faults, file by file. */
export const negotiationFaults: readonly Fault[] = [
  ...acceptFaults,
  ...formFaults,
];
