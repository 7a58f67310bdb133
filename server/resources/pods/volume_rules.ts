/**
 * Rules for the sources of volumes, in pods and in PersistentVolumes.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { Json, JsonObject } from "../../object.ts";
import {
  validateAnnotations,
  validateKeys,
  validateLabelValues,
} from "../../registry/object_meta.ts";
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

/** Validates the source of a volume. */
export type Validate = (source: JsonObject, field: string) => Cause[];

/** Requires fields that are not empty. */
export const withFields = (...names: readonly string[]): Validate => (source, field) =>
  names.flatMap((name) => {
    const value = source[name];
    return required(Array.isArray(value) && value.length === 0 ? "" : value, `${field}.${name}`);
  });

/** Joins rules. */
export const all = (...rules: readonly Validate[]): Validate => (source, field) =>
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
  ...repeatedPaths(source, field),
];

/** Refuses a file that two sources of a projected volume have. */
const repeatedPaths: Validate = ({ sources }, field) => {
  const paths = itemsOf(sources).flatMap((one) =>
    ["secret", "configMap", "downwardAPI"].flatMap((name) => itemsOf(asObject(one[name])?.items))
  ).map(({ path }) => path).filter(Boolean);
  return when(
    new Set(paths).size < paths.length,
    invalidCause(field, paths, "conflicting duplicate paths"),
  );
};

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

const INITIATORS = /^(iqn.*|eui.[A-Za-z0-9]{16}|naa.[A-Za-z0-9]{32})$/s;
const QUALIFIED_INITIATOR = /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/;

/** Validates the name of an initiator or a target. */
function initiator(value: Json, field: string): Cause[] {
  const text = String(value);
  const isWrong = !INITIATORS.test(text) ||
    text.startsWith("iqn") && !QUALIFIED_INITIATOR.test(text);
  return when(isWrong, invalidCause(field, text, "must be valid format"));
}

