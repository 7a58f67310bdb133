/**
 * PersistentVolumes and PersistentVolumeClaims. Nothing binds them here.
 *
 * @module
 */
import {
  type ApiObject,
  type Cause,
  copyOf,
  type Dialect,
  equal,
  isNewest,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  type ResourceDefinition,
  text,
  textAt,
  wide,
} from "@plumbline/server/resources";
import {
  amountOf,
  forbiddenCause,
  invalidCause,
  nonnegativeAmount,
  requiredCause,
  subdomain,
  unsupportedCause,
  when,
} from "@plumbline/server/rules";
import { validateNodeSelector } from "../pods/scheduling_rules.ts";
import { PERSISTENT_SOURCES, validatePersistentSource } from "../pods/persistent_volume_rules.ts";
import { fields, filled, ifFilled, maybe, oneOf } from "@plumbline/server/fields";
import { normalizeSources, validateAccessModes, validateClaimSpec } from "./claim_rules.ts";

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
/** Returns the step that adds a finalizer to a new object: its users keep it. */
export const protect = (finalizer: string) => (object: ApiObject): void => {
  const finalizers = object.metadata.finalizers ?? [];
  if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer];
};

const ATTRIBUTES = text("VolumeAttributesClass", "spec.volumeAttributesClassName", "<unset>");

/** The resource `persistentvolumes`. */
export const persistentVolumes = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "PersistentVolume",
    deletion: { answersWithObject: true },
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
      ...(isNewest(release) ? [ATTRIBUTES] : []),
      text("Reason", "status.reason"),
    ],
    wideCells: [wide(text("VolumeMode", "spec.volumeMode", "<unset>"))],
    selectableFields: ({ metadata: { name } }) => ({ name }),
    status: { initial: () => ({ phase: "Pending" }) },
    prepareForCreate: protect("kubernetes.io/pv-protection"),
    reportsMissingFields: true,
    validate: validateVolume,
    validateUpdate(volume, old) {
      const [spec, before] = [asObject(volume.spec) ?? {}, asObject(old.spec) ?? {}];
      const changes = PERSISTENT_SOURCES.some((name) =>
        !equal(withoutNewSecret(name, spec, before), before[name])
      );
      return [
        ...when(
          changes,
          forbiddenCause("spec.persistentvolumesource", "is immutable after creation"),
        ),
        ...when(
          !equal(spec.volumeMode, before.volumeMode),
          invalidCause("volumeMode", spec.volumeMode, "field is immutable"),
        ),
        ...when(
          before.nodeAffinity !== undefined && !equal(spec.nodeAffinity, before.nodeAffinity),
          invalidCause("nodeAffinity", spec.nodeAffinity, "field is immutable"),
        ),
      ];
    },
  });

/** A driver may get the Secret for expansion later. */
function withoutNewSecret(
  name: string,
  spec: JsonObject,
  before: JsonObject,
): Json | undefined {
  const [now, then] = [asObject(spec[name]), asObject(before[name])];
  if (name !== "csi" || !now || then?.controllerExpandSecretRef !== undefined) return spec[name];
  const { controllerExpandSecretRef: _, ...others } = now;
  return others;
}

/** Validates a PersistentVolume. */
function validateVolume(volume: ApiObject): Cause[] {
  const spec = asObject(volume.spec) ?? {};
  const capacity = asObject(spec.capacity) ?? {};
  const names = Object.keys(capacity);
  return [
    ...validateAccessModes(spec.accessModes, "spec.accessModes"),
    ...when(names.length === 0, requiredCause("spec.capacity")),
    ...when(
      names.length > 1 || !names.includes("storage"),
      unsupportedCause("spec.capacity", names.join(), ["storage"]),
    ),
    ...names.flatMap((name) => [
      ...nonnegativeAmount(capacity[name], `spec.capacity[${name}]`),
      ...when(
        amountOf(capacity[name]) <= 0,
        invalidCause(`spec.capacity[${name}]`, capacity[name], "must be greater than zero"),
      ),
    ]),
    ...fields({ persistentVolumeReclaimPolicy: maybe(oneOf("Delete", "Recycle", "Retain")) })(
      spec,
      "spec",
    ),
    ...validatePersistentSource(spec, "spec", volume.metadata.name),
    ...when(
      spec.persistentVolumeReclaimPolicy === "Recycle" && isRoot(at(spec, "hostPath.path")),
      forbiddenCause("spec.persistentVolumeReclaimPolicy", "may not be 'recycle' for '/'"),
    ),
    ...fields({
      nodeAffinity: fields({ required: filled(validateNodeSelector) }),
      storageClassName: ifFilled(subdomain),
      volumeMode: maybe(oneOf("Block", "Filesystem")),
    })(spec, "spec"),
  ];
}

