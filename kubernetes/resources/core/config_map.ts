/**
 * ConfigMaps.
 *
 * @module
 */
import { type ApiObject, type Cause, equal } from "@plumbline/server/api";
import {
  asObject,
  computed,
  defineKind,
  keyError,
  type ResourceDefinition,
} from "@plumbline/server/resources";
import { forbiddenCause, invalidCause } from "@plumbline/server/rules";

/** The most bytes of all values: 1 MiB. */
const SIZE_LIMIT = 1024 * 1024;

const keysOf = (object: ApiObject, field: string) => Object.entries(asObject(object[field]) ?? {});

/** The resource `configmaps`. */
export const configMaps: ResourceDefinition = defineKind({
  group: "",
  kind: "ConfigMap",
  shortNames: ["cm"],
  cells: [
    computed(
      "Data",
      (object) => keysOf(object, "data").length + keysOf(object, "binaryData").length,
    ),
  ],
  validate,
  validateUpdate,
});

function validate(object: ApiObject): Cause[] {
  const data = keysOf(object, "data");
  const binary = keysOf(object, "binaryData");
  const size = data.reduce((sum, [, value]) => sum + encodedLength(String(value)), 0) +
    binary.reduce((sum, [, value]) => sum + Math.floor(String(value).length * 3 / 4), 0);
  return [
    ...data.flatMap(([key]) => keyCauses("data", key)),
    ...binary.flatMap(([key]) => keyCauses("binaryData", key)),
    ...binary.filter(([key]) => Object.hasOwn(asObject(object.data) ?? {}, key))
      .map(([key]) => invalidCause(`data[${key}]`, key, "duplicate of key present in binaryData")),
    ...(size > SIZE_LIMIT
      ? [{
        reason: "FieldValueTooLong" as const,
        field: "",
        message: `Too long: must have at most ${SIZE_LIMIT} bytes`,
      }]
      : []),
  ];
}

const encodedLength = (text: string) => new TextEncoder().encode(text).length;

function keyCauses(field: string, key: string): Cause[] {
  const why = keyError(key);
  return why === undefined ? [] : [invalidCause(`${field}[${key}]`, key, why)];
}

function validateUpdate(object: ApiObject, old: ApiObject): Cause[] {
  if (old.immutable !== true) return [];
  const why = "field is immutable when `immutable` is set";
  return [
    ...(object.immutable === true ? [] : [forbiddenCause("immutable", why)]),
    ...["data", "binaryData"]
      .filter((field) => !equal(object[field] ?? {}, old[field] ?? {}))
      .map((field) => forbiddenCause(field, why)),
  ];
}
