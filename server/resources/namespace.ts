/**
 * Namespaces: not in the specification's matrix, but required by its namespaced resources.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";

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
  // Each of them takes too much along.
  unsupportedVerbs: ["deletecollection"],
  selectableFields: (object) => ({ name: object.metadata.name, "status.phase": phaseOf(object) }),
  columns: [name, { name: "Status", type: "string", cell: phaseOf }, age],
  strategy: {
    applyDefaults,
    resetFields: [["status"]],
    prepareForCreate(object) {
      object.metadata.labels = labelsOf(object);
      object.spec = { finalizers: ["kubernetes"] };
      object.status = { phase: "Active" };
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
    },
  },
  // Its content goes first; what stands in spec.finalizers says so to clients.
  holdsDeletion: () => true,
  markFinalizing: (object: ApiObject) => ({ ...object, status: { phase: "Terminating" } }),
};

/** The label of the name, by which namespaces are selected. Its owner is the client that sets the name. */
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
