/**
 * Rules for the sources of volumes, in pods and in PersistentVolumes.
 *
 * @module
 */
import type { Cause, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  amountOf,
  annotations,
  descending,
  forbiddenCause,
  invalidCause,
  itemsOf,
  label,
  labels,
  required,
  requiredCause,
  subdomain,
  when,
  withoutBacksteps,
} from "@plumbline/server/rules";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  between,
  duplicate,
  each,
  type FieldRules,
  fields,
  filled,
  ifFilled,
  mapOf,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
} from "@plumbline/server/fields";
import { fieldRef, resourceFieldRef } from "./downward_rules.ts";
import { validateClaimSpec } from "../core/claim_rules.ts";

/** Requires a value, and an item of a list. */
const present: Rule = (value, path) =>
  required(Array.isArray(value) && value.length === 0 ? "" : value, path);

/** Requires fields that are not empty. */
export const withFields = (...names: readonly string[]): ObjectRule =>
  fields(Object.fromEntries(names.map((name) => [name, present])));

const partition = between(0, 255);

/** File modes are up to 0777. */
const mode = between(0, 0o777);

/** The path of a file in a volume. */
const filePath: Rule = (path, field) => [
  ...required(path, field),
  ...descending(path ?? "", field),
  ...when(/^\.\.(?!\/|$)/.test(String(path ?? "")), invalidCause(field, path, "starts with '..'")),
];

const items = each(fields({ key: required, path: filePath, mode }));

/** A file has one of two sources. */
const oneOfTwo = object(({ fieldRef, resourceFieldRef }, path) => {
  const why = "one of fieldRef and resourceFieldRef is required";
  return fieldRef === undefined
    ? when(resourceFieldRef === undefined, requiredCause(path, why))
    : when(resourceFieldRef !== undefined, invalidCause(path, "resource", "has two sources"));
});

const downwardFile = all(
  fields(({ fieldRef: reference }) => ({
    path: filePath,
    fieldRef: fieldRef("volume"),
    resourceFieldRef: reference === undefined && resourceFieldRef({ inVolume: true }),
  })),
  oneOfTwo,
  fields({ mode }),
);

/** Files in a volume; real servers name the volume only. */
const downwardFiles = object(({ items }, path) =>
  itemsOf(items).flatMap((file) => downwardFile(file, path))
);

const withItems = fields({ name: present, items });

/** Refuses a file that two sources of a projected volume have. */
const repeatedPaths = object(({ sources }, path) => {
  const paths = itemsOf(sources).flatMap((one) =>
    ["secret", "configMap", "downwardAPI"].flatMap((name) => itemsOf(asObject(one[name])?.items))
  ).map(({ path }) => path).filter(Boolean);
  return when(
    new Set(paths).size < paths.length,
    invalidCause(path, paths, "conflicting duplicate paths"),
  );
});

const projected = all(
  fields((_, path) => ({
    defaultMode: mode,
    sources: each(
      fields({
        secret: withItems,
        configMap: withItems,
        downwardAPI: downwardFiles,
        serviceAccountToken: [
          fields({ expirationSeconds: between(600, 2 ** 32) }),
          // Real servers name the path of the volume here.
          (token) => fields({ path: required })(token, path),
        ],
      }),
      (source, at) =>
        when(
          Object.keys(source).length > 1,
          forbiddenCause(at, "may not specify more than 1 volume type"),
        ),
    ),
  })),
  repeatedPaths,
);

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

const hostPath = fields(({ path }): FieldRules =>
  path ? { path: withoutBacksteps, type: maybe(oneOf(...HOST_PATHS)) } : { path: required }
);

const nfs = fields({
  server: present,
  path: [
    present,
    must((path) => String(path ?? "").startsWith("/"), "must be an absolute path"),
  ],
});

const INITIATORS = /^(iqn.*|eui.[A-Za-z0-9]{16}|naa.[A-Za-z0-9]{32})$/s;
const QUALIFIED_INITIATOR = /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/;

/** The name of an initiator or a target. */
const initiator = must((value) => {
  const text = String(value);
  return INITIATORS.test(text) && (!text.startsWith("iqn") || QUALIFIED_INITIATOR.test(text));
}, "must be valid format");

/** The rule of a source of iSCSI. */
const iscsi = all(
  fields(({ chapAuthDiscovery, chapAuthSession, secretRef }) => ({
    targetPortal: present,
    iqn: [present, ifFilled(initiator)],
    lun: between(0, 255),
    secretRef: (chapAuthDiscovery || chapAuthSession) && !secretRef && missing(),
  })),
  // Real servers spell the name of this field in lower case.
  object(({ initiatorName }, path) => maybe(initiator)(initiatorName, `${path}.initiatorname`)),
);

/** Returns true if the name of an initiator leaves too little room for these two texts. */
export const isTooLong = (
  { initiatorName, targetPortal = "" }: JsonObject,
  name: string,
): boolean => initiatorName !== undefined && `${name}:${targetPortal}`.length > 64;

const fibreChannel = fields(({ targetWWNs, wwids }) => {
  const [targets, ids] = [targetWWNs, wwids].map((list) => Array.isArray(list) && list.length > 0);
  return {
    targetWWNs: [
      !targets && !ids && missing("must specify either targetWWNs or wwids"),
      targets && ids && alwaysInvalid("cannot be beside wwids"),
    ],
    lun: targets && [required, between(0, 255)],
  };
});

