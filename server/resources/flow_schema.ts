/**
 * FlowSchemas: validation and table columns.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { renamingConversion } from "../registry/conversion.ts";
import { asObject, type Column, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import {
  forbiddenCause,
  invalidCause,
  nameCauses,
  requiredCause,
  unsupportedCause,
} from "./field_causes.ts";
import {
  flowControlGroup,
  keepStatus,
  readAsV1,
  statusStrategy,
  V1,
  V1BETA2,
  V1BETA3,
} from "./flow_control.ts";

import { label } from "./rules.ts";

const VERBS = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "proxy",
  "update",
  "watch",
];
const METHODS = ["ByNamespace", "ByUser"];
const MOST_PRECEDENCE = 10_000;

/** The only schema that may have the matching precedence 1. */
const EXEMPT = "exempt";

/** Returns the errors of a flow schema. */
function validateFlowSchema(object: ApiObject): Cause[] {
  const { matchingPrecedence, distinguisherMethod, priorityLevelConfiguration, rules } =
    asObject(object.spec) ?? {};
  const method = asObject(distinguisherMethod)?.type;
  const level = asObject(priorityLevelConfiguration)?.name;
  return [
    ...validatePrecedence(Number(matchingPrecedence), object.metadata.name),
    ...(!method || METHODS.includes(String(method))
      ? []
      : [unsupportedCause("spec.distinguisherMethod.type", method, METHODS)]),
    ...nameCauses("spec.priorityLevelConfiguration.name", level, "subdomain"),
    ...itemsOf(rules).flatMap((rule, at) =>
      validateRule(asObject(rule) ?? {}, `spec.rules[${at}]`)
    ),
  ];
}

const itemsOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

function validatePrecedence(precedence: number, name: string): Cause[] {
  const field = "spec.matchingPrecedence";
  if (precedence === 1 && name !== EXEMPT) {
    const why = `only the schema named '${EXEMPT}' may have matchingPrecedence 1`;
    return [invalidCause(field, precedence, why)];
  }
  if (precedence <= 0) return [invalidCause(field, precedence, "must be a positive value")];
  if (precedence <= MOST_PRECEDENCE) return [];
  return [invalidCause(field, precedence, `must not be greater than ${MOST_PRECEDENCE}`)];
}

/** Validates the rules; the schema requires their subjects. */
function validateRule(rule: JsonObject, field: string): Cause[] {
  const resourceRules = itemsOf(rule.resourceRules);
  const nonResourceRules = itemsOf(rule.nonResourceRules);
  const isEmpty = resourceRules.length === 0 && nonResourceRules.length === 0;
  const why = "at least one of resourceRules and nonResourceRules has to be non-empty";
  return [
    ...itemsOf(rule.subjects).flatMap((subject, at) =>
      validateSubject(asObject(subject) ?? {}, `${field}.subjects[${at}]`)
    ),
    ...(isEmpty ? [requiredCause(field, why)] : []),
    ...resourceRules.flatMap((item, at) =>
      validateResourceRule(asObject(item) ?? {}, `${field}.resourceRules[${at}]`)
    ),
    ...nonResourceRules.flatMap((item, at) =>
      validateNonResourceRule(asObject(item) ?? {}, `${field}.nonResourceRules[${at}]`)
    ),
  ];
}

/** The kinds of subjects, each with the field that identifies the subject. */
const SUBJECTS: Readonly<Record<string, string>> = {
  Group: "group",
  ServiceAccount: "serviceAccount",
  User: "user",
};

function validateSubject(subject: JsonObject, field: string): Cause[] {
  const kind = String(subject.kind ?? "");
  if (!kind) return [];
  if (!Object.hasOwn(SUBJECTS, kind)) {
    return [unsupportedCause(`${field}.kind`, kind, Object.keys(SUBJECTS))];
  }
  const ofKind = SUBJECTS[kind]!;
  const causes = Object.entries(SUBJECTS)
    .filter(([, name]) => name !== ofKind && asObject(subject[name]))
    .map(([other, name]) =>
      forbiddenCause(`${field}.${name}`, `${name} is forbidden when subject kind is not '${other}'`)
    );
  const inner = asObject(subject[ofKind]);
  if (!inner) {
    const why = `${ofKind} is required when subject kind is '${kind}'`;
    return [...causes, requiredCause(`${field}.${ofKind}`, why)];
  }
  if (kind !== "ServiceAccount") return causes;
  return [...causes, ...validateServiceAccount(inner, `${field}.serviceAccount`)];
}

