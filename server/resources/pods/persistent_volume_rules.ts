/**
 * Rules for the sources of PersistentVolumes.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";
import { invalidCause, requiredCause } from "../field_causes.ts";
import { label, required, when, within, withoutBacksteps } from "../rules.ts";
import {
  all,
  CALLED,
  COMMON_SOURCES,
  driverName,
  isTooLong,
  moreSources,
  type Validate,
  withFields,
} from "./volume_rules.ts";

/** Requires the name and the namespace of a Secret. */
const secretOf: Validate = ({ secretRef }, field) =>
  within(secretRef, `${field}.secretRef`, withFields("name", "namespace"));

const secretOfDriver: Validate = ({ name, namespace }, field) => [
  ...(name ? label(name, `${field}.name`) : required(name, `${field}.name`)),
  ...(namespace ? label(namespace, `${field}.namespace`) : required("", `${field}.namespace`)),
];

/** The Secret of `nodeStage` is not validated. */
const SECRETS = ["controllerPublish", "controllerExpand", "nodePublish", "nodeExpand"];

const csi: Validate = (source, field) => [
  ...driverName(source.driver, `${field}.driver`),
  ...withFields("volumeHandle")(source, field),
  ...SECRETS.map((name) => `${name}SecretRef`).flatMap((name) =>
    within(source[name], `${field}.${name}`, secretOfDriver)
  ),
];

const local: Validate = (source, field) => [
  ...withFields("path")(source, field),
  ...withoutBacksteps(source.path, `${field}.path`),
];

const endpointsNamespace: Validate = ({ endpointsNamespace: name }, field) =>
  name === undefined ? [] : label(name, `${field}.endpointsNamespace`);

const secretNamespace: Validate = ({ secretNamespace: name }, field) =>
  name === undefined ? [] : required(name, `${field}.secretNamespace`);

const OWN: Readonly<Record<string, Validate>> = {
  ...COMMON_SOURCES,
  glusterfs: all(COMMON_SOURCES.glusterfs!, endpointsNamespace),
  iscsi: all(
    COMMON_SOURCES.iscsi!,
    ({ secretRef }, field) => within(secretRef, `${field}.secretRef`, withFields("name")),
  ),
  cinder: all(withFields("volumeID"), secretOf),
  azureFile: all(COMMON_SOURCES.azureFile!, secretNamespace),
  storageos: all(COMMON_SOURCES.storageos!, secretOf),
  local,
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
    OWN[source]!(asObject(spec[source]) ?? {}, `${field}.${CALLED[source]?.own ?? source}`);
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
