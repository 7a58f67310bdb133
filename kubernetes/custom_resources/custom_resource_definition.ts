/**
 * The resource `customresourcedefinitions`: defaults, status, and what a write cannot change. Loaded
 * with the server, so that it imports nothing large; `definition_rules.ts` validates.
 *
 * @module
 */
import type { ApiObject, Dialect, JsonObject } from "@plumbline/server/api";
import { asObject, ONLY_STATUS, type ResourceDefinition } from "@plumbline/server/resources";
import type { JsonSchema } from "./json_schema.ts";

/** The names of a custom resource. */
export interface Names {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A printer column. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** The paths of the subresource `scale`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** An API version of a custom resource. */
export interface CustomVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: { readonly status?: JsonObject; readonly scale?: ScalePaths };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** How a webhook is reached. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: JsonObject;
  /** The authorities that sign its certificate, PEM in base64. */
  readonly caBundle?: string;
}

/** The conversion between the API versions of a custom resource. */
export interface CustomConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[];
  };
}

/** The field `spec` of a CustomResourceDefinition, with its defaults. */
export interface CustomResourceSpec {
  readonly group: string;
  readonly names: Names;
  readonly scope: string;
  readonly versions: readonly CustomVersion[];
  readonly conversion?: CustomConversion;
  readonly preserveUnknownFields?: boolean;
}

/** A condition of a CustomResourceDefinition. */
export type Condition = {
  type: string;
  status: string;
  lastTransitionTime: string;
  reason: string;
  message: string;
};

/** The field `status` of a CustomResourceDefinition. */
export interface CustomResourceStatus {
  readonly conditions?: readonly Condition[];
  readonly acceptedNames?: Names;
  readonly storedVersions?: readonly string[];
}

/** Returns the `spec` of a stored CustomResourceDefinition. */
export const specOf = (object: ApiObject): CustomResourceSpec =>
  object.spec as unknown as CustomResourceSpec;

/** Returns the `status` of a stored CustomResourceDefinition. */
export const statusOf = (object: ApiObject): CustomResourceStatus =>
  (object.status ?? {}) as unknown as CustomResourceStatus;

/** The finalizer that delays the removal until all objects of the custom resource are gone. */
export const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/** Returns the conditions with one of them replaced or added; its time is kept if it is the same. */
export function withCondition(
  conditions: readonly Condition[],
  condition: Condition,
): readonly Condition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  if (!before) return [...conditions, condition];
  const lastTransitionTime = before.status === condition.status
    ? before.lastTransitionTime
    : condition.lastTransitionTime;
  return conditions.map((one) => one === before ? { ...condition, lastTransitionTime } : one);
}

function applyDefaults(object: ApiObject): void {
  const spec = asObject(object.spec);
  const names = asObject(spec?.names);
  if (!spec || !names) return;
  const { kind } = names;
  if (kind && !names.singular) names.singular = String(kind).toLowerCase();
  if (kind && !names.listKind) names.listKind = `${kind}List`;
  spec.conversion ??= { strategy: "None" };
  const conversion = asObject(spec.conversion) ?? {};
  const service = asObject(asObject(asObject(conversion.webhook)?.clientConfig)?.service);
  if (service) service.port ??= 443;
}

/** Adds the version that objects are stored in to the list of those that were. */
function addStoredVersion(object: ApiObject, before: readonly string[]): void {
  const storage = (specOf(object)?.versions ?? []).find((version) => version.storage)?.name;
  const all = storage === undefined || before.includes(storage) ? before : [...before, storage];
  object.status = {
    ...asObject(object.status),
    ...(all.length > 0 && { storedVersions: [...all] }),
  };
}

/** Returns a CustomResourceDefinition under deletion: its objects are deleted first. */
function markFinalizing(object: ApiObject): ApiObject {
  const { deletionGracePeriodSeconds: _, ...metadata } = object.metadata;
  const { finalizers = [], generation = 1, deletionTimestamp = "" } = metadata;
  const pending: Condition = {
    type: "Terminating",
    status: "True",
    lastTransitionTime: deletionTimestamp,
    reason: "InstanceDeletionPending",
    message:
      "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  };
  const status = statusOf(object);
  return {
    ...object,
    metadata: {
      ...metadata,
      finalizers: finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP],
      // A deletion does not count as a change here.
      generation: generation - 1,
    },
    status: {
      ...asObject(object.status),
      conditions: [...withCondition(status.conditions ?? [], pending)],
    },
  } as ApiObject;
}

/** Returns the resource `customresourcedefinitions`. */
export const customResourceDefinitions = ({ suffix }: Dialect): ResourceDefinition => ({
  group: `apiextensions.${suffix}`,
  version: "v1",
  kind: "CustomResourceDefinition",
  withoutProtobuf: true,
  resource: "customresourcedefinitions",
  singular: "customresourcedefinition",
  namespaced: false,
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  countsGeneration: true,
  needsVersion: true,
  loaded: "first",
  ownsStatus: true,
  markFinalizing,
  answersDeletionWithObject: "always",
  strategy: {
    resetFields: [["status"]],
    applyDefaults,
    prepareForCreate(object) {
      object.status = { acceptedNames: { plural: "", kind: "" } };
      addStoredVersion(object, []);
    },
    prepareForUpdate(object, old) {
      object.status = old.status ?? {};
      addStoredVersion(object, statusOf(old).storedVersions ?? []);
    },
  },
  subresources: { status: { ...ONLY_STATUS, applyDefaults } },
});
