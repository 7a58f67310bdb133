/**
 * PodTemplates and ReplicationControllers.
 *
 * @module
 */
import type { ApiObject, Cause, JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  integer,
  labelsText,
  name,
  numberAt,
  ofContainers,
  type ResourceDefinition,
  scaleWith,
  templateColumns,
  wide,
} from "@plumbline/server/resources";
import { invalidCause, nonnegative, requiredCause, when } from "@plumbline/server/rules";
import { RESTART_POLICIES, validatePodTemplate } from "../pod_template_rules.ts";
import { replicaCounts } from "../apps/workloads.ts";
import { writableDisks } from "../workload_rules.ts";

/** The resource `podtemplates`. */
export const podTemplates: ResourceDefinition = defineKind({
  group: "",
  kind: "PodTemplate",
  deletion: { answersWithObject: true },
  columns: [
    name,
    computed("Containers", (object) => ofContainers(object, "template", "name")),
    computed("Images", (object) => ofContainers(object, "template", "image")),
    computed("Pod Labels", (object) => labelsText(at(object, "template.metadata.labels"))),
  ],
  countsGeneration: true,
  reportsMissingFields: true,
  validate: (object) =>
    validatePodTemplate(asObject(object.template) ?? {}, "template", {
      restartPolicies: RESTART_POLICIES,
      metadataField: "template",
    }),
});

/** The resource `replicationcontrollers`. */
export const replicationControllers: ResourceDefinition = defineKind({
  group: "",
  kind: "ReplicationController",
  shortNames: ["rc"],
  categories: ["all"],
  cells: [
    integer("Desired", "spec.replicas"),
    integer("Current", "status.replicas"),
    integer("Ready", "status.readyReplicas"),
  ],
  wideCells: [
    ...templateColumns("spec.template"),
    wide(computed("Selector", (object) => labelsText(at(object, "spec.selector")))),
  ],
  countsGeneration: true,
  status: {
    initial: () => ({ replicas: 0 }),
    validate: (object) => replicaCounts(object),
  },
  scaled: scaleWith((object) => labelsText(at(object, "spec.selector"))),
  selectableFields: (object) => ({
    "status.replicas": String(numberAt(object, "status.replicas")),
  }),
  reportsMissingFields: true,
  validate,
});

function validate(object: ApiObject): Cause[] {
  const selector = asObject(at(object, "spec.selector")) ?? {};
  const template = asObject(at(object, "spec.template"));
  const own = [
    ...["replicas", "minReadySeconds"].flatMap((field) =>
      nonnegative(at(object, `spec.${field}`), `spec.${field}`)
    ),
    ...when(Object.keys(selector).length === 0, requiredCause("spec.selector")),
  ];
  if (template === undefined) return [...own, requiredCause("spec.template")];
  const labels = asObject(at(template, "metadata.labels")) ?? {};
  return [
    ...own,
    ...unselected(selector, labels),
    ...validatePodTemplate(template, "spec.template", {
      metadataField: "spec.template",
    }),
    ...when(numberAt(object, "spec.replicas") > 1, writableDisks(template)),
  ];
}

function unselected(selector: JsonObject, labels: JsonObject): Cause[] {
  if (Object.entries(selector).every(([key, value]) => labels[key] === value)) return [];
  const why = "`selector` does not match template `labels`";
  return [invalidCause("spec.template.metadata.labels", labels, why)];
}
