/**
 * Benign variants: servers that are other than this one, and as right.
 *
 * @module
 */
import type { BenignVariant } from "../mutant.ts";
import { appearanceVariants } from "./appearance.ts";
import { behaviourVariants } from "./behaviour.ts";
import { readingVariants } from "./reading.ts";

/** The variants, file by file. */
export const benignVariants: readonly BenignVariant[] = [
  ...readingVariants,
  ...appearanceVariants,
  ...behaviourVariants,
];
