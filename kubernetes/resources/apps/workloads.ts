/**
 * DaemonSets, ReplicaSets and StatefulSets.
 *
 * @module
 */
import { type ApiObject, type Cause, type Dialect, equal, isNewest } from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  integer,
  labelsText,
  numberAt,
  type ResourceDefinition,
  scale,
  templateColumns,
} from "@plumbline/server/resources";
import {
  forbiddenCause,
  invalidCause,
  nonnegative,
  requiredCause,
  validateSelection,
  when,
} from "@plumbline/server/rules";
import { alwaysInvalid, fields, maybe, must, object, oneOf } from "@plumbline/server/fields";
import {
  collisions,
  podTemplateRules,
  shareOf,
  statusCounts,
  validateShare,
} from "../workload_rules.ts";

const validate = (object: ApiObject): Cause[] => {
  const kind = object.kind.toLowerCase();
  const spec = asObject(object.spec) ?? {};
  return [
    ...validateSelection(spec, kind, podTemplateRules({ metadataField: "spec.template" })),
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
  status: {
    initial: () => ({
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    }),
    prepare(set, old) {
      const generation = old.metadata.annotations?.[GENERATION] ?? "1";
      set.metadata.annotations = { ...set.metadata.annotations, [GENERATION]: generation };
    },
    validate: (set, old) => [
      ...statusCounts(asObject(set.status) ?? {}, DAEMON_COUNTS, []),
      ...collisions(set, old),
    ],
  },
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
  reportsMissingFields: true,
  validate: (set) => [
    // Real servers ignore a selector that cannot be parsed, after they named its errors.
    ...validate(set).filter(({ field, message }) =>
      field !== "spec.selector" || message.includes("empty selector")
    ),
    ...strategy(at(set, "spec.updateStrategy"), UPDATES),
  ],
  validateUpdate: fixedSelector,
});

const UPDATES = "spec.updateStrategy";
const UPDATE_TYPES = ["OnDelete", "RollingUpdate"];
const DAEMON_COUNTS = [
  "currentNumberScheduled",
  "numberMisscheduled",
  "desiredNumberScheduled",
  "numberReady",
  "observedGeneration",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "collisionCount",
];

/** Validates how a DaemonSet is updated. */
const strategy = object(({ type, rollingUpdate }, field) => {
  if (type !== "RollingUpdate") return oneOf(...UPDATE_TYPES)(type, field);
  const rolling = `${field}.rollingUpdate`;
  const { maxUnavailable, maxSurge } = asObject(rollingUpdate) ?? {};
  if (rollingUpdate === undefined) return [requiredCause(rolling)];
  const [unavailable, surge] = [shareOf(maxUnavailable), shareOf(maxSurge)];
  return [
    ...fields({ maxUnavailable: validateShare, maxSurge: validateShare })(rollingUpdate, rolling),
    ...when(
      unavailable !== 0 && surge !== 0,
      invalidCause(`${rolling}.maxSurge`, maxSurge, "may not be set beside maxUnavailable"),
    ),
    ...when(
      unavailable === 0 && surge === 0,
      requiredCause(`${rolling}.maxUnavailable`, "cannot be 0 when maxSurge is 0"),
    ),
  ];
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
  status: {
    initial: () => ({ replicas: 0 }),
    validate: (set) => replicaCounts(set),
  },
  scaled: scale,
  reportsMissingFields: true,
  validate,
  validateUpdate: fixedSelector,
});

/** Validates the status of ReplicaSets and ReplicationControllers. */
export const replicaCounts = (set: ApiObject): Cause[] =>
  statusCounts(
    asObject(set.status) ?? {},
    [
      "replicas",
      "fullyLabeledReplicas",
      "readyReplicas",
      "availableReplicas",
      "observedGeneration",
    ],
    [
      ["fullyLabeledReplicas", "replicas"],
      ["readyReplicas", "replicas"],
      ["availableReplicas", "replicas"],
      ["availableReplicas", "readyReplicas"],
    ],
  );

function defaultRetention(set: ApiObject): void {
  const spec = asObject(set.spec);
  if (!spec) return;
  spec.persistentVolumeClaimRetentionPolicy = {
    whenDeleted: "Retain",
    whenScaled: "Retain",
    ...asObject(spec.persistentVolumeClaimRetentionPolicy),
  };
}

/** Validates a StatefulSet; the spec of its pods is validated with them. */
function validateStatefulSet(set: ApiObject): Cause[] {
  const spec = asObject(set.spec) ?? {};
  const { type } = asObject(spec.updateStrategy) ?? {};
  const { restartPolicy } = asObject(at(spec, "template.spec")) ?? {};
  return [
    ...validate(set).filter(({ field = "" }) =>
      !field.startsWith("spec.template.spec.") && field !== "spec.revisionHistoryLimit"
    ),
    ...oneOf("Always")(restartPolicy, "spec.template.spec.restartPolicy"),
    ...when(
      at(spec, "template.spec.activeDeadlineSeconds") !== undefined,
      forbiddenCause(
        "spec.template.spec.activeDeadlineSeconds",
        "pods of a StatefulSet do not end",
      ),
    ),
    ...fields({
      podManagementPolicy: must(
        (policy) => ["OrderedReady", "Parallel"].includes(String(policy)),
        "must be 'OrderedReady' or 'Parallel'",
      ),
    })(spec, "spec"),
    ...when(
      !UPDATE_TYPES.includes(String(type)),
      invalidCause(UPDATES, type, "must be 'RollingUpdate' or 'OnDelete'"),
    ),
    ...fields({
      updateStrategy: fields({
        rollingUpdate: [
          type === "OnDelete" &&
          maybe(alwaysInvalid("only allowed for updateStrategy 'RollingUpdate'")),
          type === "RollingUpdate" && fields({ partition: nonnegative }),
        ],
      }),
      persistentVolumeClaimRetentionPolicy: fields({
        whenDeleted: oneOf("Delete", "Retain"),
        whenScaled: oneOf("Delete", "Retain"),
      }),
    })(spec, "spec"),
  ];
}

/** The resource `statefulsets`. */
export const statefulSets = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
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
    status: {
      initial: () => ({ replicas: 0, availableReplicas: 0 }),
      validate: (set, old) => [
        ...statusCounts(asObject(set.status) ?? {}, STATEFUL_COUNTS, [
          ...STATEFUL_COUNTS.slice(1, 5).map((part) => [part, "replicas"] as const),
          ["availableReplicas", "readyReplicas"],
        ]),
        ...collisions(set, old),
      ],
    },
    ...(isNewest(release) && { applyDefaults: defaultRetention }),
    scaled: scale,
    reportsMissingFields: true,
    validate: validateStatefulSet,
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

const STATEFUL_COUNTS = [
  "replicas",
  "readyReplicas",
  "currentReplicas",
  "updatedReplicas",
  "availableReplicas",
  "observedGeneration",
  "collisionCount",
];

const CHANGEABLE: readonly string[] = [
  "replicas",
  "template",
  "updateStrategy",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
];
