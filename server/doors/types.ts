/**
 * The door for types: the fields, defaults and Protobuf messages of further kinds, as data.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { definition } from "@plumbline/server/codec";
 * import { addTypes } from "@plumbline/server/types";
 *
 * addTypes({ first: { "acme.v1.Widget": { fields: { size: "int32" } } } });
 * assertEquals([...definition("acme.v1.Widget").fields.keys()], ["size"]);
 * ```
 *
 * @module
 */
export {
  type DefaultingRule,
  defaultStrategy,
  isLatest,
  roundQuantities,
  RULES,
} from "../codec/default_rules.ts";
export { type ConstantDefaults, CONSTANTS } from "../codec/default_values.ts";
export { addDefaults, type Defaults } from "../codec/defaults.ts";
export { addMessages } from "../codec/protobuf.ts";
export type {
  FieldDescription,
  Message,
  MessageTable,
  MessageTables,
} from "../codec/protobuf/messages.ts";
export { addTypes } from "../codec/schema.ts";
export {
  type CompactDefinition,
  compactDefinition,
  definitionNames,
  type Definitions,
  type DefinitionTables,
} from "../codec/schema_files.ts";
