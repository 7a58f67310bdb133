/**
 * Defines the kinds of the release whose fields are in `fixtures/schemas`: their names, and what
 * most of them have in common.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Conversion } from "../registry/conversion.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import type {
  Column,
  FieldPaths,
  ObjectView,
  ResourceDefinition,
  Strategy,
} from "../registry/resource.ts";
import { age, name } from "./age.ts";

/** What differs between kinds; everything else follows from these facts. */
export interface KindFacts extends
  Pick<
    ResourceDefinition,
    | "shortNames"
    | "categories"
    | "selectableFields"
    | "selectorNames"
    | "rowConditions"
    | "nameRule"
    | "countsGeneration"
    | "needsVersion"
    | "takesAnyFinalizer"
    | "metadataLast"
    | "namesItself"
    | "withoutTable"
    | "withoutProtobuf"
    | "createsOnUpdate"
    | "ignoresDependents"
    | "holdsDeletion"
    | "gracePeriod"
    | "actions"
    | "ownMissing"
    | "alwaysThere"
    | "lifecycle"
    | "loaded"
  > {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The API version. @default {"v1"} */
  readonly version?: string;
  /** The kind. */
  readonly kind: string;
  /** The name in paths. @default {the kind in lower case with an "s"} */
  readonly resource?: string;
  /** True if a deletion is always answered with the object. @default {false} */
  readonly answersDeletion?: boolean;
  /** True for objects in namespaces. @default {true} */
  readonly namespaced?: boolean;
  /** The columns between the name and the age. */
  readonly cells?: readonly Column[];
  /** The columns after the age, of wide output. */
  readonly wideCells?: readonly Column[];
  /** All columns, of a kind whose last common column is not the age. */
  readonly columns?: readonly Column[];
  /** Returns the status of a new object, of a kind with the subresource `status`. */
  newStatus?(object: ApiObject): JsonObject | undefined;
  /** True if a write of the status does not change labels, annotations and owners either. */
  readonly statusKeepsMetadata?: boolean;
  /** The conversion of its subresource `scale`, if it has one. */
  readonly scaled?: ObjectView;
  /** Subresources besides `status` and `scale`. */
  readonly subresources?: Readonly<Record<string, Strategy>>;
  /** Sets defaults besides those of the schema, of which the writer is the manager. */
  applyDefaults?(object: ApiObject): void;
  /** Sets values of a new object, besides the defaults. */
  prepareForCreate?(object: ApiObject): void;
  /** Completes a new object that is valid. */
  complete?(object: ApiObject): void;
  /** Copies what an update cannot change, besides the status. */
  prepareForUpdate?(object: ApiObject, old: ApiObject): void;
  /** Validates an object. */
  validate?(object: ApiObject): Cause[];
  /** Validates a new object, in addition. */
  validateCreate?(object: ApiObject): Cause[];
  /** Validates an update. */
  validateUpdate?(object: ApiObject, old: ApiObject): Cause[];
  /** Sets values of a status that a client writes. */
  prepareStatus?(object: ApiObject, old: ApiObject): void;
  /** True if a finalizer needs no domain in a write of the status. */
  readonly statusTakesAnyFinalizer?: boolean;
  /** The metadata that a write of the status does not change, as paths. */
  readonly statusResets?: FieldPaths;
  /** Validates a write of the status. */
  validateStatus?(object: ApiObject, old: ApiObject): Cause[];
  /** The conversion to the stored version. */
  readonly conversion?: Conversion;
}

/** Returns the definition of a kind. */
export function defineKind(facts: KindFacts): ResourceDefinition {
  const { group, version = "v1", kind, namespaced = true, newStatus, scaled, conversion } = facts;
  const resource = facts.resource ?? `${kind.toLowerCase()}s`;
  const { cells = [], wideCells = [], validate, validateUpdate, validateCreate } = facts;
  const validation: Strategy = {
    ...(validate && { validate }),
    ...(validateUpdate && { validateUpdate }),
    ...(validateCreate && { validateRules: (object, old) => old ? [] : validateCreate(object) }),
  };
  return {
    group,
    version,
    kind,
    resource,
    singular: kind.toLowerCase(),
    namespaced,
    columns: facts.columns ?? [name, ...cells, age, ...wideCells],
    answersDeletionWithObject: facts.answersDeletion ? "always" : "held",
    ...optional(facts),
    ...(conversion && { conversion }),
    strategy: { ...wholeStrategy(facts), ...validation },
    ...(scaled && { views: { scale: scaled } }),
    ...((newStatus || scaled || facts.subresources) && {
      subresources: {
        ...facts.subresources,
        ...(scaled && { scale: validation }),
        ...(newStatus && {
          status: statusStrategy(facts),
        }),
      },
    }),
  };
}

