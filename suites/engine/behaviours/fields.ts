/**
 * The fields of objects, by their paths.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";

/** Maps whose keys are the client's. */
const MAPS = /^(metadata\.labels|metadata\.annotations|data|stringData|binaryData)$/;

/** How deep fields are compared. */
const DEPTH = 5;

/** How many differing fields are named. */
const MOST = 8;

/** Returns the values of an object that are no objects, by their paths; lists are values. */
export function valuesByPath(object: JsonObject, prefix = "", depth = DEPTH): [string, Json][] {
  return Object.entries(object).flatMap(([key, value]): [string, Json][] => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const inner = asObject(value);
    return inner === undefined || depth <= 1
      ? [[path, value]]
      : valuesByPath(inner, path, depth - 1);
  });
}

/** Returns the value at a path, undefined if there is none. */
export function valueAtPath(object: JsonObject, path: string): Json | undefined {
  // Keys of labels and annotations contain dots.
  const [, map, key] =
    /^(metadata\.labels|metadata\.annotations|data|stringData|binaryData)\.(.*)$/.exec(path) ?? [];
  const steps = map === undefined ? path.split(".") : map.split(".");
  const found = steps.reduce<Json | undefined>((value, step) => asObject(value)?.[step], object);
  return key === undefined || key === "*" ? found : asObject(found)?.[key];
}

/** Returns the paths of the fields in which two objects differ; keys of maps are left out. */
export function differingFields(one: JsonObject, other: JsonObject): string[] {
  const paths = new Set<string>();
  compare(one, other, "", DEPTH, paths);
  return [...paths].slice(0, MOST);
}

function compare(
  one: JsonObject,
  other: JsonObject,
  prefix: string,
  depth: number,
  paths: Set<string>,
): void {
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [left, right] = [one[key], other[key]];
    if (left === right || JSON.stringify(left) === JSON.stringify(right)) continue;
    const path = prefix === "" ? key : `${prefix}.${MAPS.test(prefix) ? "*" : key}`;
    const [a, b] = [asObject(left), asObject(right)];
    if (depth > 1 && (a !== undefined || b !== undefined)) {
      compare(a ?? {}, b ?? {}, path, depth - 1, paths);
    } else paths.add(path);
  }
}
