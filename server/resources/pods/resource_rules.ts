/**
 * Rules for amounts of resources: their names, and requests beside limits.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { canonicalQuantity } from "../../codec/scalar.ts";
import type { Json, JsonObject } from "../../object.ts";
import { validateKeys } from "../../registry/object_meta.ts";
import { asObject } from "../../registry/resource.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "../field_causes.ts";
import { amountOf, each, itemsOf, nonnegativeAmount, when } from "../rules.ts";

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

/** Validates the requests and limits of a container. */
export function validateResources(
  { limits, requests, claims }: JsonObject,
  field: string,
  podClaims: readonly string[] = [],
): Cause[] {
  const [most, least] = [asObject(limits) ?? {}, asObject(requests) ?? {}];
  const names = Object.keys({ ...most, ...least });
  const amounts = (values: JsonObject, part: string) =>
    Object.entries(values).flatMap(([name, value]) => [
      ...containerResourceName(name, `${field}.${part}[${name}]`),
      ...resourceAmount(name, value, `${field}.${part}[${name}]`),
      ...when(
        isHugePages(name) && !areWholePages(name, value),
        invalidCause(`${field}.${part}[${name}]`, value, `is no multiple of ${name}`),
      ),
    ]);
  const claimed = itemsOf(claims).map(({ name }) => name);
  return [
    ...amounts(most, "limits"),
    ...amounts(least, "requests"),
    ...Object.entries(least).flatMap(([name, value]) => beside(name, value, most[name], field)),
    ...when(
      names.some(isHugePages) && !names.some((name) => ["cpu", "memory"].includes(name)),
      forbiddenCause(field, "HugePages require cpu or memory"),
    ),
    ...each(
      claims,
      `${field}.claims`,
      ({ name }, at, index) =>
        name
          ? [
            ...when(claimed.indexOf(name) < index, duplicateCause(at, name)),
            ...when(!podClaims.includes(String(name)), notFoundCause(at, name)),
          ]
          : [requiredCause(at)],
    ),
  ];
}

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

/** Returns the cause of a reference to something that does not exist. */
export const notFoundCause = (field: string, value: unknown): Cause => ({
  reason: "FieldValueNotFound",
  field,
  message: `Not found: ${JSON.stringify(value ?? "")}`,
});
