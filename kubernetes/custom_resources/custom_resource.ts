/**
 * The resource definitions of a CustomResourceDefinition: one for each served version.
 *
 * @module
 */
import {
  type ApiObject,
  type Cause,
  type Dialect,
  isNewest,
  type JsonObject,
} from "@plumbline/server/api";
import {
  compareVersions,
  ONLY_STATUS,
  type ResourceDefinition,
  type Strategy,
  WITHOUT_STATUS,
} from "@plumbline/server/resources";
import { DEDUCED, objectSchemaOf, type OpenApiSchema } from "@plumbline/server/codec";
import { validateMeta } from "@plumbline/server/parts";
import { invalidCause } from "@plumbline/server/rules";
import { columnsOf } from "./columns.ts";
import type { CustomResourceSpec, CustomVersion, Names } from "./custom_resource_definition.ts";
import { fieldPathOf, jsonPath } from "./json_path.ts";
import type { JsonSchema } from "./json_schema.ts";
import { validateEmbedded } from "./embedded_objects.ts";
import { validateListTypes } from "./list_types.ts";
import { openApiOf, schemaNameOf } from "./openapi.ts";
import { readObject } from "./read_object.ts";
import { scaleViewOf, validateScaleOf } from "./scale.ts";
import { setDefaults } from "./schema_defaults.ts";
import { validateBySchema } from "./schema_validation.ts";
import { versionStorage } from "./version_storage.ts";
import { type ConvertAll, schemaOfVersion } from "./conversion.ts";

/** Validates an object by the rules of its schema in CEL; `old` is the object before an update. */
export type RuleCheck = (object: ApiObject, old: ApiObject | undefined) => Cause[];

/** What the definitions of a custom resource are made of. */
export interface CustomResourceFacts {
  readonly spec: CustomResourceSpec;
  /** The accepted names. */
  readonly names: Names;
  /** The revision since which objects are written by these schemas. */
  readonly since: number;
  /** Aborted when the custom resource changes or is not served any more. */
  readonly ended: AbortSignal;
  /** The compiled rules of each version that has any. */
  readonly rules: ReadonlyMap<string, RuleCheck>;
  /** Converts objects between the versions. */
  readonly convert: ConvertAll;
  /** The release that is served. */
  readonly release: Dialect["release"];
}

/** Returns the definitions of a custom resource, one for each served version. */
export function definitionsOf(facts: CustomResourceFacts): readonly ResourceDefinition[] {
  const { versions } = facts.spec;
  return versions.filter(({ served }) => served).map((version) => definitionOf(version, facts));
}

function definitionOf(version: CustomVersion, facts: CustomResourceFacts): ResourceDefinition {
  const { spec, names, ended } = facts;
  const { group, scope } = spec;
  const schema = version.schema?.openAPIV3Schema ?? {};
  const { status, scale } = version.subresources ?? {};
  const name = schemaNameOf(group, version.name, names.kind);
  const strategy = strategyOf(version, schema, facts);
  const type = { spec, kind: names.kind, version: version.name };
  return {
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    resource: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    namespaced: scope === "Namespaced",
    ...(names.shortNames && { shortNames: names.shortNames }),
    ...(names.categories && { categories: names.categories }),
    schema: {
      ...objectSchemaOf(name, schema as OpenApiSchema, { open: DEDUCED }),
      read: (document, options) => readObject(document, type, options),
    },
    described: openApiOf(schema),
    columns: columnsOf(version.additionalPrinterColumns ?? []),
    countsGeneration: true,
    takesAnyFinalizer: true,
    needsVersion: true,
    hasStrategicMerge: false,
    answersDeletionWithObject: "held",
    ...(!status && { countsStatus: true }),
    ...(version.deprecated && { deprecation: deprecationOf(version, spec, names.kind) }),
    strategy: status ? { ...strategy, ...WITHOUT_STATUS } : strategy,
    subresources: {
      ...(status &&
        { status: { ...strategyOf(version, schema, facts, "status"), ...ONLY_STATUS } }),
      ...(scale && { scale: status ? { ...strategy, ...WITHOUT_STATUS } : strategy }),
    },
    ...(scale && { views: { scale: scaleViewOf(scale) } }),
    ...selectableOf(version),
    ended,
    storageOf: (storage) => versionStorage(storage, version.name, facts),
  };
}

