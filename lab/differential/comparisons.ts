/**
 * The comparisons beside that of request sequences.
 *
 * @module
 */
import { decisions } from "./access/decisions.ts";
import { accessScenario } from "./access/scenario.ts";
import { decoding } from "./bodies/decoding.ts";
import { defaulting } from "./bodies/defaults.ts";
import { strategicMerges } from "./bodies/strategic_merge_patch.ts";
import type { Comparison } from "./comparison.ts";
import { ownership } from "./ownership/comparison.ts";

/** All of them. */
export const COMPARISONS: readonly Comparison[] = [
  ownership,
  decisions,
  accessScenario,
  decoding,
  defaulting,
  strategicMerges,
];
