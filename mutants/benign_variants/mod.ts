/**
 * Benign variants: servers that are other than this one, and as right.
 *
 * @module
 */
import type { Variant } from "../mutant.ts";
import { APPEARANCE_VARIANTS } from "./appearance.ts";
import { BEHAVIOUR_VARIANTS } from "./behaviour.ts";
import { READING_VARIANTS } from "./reading.ts";

/** The variants, file by file. */
export const VARIANTS: readonly Variant[] = [
  ...READING_VARIANTS,
  ...APPEARANCE_VARIANTS,
  ...BEHAVIOUR_VARIANTS,
];
