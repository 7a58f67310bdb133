/**
 * Warnings about valid objects: deprecated fields, labels and annotations, and values that are
 * accepted but have no sense. As real servers of release 1.26 send them.
 *
 * @module
 */
import { canonicalQuantity } from "@plumbline/server/codec";
import type { ApiObject, Dialect, Json, JsonObject } from "@plumbline/server/api";
import { asObject, at, listAt, type ResourceDefinition, textAt } from "@plumbline/server/resources";

/** Returns the definitions with their warnings; the specification's dialect has none. */
export const withWarnings = (
  definitions: readonly ResourceDefinition[],
  { suffix }: Dialect,
): readonly ResourceDefinition[] =>
  suffix !== "k8s.io" ? definitions : definitions.map((definition) => {
    const { kind } = definition;
    const ofContent = WARNINGS[kind];
    const ofAny = ALWAYS[kind];
    return !ofContent && !ofAny ? definition : {
      ...definition,
      warnings: (object, { isChanged, isWhole }) => [
        ...isChanged ? ofContent?.(object) ?? [] : [],
        ...isWhole ? ofAny?.(object) ?? [] : [],
      ],
    };
  });

type Warnings = (object: ApiObject) => readonly string[];

/** Returns the warnings about the pod template at a path. */
const ofTemplate = (path: string): Warnings => (object) => {
  const template = asObject(at(object, path)) ?? {};
  return [
    ...ofAnnotations(template, `${path}.metadata.annotations`),
    ...ofPodSpec(asObject(template.spec) ?? {}, `${path}.spec`),
  ];
};

/** The warnings of each kind about new and changed objects. */
const WARNINGS: Readonly<Record<string, Warnings | undefined>> = {
  Pod: (pod) => [
    // The annotations about seccomp become fields of a pod.
    ...ofAnnotations(pod, "metadata.annotations").filter((text) => !text.includes("seccomp")),
    ...ofPodSpec(asObject(pod.spec) ?? {}, "spec"),
  ],
  PodTemplate: ofTemplate("template"),
  // The path is that of real servers.
  ReplicationController: (object) =>
    ofTemplate("spec.template")(object).map((text) => text.replace(/^spec\./, "")),
  Deployment: ofTemplate("spec.template"),
  ReplicaSet: ofTemplate("spec.template"),
  DaemonSet: ofTemplate("spec.template"),
  StatefulSet: ofTemplate("spec.template"),
  Job: ofTemplate("spec.template"),
  CronJob: ofTemplate("spec.jobTemplate.spec.template"),
};

/** The warnings of each kind about all writes but those of a status. */
const ALWAYS: Readonly<Record<string, Warnings | undefined>> = {
  CronJob: zoneInSchedule,
  StatefulSet: (set) =>
    listAt(set, "spec.volumeClaimTemplates").flatMap((claim, index) =>
      fractions(
        claim,
        "spec.resources.requests",
        `spec.volumeClaimTemplates[${index}].Spec.resources.requests`,
      )
    ),
  PersistentVolumeClaim: (claim) => fractions(claim, "spec.resources.requests"),
  StorageClass: (storage) =>
    listAt(storage, "allowedTopologies").flatMap((topology, index) =>
      listAt(topology, "matchLabelExpressions").flatMap(({ key }, nth) =>
        deprecatedLabel(key, `allowedTopologies[${index}].matchLabelExpressions[${nth}].key`)
      )
    ),
  CSIStorageCapacity: (capacity) => [
    ...listAt(capacity, "nodeTopology.matchExpressions").flatMap(({ key }, index) =>
      deprecatedLabel(key, `nodeTopology.matchExpressions[${index}].key`, true)
    ),
    ...Object.keys(asObject(at(capacity, "nodeTopology.matchLabels")) ?? {}).flatMap((key) =>
      deprecatedLabel(key, `nodeTopology.matchLabels.${key}`)
    ),
  ],
  RuntimeClass: (runtime) =>
    Object.keys(asObject(at(runtime, "scheduling.nodeSelector")) ?? {}).flatMap((key) =>
      deprecatedLabel(key, "scheduling.nodeSelector")
    ),
};

/** Reports a time zone in a schedule; the path is that of real servers. */
function zoneInSchedule(job: ApiObject): string[] {
  return textAt(job, "spec.schedule").includes("TZ")
    ? [
      "CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
    ]
    : [];
}

const replaced = (since: string, label: string) =>
  `deprecated since ${since}; use "${label}" instead`;

/** The labels of nodes that have successors. */
const LABELS: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": replaced("v1.14", "kubernetes.io/arch"),
  "beta.kubernetes.io/os": replaced("v1.14", "kubernetes.io/os"),
  "beta.kubernetes.io/instance-type": replaced("v1.17", "node.kubernetes.io/instance-type"),
  "failure-domain.beta.kubernetes.io/region": replaced("v1.17", "topology.kubernetes.io/region"),
  "failure-domain.beta.kubernetes.io/zone": replaced("v1.17", "topology.kubernetes.io/zone"),
};

const SECCOMP =
  `deprecated since v1.19, non-functional in a future release; use the "seccompProfile" field instead`;

/** The annotations that fields replaced; a key that ends with a slash is a prefix. */
const ANNOTATIONS: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod":
    `non-functional in v1.16+; use the "priorityClassName" field instead`,
  "security.alpha.kubernetes.io/sysctls":
    `non-functional in v1.11+; use the "sysctls" field instead`,
  "security.alpha.kubernetes.io/unsafe-sysctls":
    `non-functional in v1.11+; use the "sysctls" field instead`,
  "seccomp.security.alpha.kubernetes.io/pod": SECCOMP,
  "container.seccomp.security.alpha.kubernetes.io/": SECCOMP,
};

