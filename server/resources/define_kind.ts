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
    | "validatesMetadataLast"
    | "defaultName"
    | "withoutProtobuf"
    | "createsOnUpdate"
    | "actions"
    | "reportsMissingFields"
    | "initialFields"
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
  /** What is specific to its deletion. */
  readonly deletion?: DeletionHooks;
  /** True for objects in namespaces. @default {true} */
  readonly namespaced?: boolean;
  /** The columns between the name and the age. */
  readonly cells?: readonly Column[];
  /** The columns after the age, of wide output. */
  readonly wideCells?: readonly Column[];
  /** All columns, of a kind whose last common column is not the age. */
  readonly columns?: readonly Column[];
  /** The subresource `status`, if the kind has one. */
  readonly status?: StatusHooks;
  /** The conversion of its subresource `scale`, if it has one. */
  readonly scaled?: ObjectView;
  /** Subresources besides `status` and `scale`. */
  readonly subresources?: Readonly<Record<string, Strategy>>;
  /**
   * Sets defaults besides those of the schema. Runs on every object that a client sends, and again
   * if admission changes it; the client owns what it sets.
   */
  applyDefaults?(object: ApiObject): void;
  /** Sets values of a new object. Runs after admission, before validation; nobody owns them. */
  prepareForCreate?(object: ApiObject): void;
  /** Completes a new object. Runs after validation; what it sets is not validated. */
  complete?(object: ApiObject): void;
  /**
   * Copies from the old object what an update cannot change, besides the status. Runs before
   * validation.
   */
  prepareForUpdate?(object: ApiObject, old: ApiObject): void;
  /** Validates an object, new or updated. Changes nothing. */
  validate?(object: ApiObject): Cause[];
  /** Validates a new object, in addition to `validate`. Changes nothing. */
  validateCreate?(object: ApiObject): Cause[];
  /** Validates the change of an object, in addition to `validate`. Changes nothing. */
  validateUpdate?(object: ApiObject, old: ApiObject): Cause[];
  /** The conversion to the stored version. */
  readonly conversion?: Conversion;
}

/** What is specific to the deletion of the objects of a kind. */
export interface DeletionHooks {
  /** True if a deletion is always answered with the object. @default {if the object remains} */
  readonly answersWithObject?: boolean;
  /** True if a deletion waits for no dependents, whatever propagation policy it asks for. */
  readonly ignoresDependents?: boolean;
  /**
   * Returns the seconds between a deletion and the removal of an object, 0 without it. Runs when
   * a deletion is asked for.
   *
   * @param asked the seconds that the request asks for, if it does
   */
  gracePeriod?(object: ApiObject, asked: number | undefined): number;
  /**
   * Returns true if something besides finalizers delays the removal. Runs at the deletion and after
   * each write of an object that is being deleted.
   */
  isHeld?(object: ApiObject): boolean;
}

/** What is specific to the subresource `status` of a kind. */
export interface StatusHooks {
  /** Returns the status of a new object. Runs after `prepareForCreate`; the client's is dropped. */
  initial(object: ApiObject): JsonObject | undefined;
  /** True if a write of the status does not change labels, annotations and owners either. */
  readonly keepsMetadata?: boolean;
  /** The metadata that a write of the status does not change, as paths; nobody owns it then. */
  readonly resetFields?: FieldPaths;
  /**
   * Sets values in a write of the status. Runs once the rest of the object is that of the old one;
   * it may change the status and the metadata.
   */
  prepare?(object: ApiObject, old: ApiObject): void;
  /** Validates a write of the status. Changes nothing. */
  validate?(object: ApiObject, old: ApiObject): Cause[];
  /** True if a finalizer needs no domain in a write of the status. */
  readonly takesAnyFinalizer?: boolean;
  /** True if the status is not shown as a Table. */
  readonly withoutTable?: boolean;
}

/** Returns the definition of a kind. */
export function defineKind(facts: KindFacts): ResourceDefinition {
  const { group, version = "v1", kind, namespaced = true, status, scaled, conversion } = facts;
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
    ...deletionFacts(facts.deletion),
    ...optional(facts),
    ...(conversion && { conversion }),
    strategy: { ...wholeStrategy(facts), ...validation },
    ...(scaled && { views: { scale: scaled } }),
    ...(status?.withoutTable && { withoutTable: ["status"] }),
    ...((status || scaled || facts.subresources) && {
      subresources: {
        ...facts.subresources,
        ...(scaled && { scale: validation }),
        ...(status && { status: statusStrategy(facts, status) }),
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
  "validatesMetadataLast",
  "defaultName",
  "withoutProtobuf",
  "createsOnUpdate",
  "actions",
  "reportsMissingFields",
  "initialFields",
  "lifecycle",
  "loaded",
] as const;

const optional = (facts: KindFacts): Partial<ResourceDefinition> =>
  Object.fromEntries(
    OPTIONAL.flatMap((field) => facts[field] === undefined ? [] : [[field, facts[field]]]),
  );

function deletionFacts(
  { answersWithObject, ignoresDependents, gracePeriod, isHeld }: DeletionHooks = {},
): Partial<ResourceDefinition> {
  return {
    answersDeletionWithObject: answersWithObject ? "always" : "held",
    ...(ignoresDependents && { ignoresDependents }),
    ...(gracePeriod && { gracePeriod }),
    ...(isHeld && { holdsDeletion: isHeld }),
  };
}

/** The strategy of writes to whole objects: they do not change the status. */
function wholeStrategy(
  { status, applyDefaults, prepareForCreate, complete, prepareForUpdate }: KindFacts,
): Strategy {
  return {
    ...(applyDefaults && { applyDefaults }),
    ...(complete && { complete }),
    ...(status && { resetFields: [["status"]] }),
    prepareForCreate(object) {
      prepareForCreate?.(object);
      if (status) setStatus(object, status.initial(object));
    },
    prepareForUpdate(object, old) {
      if (status) setStatus(object, old.status);
      prepareForUpdate?.(object, old);
    },
  };
}

function statusStrategy({ applyDefaults }: KindFacts, hooks: StatusHooks): Strategy {
  const { keepsMetadata, prepare, validate, resetFields = [], takesAnyFinalizer } = hooks;
  const kept = keepsMetadata ? STATUS_ONLY_STRATEGY : STATUS_STRATEGY;
  return {
    ...kept,
    resetFields: [...kept.resetFields, ...resetFields],
    ...(takesAnyFinalizer && { takesAnyFinalizer }),
    ...(applyDefaults && { applyDefaults }),
    ...(prepare && {
      prepareForUpdate(object, old) {
        kept.prepareForUpdate!(object, old);
        prepare(object, old);
      },
    }),
    ...(validate && { validateUpdate: validate }),
  };
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
