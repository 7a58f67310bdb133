/**
 * Strategic merge patches as merge patches: their lists as the merged ones.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { mergePatched } from "../../model/patches/merge_patch.ts";

/** The fields by which the items of lists are merged; other lists are replaced. */
const KEYS: Readonly<Record<string, string>> = {
  conditions: "type",
  containers: "name",
  env: "name",
  ephemeralContainers: "name",
  hostAliases: "ip",
  imagePullSecrets: "name",
  initContainers: "name",
  ownerReferences: "uid",
  ports: "containerPort",
  topologySpreadConstraints: "topologyKey",
  volumeDevices: "devicePath",
  volumeMounts: "mountPath",
  volumes: "name",
};

/** The lists of texts that are merged. */
const SETS: readonly string[] = ["finalizers"];

/** Returns the merge patch that does what a strategic merge patch does; undefined if it has directives. */
export function asMergePatchOf(
  object: JsonObject | undefined,
  patch: JsonObject,
): JsonObject | undefined {
  const merged: JsonObject = {};
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$")) return undefined;
    const [before, inner] = [object?.[key], asObject(value)];
    if (Array.isArray(value)) {
      const list = mergedList(key, Array.isArray(before) ? before : [], value);
      if (list === undefined) return undefined;
      merged[key] = list;
    } else if (inner !== undefined) {
      const members = asMergePatchOf(before === undefined ? undefined : asObject(before), inner);
      if (members === undefined) return undefined;
      merged[key] = members;
    } else merged[key] = value;
  }
  return merged;
}

/** Returns a list after a strategic merge patch. */
function mergedList(
  name: string,
  before: readonly Json[],
  patch: readonly Json[],
): Json[] | undefined {
  if (SETS.includes(name)) return [...before, ...patch.filter((one) => !before.includes(one))];
  const items = patch.map((one) => asObject(one));
  if (items.some((item) => item !== undefined && hasDirective(item))) return undefined;
  const field = KEYS[name];
  const list = [...before];
  let added = 0;
  for (const item of items) {
    const key = field === undefined ? undefined : item?.[field];
    // What has no key may have to be rejected.
    if (key === undefined) return [...patch];
    const found = list.findIndex((other) => asObject(other)?.[field!] === key);
    const current = asObject(list[found] ?? null) ?? {};
    const members = asMergePatchOf(current, item!);
    if (members === undefined) return undefined;
    const next = mergePatched(current, members);
    if (found >= 0) list[found] = next;
    else list.splice(added++, 0, next);
  }
  return list;
}

/** Returns true for an object with a directive of a patch. */
function hasDirective(object: JsonObject): boolean {
  return Object.keys(object).some((key) => key.startsWith("$"));
}