const PLANNED = "deprecated in v1.22, support removal is planned in v1.26";

/** The sources of volumes that are deprecated, with their names in warnings. */
const VOLUMES: Readonly<Record<string, readonly [name: string, text: string]>> = {
  photonPersistentDisk: ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  gitRepo: ["gitRepo", "deprecated in v1.11"],
  scaleIO: ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  flocker: ["flocker", PLANNED],
  storageos: ["storageOS", PLANNED],
  quobyte: ["quobyte", PLANNED],
  glusterfs: [
    "glusterfs",
    "deprecated in v1.25, this feature will be removed soon after in a subsequent release",
  ],
};

function deprecatedLabel(key: Json | undefined, field: string, named = false): string[] {
  const name = String(key);
  const text = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
  return text === undefined ? [] : [`${field}: ${named ? `${name} is ` : ""}${text}`];
}

const ofAnnotations = (object: JsonObject, field: string): string[] =>
  Object.keys(asObject(at(object, "metadata.annotations")) ?? {}).flatMap((key) => {
    const entry = Object.entries(ANNOTATIONS).find(([known]) =>
      known.endsWith("/") ? key.startsWith(known) : key === known
    );
    return entry ? [`${field}[${key}]: ${entry[1]}`] : [];
  });

function ofPodSpec(spec: JsonObject, field: string): string[] {
  return [
    ...Object.keys(asObject(spec.nodeSelector) ?? {}).flatMap((key) =>
      deprecatedLabel(key, `${field}.nodeSelector[${key}]`)
    ),
    ...ofAffinity(spec, `${field}.affinity.nodeAffinity`),
    ...listAt(spec, "topologySpreadConstraints").flatMap(({ topologyKey }, index) =>
      deprecatedLabel(topologyKey, `${field}.topologySpreadConstraints[${index}].topologyKey`, true)
    ),
    ...listAt(spec, "volumes").flatMap((volume, index) =>
      ofVolume(volume, `${field}.volumes[${index}]`)
    ),
    ...repeated(listAt(spec, "hostAliases"), `${field}.hostAliases`, "ip"),
    ...listAt(spec, "imagePullSecrets").flatMap((secret, index) =>
      textAt(secret, "name") === ""
        ? [`${field}.imagePullSecrets[${index}].name: invalid empty name ""`]
        : []
    ),
    ...repeated(listAt(spec, "imagePullSecrets"), `${field}.imagePullSecrets`, "name"),
    ...["initContainers", "containers"].flatMap((list) =>
      listAt(spec, list).flatMap((container, index) =>
        ofContainer(container, `${field}.${list}[${index}]`)
      )
    ),
    ...fractions({ overhead: spec.overhead ?? null }, "overhead", `${field}.overhead`),
  ];
}

function ofAffinity(spec: JsonObject, field: string): string[] {
  const affinity = asObject(at(spec, "affinity.nodeAffinity")) ?? {};
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  const ofTerm = (term: JsonObject | undefined, place: string) =>
    listAt(term, "matchExpressions").flatMap(({ key }, index) =>
      deprecatedLabel(key, `${place}.matchExpressions[${index}].key`, true)
    );
  return [
    ...listAt(affinity, `${required}.nodeSelectorTerms`).flatMap((term, index) =>
      ofTerm(term, `${field}.${required}.nodeSelectorTerms[${index}]`)
    ),
    ...listAt(affinity, preferred).flatMap(({ preference }, index) =>
      ofTerm(asObject(preference), `${field}.${preferred}[${index}].preference`)
    ),
  ];
}

function ofVolume(volume: JsonObject, field: string): string[] {
  const claim = "ephemeral.volumeClaimTemplate.spec.resources.requests";
  return [
    ...Object.entries(VOLUMES).flatMap(([source, [name, text]]) =>
      volume[source] ? [`${field}.${name}: ${text}`] : []
    ),
    ...fractions(volume, claim, `${field}.${claim}`),
  ];
}

const ofContainer = (container: JsonObject, field: string): string[] => [
  ...repeated(listAt(container, "env"), `${field}.env`, "name"),
  ...["limits", "requests"].flatMap((part) =>
    fractions(container, `resources.${part}`, `${field}.resources.${part}`)
  ),
];

/** Reports values of a field that an earlier item has. */
function repeated(items: readonly JsonObject[], field: string, key: string): string[] {
  const values = items.map((item) => textAt(item, key));
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [`${field}[${index}].${key}: duplicate ${key} ${JSON.stringify(value)}`]
      : []
  );
}

/** The resources that are counted in bytes. */
const BYTES = ["memory", "ephemeral-storage", "storage"];

/** Reports amounts of bytes that are no integers. */
function fractions(object: JsonObject, path: string, field = path): string[] {
  const amounts = asObject(at(object, path)) ?? {};
  return BYTES.flatMap((resource) => {
    const amount = amounts[resource];
    const text = amount === undefined ? undefined : canonicalQuantity(String(amount));
    return text !== undefined && /[mun]$/.test(text)
      ? [
        `${field}[${resource}]: fractional byte value ${
          JSON.stringify(text)
        } is invalid, must be an integer`,
      ]
      : [];
  });
}
