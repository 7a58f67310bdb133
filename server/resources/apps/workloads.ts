/**
 * DaemonSets, ReplicaSets and StatefulSets.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { type ApiObject, equal } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, integer, labelsText, numberAt, templateColumns } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { forbiddenCause, invalidCause } from "../field_causes.ts";
import { nonnegative, validateSelection } from "../workload_rules.ts";
import { scale } from "../scale.ts";

const validate = (object: ApiObject): Cause[] => {
  const kind = object.kind.toLowerCase();
  const spec = asObject(object.spec) ?? {};
  return [
    ...validateSelection(spec, kind),
    ...["replicas", "minReadySeconds", "revisionHistoryLimit"].flatMap((field) =>
      nonnegative(spec[field], `spec.${field}`)
    ),
  ];
};

const fixedSelector = (object: ApiObject, old: ApiObject): Cause[] => {
  const selector = at(object, "spec.selector");
  return equal(selector, at(old, "spec.selector"))
    ? []
    : [invalidCause("spec.selector", selector, "field is immutable")];
};

/** The resource `daemonsets`. */
export const daemonSets: ResourceDefinition = defineKind({
  group: "apps",
  kind: "DaemonSet",
  shortNames: ["ds"],
  categories: ["all"],
  cells: [
    integer("Desired", "status.desiredNumberScheduled"),
    integer("Current", "status.currentNumberScheduled"),
    integer("Ready", "status.numberReady"),
    integer("Up-to-date", "status.updatedNumberScheduled"),
    integer("Available", "status.numberAvailable"),
    computed("Node Selector", (set) => labelsText(at(set, "spec.template.spec.nodeSelector"))),
  ],
  wideCells: templateColumns("spec.template", "spec.selector"),
  countsGeneration: true,
  newStatus: () => ({
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
  }),
  applyDefaults(set) {
    const annotations = set.metadata.annotations ?? {};
    set.metadata.annotations = { ...annotations, [GENERATION]: annotations[GENERATION] ?? "1" };
  },
  prepareForUpdate(set, old) {
    const before = Number(old.metadata.annotations?.[GENERATION] ?? 0);
    const same = equal(at(set, "spec.template"), at(old, "spec.template"));
    const generation = String(same ? before : before + 1);
    set.metadata.annotations = { ...set.metadata.annotations, [GENERATION]: generation };
  },
  validate,
  validateUpdate: fixedSelector,
});

/** Counts the templates of a DaemonSet. */
const GENERATION = "deprecated.daemonset.template.generation";

/** The resource `replicasets`. */
export const replicaSets: ResourceDefinition = defineKind({
  group: "apps",
  kind: "ReplicaSet",
  shortNames: ["rs"],
  categories: ["all"],
  cells: [
    integer("Desired", "spec.replicas"),
    integer("Current", "status.replicas"),
    integer("Ready", "status.readyReplicas"),
  ],
  wideCells: templateColumns("spec.template", "spec.selector"),
  countsGeneration: true,
  newStatus: () => ({ replicas: 0 }),
  scaled: scale,
  selectableFields: (set) => ({ "status.replicas": String(numberAt(set, "status.replicas")) }),
  validate,
  validateUpdate: fixedSelector,
});

/** The resource `statefulsets`. */
export const statefulSets: ResourceDefinition = defineKind({
  group: "apps",
  kind: "StatefulSet",
  shortNames: ["sts"],
  categories: ["all"],
  cells: [
    computed(
      "Ready",
      (set) => `${numberAt(set, "status.readyReplicas")}/${numberAt(set, "spec.replicas")}`,
    ),
  ],
  wideCells: templateColumns("spec.template"),
  countsGeneration: true,
  newStatus: () => ({ replicas: 0, availableReplicas: 0 }),
  scaled: scale,
  validate,
  validateUpdate(set, old) {
    const fixed = ({ spec }: ApiObject) =>
      Object.fromEntries(
        Object.entries(asObject(spec) ?? {}).filter(([field]) => !CHANGEABLE.includes(field)),
      );
    const why =
      "updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    return equal(fixed(set), fixed(old)) ? [] : [forbiddenCause("spec", why)];
  },
});

const CHANGEABLE: readonly string[] = [
  "replicas",
  "template",
  "updateStrategy",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
];