/** Validates a source of iSCSI. */
export const iscsi: Validate = (source, field) => [
  ...withFields("targetPortal", "iqn")(source, field),
  ...(source.iqn ? initiator(source.iqn, `${field}.iqn`) : []),
  ...inRange(source.lun, `${field}.lun`, 0, 255),
  ...when(
    (source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef,
    requiredCause(`${field}.secretRef`),
  ),
  ...(source.initiatorName === undefined
    ? []
    : initiator(source.initiatorName, `${field}.initiatorname`)),
];

/** Returns true if the name of an initiator leaves too little room for these two texts. */
export const isTooLong = (
  { initiatorName, targetPortal = "" }: JsonObject,
  name: string,
): boolean => initiatorName !== undefined && `${name}:${targetPortal}`.length > 64;

/** Validates a source of Fibre Channel. */
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
    : within(volumeClaimTemplate, `${field}.volumeClaimTemplate`, ({ metadata, spec }, at) => [
      ...within(metadata, `${at}.metadata`, templateMetadata),
      ...validateClaimSpec(asObject(spec) ?? {}, `${at}.spec`),
    ]);

/** Validates the metadata of a template of a claim: labels and annotations only. */
const templateMetadata: Validate = ({ labels, annotations, ...others }, field) => [
  ...validateAnnotations(annotations as Labels | undefined, `${field}.annotations`),
  ...validateKeys(labels as Labels | undefined, `${field}.labels`),
  ...validateLabelValues(labels as Labels | undefined, `${field}.labels`),
  ...Object.keys(others).filter((name) => others[name] !== null && others[name] !== "")
    // Real servers spell this name like that of their own field.
    .map((name) => forbiddenCause(`${field}.${name === "uid" ? "uID" : name}`, "cannot be set")),
];

type Labels = Readonly<Record<string, string>>;

const HOST_AND_PORT = /^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/;

const quobyte: Validate = (source, field) => {
  const { registry, tenant } = source;
  const isPair = String(registry ?? "").split(",").every((pair) => HOST_AND_PORT.test(pair));
  return [
    ...withFields("registry", "volume")(source, field),
    ...when(registry && String(tenant ?? "").length > 64, requiredCause(`${field}.tenant`)),
    ...when(
      registry && String(tenant ?? "").length <= 64 && !isPair,
      invalidCause(`${field}.registry`, registry, "must be a host:port pair or several of them"),
    ),
  ];
};

/** The options of a driver do not use names that are reserved. */
const flexVolume: Validate = (source, field) => [
  ...withFields("driver")(source, field),
  ...Object.keys(asObject(source.options) ?? {}).flatMap((key) =>
    when(
      /\.(kubernetes|k8s)\.io$/.test(`.${key.split("/", 1)[0]!.toLowerCase()}`),
      invalidCause(`${field}.options[${key}]`, key, "is a reserved name"),
    )
  ),
];

const gitRepo: Validate = (source, field) => [
  ...withFields("repository")(source, field),
  ...descending(source.directory, `${field}.directory`),
];

const emptyDir: Validate = ({ sizeLimit }, field) =>
  when(amountOf(sizeLimit) < 0, forbiddenCause(`${field}.sizeLimit`, "must be a valid quantity"));

/** Sources that pods and PersistentVolumes have in common. */
export const COMMON_SOURCES: Readonly<Record<string, Validate>> = {
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
  quobyte,
  fc: fibreChannel,
  flexVolume,
  azureFile: withFields("secretName", "shareName"),
  vsphereVolume: withFields("volumePath"),
  photonPersistentDisk: withFields("pdID"),
  portworxVolume: withFields("volumeID"),
  azureDisk,
  storageos: storageOs,
  scaleIO: withFields("gateway", "system", "volumeName"),
};

const OF_PODS: Readonly<Record<string, Validate>> = {
  ...COMMON_SOURCES,
  emptyDir,
  gitRepo,
  secret: all(withFields("secretName"), defaultMode, items),
  persistentVolumeClaim: withFields("claimName"),
  downwardAPI: downward,
  configMap: all(withFields("name"), defaultMode, items),
  projected,
  csi,
  ephemeral,
};

/** The sources of the volumes of a pod in the order in which the first one counts. */
const ORDER = [
  ...["emptyDir", "hostPath", "gitRepo", "gcePersistentDisk", "awsElasticBlockStore", "secret"],
  ...["nfs", "iscsi", "glusterfs", "flocker", "persistentVolumeClaim", "rbd", "cinder", "cephfs"],
  ...["quobyte", "downwardAPI", "fc", "flexVolume", "configMap", "azureFile", "vsphereVolume"],
  ...["photonPersistentDisk", "portworxVolume", "azureDisk", "storageos", "projected", "scaleIO"],
  ...["csi", "ephemeral"],
];

/** Names of sources in errors, where real servers spell them in another way. */
export const CALLED: Readonly<Record<string, { readonly own?: string; readonly more?: string }>> = {
  cephfs: { more: "cephFS" },
  downwardAPI: { more: "downwarAPI" },
  gcePersistentDisk: { own: "persistentDisk" },
};

/** Returns the causes of sources beside the first one. */
export const moreSources = (names: readonly string[], field: string): Cause[] =>
  names.map((name) =>
    forbiddenCause(
      `${field}.${CALLED[name]?.more ?? name}`,
      "may not specify more than 1 volume type",
    )
  );

/** Validates the one source of a volume of a pod. */
function oneSource(volume: JsonObject, field: string, podName: string): Cause[] {
  const [first, ...more] = ORDER.filter((name) => volume[name] !== undefined);
  if (!first) return [requiredCause(field, "must specify a volume type")];
  const name = String(volume.name ?? "");
  const claim = `${podName}-${name}`;
  return [
    ...OF_PODS[first]!(asObject(volume[first]) ?? {}, `${field}.${CALLED[first]?.own ?? first}`),
    ...moreSources(more, field),
    ...within(
      volume.iscsi,
      field,
      (source) => when(isTooLong(source, name), invalidCause(`${field}.name`, name, "is too long")),
    ),
    ...(first === "ephemeral" && podName && name ? subdomain(claim, `${field}.name`) : []),
  ];
}

/**
 * Validates the volumes of a pod; returns those that are valid, by name, too.
 *
 * @param podName the name of the pod; empty for a template
 */
export function validateVolumes(
  list: Json | undefined,
  field: string,
  podName: string,
): { causes: Cause[]; volumes: Map<string, JsonObject> } {
  const volumes = new Map<string, JsonObject>();
  const created = new Set(
    itemsOf(list).filter(({ ephemeral }) => podName && ephemeral !== undefined)
      .map(({ name }) => `${podName}-${name}`),
  );
  const causes = each(list, field, (volume, at) => {
    const { name = "" } = volume;
    const wrong = [
      ...oneSource(volume, at, podName),
      ...(name ? label(name, `${at}.name`) : required(name, `${at}.name`)),
      ...when(volumes.has(String(name)), duplicateCause(`${at}.name`, name)),
    ];
    if (wrong.length === 0) volumes.set(String(name), volume);
    const claimed = asObject(volume.persistentVolumeClaim)?.claimName;
    const place = `${at}.persistentVolumeClaim.claimName`;
    const why = "must not reference a PVC that gets created for an ephemeral volume";
    return [
      ...wrong,
      ...when(created.has(String(claimed)), invalidCause(place, claimed, why)),
    ];
  });
  return { causes, volumes };
}
