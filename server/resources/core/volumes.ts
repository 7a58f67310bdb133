/**
 * PersistentVolumes and PersistentVolumeClaims. Nothing binds them here.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { type ApiObject, equal, type Json } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, text, textAt, wide } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { forbiddenCause, requiredCause } from "../field_causes.ts";

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

/** Returns access modes in the short form and the order of tables. */
const modesText = (modes: Json | undefined): string =>
  Object.entries(MODES).filter(([mode]) => Array.isArray(modes) && modes.includes(mode))
    .map(([, short]) => short).join();

const phaseOf = (object: ApiObject): string =>
  object.metadata.deletionTimestamp ? "Terminating" : textAt(object, "status.phase");

/** A finalizer that a controller removes when nothing uses the object. */
const protect = (finalizer: string) => (object: ApiObject): void => {
  const finalizers = object.metadata.finalizers ?? [];
  if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer];
};

/** The resource `persistentvolumes`. */
export const persistentVolumes: ResourceDefinition = defineKind({
  group: "",
  kind: "PersistentVolume",
  answersDeletion: true,
  namespaced: false,
  shortNames: ["pv"],
  cells: [
    text("Capacity", "spec.capacity.storage", "0"),
    computed("Access Modes", (volume) => modesText(at(volume, "spec.accessModes"))),
    text("Reclaim Policy", "spec.persistentVolumeReclaimPolicy"),
    computed("Status", phaseOf),
    computed("Claim", (volume) => {
      const claim = asObject(at(volume, "spec.claimRef"));
      return claim ? `${textAt(claim, "namespace")}/${textAt(claim, "name")}` : "";
    }),
    text("StorageClass", "spec.storageClassName"),
    text("Reason", "status.reason"),
  ],
  wideCells: [wide(text("VolumeMode", "spec.volumeMode", "<unset>"))],
  selectableFields: ({ metadata: { name } }) => ({ name }),
  newStatus: () => ({ phase: "Pending" }),
  prepareForCreate: protect("kubernetes.io/pv-protection"),
  validate(volume) {
    const { accessModes, capacity, ...rest } = asObject(volume.spec) ?? {};
    const sources = Object.keys(rest).filter((field) => !NOT_SOURCES.includes(field));
    return [
      ...missing("spec.accessModes", accessModes),
      ...missing("spec.capacity", capacity),
      ...(sources.length === 0 ? [requiredCause("spec", "must specify a volume type")] : []),
      ...sources.slice(1).map((field) =>
        forbiddenCause(`spec.${field}`, "may not specify more than 1 volume type")
      ),
    ];
  },
});

const NOT_SOURCES: readonly string[] = [
  "claimRef",
  "mountOptions",
  "nodeAffinity",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "volumeMode",
];

const missing = (field: string, value: Json | undefined): Cause[] =>
  Object.keys(value ?? {}).length === 0 ? [requiredCause(field)] : [];

/** The resource `persistentvolumeclaims`. */
export const persistentVolumeClaims: ResourceDefinition = defineKind({
  group: "",
  kind: "PersistentVolumeClaim",
  answersDeletion: true,
  shortNames: ["pvc"],
  cells: [
    computed("Status", phaseOf),
    text("Volume", "spec.volumeName"),
    computed("Capacity", (claim) => ofBound(claim, textAt(claim, "status.capacity.storage", "0"))),
    computed("Access Modes", (claim) => ofBound(claim, modesText(at(claim, "status.accessModes")))),
    text("StorageClass", "spec.storageClassName"),
  ],
  wideCells: [wide(text("VolumeMode", "spec.volumeMode", "<unset>"))],
  selectableFields: ({ metadata: { name } }) => ({ name }),
  newStatus: () => ({ phase: "Pending" }),
  prepareForCreate: protect("kubernetes.io/pvc-protection"),
  validate: (claim) => [
    ...missing("spec.accessModes", at(claim, "spec.accessModes")),
    ...(at(claim, "spec.resources.requests.storage") === undefined
      ? [requiredCause("spec.resources[storage]")]
      : []),
  ],
  validateUpdate(claim, old) {
    const fixed = (object: ApiObject) => {
      const { resources: _, volumeName: __, ...spec } = asObject(object.spec) ?? {};
      return spec;
    };
    const why = "spec is immutable after creation except resources.requests for bound claims";
    return equal(fixed(claim), fixed(old)) ? [] : [forbiddenCause("spec", why)];
  },
});

const ofBound = (claim: ApiObject, value: string): string =>
  textAt(claim, "spec.volumeName") === "" ? "" : value;
