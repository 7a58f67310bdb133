/**
 * Mutants of roles and bindings.
 *
 * @module
 */
import { bindingMutants } from "./bindings.ts";
import { roleMutants } from "./roles.ts";

export const rbacObjectsMutants = [
  ...roleMutants,
  ...bindingMutants,
];
