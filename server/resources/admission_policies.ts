/**
 * ValidatingAdmissionPolicies and their bindings, in the stable version of later releases, whose
 * expressions admission compiles (`server/policies/`), and MutatingAdmissionPolicies, which are
 * stored only.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { NEWEST } from "../api_versions/api_version.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { at, computed, listAt, text, textAt } from "./columns.ts";
import { defineKind } from "./define_kind.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "./field_causes.ts";
import { validateSelector } from "./label_selector.ts";
import {
  each,
  maybeOneOf,
  oneOf,
  qualifiedName,
  required,
  requiredOneOf,
  subdomain,
  textsOf,
  when,
  within,
} from "./rules.ts";
import { validateMatchConditions, validateRule } from "./webhook_configuration.ts";

/** Returns the resources. */
export function admissionPolicies({ suffix }: Dialect): readonly ResourceDefinition[] {
  const shared = {
    group: `admissionregistration.${suffix}`,
    loaded: "last",
    namespaced: false,
    countsGeneration: true,
    createsOnUpdate: false,
    takesAnyFinalizer: true,
    ownMissing: true,
  } as const;
  return [
    defineKind({
      ...shared,
      kind: "ValidatingAdmissionPolicy",
      resource: "validatingadmissionpolicies",
      status: { initial: () => ({}), keepsMetadata: true },
      applyDefaults: defaultPolicy,
      validate: validatePolicy,
      cells: [
        {
          name: "Validations",
          type: "integer",
          cell: (one) => listAt(one, "spec.validations").length,
        },
        computed("ParamKind", paramKindText),
      ],
    }),
    defineKind({
      ...shared,
      kind: "ValidatingAdmissionPolicyBinding",
      resource: "validatingadmissionpolicybindings",
      applyDefaults: (binding) => defaultMatch(at(binding, "spec.matchResources")),
      validate: validateBinding,
      cells: [
        text("PolicyName", "spec.policyName"),
        computed("ParamRef", paramRefText),
      ],
    }),
    defineKind({
      ...shared,
      kind: "MutatingAdmissionPolicy",
      resource: "mutatingadmissionpolicies",
      lifecycle: NEWEST,
      needsVersion: true,
      categories: ["api-extensions"],
      applyDefaults: defaultPolicy,
      validate: validateMutatingPolicy,
      cells: [
        { name: "Mutations", type: "integer", cell: (one) => listAt(one, "spec.mutations").length },
        computed("ParamKind", paramKindText),
      ],
    }),
    defineKind({
      ...shared,
      kind: "MutatingAdmissionPolicyBinding",
      resource: "mutatingadmissionpolicybindings",
      lifecycle: NEWEST,
      needsVersion: true,
      categories: ["api-extensions"],
      applyDefaults: (binding) => defaultMatch(at(binding, "spec.matchResources")),
      validate: validatePolicyReference,
      cells: [text("PolicyName", "spec.policyName"), computed("ParamRef", paramRefText)],
    }),
  ];
}

function paramKindText(policy: ApiObject): string {
  const kind = textAt(policy, "spec.paramKind.kind");
  return kind === "" ? "<unset>" : `${textAt(policy, "spec.paramKind.apiVersion")}/${kind}`;
}

function paramRefText(binding: ApiObject): string {
  const reference = asObject(at(binding, "spec.paramRef"));
  if (!reference) return "<unset>";
  const namespace = textAt(reference, "namespace", "*");
  return `${namespace}/${textAt(reference, "name", "*")}`;
}

function defaultPolicy(policy: ApiObject): void {
  const spec = asObject(policy.spec);
  if (!spec) return;
  spec.failurePolicy ??= "Fail";
  defaultMatch(spec.matchConstraints);
}

function defaultMatch(match: Json | undefined): void {
  const resources = asObject(match);
  if (!resources) return;
  resources.matchPolicy ??= "Equivalent";
  resources.namespaceSelector ??= {};
  resources.objectSelector ??= {};
  for (const list of ["resourceRules", "excludeResourceRules"]) {
    for (const rule of listAt(resources, list)) rule.scope ??= "*";
  }
}

