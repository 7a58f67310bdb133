/**
 * Mutants of field validation.
 *
 * @module
 */
import { fieldMutants } from "./fields.ts";
import { formMutants } from "./forms.ts";
import { modeMutants } from "./modes.ts";
import { requiredMutants } from "./required.ts";
import { valueMutants } from "./values.ts";

export const fieldValidationMutants = [
  ...fieldMutants,
  ...formMutants,
  ...modeMutants,
  ...requiredMutants,
  ...valueMutants,
];
