/**
 * Rules for the sources of volumes, in pods and in PersistentVolumes.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { Json, JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "../field_causes.ts";
import {
  amountOf,
  descending,
  each,
  inRange,
  itemsOf,
  label,
  maybeOneOf,
  required,
  subdomain,
  when,
  within,
  withoutBacksteps,
} from "../rules.ts";
import { resourceField, validateFieldRef } from "./downward_rules.ts";
import { validateClaimSpec } from "../core/claim_rules.ts";

type Validate = (source: JsonObject, field: string) => Cause[];

/** Requires fields that are not empty. */
const withFields = (...names: readonly string[]): Validate => (source, field) =>
  names.flatMap((name) => {
    const value = source[name];
    return required(Array.isArray(value) && value.length === 0 ? "" : value, `${field}.${name}`);
  });

const all = (...rules: readonly Validate[]): Validate => (source, field) =>
  rules.flatMap((rule) => rule(source, field));

const partition: Validate = ({ partition }, field) =>
  inRange(partition, `${field}.partition`, 0, 255);

/** File modes are up to 0777. */
const mode = (value: Json | undefined, field: string): Cause[] => inRange(value, field, 0, 0o777);

const defaultMode: Validate = ({ defaultMode }, field) => mode(defaultMode, `${field}.defaultMode`);

/** Validates the path of a file in a volume. */
const filePath = (path: Json | undefined, field: string): Cause[] => [
  ...required(path, field),
  ...descending(path ?? "", field),
  ...when(/^\.\.(?!\/|$)/.test(String(path ?? "")), invalidCause(field, path, "starts with '..'")),
];

const keyToPath: Validate = (item, field) => [
  ...required(item.key, `${field}.key`),
  ...filePath(item.path, `${field}.path`),
  ...mode(item.mode, `${field}.mode`),
];

const items: Validate = ({ items }, field) => each(items, `${field}.items`, keyToPath);

const downwardFile: Validate = (file, field) => [
  ...filePath(file.path, `${field}.path`),
  ...within(file.fieldRef, `${field}.fieldRef`, (ref, at) => validateFieldRef(ref, at, "volume")),
  ...(file.fieldRef === undefined
    ? file.resourceFieldRef === undefined
      ? [requiredCause(field, "one of fieldRef and resourceFieldRef is required")]
      : within(
        file.resourceFieldRef,
        `${field}.resourceFieldRef`,
        (ref, at) => resourceField(ref, at, true),
      )
    : when(
      file.resourceFieldRef !== undefined,
      invalidCause(field, "resource", "has two sources"),
    )),
  ...mode(file.mode, `${field}.mode`),
];

const downward: Validate = (source, field) => [
  ...defaultMode(source, field),
  ...itemsOf(source.items).flatMap((file) => downwardFile(file, field)),
];

const projected: Validate = (source, field) => [
  ...defaultMode(source, field),
  ...each(source.sources, `${field}.sources`, (one, at) => [
    ...within(one.secret, `${at}.secret`, all(withFields("name"), items)),
    ...within(one.configMap, `${at}.configMap`, all(withFields("name"), items)),
    ...within(
      one.downwardAPI,
      `${at}.downwardAPI`,
      ({ items }, at) => itemsOf(items).flatMap((file) => downwardFile(file, at)),
    ),
    ...within(one.serviceAccountToken, `${at}.serviceAccountToken`, (token, at) => [
      ...inRange(token.expirationSeconds, `${at}.expirationSeconds`, 600, 2 ** 32),
      ...required(token.path, `${field}.path`),
    ]),
    ...when(
      Object.keys(one).length > 1,
      forbiddenCause(at, "may not specify more than 1 volume type"),
    ),
  ]),
];

const HOST_PATHS = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

const hostPath: Validate = ({ path, type }, field) =>
  path === undefined || path === "" ? required(path, `${field}.path`) : [
    ...withoutBacksteps(path, `${field}.path`),
    ...maybeOneOf(type, `${field}.type`, HOST_PATHS),
  ];

const nfs: Validate = (source, field) => [
  ...withFields("server", "path")(source, field),
  ...when(
    !String(source.path ?? "").startsWith("/"),
    invalidCause(`${field}.path`, source.path, "must be an absolute path"),
  ),
];

const INITIATORS =
  /^(iqn\.\d{4}-\d{2}\.([\w-.]+)(:[^,;*&$|\s]+)$|eui\.[0-9A-Fa-f]{16}$|naa\.[0-9A-Fa-f]{32}$)/;

