/**
 * Rules for StorageClasses, CSIDrivers, CSINodes and VolumeAttachments.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { type ApiObject, equal } from "../object.ts";
import type { Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "./field_causes.ts";
import { validatePersistentSource } from "./pods/persistent_volume_rules.ts";
import { driverName } from "./pods/volume_rules.ts";
import {
  each,
  eachText,
  inRange,
  itemsOf,
  maybeOneOf,
  nonnegative,
  oneOf,
  qualifiedName,
  required,
  subdomain,
  textsOf,
  when,
  within,
} from "./rules.ts";
import { validateAccessModes } from "./core/claim_rules.ts";

/** Validates a StorageClass. */
export function validateStorageClass(one: ApiObject): Cause[] {
  const { provisioner, reclaimPolicy, volumeBindingMode, allowedTopologies, parameters } = one;
  const terms = itemsOf(allowedTopologies);
  return [
    ...(provisioner
      ? qualifiedName(String(provisioner).toLowerCase(), "provisioner")
      : required(provisioner, "provisioner")),
    ...when(
      Object.hasOwn(asObject(parameters) ?? {}, ""),
      invalidCause("parameters", "", "field can not be empty."),
    ),
    ...(reclaimPolicy ? maybeOneOf(reclaimPolicy, "reclaimPolicy", ["Delete", "Retain"]) : []),
    ...maybeOneOf(volumeBindingMode, "volumeBindingMode", ["Immediate", "WaitForFirstConsumer"]),
    ...each(allowedTopologies, "allowedTopologies", (term, field, index) => [
      ...validateTopology(term, `${field}.matchLabelExpressions`),
      ...when(
        // To real servers an empty term repeats those that are not there.
        itemsOf(term.matchLabelExpressions).length === 0 ||
          terms.slice(0, index).some((other) => equal(valuesByKey(other), valuesByKey(term))),
        duplicateCause(`${field}.matchLabelExpressions`, ""),
      ),
    ]),
  ];
}

const MOST_PARAMETERS = 512;
const LONGEST_PARAMETERS = 256 * 1024;

/** Validates a VolumeAttributesClass. */
export function validateVolumeAttributesClass({ driverName, parameters }: ApiObject): Cause[] {
  const entries = Object.entries(asObject(parameters) ?? {});
  const size = entries.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  return [
    ...(driverName
      ? qualifiedName(String(driverName).toLowerCase(), "driverName")
      : required(driverName, "driverName")),
    ...when(entries.length === 0, requiredCause("parameters", "must contain at least one item")),
    ...when(
      entries.length > MOST_PARAMETERS,
      invalidCause("parameters", null, `at most ${MOST_PARAMETERS} parameters`),
    ),
    ...when(
      entries.some(([key]) => key === ""),
      invalidCause("parameters", "", "field can not be empty."),
    ),
    ...when(
      size > LONGEST_PARAMETERS,
      invalidCause("parameters", null, `at most ${LONGEST_PARAMETERS} characters`),
    ),
  ];
}

/** Returns the values of each key of a term in one order. */
const valuesByKey = ({ matchLabelExpressions }: JsonObject): JsonObject =>
  Object.fromEntries(
    itemsOf(matchLabelExpressions).map(({ key, values }) => [
      String(key ?? ""),
      [...new Set(textsOf(values))].sort(),
    ]),
  );

function validateTopology({ matchLabelExpressions }: JsonObject, field: string): Cause[] {
  const all = itemsOf(matchLabelExpressions);
  return each(matchLabelExpressions, field, ({ key, values }, at, index) => [
    ...when(textsOf(values).length === 0, requiredCause(`${at}.values`)),
    ...repeated(values, `${at}.values`),
    ...qualifiedName(key, `${at}.key`),
    ...when(
      all.slice(0, index).some((other) => other.key === key),
      duplicateCause(`${at}.key`, key),
    ),
  ]);
}

const repeated = (list: Json | undefined, field: string): Cause[] => {
  const texts = textsOf(list);
  return texts.flatMap((text, at) =>
    when(texts.indexOf(text) < at, duplicateCause(`${field}[${at}]`, text))
  );
};

