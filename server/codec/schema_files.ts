/**
 * The definitions of types as data: those of the specification's kinds, and those that extensions
 * add. Each has the fields of release 1.26, or those that differ in the newest release.
 *
 * @module
 */
import definitions from "./data/definitions.json" with { type: "json" };
import newest from "./data/newest_definitions.json" with { type: "json" };
import { type AnyRelease, isNewest } from "../release.ts";
import type { Json } from "../object.ts";

/** A definition in a schema file. */
export interface CompactDefinition {
  /** `{group}/{version} {kind}` of a kind that is served by itself. */
  kind?: string;
  /** The type of each field. */
  fields: Record<string, string>;
  /** The required fields. */
  required?: string[];
  /** The required fields that an empty object does not have. */
  omitted?: string[];
  /** The defaults of fields. */
  defaults?: Record<string, Json>;
  /** The plain fields whose empty value (`""`, `0`, `false`) differs from unset. */
  pointers?: string[];
  /** The lists and maps that are never left out, even when empty. */
  always?: string[];
  /** The allowed values of fields, where they are few and known. */
  enums?: Record<string, string[]>;
  /** The types of lists: `atomic`, `set`, or the keys of a map list. */
  lists?: Record<string, "atomic" | "set" | string[]>;
  /** The strategies of a strategic merge patch and, after a space, the merge key. */
  patch?: Record<string, string>;
  /** True if the object has one owner as a whole. */
  atomic?: boolean;
  /** The maps that have one owner as a whole. */
  atomicFields?: string[];
  /** The objects that have an owner for each field here, unlike elsewhere. */
  granularFields?: string[];
}

/** Definitions by their names, such as `core.v1.Container`. */
export type Definitions = Readonly<Record<string, CompactDefinition>>;

/** The definitions of kinds, by release. */
export interface DefinitionTables {
  /** Those of release 1.26. */
  readonly first: Definitions;
  /** Those of later releases that are served beside release 1.26, or differ there. @default {{}} */
  readonly newer?: Definitions;
  /** Those that the newest release has or describes otherwise. @default {{}} */
  readonly newest?: Definitions;
}

const tables = {
  first: { ...definitions } as unknown as Record<string, CompactDefinition>,
  newer: {} as Record<string, CompactDefinition>,
  newest: { ...newest } as unknown as Record<string, CompactDefinition>,
};

/** Adds definitions. All servers of a program share them, as their names have one meaning each. */
export function addDefinitions({ first, newer = {}, newest = {} }: DefinitionTables): void {
  Object.assign(tables.first, first);
  Object.assign(tables.newer, newer);
  Object.assign(tables.newest, newest);
}

/** Which definitions to read. */
export interface ReadOptions {
  /** The release whose fields it has. @default {"1.26"} */
  readonly release?: AnyRelease | undefined;
  /** True to leave out what is served beside release 1.26. @default {false} */
  readonly isOld?: boolean;
}

/** Returns a definition by its name, such as `core.v1.Container`, or undefined. */
export function compactDefinition(
  name: string,
  { release, isOld = false }: ReadOptions = {},
): CompactDefinition | undefined {
  return (isNewest(release) ? tables.newest[name] : undefined) ??
    (isOld ? undefined : tables.newer[name]) ?? tables.first[name];
}

/** Returns the names of the definitions of all releases. */
export function definitionNames(): string[] {
  const { first, newer, newest } = tables;
  return Object.keys({ ...first, ...newer, ...newest });
}
