/**
 * The area `metadata`: names, what only the server gives, labels and annotations.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { GENERATED_NAMES } from "./generated_names.ts";
import { GENERATION } from "./generation.ts";
import { LABELS } from "./labels.ts";
import { NAMES } from "./names.ts";
import { PLACES } from "./places.ts";
import { SERVER_FIELDS } from "./server_fields.ts";

/** The checks of the area. */
export const metadataChecks: readonly Check[] = [
  ...NAMES,
  ...GENERATED_NAMES,
  ...SERVER_FIELDS,
  ...LABELS,
  ...PLACES,
  ...GENERATION,
];
