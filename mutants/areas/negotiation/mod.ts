/**
 * Mutants of content negotiation.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { acceptMutants } from "./accept.ts";
import { protobufMutants } from "./protobuf.ts";
import { tableMutants } from "./tables.ts";

export const negotiationMutants: readonly Mutant[] = [
  ...acceptMutants,
  ...tableMutants,
  ...protobufMutants,
];
