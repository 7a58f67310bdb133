/**
 * What roles and bindings have in common: the rules for rules, subjects and references.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";

const required = (field: string, message = "Required value"): Cause => ({
  reason: "FieldValueRequired",
  field,
  message,
});

const unsupported = (field: string, value: unknown, supported: readonly string[]): Cause => ({
  reason: "FieldValueNotSupported",
  field,
  message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${
    supported.map((word) => `"${word}"`).join(", ")
  }`,
});

const wrong = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

const itemsOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

/** What is wrong with a role's rules (interface, "PolicyRule"). */
export function validateRules(object: ApiObject, options: { namespaced: boolean }): Cause[] {
  return itemsOf(object.rules).flatMap((item, index) =>
    validateRule(asObject(item) ?? {}, `rules[${index}]`, options)
  );
}

function validateRule(
  rule: JsonObject,
  field: string,
  { namespaced }: { namespaced: boolean },
): Cause[] {
  const count = (name: string) => itemsOf(rule[name]).length;
  if (count("verbs") === 0) {
    return [required(`${field}.verbs`, "verbs must contain at least one value")];
  }
  if (count("nonResourceURLs") > 0) {
    if (namespaced) {
      return [
        wrong(
          `${field}.nonResourceURLs`,
          rule.nonResourceURLs ?? null,
          "namespaced rules cannot apply to non-resource URLs",
        ),
      ];
    }
    return count("apiGroups") + count("resources") + count("resourceNames") > 0
      ? [
        wrong(
          `${field}.nonResourceURLs`,
          rule.nonResourceURLs ?? null,
          "rules cannot apply to both regular resources and non-resource URLs",
        ),
      ]
      : [];
  }
  return [
    ...(count("apiGroups") === 0
      ? [required(`${field}.apiGroups`, "resource rules must supply at least one api group")]
      : []),
    ...(count("resources") === 0
      ? [required(`${field}.resources`, "resource rules must supply at least one resource")]
      : []),
  ];
}

/** Fills in the groups of references and subjects (interface, "Subject"). */
export function defaultBinding(rbacGroup: string): (object: ApiObject) => void {
  return (object) => {
    const roleRef = asObject(object.roleRef);
    if (roleRef && !roleRef.apiGroup) roleRef.apiGroup = rbacGroup;
    for (const item of itemsOf(object.subjects)) {
      const subject = asObject(item);
      if (!subject || subject.apiGroup) continue;
      if (subject.kind === "User" || subject.kind === "Group") subject.apiGroup = rbacGroup;
    }
  };
}

/** What is wrong with a binding, which may refer to roles of the given kinds. */
export function validateBinding(
  rbacGroup: string,
  kinds: readonly string[],
  { namespaced }: { namespaced: boolean },
): (object: ApiObject) => Cause[] {
  return (object) => [
    ...validateRoleRef(asObject(object.roleRef) ?? {}, rbacGroup, kinds),
    ...itemsOf(object.subjects).flatMap((item, index) =>
      validateSubject(asObject(item) ?? {}, `subjects[${index}]`, rbacGroup, namespaced)
    ),
  ];
}

function validateRoleRef(
  roleRef: JsonObject,
  rbacGroup: string,
  kinds: readonly string[],
): Cause[] {
  const causes: Cause[] = [];
  if (roleRef.apiGroup !== rbacGroup) {
    causes.push(unsupported("roleRef.apiGroup", roleRef.apiGroup ?? "", [rbacGroup]));
  }
  if (!kinds.includes(String(roleRef.kind))) {
    causes.push(unsupported("roleRef.kind", roleRef.kind ?? "", kinds));
  }
  if (!roleRef.name) causes.push(required("roleRef.name"));
  else if (/[/%]/.test(String(roleRef.name))) {
    causes.push(wrong("roleRef.name", roleRef.name, 'may not contain "/" or "%"'));
  }
  return causes;
}

function validateSubject(
  subject: JsonObject,
  field: string,
  rbacGroup: string,
  namespaced: boolean,
): Cause[] {
  const causes: Cause[] = [];
  if (!subject.name) causes.push(required(`${field}.name`));
  switch (subject.kind) {
    case "ServiceAccount":
      if (subject.apiGroup) causes.push(unsupported(`${field}.apiGroup`, subject.apiGroup, [""]));
      if (!subject.namespace && !namespaced) causes.push(required(`${field}.namespace`));
      break;
    case "User":
    case "Group":
      if (subject.apiGroup !== rbacGroup) {
        causes.push(unsupported(`${field}.apiGroup`, subject.apiGroup ?? "", [rbacGroup]));
      }
      break;
    default:
      causes.push(
        unsupported(`${field}.kind`, subject.kind ?? "", ["ServiceAccount", "User", "Group"]),
      );
  }
  return causes;
}

/** A binding stays with its role: another one needs another binding. */
export function validateRoleRefUpdate(object: ApiObject, old: ApiObject): Cause[] {
  return equal(object.roleRef, old.roleRef)
    ? []
    : [wrong("roleRef", object.roleRef ?? null, "cannot change roleRef")];
}