/** Validates a CSIDriver. */
export function validateCsiDriver(driver: ApiObject): Cause[] {
  const spec = asObject(driver.spec) ?? {};
  const requests = itemsOf(spec.tokenRequests);
  return [
    ...["attachRequired", "podInfoOnMount", "storageCapacity"].flatMap((name) =>
      required(spec[name], `spec.${name}`)
    ),
    ...maybeOneOf(spec.fsGroupPolicy, "spec.fsGroupPolicy", [
      "File",
      "None",
      "ReadWriteOnceWithFSType",
    ]),
    ...each(
      spec.tokenRequests,
      "spec.tokenRequests",
      ({ audience = "", expirationSeconds }, field, index) =>
        requests.slice(0, index).some((other) => (other.audience ?? "") === audience)
          ? [duplicateCause(`${field}.audience`, audience)]
          : inRange(expirationSeconds, `${field}.expirationSeconds`, 600, 2 ** 32),
    ),
    ...textsOf(spec.volumeLifecycleModes).flatMap((mode) =>
      oneOf(mode, "spec.volumeLifecycleModes", ["Ephemeral", "Persistent"])
    ),
  ];
}

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

/** Validates a CSINode. */
export function validateCsiNode(node: ApiObject): Cause[] {
  const drivers = asObject(node.spec)?.drivers;
  return each(
    drivers,
    "spec.drivers",
    ({ name, nodeID, allocatable, topologyKeys }, field, index) => [
      ...driverName(name, `${field}.name`),
      ...required(nodeID, `${field}.nodeID`),
      ...within(
        allocatable,
        `${field}.allocatable`,
        ({ count }, at) => nonnegative(count, `${at}.count`),
      ),
      ...when(
        itemsOf(drivers).slice(0, index).some((other) => other.name === name),
        duplicateCause(`${field}.name`, name),
      ),
      ...eachText(topologyKeys, "", (key) => [
        ...required(key, field),
        ...qualifiedName(key, field),
      ]),
      ...when(
        new Set(textsOf(topologyKeys)).size < textsOf(topologyKeys).length,
        duplicateCause(field, topologyKeys),
      ),
    ],
  );
}

/** A driver of a CSINode does not change. */
export const validateCsiNodeUpdate = (node: ApiObject, old: ApiObject): Cause[] =>
  itemsOf(asObject(old.spec)?.drivers).flatMap((driver) => {
    const now = itemsOf(asObject(node.spec)?.drivers).find(({ name }) => name === driver.name);
    return when(
      now && !equal(now, driver),
      invalidCause("CSINodeDriver", now, "field is immutable"),
    );
  });

/** Validates a VolumeAttachment. */
export function validateAttachment(attachment: ApiObject): Cause[] {
  const { attacher, nodeName, source } = asObject(attachment.spec) ?? {};
  const { persistentVolumeName: name, inlineVolumeSpec: inline } = asObject(source) ?? {};
  const why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  const field = "spec.source";
  return [
    ...required(attacher, "spec.attacher"),
    ...when(name === undefined && inline === undefined, requiredCause(field, why)),
    ...when(name !== undefined && inline !== undefined, forbiddenCause(field, why)),
    ...(name === undefined
      ? within(inline, `${field}.inlineVolumeSpec`, validateInline)
      : inline !== undefined
      ? []
      : required(name, `${field}.persistentVolumeName`)),
    ...subdomain(nodeName, "spec.nodeName"),
  ];
}

/** Validates what only a new VolumeAttachment must comply with. */
export function validateNewAttachment({ spec }: ApiObject): Cause[] {
  const { attacher, source } = asObject(spec) ?? {};
  const { persistentVolumeName: name } = asObject(source) ?? {};
  return [
    ...driverName(attacher, "spec.attacher"),
    ...(name === undefined ? [] : subdomain(name, "spec.source.persistentVolumeName")),
  ];
}

const INLINE = "in the context of inline volumes";

const validateInline = (spec: JsonObject, field: string): Cause[] => {
  const { persistentVolumeReclaimPolicy: policy, volumeMode, storageClassName, capacity } = spec;
  const has = (name: string) => spec[name] !== undefined;
  const refused = [
    ...["claimRef", "nodeAffinity"].filter(has),
    ...(Object.keys(asObject(capacity) ?? {}).length > 0 ? ["capacity"] : []),
    ...(storageClassName ? ["storageClassName"] : []),
    ...(policy && policy !== "Retain" ? ["persistentVolumeReclaimPolicy"] : []),
    ...(has("volumeMode") && volumeMode !== "Filesystem" ? ["volumeMode"] : []),
  ];
  return [
    ...refused.map((name) => forbiddenCause(`${field}.${name}`, `may not be specified ${INLINE}`)),
    ...when(!has("csi"), requiredCause(`${field}.csi`, `has to be specified ${INLINE}`)),
    ...validateAccessModes(spec.accessModes, `${field}.accessModes`),
    ...validatePersistentSource(spec, field, ""),
  ];
};