function validateServiceAccount({ name, namespace }: JsonObject, field: string): Cause[] {
  return [
    ...(name === "*" ? [] : nameCauses(`${field}.name`, name, "subdomain")),
    ...nameCauses(`${field}.namespace`, namespace, "label"),
  ];
}

function validateResourceRule(rule: JsonObject, field: string): Cause[] {
  return [
    ...validateVerbs(rule, field),
    ...aloneIfStar(rule.apiGroups, `${field}.apiGroups`, "api groups"),
    ...aloneIfStar(rule.resources, `${field}.resources`, "resources"),
    ...validateNamespaces(rule, `${field}.namespaces`),
  ];
}

function validateNamespaces({ namespaces, clusterScope }: JsonObject, field: string): Cause[] {
  const names = itemsOf(namespaces);
  if (names.includes("*")) return aloneIfStar(namespaces, field, "namespaces");
  if (names.length === 0 && !clusterScope) {
    const why = "resource rules that are not cluster scoped must supply at least one namespace";
    return [requiredCause(field, why)];
  }
  return names.flatMap((name, at) => label(name, `${field}[${at}]`));
}

function validateNonResourceRule(rule: JsonObject, field: string): Cause[] {
  const urls = itemsOf(rule.nonResourceURLs);
  const place = `${field}.nonResourceURLs`;
  return [
    ...validateVerbs(rule, field),
    ...urls.includes("*")
      ? aloneIfStar(rule.nonResourceURLs, place, "non-resource URLs")
      : urls.flatMap((url, at) => {
        const error = urlError(String(url));
        return error ? [invalidCause(`${place}[${at}]`, url, error)] : [];
      }),
  ];
}

function urlError(url: string): string | undefined {
  if (url === "") return "must not be empty";
  if (!url.startsWith("/")) return "must start with slash";
  if (/\s/.test(url)) return "must not contain white-space";
  if (url.includes("//")) return "must not contain double slash";
  const star = url.indexOf("*");
  const isSuffix = star === url.length - 1 && url[star - 1] === "/";
  return star < 0 || isSuffix ? undefined : "wildcard can only do suffix matching";
}

function validateVerbs({ verbs }: JsonObject, field: string): Cause[] {
  const words = itemsOf(verbs).map(String);
  if (words.includes("*")) return aloneIfStar(verbs, `${field}.verbs`, "verbs");
  const unknown = words.some((word) => !VERBS.includes(word));
  return unknown ? [unsupportedCause(`${field}.verbs`, words, VERBS)] : [];
}

/** Validates that `*`, which includes everything, is the only item. */
function aloneIfStar(value: Json | undefined, field: string, what: string): Cause[] {
  const words = itemsOf(value);
  if (words.length < 2 || !words.includes("*")) return [];
  return [invalidCause(field, words, `if '*' is present, must not specify other ${what}`)];
}

/** The resource `flowschemas`, the preferred version first. */
export function flowSchemas(dialect: Dialect): readonly ResourceDefinition[] {
  const group = flowControlGroup(dialect);
  const conversion = renamingConversion({
    group,
    version: V1BETA2.version,
    storedVersion: V1BETA3.version,
  });
  return [
    { ...shared, ...V1, group, conversion: readAsV1(group) },
    { ...shared, ...V1BETA3, group },
    { ...shared, ...V1BETA2, group, conversion },
  ];
}

const specOf = (object: ApiObject) => asObject(object.spec) ?? {};

/** Returns the status of the condition Dangling, `?` if it is not set. */
function missesLevel({ status }: ApiObject): Json {
  const conditions = asObject(status)?.conditions;
  const all = Array.isArray(conditions) ? conditions.map(asObject) : [];
  return all.find((condition) => condition?.type === "Dangling")?.status ?? "?";
}

const column = (title: string, cell: (object: ApiObject) => Json): Column => ({
  name: title,
  type: "string",
  cell,
});

const COLUMNS: readonly Column[] = [
  name,
  column(
    "PriorityLevel",
    (object) => asObject(specOf(object).priorityLevelConfiguration)?.name ?? "",
  ),
  column("MatchingPrecedence", (object) => specOf(object).matchingPrecedence ?? 0),
  column(
    "DistinguisherMethod",
    (object) => asObject(specOf(object).distinguisherMethod)?.type ?? "<none>",
  ),
  age,
  column("MissingPL", missesLevel),
];

const shared: Omit<ResourceDefinition, "group" | "version"> = {
  resource: "flowschemas",
  singular: "flowschema",
  kind: "FlowSchema",
  namespaced: false,
  countsGeneration: true,
  columns: COLUMNS,
  strategy: { ...keepStatus, validate: validateFlowSchema },
  subresources: { status: statusStrategy },
};
