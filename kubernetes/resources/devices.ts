/**
 * The kinds of the group `resource`, by which Pods get devices: DeviceClasses, ResourceClaims and
 * their templates, and ResourceSlices. They are stored; nothing allocates devices.
 *
 * @module
 */
import {
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  NEWEST,
  type ResourceDefinition,
  text,
  textAt,
} from "@plumbline/server/resources";
import { type ApiObject, type Dialect, equal, type Json } from "@plumbline/server/api";
import {
  validateDeviceClass,
  validateResourceClaim,
  validateResourceSlice,
  validateResourceSliceUpdate,
} from "./device_rules.ts";
import { invalidCause } from "@plumbline/server/rules";

/** Returns the resources of the group `resource`. */
export function devices({ suffix }: Dialect): readonly ResourceDefinition[] {
  const shared = {
    group: `resource.${suffix}`,
    lifecycle: NEWEST,
    deletion: { answersWithObject: true },
    reportsMissingFields: true,
  } as const;
  const keepsSpec = (one: ApiObject, old: ApiObject) =>
    equal(one.spec, old.spec) ? [] : [invalidCause("spec", one.spec, "field is immutable")];
  return [
    defineKind({
      ...shared,
      kind: "DeviceClass",
      resource: "deviceclasses",
      namespaced: false,
      countsGeneration: true,
      validate: validateDeviceClass,
    }),
    defineKind({
      ...shared,
      kind: "ResourceClaim",
      status: { initial: () => ({}), keepsMetadata: true },
      applyDefaults: (claim) => defaultRequests(at(claim, "spec.devices")),
      validateCreate: (claim) => validateResourceClaim(claim, "spec"),
      validateUpdate: keepsSpec,
      cells: [computed("State", stateOf)],
    }),
    defineKind({
      ...shared,
      kind: "ResourceClaimTemplate",
      applyDefaults: (template) => defaultRequests(at(template, "spec.spec.devices")),
      validate: (template) =>
        validateResourceClaim({ ...template, spec: at(template, "spec.spec") ?? {} }, "spec.spec"),
      validateUpdate: keepsSpec,
    }),
    defineKind({
      ...shared,
      kind: "ResourceSlice",
      namespaced: false,
      countsGeneration: true,
      selectableFields: (slice) => ({
        "spec.nodeName": textAt(slice, "spec.nodeName"),
        "spec.driver": textAt(slice, "spec.driver"),
      }),
      validate: validateResourceSlice,
      validateUpdate: validateResourceSliceUpdate,
      cells: [
        text("Node", "spec.nodeName"),
        text("Driver", "spec.driver"),
        text("Pool", "spec.pool.name"),
      ],
    }),
  ];
}

/** A request without an allocation mode is for one device. */
function defaultRequests(claim: Json | undefined): void {
  for (const request of listAt(asObject(claim), "requests")) {
    for (const one of [asObject(request.exactly), ...listAt(request, "firstAvailable")]) {
      if (!one) continue;
      one.allocationMode ??= "ExactCount";
      if (one.allocationMode === "ExactCount") one.count ??= 1;
    }
  }
}

/** Returns the words of the column State. */
function stateOf(claim: ApiObject): string {
  const isDeleted = claim.metadata.deletionTimestamp !== undefined;
  const isAllocated = at(claim, "status.allocation") !== undefined;
  return [
    ...(isDeleted ? ["deleted"] : []),
    ...(isAllocated ? ["allocated"] : isDeleted ? [] : ["pending"]),
    ...(isAllocated && listAt(claim, "status.reservedFor").length > 0 ? ["reserved"] : []),
  ].join();
}
