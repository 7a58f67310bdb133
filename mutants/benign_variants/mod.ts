/**
 * Benign variants: servers that differ from the reference server and conform as well.
 *
 * @module
 */
import type { BenignVariant, Catalogued } from "../mutant.ts";
import { encodingVariants } from "./encodings.ts";
import { behaviourVariants } from "./behaviour.ts";
import { connectionVariants } from "./connections.ts";
import { knownDeviationVariants } from "./known_deviations.ts";
import { readVariants } from "./reads.ts";

/** All benign variants. */
export const benignVariants: readonly Catalogued<BenignVariant>[] = [
  ...readVariants,
  ...encodingVariants,
  ...behaviourVariants,
  ...connectionVariants,
  ...knownDeviationVariants,
];
