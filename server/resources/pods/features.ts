/**
 * Fields of pods whose features are off by default in release 1.26: real servers drop them.
 *
 * @module
 */
import type { JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";

const OF_PODS = ["hostUsers", "resourceClaims", "schedulingGates"];
const OF_SPREADING = ["matchLabelKeys", "minDomains"];

/** Returns the spec of a pod without these fields; the same one if it has none. */
export function withoutFeatures(spec: JsonObject): JsonObject {
  const kept = without(spec, OF_PODS);
  const { topologySpreadConstraints: constraints } = kept;
  if (!Array.isArray(constraints)) return kept;
  const spread = constraints.map((one) => {
    const constraint = asObject(one);
    return constraint ? without(constraint, OF_SPREADING) : one;
  });
  const isSame = spread.every((one, at) => one === constraints[at]);
  return isSame ? kept : { ...kept, topologySpreadConstraints: spread };
}

/** Drops these fields from the template of a workload. */
export function dropTemplateFeatures(template: JsonObject): void {
  const spec = asObject(template.spec);
  if (spec) template.spec = withoutFeatures(spec);
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => object[name] !== undefined)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
