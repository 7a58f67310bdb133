/**
 * Benign variants: servers that differ from the reference server and conform as well.
 *
 * @module
 */
import type { BenignVariant } from "../mutant.ts";
import { appearanceVariants } from "./appearance.ts";
import { behaviourVariants } from "./behaviour.ts";
import { readingVariants } from "./reading.ts";

/** All benign variants. */
export const benignVariants: readonly BenignVariant[] = [
  ...readingVariants,
  ...appearanceVariants,
  ...behaviourVariants,
];
