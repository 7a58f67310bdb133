/**
 * Roles, ClusterRoles and their bindings (specification, "Role-based access control resources").
 *
 * @module
 */
import { isServiceAccountName } from "../access/service_account.ts";
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../object.ts";
import {
  asObject,
  type Column,
  type ResourceDefinition,
  type Strategy,
} from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { validateSelector } from "./label_selector.ts";

const itemsOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

const required = (field: string, why: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: `Required value: ${why}`,
});

/** Returns the errors of a role's rules (specification, "PolicyRule"). */
function validateRules(object: ApiObject, options: { namespaced: boolean }): Cause[] {
  return itemsOf(object.rules).flatMap((item, at) =>
    validateRule(asObject(item) ?? {}, `rules[${at}]`, options)
  );
}

/** Validates one rule; a missing `verbs` is reported by the schema. */
function validateRule(
  rule: JsonObject,
  field: string,
  { namespaced }: { namespaced: boolean },
): Cause[] {
  const lacks = (name: string) => itemsOf(rule[name]).length === 0;
  if (lacks("nonResourceURLs")) {
    const what = "resource rules must supply at least one";
    return [
      ...(lacks("apiGroups") ? [required(`${field}.apiGroups`, `${what} api group`)] : []),
      ...(lacks("resources") ? [required(`${field}.resources`, `${what} resource`)] : []),
    ];
  }
  const isPlain = lacks("apiGroups") && lacks("resources") && lacks("resourceNames");
  const reasons = [
    ...(namespaced ? ["namespaced rules cannot apply to non-resource URLs"] : []),
    ...(isPlain ? [] : ["rules cannot apply to both regular resources and non-resource URLs"]),
  ];
  return reasons.map((why) => ({
    reason: "FieldValueInvalid",
    field: `${field}.nonResourceURLs`,
    message: `Invalid value: ${JSON.stringify(rule.nonResourceURLs)}: ${why}`,
  }));
}

/** Returns the selectors of an aggregated ClusterRole; undefined for other roles. */
export function aggregationSelectors(role: ApiObject): readonly JsonObject[] | undefined {
  const rule = asObject(role.aggregationRule);
  return rule && itemsOf(rule.clusterRoleSelectors).map((item) => asObject(item) ?? {});
}

/** Returns the errors of a role's aggregation (specification, "ClusterRole"). */
function validateAggregation(role: ApiObject): Cause[] {
  const selectors = aggregationSelectors(role);
  const field = "aggregationRule.clusterRoleSelectors";
  if (selectors?.length === 0) return [required(field, "at least one selector is needed")];
  return (selectors ?? []).flatMap((selector, at): Cause[] => {
    const causes = validateSelector(selector, `${field}[${at}]`);
    if (causes.length === 0) return [];
    const message = `Invalid value: ${JSON.stringify(selector)}: invalid label selector`;
    return [...causes, { reason: "FieldValueInvalid", field: `${field}[${at}]`, message }];
  });
}

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

/** Returns the errors of a binding that may refer to roles of the given kinds. */
function validateBinding(
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

/** Validates `roleRef`; missing fields are reported by the schema, here and for subjects. */
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

/** Returns the errors of an update: `roleRef` is immutable. */
function validateRoleRefUpdate(object: ApiObject, old: ApiObject): Cause[] {
  return equal(object.roleRef, old.roleRef)
    ? []
    : [wrong("roleRef", object.roleRef ?? null, "cannot change roleRef")];
}

/** The columns, the last three only with `kubectl get -o wide`. */
const columns: readonly Column[] = [
  name,
  {
    name: "Role",
    type: "string",
    cell: ({ roleRef }) => `${asObject(roleRef)?.kind}/${asObject(roleRef)?.name}`,
  },
  age,
  { name: "Users", type: "string", wide: true, cell: (object) => subjects(object, "User") },
  { name: "Groups", type: "string", wide: true, cell: (object) => subjects(object, "Group") },
  {
    name: "ServiceAccounts",
    type: "string",
    wide: true,
    cell: (object) => subjects(object, "ServiceAccount"),
  },
];

function subjects({ subjects }: ApiObject, kind: string): string {
  const all = Array.isArray(subjects) ? subjects.map((subject) => asObject(subject) ?? {}) : [];
  return all.filter((subject) => subject.kind === kind)
    .map(({ namespace, name }) =>
      kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : `${name}`
    )
    .join(", ");
}

/** The resource `roles`. */
export const role = ({ suffix }: Dialect): ResourceDefinition => ({
  group: `rbac.authorization.${suffix}`,
  version: "v1",
  resource: "roles",
  singular: "role",
  kind: "Role",
  namespaced: true,
  nameRule: "path segment",
  createsOnUpdate: true,
  strategy: { validate: (object) => validateRules(object, { namespaced: true }) },
});

/** The resource `clusterroles`. */
export const clusterRole = ({ suffix }: Dialect): ResourceDefinition => ({
  group: `rbac.authorization.${suffix}`,
  version: "v1",
  resource: "clusterroles",
  singular: "clusterrole",
  kind: "ClusterRole",
  namespaced: false,
  nameRule: "path segment",
  createsOnUpdate: true,
  strategy: {
    resetFields: ({ aggregationRule }) => aggregationRule ? [["rules"]] : [],
    validate: (object) => [
      ...validateRules(object, { namespaced: false }),
      ...validateAggregation(object),
    ],
  },
});

/** The resource `rolebindings`. */
export const roleBinding = (dialect: Dialect): ResourceDefinition => ({
  ...shared(dialect),
  resource: "rolebindings",
  singular: "rolebinding",
  kind: "RoleBinding",
  namespaced: true,
  strategy: strategy(dialect, ["Role", "ClusterRole"], { namespaced: true }),
});

/** The resource `clusterrolebindings`. */
export const clusterRoleBinding = (dialect: Dialect): ResourceDefinition => ({
  ...shared(dialect),
  resource: "clusterrolebindings",
  singular: "clusterrolebinding",
  kind: "ClusterRoleBinding",
  namespaced: false,
  strategy: strategy(dialect, ["ClusterRole"], { namespaced: false }),
});

const groupOf = ({ suffix }: Dialect) => `rbac.authorization.${suffix}`;

const shared = (dialect: Dialect) => ({
  group: groupOf(dialect),
  version: "v1",
  nameRule: "path segment" as const,
  createsOnUpdate: true,
  columns,
});

const strategy = (
  dialect: Dialect,
  roleKinds: readonly string[],
  options: { namespaced: boolean },
): Strategy => ({
  validate: validateBinding(groupOf(dialect), roleKinds, options),
  validateUpdate: validateRoleRefUpdate,
});
