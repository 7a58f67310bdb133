/**
 * Several versions of one resource: objects are stored in one of them, read and written in all.
 *
 * @module
 */
import type { ApiObject, Json, JsonObject } from "../object.ts";

/**
 * How a version of a resource differs from the one its objects are stored in.
 *
 * @internal
 */
export interface Conversion {
  /** The `apiVersion` of objects of this version. */
  readonly apiVersion: string;
  /** The `apiVersion` that objects are stored with. */
  readonly storedApiVersion: string;
  /** The object as it is stored. The object given is left as it is. */
  toStorage(object: ApiObject): ApiObject;
  /** The object as this version has it. The object given is left as it is. */
  fromStorage(object: ApiObject): ApiObject;
}

/** A field that has one name in this version and another in the stored one. */
export interface Renaming {
  /** The fields on the way to it, for example `["spec", "limited"]`. */
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
  /** @default {[]} */
  readonly renamings?: readonly Renaming[];
}

/**
 * A conversion that gives fields their other names. It loses nothing, either way, as long as an
 * object has no field of both names, which none has that was read by its schema (interface,
 * "Versioning", rule 2).
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
  { group, version, storedVersion, renamings = [] }: ConversionFacts,
): Conversion {
  const apiVersion = `${group}/${version}`;
  const storedApiVersion = `${group}/${storedVersion}`;
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

/** A copy with the field renamed; the object itself where there is no such field. */
function rename<T extends JsonObject>(object: T, within: readonly string[], names: Renaming): T {
  const [step, ...rest] = within;
  if (step === undefined) return renameKey(object, names);
  const inner = object[step];
  return isObject(inner) ? { ...object, [step]: rename(inner, rest, names) } : object;
}

/** Fields keep their places, so that an object looks the same in every version. */
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
