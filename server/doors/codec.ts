/**
 * The forms of objects: decoding, schemas, patches, and who owns which field.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { decodeValue, definition } from "@plumbline/server/codec";
 *
 * const { object } = decodeValue({ data: { a: "MQ==" } }, definition("core.v1.Secret"));
 * assertEquals(object, { data: { a: "MQ==" } });
 * ```
 *
 * @module
 */
export { applyObject } from "../apply/apply.ts";
export { canonical, difference, EMPTY, type FieldSet, setOf } from "../apply/field_set.ts";
export { fieldElement } from "../apply/path_elements.ts";
export { validateManagedFields } from "../apply/manager_names.ts";
export { fieldSetOf } from "../apply/object_fields.ts";
export type { TrackedResource } from "../apply/merge_and_compare.ts";
export { trackUpdate } from "../apply/track_update.ts";
export {
  type Decoded,
  decodeObject,
  decodeValue,
  type FieldValidation,
  judgeDroppedFields,
  warningItem,
} from "../codec/decode.ts";
export { setSchemaDefaults } from "../codec/defaults.ts";
export { formatPath, type ParsedDocument, readJson, readJsonText } from "../codec/json.ts";
export { objectSchemaOf, type OpenApiSchema } from "../codec/openapi_schema.ts";
export { applyJsonPatch } from "../codec/patch.ts";
export { loadProtobuf, type Protobuf } from "../codec/protobuf.ts";
export { canonicalQuantity, readBoolean } from "../codec/scalar.ts";
export {
  DEDUCED,
  definition,
  type Field,
  type ObjectSchema,
  type Schema,
  schemaOfKind,
} from "../codec/schema.ts";
export { applyStrategicMergePatch } from "../codec/strategic_merge_patch.ts";