const startsWith = (start: string): Rule => (value, path) =>
  when(!String(value ?? "").startsWith(start), {
    reason: "FieldValueNotSupported",
    field: path,
    message: `Unsupported value: ${JSON.stringify(value)}: must start with ${start}`,
  });

const azureDisk = all(
  fields({
    diskName: present,
    diskURI: present,
    cachingMode: maybe(oneOf("None", "ReadOnly", "ReadWrite")),
    kind: maybe(oneOf("Dedicated", "Managed", "Shared")),
  }),
  fields(({ kind }) => ({
    diskURI: kind !== undefined &&
      startsWith(kind === "Managed" ? "/subscriptions/" : "https://"),
  })),
);

const secretRef = withFields("name");

const storageOs = fields({
  volumeName: filled(label),
  volumeNamespace: ifFilled(label),
  secretRef,
});

/** The name of a CSI driver. */
export const driverName: Rule = (value, path) => [
  ...required(value, path),
  ...when(String(value ?? "").length > 63, {
    reason: "FieldValueTooLong",
    field: path,
    message: "Too long: must have at most 63 bytes",
  }),
  ...subdomain(String(value ?? "").toLowerCase(), path),
];

const csi = fields((_, path) => ({
  driver: driverName,
  nodePublishSecretRef: fields({
    // Real servers leave out the reference in the path of a wrong name.
    name: filled((name) => subdomain(name, `${path}.name`)),
  }),
}));

const flocker = all(
  object(({ datasetName, datasetUUID }, path) => [
    ...when(!datasetName && !datasetUUID, requiredCause(path, "needs datasetName or datasetUUID")),
    ...when(datasetName && datasetUUID, invalidCause(path, "resource", "has two sources")),
  ]),
  fields({
    datasetName: must((name) => !String(name ?? "").includes("/"), "must not contain '/'"),
  }),
);

/** The metadata of a template of a claim: labels and annotations only. */
const templateMetadata = all(
  fields({ annotations, labels }),
  object(({ labels: _, annotations: __, ...others }, path) =>
    Object.keys(others).filter((name) => others[name] !== null && others[name] !== "")
      // Real servers spell this name like that of their own field.
      .map((name) => forbiddenCause(`${path}.${name === "uid" ? "uID" : name}`, "cannot be set"))
  ),
);

const ephemeral = fields({
  volumeClaimTemplate: filled(
    fields({ metadata: templateMetadata, spec: orEmpty(validateClaimSpec) }),
  ),
});

const HOST_AND_PORT = /^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/;

const quobyte = all(
  withFields("registry", "volume"),
  fields(({ registry, tenant }) => {
    const isLong = String(tenant ?? "").length > 64;
    const areAddresses = String(registry ?? "").split(",")
      .every((pair) => HOST_AND_PORT.test(pair));
    return {
      tenant: registry && isLong && missing(),
      registry: registry && !isLong && !areAddresses &&
        alwaysInvalid("must be a host:port pair or several of them"),
    };
  }),
);

/** The options of a driver do not use names that are reserved. */
const flexVolume = fields({
  driver: present,
  options: mapOf((_, path, key) =>
    when(
      /\.(kubernetes|k8s)\.io$/.test(`.${key.split("/", 1)[0]!.toLowerCase()}`),
      invalidCause(path, key, "is a reserved name"),
    )
  ),
});

/** Sources that pods and PersistentVolumes have in common. */
export const COMMON_SOURCES: Readonly<Record<string, Rule>> = {
  hostPath,
  gcePersistentDisk: fields({ pdName: present, partition }),
  awsElasticBlockStore: fields({ volumeID: present, partition }),
  nfs,
  iscsi,
  glusterfs: withFields("endpoints", "path"),
  flocker,
  rbd: withFields("monitors", "image"),
  cinder: fields({ volumeID: present, secretRef }),
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

const OF_PODS: Readonly<Record<string, Rule>> = {
  ...COMMON_SOURCES,
  emptyDir: fields(({ sizeLimit }) => ({
    sizeLimit: amountOf(sizeLimit) < 0 && alwaysForbidden("must be a valid quantity"),
  })),
  gitRepo: fields({ repository: present, directory: descending }),
  secret: fields({ secretName: present, defaultMode: mode, items }),
  persistentVolumeClaim: withFields("claimName"),
  downwardAPI: all(fields({ defaultMode: mode }), downwardFiles),
  configMap: fields({ name: present, defaultMode: mode, items }),
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
    ...orEmpty(OF_PODS[first]!)(volume[first], `${field}.${CALLED[first]?.own ?? first}`),
    ...moreSources(more, field),
    ...object((source) =>
      when(isTooLong(source, name), invalidCause(`${field}.name`, name, "is too long"))
    )(volume.iscsi),
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
  const causes = each((volume, at) => {
    const name = String(volume.name ?? "");
    const wrong = [
      ...oneSource(volume, at, podName),
      ...fields({ name: [filled(label), volumes.has(name) && duplicate] })(volume, at),
    ];
    if (wrong.length === 0) volumes.set(name, volume);
    const why = "must not reference a PVC that gets created for an ephemeral volume";
    const claim = fields({
      persistentVolumeClaim: fields({
        claimName: must((claimed) => !created.has(String(claimed)), why),
      }),
    });
    return [...wrong, ...claim(volume, at)];
  })(list, field);
  return { causes, volumes };
}