function strategyOf(
  version: CustomVersion,
  schema: JsonSchema,
  facts: CustomResourceFacts,
  subresource?: "status",
): Strategy {
  const { rules, spec, names: { kind } } = facts;
  const scale = version.subresources?.scale;
  const type = { kind, apiVersion: `${spec.group}/${version.name}` };
  const validate = (object: ApiObject): Cause[] => {
    const parts = schemaOfVersion(spec, judgedVersion(object, version, facts));
    return [
      ...typeCauses(object, type) ?? [
        ...validateBySchema(withoutMeta(object, schema), schema, ""),
        ...(scale ? validateScaleOf(object, scale) : []),
      ],
      // Writes of a status do not validate the embedded objects in it.
      ...(parts && !subresource ? validateEmbedded(object, parts) : []),
      ...(parts ? validateListTypes(object, parts) : []),
    ];
  };
  return {
    applyDefaults: (object) => void setDefaults(object, schema),
    validate,
    ...(rules.size > 0 && {
      validateRules: (object, old) => {
        const check = rules.get(judgedVersion(object, version, facts));
        if (!check) return [];
        const metaCauses = typeCauses(object, type) ? [] : validateMeta(object.metadata, {});
        const causes = [...metaCauses, ...validate(object)];
        return causes.some(({ reason }) => BLOCKING.has(reason)) ? [UNCHECKED] : check(object, old);
      },
    }),
  };
}

/**
 * Returns the version whose rules, lists and embedded objects an object is validated by. In release
 * 1.26 it is that which the object names, and there may be none.
 */
const judgedVersion = (
  { apiVersion }: ApiObject,
  { name }: CustomVersion,
  { release }: CustomResourceFacts,
): string => isNewest(release) ? name : apiVersion.slice(apiVersion.lastIndexOf("/") + 1);

/**
 * Returns the causes of an object of another type, which is not validated by the schema; undefined
 * for one of the type.
 */
function typeCauses(
  object: ApiObject,
  type: Readonly<Record<"kind" | "apiVersion", string>>,
): Cause[] | undefined {
  const causes = (["kind", "apiVersion"] as const)
    .filter((field) => object[field] !== type[field])
    .map((field) => invalidCause(field, object[field], `must be ${type[field]}`));
  return causes.length > 0 ? causes : undefined;
}

/** The causes that leave rules unchecked. */
const BLOCKING: ReadonlySet<string> = new Set([
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const UNCHECKED: Cause = {
  reason: "FieldValueInvalid",
  field: "<nil>",
  message: 'Invalid value: "null": some validation rules were not checked because the object was ' +
    "invalid; correct the existing errors to complete validation",
};

/** Metadata is validated as that of every kind; its schema restricts only the name. */
function withoutMeta(object: ApiObject, schema: JsonSchema): JsonObject {
  const restricts = schema.properties?.metadata || schema.required?.includes("metadata");
  if (restricts) return object;
  const { metadata: _, ...rest } = object;
  return rest;
}

function deprecationOf(version: CustomVersion, spec: CustomResourceSpec, kind: string): string {
  if (version.deprecationWarning) return version.deprecationWarning;
  const [newest] = spec.versions
    .filter(({ served, deprecated }) => served && !deprecated)
    .map(({ name }) => name)
    .filter((name) => compareVersions(name, version.name) < 0)
    .sort(compareVersions);
  const instead = newest === undefined ? "" : `; use ${spec.group}/${newest} ${kind}`;
  return `${spec.group}/${version.name} ${kind} is deprecated${instead}`;
}

/** Returns the field selectors of a version. */
function selectableOf(
  { selectableFields = [] }: CustomVersion,
): Pick<ResourceDefinition, "selectableFields"> {
  if (selectableFields.length === 0) return {};
  const readers = selectableFields.flatMap(({ jsonPath: path }) => {
    const names = fieldPathOf(path);
    return names ? [[names.join("."), jsonPath(path)] as const] : [];
  });
  return {
    selectableFields: (object) =>
      Object.fromEntries(readers.map(([name, read]) => {
        const [value] = read(object);
        return [name, value === undefined || value === null ? "" : String(value)];
      })),
  };
}
