/**
 * Rules for the sources of PersistentVolumes.
 *
 * @module
 */
import type { Cause, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  invalidCause,
  label,
  required,
  requiredCause,
  when,
  withoutBacksteps,
} from "@plumbline/server/rules";
import { all, fields, filled, maybe, orEmpty, type Rule } from "@plumbline/server/fields";
import {
  CALLED,
  COMMON_SOURCES,
  driverName,
  isTooLong,
  moreSources,
  withFields,
} from "./volume_rules.ts";

/** The name and the namespace of a Secret. */
const secretRef = withFields("name", "namespace");

const secretOfDriver = fields({ name: filled(label), namespace: filled(label) });

/** The Secret of `nodeStage` is not validated. */
const csi = fields({
  driver: driverName,
  volumeHandle: required,
  controllerPublishSecretRef: secretOfDriver,
  controllerExpandSecretRef: secretOfDriver,
  nodePublishSecretRef: secretOfDriver,
  nodeExpandSecretRef: secretOfDriver,
});

const OWN: Readonly<Record<string, Rule>> = {
  ...COMMON_SOURCES,
  glusterfs: all(COMMON_SOURCES.glusterfs!, fields({ endpointsNamespace: maybe(label) })),
  iscsi: all(COMMON_SOURCES.iscsi!, fields({ secretRef: withFields("name") })),
  cinder: fields({ volumeID: required, secretRef }),
  azureFile: all(COMMON_SOURCES.azureFile!, fields({ secretNamespace: maybe(required) })),
  storageos: all(COMMON_SOURCES.storageos!, fields({ secretRef })),
  local: fields({ path: [required, withoutBacksteps] }),
  csi,
};

/** The fields of PersistentVolumes that are sources, in the order in which the first one counts. */
export const PERSISTENT_SOURCES: readonly string[] = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "flocker", "nfs"],
  ...["rbd", "quobyte", "cephfs", "iscsi", "cinder", "fc", "flexVolume", "azureFile"],
  ...["vsphereVolume", "photonPersistentDisk", "portworxVolume", "azureDisk", "scaleIO", "local"],
  ...["storageos", "csi"],
];

/**
 * Validates the source of a PersistentVolume.
 *
 * @param name the name of the volume; empty for an inline one
 */
export function validatePersistentSource(spec: JsonObject, field: string, name: string): Cause[] {
  const [first, ...more] = PERSISTENT_SOURCES.filter((source) => spec[source] !== undefined);
  if (!first) return [requiredCause(field, "must specify a volume type")];
  const validate = (source: string) =>
    orEmpty(OWN[source]!)(spec[source], `${field}.${CALLED[source]?.own ?? source}`);
  // Real servers do not count `flexVolume` among the sources.
  const flexible = more.includes("flexVolume") ? validate("flexVolume") : [];
  const iscsi = first === "iscsi" ? asObject(spec.iscsi) : undefined;
  return [
    ...validate(first),
    ...flexible,
    ...moreSources(more.filter((source) => source !== "flexVolume"), field),
    ...when(
      iscsi && isTooLong(iscsi, name),
      invalidCause(`${field}.iscsi.targetportal`, iscsi?.targetPortal, "is too long"),
    ),
    ...when(
      first === "local" && spec.nodeAffinity === undefined,
      requiredCause(`${field}.nodeAffinity`, "Local volume requires node affinity"),
    ),
  ];
}
