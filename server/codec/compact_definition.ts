/**
 * A definition as the files under `fixtures/schemas` write it: types as short strings
 * (`string`, `int32`, `[]core.v1.Container`, `map[string]bytes`), everything else by field name.
 *
 * @module
 */
import type { Json } from "../object.ts";

/** One definition of a schema file. */
export interface CompactDefinition {
  /** `{group}/{version} {kind}` of a kind that is served by itself. */
  kind?: string;
  /** The type of each field. */
  fields: Record<string, string>;
  /** The fields that must be there. */
  required?: string[];
  /** What a field is when nothing is said. */
  defaults?: Record<string, Json>;
  /** The plain fields whose empty value (`""`, `0`, `false`) differs from none. */
  pointers?: string[];
  /** The lists and maps that are never left out, even when they are empty. */
  always?: string[];
  /** The values a field may have, where they are few and known. */
  enums?: Record<string, string[]>;
  /** `atomic`, `set`, or the keys of a list that is a map, of the fields that say so. */
  lists?: Record<string, "atomic" | "set" | string[]>;
  /** The strategies of a strategic merge patch and, after a space, the merge key. */
  patch?: Record<string, string>;
  /** True when the object has one owner as a whole. */
  atomic?: boolean;
  /** The fields whose map has one owner as a whole. */
  atomicFields?: string[];
}
