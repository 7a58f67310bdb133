/**
 * Converts objects between the API versions of a resource: one of them is stored, all are served.
 *
 * @module
 */
import type { ApiObject, Json, JsonObject } from "../object.ts";

/**
 * The conversion between an API version of a resource and the stored version.
 *
 * @internal
 */
export interface Conversion {
  /** The `apiVersion` of objects of this version. */
  readonly apiVersion: string;
  /** The `apiVersion` that objects are stored with. */
  readonly storedApiVersion: string;
  /** Returns the object in the stored version, without changing the argument. */
  toStorage(object: ApiObject): ApiObject;
  /** Returns the object in this version, without changing the argument. */
  fromStorage(object: ApiObject): ApiObject;
}

/** A field with different names in this version and in the stored one. */
export interface Renaming {
  /** The path of the parent, for example `["spec", "limited"]`. */
  readonly within: readonly string[];
  readonly name: string;
  readonly storedName: string;
}

/** Options of a conversion by renamed fields. */
export interface ConversionFacts {
  /** For example `flowcontrol.apiserver.svc.io`. */
  readonly group: string;
  readonly version: string;
  readonly storedVersion: string;
  /** The `apiVersion` of stored objects, if they are of another group. @default {that of `group`} */
  readonly storedApiVersion?: string;
  /** @default {[]} */
  readonly renamings?: readonly Renaming[];
}

/**
 * Returns a conversion that renames fields. It is lossless in both directions, because no decoded
 * object has fields of both names (specification, "Versioning", rule 2).
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { renamingConversion } from "./conversion.ts";
 *
 * const conversion = renamingConversion({
 *   group: "example",
 *   version: "v1beta1",
 *   storedVersion: "v1",
 *   renamings: [{ within: ["spec"], name: "size", storedName: "volume" }],
 * });
 * const metadata = { name: "a", uid: "", resourceVersion: "", creationTimestamp: "" };
 * const stored = conversion.toStorage({
 *   apiVersion: "example/v1beta1",
 *   kind: "Box",
 *   metadata,
 *   spec: { size: 1 },
 * });
 * assertEquals(stored, { apiVersion: "example/v1", kind: "Box", metadata, spec: { volume: 1 } });
 * ```
 */
export function renamingConversion(
  { group, version, storedVersion, renamings = [], ...facts }: ConversionFacts,
): Conversion {
  const apiVersion = `${group}/${version}`;
  const storedApiVersion = facts.storedApiVersion ?? `${group}/${storedVersion}`;
  const back = renamings.map(({ within, name, storedName }) => ({
    within,
    name: storedName,
    storedName: name,
  }));
  const convert = (object: ApiObject, to: string, all: readonly Renaming[]) =>
    all.reduce((done, one) => rename(done, one.within, one), { ...object, apiVersion: to });
  return {
    apiVersion,
    storedApiVersion,
    toStorage: (object) => convert(object, storedApiVersion, renamings),
    fromStorage: (object) => convert(object, apiVersion, back),
  };
}

/** Returns a copy with the field renamed; the object itself if it does not have the field. */
function rename<T extends JsonObject>(object: T, within: readonly string[], names: Renaming): T {
  const [step, ...rest] = within;
  if (step === undefined) return renameKey(object, names);
  const inner = object[step];
  return isObject(inner) ? { ...object, [step]: rename(inner, rest, names) } : object;
}

/** Fields keep their order, so that an object has the same order in every version. */
function renameKey<T extends JsonObject>(object: T, { name, storedName }: Renaming): T {
  if (!Object.hasOwn(object, name)) return object;
  const entries = Object.entries(object).map(([key, value]) => [
    key === name ? storedName : key,
    value,
  ]);
  return Object.fromEntries(entries);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
