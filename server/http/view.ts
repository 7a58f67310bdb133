/**
 * Partial views of objects: rows of a Table (specification, "Table representation") or only the
 * metadata.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../object.ts";
import type { Column, ResourceDefinition } from "../registry/resource.ts";
import type { Form } from "./negotiation.ts";

/** Options of a view. */
export interface ViewOptions {
  readonly form: Form;
  readonly definition: ResourceDefinition;
  /** The suffix of group names. */
  readonly suffix: string;
  /** The part of each object that a Table row includes. */
  readonly includeObject: "None" | "Metadata" | "Object";
  /** Returns a whole object in the form in which it is written. */
  show(object: ApiObject): JsonObject;
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
}

/** The default columns of a resource (specification, "Table representation"). */
const DEFAULT_COLUMNS: readonly Column[] = [
  { name: "Name", type: "string", format: "name", cell: ({ metadata }) => metadata.name },
  { name: "Created At", type: "date", cell: ({ metadata }) => metadata.creationTimestamp },
];

/** Returns the view of a stored object. */
export function viewObject(object: ApiObject, options: ViewOptions): JsonObject {
  if (options.form.view !== "Table") return partialMetadata(object, options);
  const { resourceVersion } = object.metadata;
  return table([object], resourceVersion ? { resourceVersion } : {}, options);
}

/** Returns the view of a collection of stored objects. */
export function viewList(
  objects: readonly ApiObject[],
  metadata: JsonObject,
  options: ViewOptions,
): JsonObject {
  if (options.form.view === "Table") return table(objects, metadata, options);
  return {
    kind: "PartialObjectMetadataList",
    apiVersion: viewVersion(options),
    metadata,
    items: objects.map((object) => partialMetadata(object, options)),
  };
}

const viewVersion = ({ form, suffix }: ViewOptions) => `meta.${suffix}/${form.viewVersion}`;

function table(
  objects: readonly ApiObject[],
  metadata: JsonObject,
  options: ViewOptions,
): JsonObject {
  const columns = options.definition.columns ?? DEFAULT_COLUMNS;
  return {
    kind: "Table",
    apiVersion: viewVersion(options),
    metadata,
    columnDefinitions: columns.map((
      { name, type, format = "", description = "", wide = false, priority = wide ? 1 : 0 },
    ) => ({ name, type, format, description, priority })),
    rows: objects.map((object) => {
      const conditions = options.definition.rowConditions?.(object) ?? [];
      return {
        cells: columns.map(({ cell }) => cell(object, options.now)),
        ...(conditions.length > 0 && { conditions: [...conditions] }),
        object: rowObject(object, options),
      };
    }),
  };
}

function rowObject(object: ApiObject, options: ViewOptions): JsonObject | null {
  switch (options.includeObject) {
    case "None":
      return null;
    case "Metadata":
      return partialMetadata(object, options);
    case "Object":
      return options.show(object);
  }
}

const partialMetadata = ({ metadata }: ApiObject, options: ViewOptions): JsonObject => ({
  ...partialMetadataType(options),
  metadata,
});

/** Returns the type of an object of which only the metadata is sent. */
export const partialMetadataType = (
  options: ViewOptions,
): { readonly kind: string; readonly apiVersion: string } => ({
  kind: "PartialObjectMetadata",
  apiVersion: viewVersion(options),
});