/** Returns true for a path of the root directory. */
function isRoot(path: Json | undefined): boolean {
  if (typeof path !== "string" || !path.startsWith("/")) return false;
  const steps: string[] = [];
  for (const step of path.split("/").filter((step) => step !== "" && step !== ".")) {
    if (step === "..") steps.pop();
    else steps.push(step);
  }
  return steps.length === 0;
}

/** The resource `persistentvolumeclaims`. */
export const persistentVolumeClaims = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "PersistentVolumeClaim",
    deletion: { answersWithObject: true },
    shortNames: ["pvc"],
    cells: [
      computed("Status", phaseOf),
      text("Volume", "spec.volumeName"),
      computed(
        "Capacity",
        (claim) => ofBound(claim, textAt(claim, "status.capacity.storage", "0")),
      ),
      computed(
        "Access Modes",
        (claim) => ofBound(claim, modesText(at(claim, "status.accessModes"))),
      ),
      text("StorageClass", "spec.storageClassName"),
      ...(isNewest(release) ? [ATTRIBUTES] : []),
    ],
    wideCells: [wide(text("VolumeMode", "spec.volumeMode", "<unset>"))],
    selectableFields: ({ metadata: { name } }) => ({ name }),
    status: {
      initial: () => ({ phase: "Pending" }),
      prepare(claim) {
        // Fields of a feature that is off by default.
        const { allocatedResources: _, resizeStatus: __, ...status } = asObject(claim.status) ?? {};
        if (claim.status !== undefined) claim.status = status;
      },
      validate: (claim) =>
        Object.entries(asObject(at(claim, "status.capacity")) ?? {}).flatMap(([name, amount]) =>
          nonnegativeAmount(amount, `status.capacity[${name}]`)
        ),
    },
    prepareForCreate(claim) {
      normalizeSources(claim);
      protect("kubernetes.io/pvc-protection")(claim);
    },
    prepareForUpdate: normalizeSources,
    reportsMissingFields: true,
    validate: (claim) => validateClaimSpec(asObject(claim.spec) ?? {}, "spec"),
    validateUpdate(claim, old) {
      const getsClass = getsStorageClass(claim, old);
      const [spec, before] = [claim, old].map((object) => {
        const spec = copyOf(asObject(object.spec) ?? {});
        // A controller binds the claim.
        if (textAt(old, "spec.volumeName") === "") delete spec.volumeName;
        const requests = asObject(at(spec, "resources.requests"));
        if (requests && textAt(claim, "status.phase") === "Bound") delete requests.storage;
        if (getsClass) delete spec.storageClassName;
        return spec;
      });
      const why = "spec is immutable after creation except resources.requests for bound claims";
      const [size, former] = [claim, old].map((object) =>
        amountOf(at(object, "spec.resources.requests.storage"))
      ) as [number, number];
      return [
        ...fixedClassAnnotation(claim, old, getsClass),
        ...when(!equal(spec, before), forbiddenCause("spec", why)),
        ...when(
          size < former,
          forbiddenCause("spec.resources.requests.storage", "can not be less than previous value"),
        ),
        ...when(
          !equal(at(claim, "spec.volumeMode"), at(old, "spec.volumeMode")),
          invalidCause("volumeMode", at(claim, "spec.volumeMode"), "field is immutable"),
        ),
      ];
    },
  });

/** The annotation that named the storage class before claims had a field for it. */
const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

const classAnnotation = ({ metadata: { annotations } }: ApiObject): string | undefined =>
  annotations?.[CLASS_ANNOTATION];

/** Returns true if a claim without a storage class gets one: that of its annotation, or any. */
function getsStorageClass(claim: ApiObject, old: ApiObject): boolean {
  const [name, before] = [claim, old].map((object) => at(object, "spec.storageClassName"));
  const former = classAnnotation(old);
  return before === undefined && (former === undefined || name === former);
}

/** The annotation stays as it is, unless the field takes its place. */
function fixedClassAnnotation(claim: ApiObject, old: ApiObject, getsClass: boolean): Cause[] {
  const [annotation, former] = [classAnnotation(claim), classAnnotation(old)];
  const isReplaced = getsClass && former !== undefined && annotation === undefined;
  const field = `metadata.annotations.${CLASS_ANNOTATION}`;
  return when(
    !isReplaced && (annotation ?? "") !== (former ?? ""),
    invalidCause(field, annotation ?? "", "field is immutable"),
  );
}

const ofBound = (claim: ApiObject, value: string): string =>
  textAt(claim, "spec.volumeName") === "" ? "" : value;
