/**
 * The checks of the area `errors`.
 *
 * @module
 */
import type { Check } from "../../check.ts";
import { CREDENTIALS } from "./credentials.ts";
import { ERROR_RESPONSES } from "./error_responses.ts";
import { SINGLE_RESOURCES } from "./single_resources.ts";

/** All checks of the area. */
export const errorsChecks: readonly Check[] = [
  ...CREDENTIALS,
  ...ERROR_RESPONSES,
  ...SINGLE_RESOURCES,
];