const MOST_ANNOTATIONS = 20;
const REASONS = ["Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge"];

/** Validates what policies have in common: what they match, and their variables. */
function validateMatching(
  { failurePolicy, paramKind, matchConstraints, ...spec }: JsonObject,
): Cause[] {
  return [
    ...oneOf(failurePolicy, "spec.failurePolicy", ["Fail", "Ignore"]),
    ...within(paramKind, "spec.paramKind", ({ apiVersion, kind }, field) => [
      ...required(apiVersion, `${field}.apiVersion`),
      ...when(
        apiVersion && !/^([a-z0-9][-a-z0-9.]*\/)?[a-z][-a-z0-9]*$/.test(String(apiVersion)),
        invalidCause(`${field}.apiVersion`, apiVersion, "must be a group and a version"),
      ),
      ...required(kind, `${field}.kind`),
    ]),
    ...(matchConstraints === undefined
      ? [requiredCause("spec.matchConstraints")]
      : validateMatch(asObject(matchConstraints) ?? {}, "spec.matchConstraints")),
    ...when(
      matchConstraints !== undefined &&
        listAt(asObject(matchConstraints), "resourceRules").length === 0,
      requiredCause("spec.matchConstraints.resourceRules"),
    ),
    ...validateMatchConditions(spec.matchConditions, "spec.matchConditions"),
    ...each(spec.variables, "spec.variables", ({ name, expression }, field) => [
      ...required(String(name ?? "").trim(), `${field}.name`),
      ...when(
        name && !/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(String(name)),
        invalidCause(`${field}.name`, name, "must be a valid CEL identifier"),
      ),
      ...required(String(expression ?? "").trim(), `${field}.expression`),
    ]),
  ];
}

/** Validates a validating policy, besides its expressions. */
function validatePolicy(policy: ApiObject): Cause[] {
  const spec = asObject(policy.spec) ?? {};
  const validations = listAt(spec, "validations");
  const annotations = listAt(spec, "auditAnnotations");
  const why = "validations or auditAnnotations must contain at least one item";
  return [
    ...validateMatching(spec),
    ...when(
      validations.length === 0 && annotations.length === 0,
      requiredCause("spec.validations", why),
      requiredCause("spec.auditAnnotations", why),
    ),
    ...each(spec.validations, "spec.validations", (one, field) => validateCheck(one, field)),
    ...when(
      annotations.length > MOST_ANNOTATIONS,
      invalidCause("spec.auditAnnotations", null, `at most ${MOST_ANNOTATIONS} annotations`),
    ),
    ...each(spec.auditAnnotations, "spec.auditAnnotations", (one, field, index) => [
      ...qualifiedName(`${policy.metadata.name}/${one.key ?? ""}`, `${field}.key`),
      ...required(String(one.valueExpression ?? "").trim(), `${field}.valueExpression`),
      ...when(
        annotations.slice(0, index).some(({ key }) => key === one.key),
        duplicateCause(`${field}.key`, one.key),
      ),
    ]),
  ];
}

/** The field of a mutation by its type. */
const MUTATIONS: Readonly<Record<string, string>> = {
  ApplyConfiguration: "applyConfiguration",
  JSONPatch: "jsonPatch",
};

/** Validates a mutating policy, besides its expressions. */
function validateMutatingPolicy(policy: ApiObject): Cause[] {
  const spec = asObject(policy.spec) ?? {};
  const field = "spec.reinvocationPolicy";
  return [
    ...validateMatching(spec),
    ...requiredOneOf(spec.reinvocationPolicy, field, ["IfNeeded", "Never"]),
    ...when(
      listAt(spec, "mutations").length === 0,
      requiredCause("spec.mutations", "mutations must contain at least one item"),
    ),
    ...each(spec.mutations, "spec.mutations", (mutation, at) => [
      ...requiredOneOf(mutation.patchType, `${at}.patchType`, Object.keys(MUTATIONS)),
      ...Object.entries(MUTATIONS).flatMap(([type, name]) => {
        const part = asObject(mutation[name]);
        if (type !== mutation.patchType) {
          const why = `must not be specified when patchType is not ${type}`;
          return when(part, invalidCause(`${at}.${name}`, part, why));
        }
        return part
          ? required(String(part.expression ?? "").trim(), `${at}.${name}.expression`)
          : [requiredCause(`${at}.${name}`, `must be specified when patchType is ${type}`)];
      }),
    ]),
  ];
}

