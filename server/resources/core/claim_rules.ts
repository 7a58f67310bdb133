/**
 * Rules for PersistentVolumeClaims and their templates.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { type ApiObject, copyOf, equal, type Json, type JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";
import { at } from "../columns.ts";
import { forbiddenCause, invalidCause, requiredCause, unsupportedCause } from "../field_causes.ts";
import { validateSelector } from "../label_selector.ts";
import {
  amountOf,
  label,
  maybeOneOf,
  required,
  subdomain,
  textsOf,
  when,
  within,
} from "../rules.ts";

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** Validates the access modes of a volume or a claim. */
export function validateAccessModes(value: Json | undefined, field: string): Cause[] {
  const modes = textsOf(value);
  const others = modes.filter((mode) => mode !== "ReadWriteOncePod" && MODES.includes(mode));
  return [
    ...when(modes.length === 0, requiredCause(field, "at least 1 access mode is required")),
    ...modes.filter((mode) => !MODES.includes(mode))
      .map((mode) => unsupportedCause(field, mode, MODES)),
    ...when(
      modes.includes("ReadWriteOncePod") && others.length > 0,
      forbiddenCause(field, "may not use ReadWriteOncePod with other access modes"),
    ),
  ];
}

/** Validates the spec of a claim. */
export function validateClaimSpec(spec: JsonObject, field: string): Cause[] {
  const { dataSource, dataSourceRef } = spec;
  const storage = at(spec, "resources.requests.storage");
  const amount = `${field}.resources[storage]`;
  const namespace = asObject(dataSourceRef)?.namespace;
  const differ = ["apiGroup", "kind", "name"].some((name) =>
    !equal(asObject(dataSource)?.[name], asObject(dataSourceRef)?.[name])
  );
  return [
    ...validateAccessModes(spec.accessModes, `${field}.accessModes`),
    ...within(spec.selector, `${field}.selector`, validateSelector),
    ...(storage === undefined
      ? [requiredCause(amount)]
      : when(amountOf(storage) <= 0, invalidCause(amount, storage, "must be greater than zero"))),
    ...(spec.storageClassName ? subdomain(spec.storageClassName, `${field}.storageClassName`) : []),
    ...maybeOneOf(spec.volumeMode, `${field}.volumeMode`, ["Block", "Filesystem"]),
    ...within(dataSource, `${field}.dataSource`, validateSource),
    ...within(dataSourceRef, `${field}.dataSourceRef`, (source, at) => [
      ...validateSource(source, at),
      ...(namespace ? label(namespace, `${at}.namespace`) : []),
    ]),
    ...when(
      dataSource !== undefined && dataSourceRef !== undefined && (namespace || differ),
      invalidCause(field, `${field}.dataSource`, "must match dataSourceRef"),
    ),
  ];
}

/** A new claim names its source in two fields that agree. */
export function normalizeSources(claim: ApiObject, old?: ApiObject): void {
  const spec = asObject(claim.spec);
  const before = asObject(old?.spec);
  if (!spec) return;
  const isUsed = before?.dataSource !== undefined || before?.dataSourceRef !== undefined;
  if (asObject(spec.dataSourceRef)?.namespace && !isUsed) delete spec.dataSourceRef;
  const source = asObject(spec.dataSource);
  const group = source?.apiGroup ?? "";
  const isKnown = source?.kind === "PersistentVolumeClaim" && group === "" ||
    source?.kind === "VolumeSnapshot" && group === "snapshot.storage.k8s.io";
  if (!isUsed && spec.dataSourceRef === undefined && !isKnown) delete spec.dataSource;
  if (spec.dataSource !== undefined && spec.dataSourceRef === undefined) {
    spec.dataSourceRef = copyOf(spec.dataSource);
  } else if (spec.dataSourceRef !== undefined && spec.dataSource === undefined) {
    const { namespace, ...reference } = asObject(spec.dataSourceRef) ?? {};
    if (!namespace) spec.dataSource = copyOf(reference);
  }
  const resources = asObject(spec.resources);
  if (resources) delete resources.claims;
}

function validateSource({ name, kind, apiGroup }: JsonObject, field: string): Cause[] {
  const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...required(name, `${field}.name`),
    ...required(kind, `${field}.kind`),
    ...when(!apiGroup && kind !== "PersistentVolumeClaim", invalidCause(field, kind, why)),
  ];
}
