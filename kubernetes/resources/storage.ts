/**
 * StorageClasses, CSIDrivers, CSINodes, VolumeAttachments and VolumeAttributesClasses.
 *
 * @module
 */
import {
  age,
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  name,
  NEWEST,
  type ResourceDefinition,
  showEmpty,
  storeEmpty,
  text,
  textAt,
  truth,
} from "@plumbline/server/resources";
import { type ApiObject, type Dialect, equal, isNewest } from "@plumbline/server/api";
import { protect } from "./core/volumes.ts";
import { forbiddenCause, invalidCause } from "@plumbline/server/rules";
import {
  validateAttachment,
  validateCsiDriver,
  validateCsiDriverUpdate,
  validateCsiNode,
  validateCsiNodeUpdate,
  validateNewAttachment,
  validateStorageClass,
  validateVolumeAttributesClass,
} from "./storage_rules.ts";

const IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";

/** Returns the resources of the group `storage`, besides CSIStorageCapacity. */
export function storage({ suffix, release }: Dialect): readonly ResourceDefinition[] {
  const group = `storage.${suffix}`;
  const clusterWide = { group, namespaced: false } as const;
  return [
    defineKind({
      ...clusterWide,
      kind: "StorageClass",
      deletion: { answersWithObject: true },
      resource: "storageclasses",
      shortNames: ["sc"],
      columns: [
        {
          ...name,
          cell: ({ metadata: { name, annotations } }) =>
            annotations?.[IS_DEFAULT] === "true" ? `${name} (default)` : name,
        },
        text("Provisioner", "provisioner"),
        // An empty text is shown as it is.
        computed("ReclaimPolicy", ({ reclaimPolicy = "Delete" }) => reclaimPolicy),
        computed("VolumeBindingMode", ({ volumeBindingMode: mode = "Immediate" }) => mode),
        computed("AllowVolumeExpansion", (one) => at(one, "allowVolumeExpansion") === true),
        age,
      ],
      reportsMissingFields: true,
      validate: validateStorageClass,
      validateUpdate: (one, old) => [
        ...["parameters", "provisioner", "volumeBindingMode"]
          .filter((field) => !equal(one[field], old[field]))
          .map((field) =>
            field === "volumeBindingMode"
              ? invalidCause(field, one[field], "field is immutable")
              : forbiddenCause(field, "updates to parameters are forbidden.")
          ),
        ...(one.reclaimPolicy === old.reclaimPolicy
          ? []
          : [forbiddenCause("reclaimPolicy", "updates to reclaimPolicy are forbidden.")]),
      ],
    }),
    defineKind({
      ...clusterWide,
      kind: "CSIDriver",
      needsVersion: true,
      deletion: { answersWithObject: true },
      cells: [
        truth("AttachRequired", "spec.attachRequired", true),
        truth("PodInfoOnMount", "spec.podInfoOnMount"),
        truth("StorageCapacity", "spec.storageCapacity"),
        computed(
          "TokenRequests",
          (driver) =>
            at(driver, "spec.tokenRequests") === undefined
              ? "<unset>"
              : listAt(driver, "spec.tokenRequests").map((one) => textAt(one, "audience")).join(),
        ),
        truth("RequiresRepublish", "spec.requiresRepublish"),
        computed("Modes", (driver) => {
          const modes = at(driver, "spec.volumeLifecycleModes");
          return Array.isArray(modes) && modes.length > 0 ? modes.join() : "<none>";
        }),
      ],
      reportsMissingFields: true,
      validate: validateCsiDriver,
      validateUpdate: validateCsiDriverUpdate,
      ...(isNewest(release) && { applyDefaults: defaultLinuxMount }),
      prepareForUpdate(driver, old) {
        const changes = ["tokenRequests", "requiresRepublish"].some((field) =>
          !equal(at(driver, `spec.${field}`), at(old, `spec.${field}`))
        );
        if (changes) driver.metadata.generation = (old.metadata.generation ?? 0) + 1;
      },
    }),
    defineKind({
      ...clusterWide,
      kind: "CSINode",
      reportsMissingFields: true,
      applyDefaults: (node) => showEmpty(asObject(node.spec), "drivers"),
      prepareForCreate: (node) => storeEmpty(asObject(node.spec), "drivers"),
      prepareForUpdate: (node) => storeEmpty(asObject(node.spec), "drivers"),
      validate: validateCsiNode,
      validateUpdate: validateCsiNodeUpdate,
      needsVersion: true,
      deletion: { answersWithObject: true },
      cells: [
        { name: "Drivers", type: "integer", cell: (node) => listAt(node, "spec.drivers").length },
      ],
    }),
    defineKind({
      ...clusterWide,
      kind: "VolumeAttachment",
      reportsMissingFields: true,
      validate: validateAttachment,
      validateCreate: validateNewAttachment,
      needsVersion: true,
      deletion: { answersWithObject: true },
      status: { initial: () => ({ attached: false }), keepsMetadata: true },
      cells: [
        { ...text("Attacher", "spec.attacher"), format: "name" },
        text("PV", "spec.source.persistentVolumeName"),
        text("Node", "spec.nodeName"),
        truth("Attached", "status.attached"),
      ],
      validateUpdate: (one, old) =>
        equal(one.spec, old.spec) ? [] : [invalidCause("spec", one.spec, "field is immutable")],
    }),
    defineKind({
      ...clusterWide,
      kind: "VolumeAttributesClass",
      resource: "volumeattributesclasses",
      lifecycle: NEWEST,
      shortNames: ["vac"],
      deletion: { answersWithObject: true },
      reportsMissingFields: true,
      prepareForCreate: protect("kubernetes.io/vac-protection"),
      validate: validateVolumeAttributesClass,
      validateUpdate: (one, old) =>
        ["driverName", "parameters"].filter((field) => !equal(one[field], old[field]))
          .map((field) => forbiddenCause(field, `updates to ${field} are forbidden.`)),
      cells: [text("DriverName", "driverName")],
    }),
  ];
}

function defaultLinuxMount(driver: ApiObject): void {
  driver.spec = { seLinuxMount: false, ...asObject(driver.spec) };
}
