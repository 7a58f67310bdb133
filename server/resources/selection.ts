/**
 * The validation that workloads with a label selector and a template of what they run share.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { invalidCause, requiredCause } from "./field_causes.ts";
import { labelPredicate, validateSelector } from "./label_selector.ts";

/** Returns the errors of the field `spec.template` of a workload. */
export type TemplateRules = (
  template: JsonObject,
  /** True if several copies of the template can run at the same time. */
  isReplicated: boolean,
) => Cause[];

/** Validates the selector of a workload, which must match the pod template, and the template. */
export function validateSelection(
  spec: JsonObject,
  kind: string,
  templateRules: TemplateRules,
): Cause[] {
  const field = "spec.selector";
  const selector = asObject(spec.selector);
  const template = asObject(spec.template) ?? {};
  const wrongTemplate = templateRules(
    template,
    kind === "daemonset" || Number(spec.replicas ?? 1) > 1,
  );
  if (!selector) {
    const missing = requiredCause(field);
    return [missing, unselected(template), ...wrongTemplate];
  }
  const wrong = validateSelector(selector, field);
  if (isEmpty(selector)) {
    const why = `empty selector is invalid for ${kind}`;
    return [...wrong, invalidCause(field, selector, why), ...wrongTemplate];
  }
  // An invalid selector cannot be matched.
  if (wrong.length > 0) {
    const always = kind === "daemonset" ? wrongTemplate : [];
    return [...wrong, invalidCause(field, selector, "invalid label selector"), ...always];
  }
  return labelPredicate(selector)(labelsOf(template))
    ? wrongTemplate
    : [unselected(template), ...wrongTemplate];
}

const labelsOf = (template: JsonObject) =>
  (asObject(asObject(template.metadata)?.labels) ?? {}) as Readonly<Record<string, string>>;

const unselected = (template: JsonObject): Cause =>
  invalidCause(
    "spec.template.metadata.labels",
    labelsOf(template),
    "`selector` does not match template `labels`",
  );

const isEmpty = ({ matchLabels, matchExpressions }: JsonObject) =>
  Object.keys(asObject(matchLabels) ?? {}).length === 0 &&
  !(Array.isArray(matchExpressions) && matchExpressions.length > 0);
