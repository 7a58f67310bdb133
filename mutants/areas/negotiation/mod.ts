/**
 * Faults of content negotiation.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { acceptFaults } from "./accept.ts";
import { protobufFaults } from "./protobuf.ts";
import { tableFaults } from "./tables.ts";

/** The faults, file by file. */
export const negotiationFaults: readonly Fault[] = [
  ...acceptFaults,
  ...tableFaults,
  ...protobufFaults,
];
