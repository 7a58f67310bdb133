/**
 * Faults of field validation.
 *
 * @module
 */
import type { Fault } from "./fault.ts";

/** The faults. */
export const fieldValidationFaults: readonly Fault[] = [
  {
    id: "field-validation/names-first-only",
    area: "field-validation",
    description: "Of several unknown fields only the first is named.",
    reason: "A decoder stops at the first error.",
    breaks: ["field-validation.strict-names-all", "field-validation.warn-one-each"],
    install({ steps }) {
      steps(({ judgeDroppedFields }) => ({
        judgeDroppedFields: ({ unknown, duplicates }, policy) =>
          judgeDroppedFields({ unknown: unknown.slice(0, 1), duplicates }, policy),
      }));
    },
  },
];
