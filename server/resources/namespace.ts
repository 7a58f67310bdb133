/**
 * Namespaces: not in the specification's table of resources, but required by namespaced ones.
 *
 * @module
 */
import type { ApiObject, Json } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { invalidCause } from "./field_causes.ts";
import type { Cause } from "../api_error.ts";

/** The resource `namespaces`. */
export const namespace: ResourceDefinition = {
  group: "",
  version: "v1",
  resource: "namespaces",
  singular: "namespace",
  kind: "Namespace",
  namespaced: false,
  shortNames: ["ns"],
  nameRule: "label",
  // No deletecollection: it would delete the content of every namespace.
  unsupportedVerbs: ["deletecollection"],
  selectableFields: (object) => ({ name: object.metadata.name, "status.phase": phaseOf(object) }),
  columns: [name, { name: "Status", type: "string", cell: phaseOf }, age],
  strategy: {
    applyDefaults,
    resetFields: [["status"]],
    prepareForCreate(object) {
      object.spec = { finalizers: ["kubernetes"] };
      object.status = { phase: "Active" };
    },
    complete(object) {
      object.metadata.labels = labelsOf(object);
    },
    prepareForUpdate(object, old) {
      object.metadata.labels = labelsOf(object);
      object.spec = old.spec ?? null;
      object.status = old.status ?? null;
    },
  },
  subresources: {
    status: {
      applyDefaults,
      resetFields: [["spec"]],
      prepareForUpdate(object, old) {
        object.spec = old.spec ?? null;
      },
      validateUpdate: validatePhase,
    },
    finalize: {
      verbs: ["update"],
      applyDefaults,
      resetFields: [["status"]],
      prepareForUpdate(object, old) {
        object.status = old.status ?? null;
      },
    },
  },
  // Its content is deleted first, unless a client removes this finalizer before.
  holdsDeletion: ({ spec }) => (asObject(spec)?.finalizers as Json[] ?? []).length > 0,
  markFinalizing: (object: ApiObject) => ({ ...object, status: { phase: "Terminating" } }),
};

/** A namespace is terminating from its deletion on. */
function validatePhase(object: ApiObject): Cause[] {
  const isDeleted = object.metadata.deletionTimestamp !== undefined;
  const expected = isDeleted ? "Terminating" : "Active";
  const phase = phaseOf(object);
  const condition = isDeleted ? "is not empty" : "is empty";
  const why = `may only be '${expected}' if \`deletionTimestamp\` ${condition}`;
  return phase === expected ? [] : [invalidCause("status.Phase", phase, why)];
}

/** Sets the label with the name. Its field manager is the client that sets the name. */
function applyDefaults(object: ApiObject): void {
  const { name = "", generateName } = object.metadata;
  const isGenerated = generateName && name.startsWith(generateName);
  if (!isGenerated) object.metadata.labels = labelsOf(object);
}

const labelsOf = ({ metadata: { name, labels } }: ApiObject) => ({
  ...labels,
  // A missing name is reported by the validation of metadata.
  "kubernetes.io/metadata.name": name ?? "",
});

function phaseOf({ status }: ApiObject): string {
  return (status as { phase?: string } | undefined)?.phase ?? "Active";
}