const iscsi: Validate = (source, field) => [
  ...withFields("targetPortal", "iqn")(source, field),
  ...when(
    source.iqn && !INITIATORS.test(String(source.iqn)),
    invalidCause(`${field}.iqn`, source.iqn, "must be valid format"),
  ),
  ...inRange(source.lun, `${field}.lun`, 0, 255),
  ...when(
    (source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef,
    requiredCause(`${field}.secretRef`),
  ),
  ...when(
    source.initiatorName !== undefined && !INITIATORS.test(String(source.initiatorName)),
    invalidCause(`${field}.initiatorname`, source.initiatorName, "must be valid format"),
  ),
];

const fibreChannel: Validate = ({ targetWWNs, wwids, lun }, field) => {
  const [targets, ids] = [targetWWNs, wwids].map((list) => Array.isArray(list) && list.length > 0);
  const at = `${field}.targetWWNs`;
  return [
    ...when(!targets && !ids, requiredCause(at, "must specify either targetWWNs or wwids")),
    ...when(targets && ids, invalidCause(at, targetWWNs, "cannot be beside wwids")),
    ...(targets ? [...required(lun, `${field}.lun`), ...inRange(lun, `${field}.lun`, 0, 255)] : []),
  ];
};

const azureDisk: Validate = (source, field) => {
  const isManaged = source.kind === "Managed";
  const start = isManaged ? "/subscriptions/" : "https://";
  const isWrong = source.kind !== undefined && !String(source.diskURI ?? "").startsWith(start);
  return [
    ...withFields("diskName", "diskURI")(source, field),
    ...maybeOneOf(source.cachingMode, `${field}.cachingMode`, ["None", "ReadOnly", "ReadWrite"]),
    ...maybeOneOf(source.kind, `${field}.kind`, ["Dedicated", "Managed", "Shared"]),
    ...when(isWrong, {
      reason: "FieldValueNotSupported",
      field: `${field}.diskURI`,
      message: `Unsupported value: ${JSON.stringify(source.diskURI)}: must start with ${start}`,
    }),
  ];
};

const storageOs: Validate = ({ volumeName, volumeNamespace, secretRef }, field) => [
  ...(volumeName ? label(volumeName, `${field}.volumeName`) : required("", `${field}.volumeName`)),
  ...(volumeNamespace ? label(volumeNamespace, `${field}.volumeNamespace`) : []),
  ...within(secretRef, `${field}.secretRef`, withFields("name")),
];

/** Validates the name of a CSI driver. */
export const driverName = (value: Json | undefined, field: string): Cause[] => [
  ...required(value, field),
  ...when(
    String(value ?? "").length > 63,
    {
      reason: "FieldValueTooLong",
      field,
      message: "Too long: must have at most 63 bytes",
    },
  ),
  ...subdomain(String(value ?? "").toLowerCase(), field),
];

const csi: Validate = ({ driver, nodePublishSecretRef }, field) => [
  ...driverName(driver, `${field}.driver`),
  ...within(
    nodePublishSecretRef,
    `${field}.nodePublishSecretRef`,
    ({ name }, at) => name ? subdomain(name, `${field}.name`) : required(name, `${at}.name`),
  ),
];

const secretOfVolume: Validate = ({ name, namespace }, field) => [
  ...(name ? subdomain(name, `${field}.name`) : required(name, `${field}.name`)),
  ...(namespace ? label(namespace, `${field}.namespace`) : required("", `${field}.namespace`)),
];

const SECRETS = ["controllerPublish", "controllerExpand", "nodePublish", "nodeStage", "nodeExpand"];

const persistentCsi: Validate = (source, field) => [
  ...driverName(source.driver, `${field}.driver`),
  ...withFields("volumeHandle")(source, field),
  ...SECRETS.filter((name) => name !== "nodeStage").map((name) => `${name}SecretRef`).flatMap((
    name,
  ) => within(source[name], `${field}.${name}`, secretOfVolume)),
];

const flocker: Validate = ({ datasetName, datasetUUID }, field) => [
  ...when(!datasetName && !datasetUUID, requiredCause(field, "needs datasetName or datasetUUID")),
  ...when(datasetName && datasetUUID, invalidCause(field, "resource", "has two sources")),
  ...when(
    String(datasetName ?? "").includes("/"),
    invalidCause(`${field}.datasetName`, datasetName, "must not contain '/'"),
  ),
];

const ephemeral: Validate = ({ volumeClaimTemplate }, field) =>
  volumeClaimTemplate === undefined
    ? [requiredCause(`${field}.volumeClaimTemplate`)]
    : within(volumeClaimTemplate, `${field}.volumeClaimTemplate`, ({ spec }, at) =>
      validateClaimSpec(asObject(spec) ?? {}, `${at}.spec`));

const emptyDir: Validate = ({ sizeLimit }, field) =>
  when(amountOf(sizeLimit) < 0, forbiddenCause(`${field}.sizeLimit`, "must be a valid quantity"));

/** Sources that pods and PersistentVolumes have in common, in the order in which one counts. */
const COMMON: Readonly<Record<string, Validate>> = {
  hostPath,
  gcePersistentDisk: all(withFields("pdName"), partition),
  awsElasticBlockStore: all(withFields("volumeID"), partition),
  nfs,
  iscsi,
  glusterfs: withFields("endpoints", "path"),
  flocker,
  rbd: withFields("monitors", "image"),
  cinder: all(
    withFields("volumeID"),
    ({ secretRef }, field) => within(secretRef, `${field}.secretRef`, withFields("name")),
  ),
  cephfs: withFields("monitors"),
  quobyte: withFields("registry", "volume"),
  fc: fibreChannel,
  flexVolume: withFields("driver"),
  azureFile: withFields("secretName", "shareName"),
  azureDisk,
  vsphereVolume: withFields("volumePath"),
  photonPersistentDisk: withFields("pdID"),
  portworxVolume: withFields("volumeID"),
  storageos: storageOs,
  scaleIO: withFields("gateway", "system", "volumeName"),
};

const OF_PODS: Readonly<Record<string, Validate>> = {
  emptyDir,
  ...COMMON,
  gitRepo: withFields("repository"),
  secret: all(withFields("secretName"), defaultMode, items),
  persistentVolumeClaim: withFields("claimName"),
  downwardAPI: downward,
  configMap: all(withFields("name"), defaultMode, items),
  projected,
  csi,
  ephemeral,
};

const OF_PERSISTENT_VOLUMES: Readonly<Record<string, Validate>> = {
  ...COMMON,
  csi: persistentCsi,
  local: (source, field) => [
    ...withFields("path")(source, field),
    ...withoutBacksteps(source.path, `${field}.path`),
  ],
};

/** The fields of PersistentVolumes that are sources. */
export const PERSISTENT_SOURCES: readonly string[] = Object.keys(OF_PERSISTENT_VOLUMES);

/** Names in errors, where real servers spell them in another way. */
const CALLED: Readonly<Record<string, string>> = { cephfs: "cephFS" };

/** Validates the one source of a volume. */
function oneSource(
  volume: JsonObject,
  field: string,
  sources: Readonly<Record<string, Validate>>,
): Cause[] {
  const [first, ...more] = Object.keys(sources).filter((name) => volume[name] !== undefined);
  if (!first) return [requiredCause(field, "must specify a volume type")];
  return [
    ...sources[first]!(asObject(volume[first]) ?? {}, `${field}.${first}`),
    ...more.flatMap((name) =>
      // Real servers do not count this one among the sources of a PersistentVolume.
      name === "flexVolume" && sources === OF_PERSISTENT_VOLUMES
        ? sources[name]!(asObject(volume[name]) ?? {}, `${field}.${name}`)
        : forbiddenCause(
          `${field}.${CALLED[name] ?? name}`,
          "may not specify more than 1 volume type",
        )
    ),
  ];
}

/** Validates the source of a PersistentVolume. */
export const validatePersistentSource: Validate = (spec, field) =>
  oneSource(spec, field, OF_PERSISTENT_VOLUMES);

/** Validates the volumes of a pod; returns those that are valid, by name, too. */
export function validateVolumes(
  list: Json | undefined,
  field: string,
): { causes: Cause[]; volumes: Map<string, JsonObject> } {
  const volumes = new Map<string, JsonObject>();
  const causes = each(list, field, (volume, at) => {
    const { name = "" } = volume;
    const wrong = [
      ...oneSource(volume, at, OF_PODS),
      ...(name ? label(name, `${at}.name`) : required(name, `${at}.name`)),
      ...when(volumes.has(String(name)), duplicateCause(`${at}.name`, name)),
    ];
    if (wrong.length === 0) volumes.set(String(name), volume);
    return wrong;
  });
  return { causes, volumes };
}
