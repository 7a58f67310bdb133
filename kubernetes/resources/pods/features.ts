/**
 * Fields of pods whose features are off by default in release 1.26: real servers drop them.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";

const OF_PODS = ["hostUsers", "resourceClaims", "schedulingGates"];
const OF_SPREADING = ["matchLabelKeys", "minDomains"];

/** Returns the spec of a pod without these fields; the same one if it has none. */
export function withoutFeatures(spec: JsonObject): JsonObject {
  const kept = without(spec, OF_PODS);
  return withItems(kept, {
    topologySpreadConstraints: (constraint) => without(constraint, OF_SPREADING),
    containers: withoutClaims,
    initContainers: withoutClaims,
    ephemeralContainers: withoutClaims,
    volumes: withoutTemplateClaims,
  });
}

/** Drops the claims of a container, and resets the type of its proc mount. */
function withoutClaims(container: JsonObject): JsonObject {
  const { resources, securityContext } = container;
  const [amounts, security] = [asObject(resources), asObject(securityContext)];
  const isMounted = security?.procMount !== undefined && security.procMount !== "Default";
  if (amounts?.claims === undefined && !isMounted) return container;
  return {
    ...container,
    ...(amounts && { resources: without(amounts, ["claims"]) }),
    ...(isMounted && { securityContext: { ...security, procMount: "Default" } }),
  };
}

/** Drops the claims in the template of a claim of a volume. */
function withoutTemplateClaims(volume: JsonObject): JsonObject {
  const ephemeral = asObject(volume.ephemeral);
  const template = asObject(ephemeral?.volumeClaimTemplate);
  const spec = asObject(template?.spec);
  const resources = asObject(spec?.resources);
  if (resources?.claims === undefined) return volume;
  return {
    ...volume,
    ephemeral: {
      ...ephemeral,
      volumeClaimTemplate: {
        ...template,
        spec: { ...spec, resources: without(resources, ["claims"]) },
      },
    },
  };
}

/** Returns an object with changed items of its lists; the same one if nothing changes. */
function withItems(
  object: JsonObject,
  changes: Readonly<Record<string, (item: JsonObject) => JsonObject>>,
): JsonObject {
  let changed = object;
  for (const [name, change] of Object.entries(changes)) {
    const list = object[name];
    if (!Array.isArray(list)) continue;
    const items = list.map((one) => {
      const item = asObject(one);
      return item ? change(item) : one;
    });
    if (items.some((item, at) => item !== list[at])) changed = { ...changed, [name]: items };
  }
  return changed;
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => object[name] !== undefined)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
