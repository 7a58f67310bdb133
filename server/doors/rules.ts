/**
 * Rules about values, which return the causes of an invalid object.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { nonnegative } from "@plumbline/server/rules";
 *
 * assertEquals(nonnegative(-1, "spec.replicas").map(({ field }) => field), ["spec.replicas"]);
 * ```
 *
 * @module
 */
export {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  nameCauses,
  requiredCause,
  tooLongCause,
  unsupportedCause,
} from "../resources/field_causes.ts";
export { labelPredicate, validateSelector } from "../resources/label_selector.ts";
export {
  amountOf,
  annotations,
  descending,
  familyOf,
  forbiddenFields,
  ipAddress,
  isCidr,
  isPartOf,
  isPortName,
  itemsOf,
  label,
  labels,
  labelValue,
  nonnegative,
  nonnegativeAmount,
  portNumber,
  portNumberOrName,
  qualifiedName,
  required,
  subdomain,
  textsOf,
  when,
  withoutBacksteps,
} from "../resources/rules.ts";
export { type TemplateRules, validateSelection } from "../resources/selection.ts";
