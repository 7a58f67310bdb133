/**
 * The area `metadata`: names, what only the server gives, labels and annotations.
 *
 * @module
 */
import type { Check } from "./check.ts";
import { GENERATED_NAMES } from "./metadata/generated_names.ts";
import { GENERATION } from "./metadata/generation.ts";
import { LABELS } from "./metadata/labels.ts";
import { NAMES } from "./metadata/names.ts";
import { PLACES } from "./metadata/places.ts";
import { SERVER_FIELDS } from "./metadata/server_fields.ts";

/** The checks of the area. */
export const metadataChecks: readonly Check[] = [
  ...NAMES,
  ...GENERATED_NAMES,
  ...SERVER_FIELDS,
  ...LABELS,
  ...PLACES,
  ...GENERATION,
];
