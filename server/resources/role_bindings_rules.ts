/**
 * What bindings of both scopes have in common: the rules for references and subjects.
 *
 * @module
 */
import { isServiceAccountName } from "../access/service_account.ts";
import type { Cause } from "../api_error.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";

const unsupported = (field: string, value: Json, supported: readonly string[]): Cause => ({
  reason: "FieldValueNotSupported",
  field,
  message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${
    supported.map((word) => `"${word}"`).join(", ")
  }`,
});

const wrong = (field: string, value: Json, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

const subjectsOf = ({ subjects }: ApiObject): readonly JsonObject[] =>
  (Array.isArray(subjects) ? subjects : []).map((item) => asObject(item) ?? {});

/** Fills in the groups of references and subjects (interface, "Subject"). */
export function defaultBinding(rbacGroup: string): (object: ApiObject) => void {
  return (object) => {
    const roleRef = asObject(object.roleRef);
    if (roleRef && !roleRef.apiGroup) roleRef.apiGroup = rbacGroup;
    for (const subject of subjectsOf(object)) {
      const isOurs = subject.kind === "User" || subject.kind === "Group";
      if (isOurs && !subject.apiGroup) subject.apiGroup = rbacGroup;
    }
  };
}

/** What is wrong with a binding that may refer to roles of the given kinds. */
export function validateBinding(
  rbacGroup: string,
  kinds: readonly string[],
  options: { namespaced: boolean },
): (object: ApiObject) => Cause[] {
  return (object) => [
    ...validateRoleRef(asObject(object.roleRef) ?? {}, rbacGroup, kinds),
    ...subjectsOf(object).flatMap((subject, at) =>
      validateSubject(subject, `subjects[${at}]`, rbacGroup, options)
    ),
  ];
}

/** That it says anything at all is the schema's business, here and for subjects. */
function validateRoleRef(
  { apiGroup, kind, name }: JsonObject,
  rbacGroup: string,
  kinds: readonly string[],
): Cause[] {
  return [
    ...(apiGroup && apiGroup !== rbacGroup
      ? [unsupported("roleRef.apiGroup", apiGroup, [rbacGroup])]
      : []),
    ...(kind && !kinds.includes(String(kind)) ? [unsupported("roleRef.kind", kind, kinds)] : []),
    ...(name && !isPathSegment(String(name))
      ? [wrong("roleRef.name", name, 'may not be "." or "..", nor contain "/" or "%"')]
      : []),
  ];
}

const isPathSegment = (name: string) => name !== "." && name !== ".." && !/[/%]/.test(name);

const KINDS = ["ServiceAccount", "User", "Group"];

function validateSubject(
  { kind, name, apiGroup, namespace }: JsonObject,
  field: string,
  rbacGroup: string,
  { namespaced }: { namespaced: boolean },
): Cause[] {
  if (!kind) return [];
  if (!KINDS.includes(String(kind))) return [unsupported(`${field}.kind`, kind, KINDS)];
  if (kind !== "ServiceAccount") {
    return apiGroup === rbacGroup
      ? []
      : [unsupported(`${field}.apiGroup`, apiGroup ?? "", [rbacGroup])];
  }
  const causes: Cause[] = [];
  if (name && !isServiceAccountName(String(name))) {
    causes.push(wrong(`${field}.name`, name, "must be a lower case DNS subdomain"));
  }
  if (apiGroup) causes.push(unsupported(`${field}.apiGroup`, apiGroup, [""]));
  if (!namespace && !namespaced) {
    const message = "Required value: a binding of the cluster has no namespace to go by";
    causes.push({ reason: "FieldValueRequired", field: `${field}.namespace`, message });
  }
  return causes;
}

/** A binding stays with its role: another one needs another binding. */
export function validateRoleRefUpdate(object: ApiObject, old: ApiObject): Cause[] {
  return equal(object.roleRef, old.roleRef)
    ? []
    : [wrong("roleRef", object.roleRef ?? null, "cannot change roleRef")];
}
