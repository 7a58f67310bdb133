/**
 * Benign variants: servers that differ from the reference server and conform as well.
 *
 * @module
 */
import type { BenignVariant } from "../mutant.ts";
import { encodingVariants } from "./encodings.ts";
import { behaviourVariants } from "./behaviour.ts";
import { readVariants } from "./reads.ts";

/** All benign variants. */
export const benignVariants: readonly BenignVariant[] = [
  ...readVariants,
  ...encodingVariants,
  ...behaviourVariants,
];