const OPTIONAL = [
  "shortNames",
  "categories",
  "selectableFields",
  "selectorNames",
  "rowConditions",
  "nameRule",
  "countsGeneration",
  "needsVersion",
  "takesAnyFinalizer",
  "metadataLast",
  "namesItself",
  "withoutTable",
  "withoutProtobuf",
  "createsOnUpdate",
  "ignoresDependents",
  "holdsDeletion",
  "gracePeriod",
  "actions",
  "ownMissing",
  "alwaysThere",
  "lifecycle",
  "loaded",
] as const;

const optional = (facts: KindFacts): Partial<ResourceDefinition> =>
  Object.fromEntries(
    OPTIONAL.flatMap((field) => facts[field] === undefined ? [] : [[field, facts[field]]]),
  );

/** The strategy of writes to whole objects: they do not change the status. */
function wholeStrategy(
  { newStatus, applyDefaults, prepareForCreate, complete, prepareForUpdate }: KindFacts,
): Strategy {
  return {
    ...(applyDefaults && { applyDefaults }),
    ...(complete && { complete }),
    ...(newStatus && { resetFields: [["status"]] }),
    prepareForCreate(object) {
      prepareForCreate?.(object);
      if (newStatus) setStatus(object, newStatus(object));
    },
    prepareForUpdate(object, old) {
      if (newStatus) setStatus(object, old.status);
      prepareForUpdate?.(object, old);
    },
  };
}

function statusStrategy(facts: KindFacts): Strategy {
  const { statusKeepsMetadata, validateStatus, prepareStatus, statusResets = [] } = facts;
  const kept = statusKeepsMetadata ? STATUS_ONLY_STRATEGY : STATUS_STRATEGY;
  const common = {
    ...kept,
    resetFields: [...kept.resetFields, ...statusResets],
    ...(facts.statusTakesAnyFinalizer && { takesAnyFinalizer: true }),
    ...(facts.applyDefaults && { applyDefaults: facts.applyDefaults }),
  };
  const strategy: Strategy = !prepareStatus ? common : {
    ...common,
    prepareForUpdate(object, old) {
      common.prepareForUpdate!(object, old);
      prepareStatus(object, old);
    },
  };
  return validateStatus ? { ...strategy, validateUpdate: validateStatus } : strategy;
}

type StatusStrategy = Strategy & { readonly resetFields: FieldPaths };

function setStatus(object: ApiObject, status: Json | undefined): void {
  if (status === undefined) delete object.status;
  else object.status = status;
}

/** The strategy of writes to `status`: they change the status and metadata, nothing else. */
export const STATUS_STRATEGY: StatusStrategy = {
  resetFields: [["spec"]],
  prepareForUpdate(object, old) {
    for (const field of Object.keys({ ...old, ...object })) {
      if (KEPT_BY_STATUS.includes(field)) continue;
      if (old[field] === undefined) delete object[field];
      else object[field] = old[field];
    }
  },
};

/** The strategy of writes to `status` that change the status only. */
const STATUS_ONLY_STRATEGY: StatusStrategy = {
  resetFields: [["metadata"], ["spec"]],
  prepareForUpdate(object, old) {
    STATUS_STRATEGY.prepareForUpdate!(object, old);
    for (const name of KEPT_METADATA) {
      const value = old.metadata[name];
      if (value === undefined) delete object.metadata[name];
      else Object.assign(object.metadata, { [name]: value });
    }
  },
};

const KEPT_METADATA = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "deletionTimestamp",
] as const;

const KEPT_BY_STATUS = ["apiVersion", "kind", "metadata", "status"];

/** Sets lists that an object does not have to null, as real servers show them. */
export function showEmpty(part: JsonObject | undefined, ...names: readonly string[]): void {
  if (part) { for (const name of names) part[name] ??= null; }
}

/** Sets empty lists to null, as real servers store them: their writer owns them nevertheless. */
export function storeEmpty(part: JsonObject | undefined, ...names: readonly string[]): void {
  for (const name of names) {
    const value = part?.[name];
    if (Array.isArray(value) && value.length === 0) part![name] = null;
  }
}
