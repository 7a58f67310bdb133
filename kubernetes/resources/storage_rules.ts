/**
 * Rules for StorageClasses, CSIDrivers, CSINodes and VolumeAttachments.
 *
 * @module
 */
import { type ApiObject, type Cause, equal, type JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  itemsOf,
  nonnegative,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  between,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  maybe,
  missing,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
  unique,
  uniqueBy,
} from "@plumbline/server/fields";
import { validatePersistentSource } from "./pods/persistent_volume_rules.ts";
import { driverName } from "./pods/volume_rules.ts";
import { validateAccessModes } from "./core/claim_rules.ts";

const lowerName: Rule = (name, path) => qualifiedName(String(name).toLowerCase(), path);

const noEmptyKey: Rule = (map, path) =>
  when(Object.hasOwn(asObject(map) ?? {}, ""), invalidCause(path, "", "field can not be empty."));

const expressions = each(
  fields({ values: [someItems(), eachText(unique)], key: qualifiedName }),
  ({ key }, path, index, others) =>
    when(
      others.slice(0, index).some((other) => other.key === key),
      duplicateCause(`${path}.key`, key),
    ),
);

/** Validates a StorageClass. */
export const validateStorageClass: ObjectRule = fields({
  provisioner: filled(lowerName),
  parameters: noEmptyKey,
  reclaimPolicy: ifFilled(oneOf("Delete", "Retain")),
  volumeBindingMode: maybe(oneOf("Immediate", "WaitForFirstConsumer")),
  allowedTopologies: each(
    fields({ matchLabelExpressions: expressions }),
    (term, path, index, terms) =>
      when(
        // To real servers an empty term repeats those that are not there.
        itemsOf(term.matchLabelExpressions).length === 0 ||
          terms.slice(0, index).some((other) => equal(valuesByKey(other), valuesByKey(term))),
        duplicateCause(`${path}.matchLabelExpressions`, ""),
      ),
  ),
});

const MOST_PARAMETERS = 512;
const LONGEST_PARAMETERS = 256 * 1024;

/** Validates a VolumeAttributesClass. */
export const validateVolumeAttributesClass: ObjectRule = fields(({ parameters }) => {
  const entries = Object.entries(asObject(parameters) ?? {});
  const size = entries.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  return {
    driverName: filled(lowerName),
    parameters: [
      entries.length === 0 && missing("must contain at least one item"),
      entries.length > MOST_PARAMETERS &&
      alwaysInvalid(`at most ${MOST_PARAMETERS} parameters`, null),
      noEmptyKey,
      size > LONGEST_PARAMETERS &&
      alwaysInvalid(`at most ${LONGEST_PARAMETERS} characters`, null),
    ],
  };
});

/** Returns the values of each key of a term in one order. */
const valuesByKey = ({ matchLabelExpressions }: JsonObject): JsonObject =>
  Object.fromEntries(
    itemsOf(matchLabelExpressions).map(({ key, values }) => [
      String(key ?? ""),
      [...new Set(textsOf(values))].sort(),
    ]),
  );

const tokenRequests = each((request, path, ...others) => {
  const repeated = uniqueBy("audience")(request, path, ...others);
  return repeated.length > 0
    ? repeated
    : fields({ expirationSeconds: between(600, 2 ** 32) })(request, path);
});

/** Validates a CSIDriver. */
export const validateCsiDriver: ObjectRule = fields({
  spec: orEmpty(fields({
    attachRequired: required,
    podInfoOnMount: required,
    storageCapacity: required,
    fsGroupPolicy: maybe(oneOf("File", "None", "ReadWriteOnceWithFSType")),
    tokenRequests,
    volumeLifecycleModes: (modes, path) =>
      textsOf(modes).flatMap((mode) => oneOf("Ephemeral", "Persistent")(mode, path)),
  })),
});

const FIXED: Readonly<Record<string, string>> = {
  attachRequired: "spec.attachedRequired",
  fsGroupPolicy: "spec.fsGroupPolicy",
  podInfoOnMount: "spec.podInfoOnMount",
  volumeLifecycleModes: "spec.volumeLifecycleModes",
};

/** Validates the change of a CSIDriver. */
export const validateCsiDriverUpdate = (driver: ApiObject, old: ApiObject): Cause[] => {
  const [spec, before] = [asObject(driver.spec) ?? {}, asObject(old.spec) ?? {}];
  return Object.keys(FIXED).filter((name) => !equal(spec[name], before[name]))
    .map((name) => invalidCause(FIXED[name]!, spec[name], "field is immutable"));
};

/** The keys of a driver differ; real servers name the driver only. */
const topologyKeys = object(({ topologyKeys }, path) => {
  const keys = textsOf(topologyKeys);
  return [
    ...keys.flatMap((key) => [...required(key, path), ...qualifiedName(key, path)]),
    ...when(new Set(keys).size < keys.length, duplicateCause(path, topologyKeys)),
  ];
});

/** Validates a CSINode. */
export const validateCsiNode: ObjectRule = fields({
  spec: fields({
    drivers: each(
      fields({
        name: driverName,
        nodeID: required,
        allocatable: fields({ count: nonnegative }),
      }),
      ({ name }, path, index, others) =>
        when(
          others.slice(0, index).some((other) => other.name === name),
          duplicateCause(`${path}.name`, name),
        ),
      topologyKeys,
    ),
  }),
});

/** A driver of a CSINode does not change. */
export const validateCsiNodeUpdate = (node: ApiObject, old: ApiObject): Cause[] =>
  itemsOf(asObject(old.spec)?.drivers).flatMap((driver) => {
    const now = itemsOf(asObject(node.spec)?.drivers).find(({ name }) => name === driver.name);
    return when(
      now && !equal(now, driver),
      invalidCause("CSINodeDriver", now, "field is immutable"),
    );
  });

const NOT_INLINE = alwaysForbidden("may not be specified in the context of inline volumes");

const inlineVolume = all(
  fields((spec) => {
    const { persistentVolumeReclaimPolicy: policy, volumeMode, capacity, csi } = spec;
    const isOther = volumeMode !== undefined && volumeMode !== "Filesystem";
    return {
      claimRef: maybe(NOT_INLINE),
      nodeAffinity: maybe(NOT_INLINE),
      capacity: Object.keys(asObject(capacity) ?? {}).length > 0 && NOT_INLINE,
      storageClassName: ifFilled(NOT_INLINE),
      persistentVolumeReclaimPolicy: policy && policy !== "Retain" && NOT_INLINE,
      volumeMode: isOther && NOT_INLINE,
      csi: csi === undefined && missing("has to be specified in the context of inline volumes"),
      accessModes: validateAccessModes,
    };
  }),
  object((spec, path) => validatePersistentSource(spec, path, "")),
);

const attachedSource = object((source, path) => {
  const { persistentVolumeName: name, inlineVolumeSpec: inline } = source;
  const why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (name === undefined && inline === undefined) return [requiredCause(path, why)];
  if (name !== undefined && inline !== undefined) return [forbiddenCause(path, why)];
  const parts = { inlineVolumeSpec: inlineVolume, persistentVolumeName: maybe(required) };
  return fields(parts)(source, path);
});

/** Validates a VolumeAttachment. */
export const validateAttachment: ObjectRule = fields({
  spec: orEmpty(
    fields({ attacher: required, source: orEmpty(attachedSource), nodeName: subdomain }),
  ),
});

/** Validates what only a new VolumeAttachment must comply with. */
export const validateNewAttachment: ObjectRule = fields({
  spec: orEmpty(
    fields({ attacher: driverName, source: fields({ persistentVolumeName: maybe(subdomain) }) }),
  ),
});
