/**
 * Mutants of roles and bindings.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { bindingMutants } from "./bindings.ts";
import { roleMutants } from "./roles.ts";

export const rbacObjectsMutants: readonly Mutant[] = [
  ...roleMutants,
  ...bindingMutants,
];
