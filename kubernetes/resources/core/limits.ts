/**
 * LimitRanges and ResourceQuotas. Nothing enforces them here.
 *
 * @module
 */
import {
  age,
  asObject,
  at,
  computed,
  defineKind,
  name,
  NAME_AND_TIME,
  type ResourceDefinition,
  showEmpty,
} from "@plumbline/server/resources";
import { type ApiObject, type Dialect, isNewest, type Json } from "@plumbline/server/api";
import {
  quotaAmount,
  validateLimitRange,
  validateQuota,
  validateQuotaUpdate,
} from "./core_rules.ts";

/** The resource `limitranges`. */
export const limitRanges: ResourceDefinition = defineKind({
  group: "",
  kind: "LimitRange",
  shortNames: ["limits"],
  columns: NAME_AND_TIME,
  defaultName: (sources) => sources.uid(),
  applyDefaults: (range) => showEmpty(asObject(range.spec), "limits"),
  createsOnUpdate: true,
  reportsMissingFields: true,
  validate: validateLimitRange,
});

const USAGE = [
  computed("Request", (quota) => usageOf(quota, (resource) => !resource.startsWith("limits"))),
  computed("Limit", (quota) => usageOf(quota, (resource) => resource.startsWith("limits"))),
];

/** The resource `resourcequotas`. */
export const resourceQuotas = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "ResourceQuota",
    deletion: { answersWithObject: true },
    shortNames: ["quota"],
    columns: isNewest(release) ? [name, ...USAGE, age] : [name, age, ...USAGE],
    status: {
      initial: () => ({}),
      validate: (quota) =>
        ["hard", "used"].flatMap((part) =>
          Object.entries(asObject(at(quota, `status.${part}`)) ?? {}).flatMap(([name, value]) =>
            quotaAmount(name, value, `status.${part}[${name}]`)
          )
        ),
    },
    reportsMissingFields: true,
    validate: validateQuota,
    validateUpdate: validateQuotaUpdate,
  });

/** Returns what is used and what is allowed of the resources that a predicate selects. */
function usageOf(quota: ApiObject, selects: (resource: string) => boolean): string {
  const used = asObject(at(quota, "status.used")) ?? {};
  const hard = Object.entries(asObject(at(quota, "status.hard")) ?? {}).sort(byName);
  return hard.filter(([resource]) => selects(resource))
    .map(([resource, most]) => `${resource}: ${used[resource] ?? "0"}/${most}`)
    .join(", ");
}

const byName = ([a]: [string, Json], [b]: [string, Json]) => a < b ? -1 : 1;
