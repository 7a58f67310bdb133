/**
 * ValidatingAdmissionPolicies and their bindings, in the stable version of later releases, whose
 * expressions admission compiles (`server/policies/`), and MutatingAdmissionPolicies, which are
 * stored only.
 *
 * @module
 */
import {
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  NEWEST,
  type ResourceDefinition,
  text,
  textAt,
} from "@plumbline/server/resources";
import type { ApiObject, Dialect, Json } from "@plumbline/server/api";
import {
  duplicateCause,
  invalidCause,
  itemsOf,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  maybe,
  missing,
  must,
  object,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
  unique,
} from "@plumbline/server/fields";
import { validateMatchConditions, validateRule } from "./webhook_configuration.ts";

/** Returns the resources. */
export function admissionPolicyResources({ suffix }: Dialect): readonly ResourceDefinition[] {
  const shared = {
    group: `admissionregistration.${suffix}`,
    loaded: "last",
    namespaced: false,
    countsGeneration: true,
    createsOnUpdate: false,
    takesAnyFinalizer: true,
    reportsMissingFields: true,
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

const isVersion = (text: Json | undefined): boolean =>
  /^([a-z0-9][-a-z0-9.]*\/)?[a-z][-a-z0-9]*$/.test(String(text));

/** A text that is not blank. */
const filledText: Rule = (text, path) => required(String(text ?? "").trim(), path);

const matchedRule = all(
  fields({ resourceNames: eachText(unique) }),
  validateRule,
);

/** The resources that a policy or a binding matches. */
const matchResources = fields({
  matchPolicy: oneOf("Equivalent", "Exact"),
  namespaceSelector: validateSelector,
  objectSelector: validateSelector,
  resourceRules: each(matchedRule),
  excludeResourceRules: each(matchedRule),
});

/** What policies have in common: what they match, and their variables. */
const matching = fields(({ matchConstraints }) => ({
  failurePolicy: oneOf("Fail", "Ignore"),
  paramKind: fields({
    apiVersion: [required, ifFilled(must(isVersion, "must be a group and a version"))],
    kind: required,
  }),
  matchConstraints: matchConstraints === undefined
    ? missing()
    : [orEmpty(matchResources), orEmpty(fields({ resourceRules: someItems() }))],
  matchConditions: validateMatchConditions,
  variables: each(fields({
    name: [
      filledText,
      ifFilled(
        must(
          (name) => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(String(name)),
          "must be a valid CEL identifier",
        ),
      ),
    ],
    expression: filledText,
  })),
}));

const NO_CHECK = missing("validations or auditAnnotations must contain at least one item");

const hasLines = (text: Json | undefined): boolean => /[\n\r]/.test(String(text ?? "").trim());

const notBlank = ifFilled(
  must((text) => String(text).trim() !== "", "must be non-empty if specified"),
);

const validation = fields(({ message }) => ({
  expression: filledText,
  messageExpression: notBlank,
  message: [notBlank, hasLines(message) && alwaysInvalid("must not contain line breaks")],
  reason: maybe(oneOf("Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge")),
}));

/** Returns the rule of what a policy adds to audit events, under its name. */
const auditAnnotations = (policyName: string): Rule =>
  each(
    fields({
      key: (key, path) => qualifiedName(`${policyName}/${key ?? ""}`, path),
      valueExpression: filledText,
    }),
    ({ key }, path, index, others) =>
      when(
        others.slice(0, index).some((other) => other.key === key),
        duplicateCause(`${path}.key`, key),
      ),
  );

/** Validates a validating policy, besides its expressions. */
const validatePolicy = fields(({ metadata }) => ({
  spec: orEmpty(all(
    matching,
    fields(({ validations, auditAnnotations }) => {
      const isEmpty = [validations, auditAnnotations].every((list) => itemsOf(list).length === 0);
      return { validations: isEmpty && NO_CHECK, auditAnnotations: isEmpty && NO_CHECK };
    }),
    fields({
      validations: each(validation),
      auditAnnotations: [
        (list, path) =>
          itemsOf(list).length > MOST_ANNOTATIONS
            ? alwaysInvalid(`at most ${MOST_ANNOTATIONS} annotations`, null)(list, path)
            : [],
        auditAnnotations(String(asObject(metadata)?.name)),
      ],
    }),
  )),
}));

/** Returns the rule of the part of a mutation that belongs to a type. */
const mutationPart = (type: string, chosen: Json | undefined): Rule => (part, path) => {
  if (type !== chosen) {
    const why = `must not be specified when patchType is not ${type}`;
    return when(asObject(part), invalidCause(path, part, why));
  }
  return asObject(part)
    ? fields({ expression: filledText })(part, path)
    : [requiredCause(path, `must be specified when patchType is ${type}`)];
};

/** Validates a mutating policy, besides its expressions. */
const validateMutatingPolicy = fields({
  spec: orEmpty(all(
    matching,
    fields({
      reinvocationPolicy: filled(oneOf("IfNeeded", "Never")),
      mutations: [
        someItems("mutations must contain at least one item"),
        each(fields(({ patchType }) => ({
          patchType: filled(oneOf("ApplyConfiguration", "JSONPatch")),
          applyConfiguration: mutationPart("ApplyConfiguration", patchType),
          jsonPatch: mutationPart("JSONPatch", patchType),
        }))),
      ],
    }),
  )),
});

/** Which objects are the parameters of a policy. */
const paramRef = all(
  object(({ name, selector }, path) =>
    when(
      !name && selector === undefined,
      requiredCause(path, "one of name or selector must be specified"),
    )
  ),
  fields(({ selector, parameterNotFoundAction }) => ({
    name: selector !== undefined &&
      ifFilled(alwaysForbidden("name and selector are mutually exclusive")),
    selector: validateSelector,
    parameterNotFoundAction: parameterNotFoundAction === undefined
      ? missing()
      : oneOf("Allow", "Deny"),
  })),
);

/** What bindings have in common: the policy, its parameters, and what they match. */
const policyReference = fields({ policyName: filled(subdomain), paramRef, matchResources });

/** Validates a binding of a mutating policy. */
const validatePolicyReference = fields({ spec: orEmpty(policyReference) });

/** What a binding does with what a policy rejects: not both an error and a warning. */
const actions: Rule = all(
  eachText(oneOf("Audit", "Deny", "Warn"), unique),
  (list, path) =>
    textsOf(list).includes("Deny") && textsOf(list).includes("Warn")
      ? alwaysInvalid("must not contain both Deny and Warn")(list, path)
      : [],
  someItems("at least one validation action is required"),
);

/** Validates a binding of a validating policy. */
const validateBinding = fields({
  spec: orEmpty(all(policyReference, fields({ validationActions: actions }))),
});