const hasLines = (value: Json | undefined): boolean => /[\n\r]/.test(String(value ?? "").trim());

function validateCheck(check: JsonObject, field: string): Cause[] {
  const { expression, message, messageExpression, reason } = check;
  const isBlank = (value: Json | undefined) => Boolean(value) && String(value).trim() === "";
  const blank = "must be non-empty if specified";
  return [
    ...required(String(expression ?? "").trim(), `${field}.expression`),
    ...when(
      isBlank(messageExpression),
      invalidCause(`${field}.messageExpression`, messageExpression, blank),
    ),
    ...when(isBlank(message), invalidCause(`${field}.message`, message, blank)),
    ...when(
      hasLines(message),
      invalidCause(`${field}.message`, message, "must not contain line breaks"),
    ),
    ...maybeOneOf(reason, `${field}.reason`, REASONS),
  ];
}

/** Validates the resources that a policy or a binding matches. */
function validateMatch(match: JsonObject, field: string): Cause[] {
  const selectors = ["namespaceSelector", "objectSelector"];
  return [
    ...oneOf(match.matchPolicy, `${field}.matchPolicy`, ["Equivalent", "Exact"]),
    ...selectors.flatMap((name) => within(match[name], `${field}.${name}`, validateSelector)),
    ...["resourceRules", "excludeResourceRules"].flatMap((name) =>
      each(match[name], `${field}.${name}`, (rule, at) => {
        const names = textsOf(rule.resourceNames);
        return [
          ...names.flatMap((one, index) =>
            when(names.indexOf(one) < index, duplicateCause(`${at}.resourceNames[${index}]`, one))
          ),
          ...validateRule(rule, at),
        ];
      })
    ),
  ];
}

const ACTIONS = ["Audit", "Deny", "Warn"];

/** Validates what bindings have in common: the policy, its parameters, and what they match. */
function validatePolicyReference(binding: ApiObject): Cause[] {
  const { policyName, paramRef, matchResources } = asObject(binding.spec) ?? {};
  return [
    ...(policyName
      ? subdomain(policyName, "spec.policyName")
      : required(policyName, "spec.policyName")),
    ...within(paramRef, "spec.paramRef", validateReference),
    ...within(matchResources, "spec.matchResources", validateMatch),
  ];
}

/** Validates a binding of a validating policy. */
function validateBinding(binding: ApiObject): Cause[] {
  const actions = textsOf(at(binding, "spec.validationActions"));
  const field = "spec.validationActions";
  return [
    ...validatePolicyReference(binding),
    ...actions.flatMap((action, index) => [
      ...oneOf(action, `${field}[${index}]`, ACTIONS),
      ...when(actions.indexOf(action) < index, duplicateCause(`${field}[${index}]`, action)),
    ]),
    ...when(
      actions.includes("Deny") && actions.includes("Warn"),
      invalidCause(field, actions, "must not contain both Deny and Warn"),
    ),
    ...when(
      actions.length === 0,
      requiredCause(field, "at least one validation action is required"),
    ),
  ];
}

/** Validates which objects are the parameters of a policy. */
function validateReference(reference: JsonObject, field: string): Cause[] {
  const { name, selector, parameterNotFoundAction } = reference;
  const either = "one of name or selector must be specified";
  return [
    ...when(!name && selector === undefined, requiredCause(field, either)),
    ...when(
      name && selector !== undefined,
      forbiddenCause(`${field}.name`, "name and selector are mutually exclusive"),
    ),
    ...within(selector, `${field}.selector`, validateSelector),
    ...(parameterNotFoundAction === undefined
      ? [requiredCause(`${field}.parameterNotFoundAction`)]
      : oneOf(parameterNotFoundAction, `${field}.parameterNotFoundAction`, ["Allow", "Deny"])),
  ];
}
