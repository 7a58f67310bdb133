/**
 * Rules for amounts of resources: their names, and requests beside limits.
 *
 * @module
 */
import type { Cause, Json } from "@plumbline/server/api";
import { canonicalQuantity } from "@plumbline/server/codec";
import { validateKeys } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import {
  amountOf,
  duplicateCause,
  forbiddenCause,
  invalidCause,
  nonnegativeAmount,
  requiredCause,
  when,
} from "@plumbline/server/rules";
import {
  all,
  each,
  fields,
  mapOf,
  object,
  type ObjectRule,
  type Rule,
} from "@plumbline/server/fields";

const OF_CONTAINERS = ["cpu", "memory", "ephemeral-storage"];
const COUNTED = [
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
];

/** The names of resources without a domain. */
export const STANDARD_RESOURCES: readonly string[] = [
  ...OF_CONTAINERS,
  ...["cpu", "memory", "ephemeral-storage", "storage"].map((name) => `requests.${name}`),
  ...OF_CONTAINERS.map((name) => `limits.${name}`),
  ...COUNTED,
  "storage",
];

const isHugePages = (name: string) => name.startsWith("hugepages-");
const isNative = (name: string) => !name.includes("/") || name.includes("kubernetes.io/");

/** Returns true for huge pages, or requests of them. */
export const isQuotaHugePages = (name: string): boolean => /^(requests\.)?hugepages-/.test(name);

const isStandard = (name: string) => STANDARD_RESOURCES.includes(name) || isQuotaHugePages(name);

/** Returns true for a resource of a device plugin, whose requests a quota can name. */
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith("requests.") &&
  validateKeys({ [`requests.${name}`]: "" }, "").length === 0;

/** Returns true if the limit of a resource may be higher than the request. */
export const mayExceedLimit = (name: string): boolean => isNative(name) && !isHugePages(name);

/** Validates the name of a resource. */
export function resourceName(name: string, field: string): Cause[] {
  const wrong = validateKeys({ [name]: "" }, field).map((cause) => ({ ...cause, field }));
  if (wrong.length > 0) return wrong;
  const why = "must be a standard resource type or fully qualified";
  return when(!name.includes("/") && !isStandard(name), invalidCause(field, name, why));
}

/** Validates the name of a resource of a container. */
export function containerResourceName(name: string, field: string): Cause[] {
  const wrong = resourceName(name, field);
  const isOfContainers = OF_CONTAINERS.includes(name) || isHugePages(name);
  if (!name.includes("/")) {
    const why = "must be a standard resource for containers";
    return [...wrong, ...when(!isOfContainers, invalidCause(field, name, why))];
  }
  const why = "doesn't follow extended resource name standard";
  return [...wrong, ...when(!isNative(name) && !isExtended(name), invalidCause(field, name, why))];
}

/** Validates an amount of a resource. */
export const resourceAmount = (name: string, value: Json | undefined, field: string): Cause[] => [
  ...nonnegativeAmount(value, field),
  ...when(
    (COUNTED.includes(name) || isExtended(name)) && amountOf(value) % 1 !== 0,
    invalidCause(field, value, "must be an integer"),
  ),
];

const amount = (value: Json, path: string, name: string): Cause[] => [
  ...containerResourceName(name, path),
  ...resourceAmount(name, value, path),
  ...when(
    isHugePages(name) && !areWholePages(name, value),
    invalidCause(path, value, `is no multiple of ${name}`),
  ),
];

/**
 * Returns the rule of the requests and limits of a container.
 *
 * @param podClaims the names of the pod's resource claims
 */
export const containerResources = (podClaims: readonly string[] = []): Rule =>
  all(fields({ limits: mapOf(amount), requests: mapOf(amount) }), comparison, claims(podClaims));

/** Compares requests with limits. */
const comparison = object(({ limits, requests }, path) => {
  const [most, least] = [asObject(limits) ?? {}, asObject(requests) ?? {}];
  const names = Object.keys({ ...most, ...least });
  return [
    ...Object.entries(least).flatMap(([name, value]) => beside(name, value, most[name], path)),
    ...when(
      names.some(isHugePages) && !names.some((name) => ["cpu", "memory"].includes(name)),
      forbiddenCause(path, "HugePages require cpu or memory"),
    ),
  ];
});

const claims = (podClaims: readonly string[]): ObjectRule =>
  fields({
    claims: each(({ name }, path, index, all) =>
      name
        ? [
          ...when(
            all.slice(0, index).some((other) => other.name === name),
            duplicateCause(path, name),
          ),
          ...(podClaims.includes(String(name)) ? [] : notFound(name, path)),
        ]
        : [requiredCause(path)]
    ),
  });

/** Returns true if an amount of huge pages is a multiple of their size. */
function areWholePages(name: string, value: Json): boolean {
  const size = canonicalQuantity(name.slice("hugepages-".length));
  const bytes = size === undefined ? 0 : amountOf(size);
  return bytes > 0 && bytes % 1 === 0 && Math.ceil(amountOf(value)) % bytes === 0;
}

/** Validates a request beside the limit. */
function beside(name: string, value: Json, limit: Json | undefined, field: string): Cause[] {
  const mayExceed = mayExceedLimit(name);
  if (limit === undefined) {
    const why = "Limit must be set for non overcommitable resources";
    return when(!mayExceed, requiredCause(`${field}.limits`, why));
  }
  const [request, most] = [amountOf(value), amountOf(limit)];
  const isWrong = mayExceed ? request > most : request !== most;
  const why = `must be ${mayExceed ? "less than or " : ""}equal to ${name} limit`;
  return when(isWrong, invalidCause(`${field}.requests`, value, why));
}

/** Rejects a reference to something that does not exist. */
export const notFound: Rule = (value, path) => [{
  reason: "FieldValueNotFound",
  field: path,
  message: `Not found: ${JSON.stringify(value ?? "")}`,
}];
