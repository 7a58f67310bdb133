/**
 * Rules for PersistentVolumeClaims and their templates.
 *
 * @module
 */
import { type ApiObject, type Cause, copyOf, equal, type Json } from "@plumbline/server/api";
import { asObject, at } from "@plumbline/server/resources";
import {
  amountOf,
  forbiddenCause,
  invalidCause,
  label,
  required,
  requiredCause,
  subdomain,
  textsOf,
  unsupportedCause,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import {
  all,
  fields,
  ifFilled,
  maybe,
  object,
  oneOf,
  orEmpty,
  type Rule,
} from "@plumbline/server/fields";

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

const source = all(
  fields({ name: required, kind: required }),
  object(({ kind, apiGroup }, path) => {
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    return when(!apiGroup && kind !== "PersistentVolumeClaim", invalidCause(path, kind, why));
  }),
);

/** The amount of storage; real servers name it without `requests`. */
const storage = object((resources, path) => {
  const amount = at(resources, "requests.storage");
  const field = `${path}[storage]`;
  return amount === undefined
    ? [requiredCause(field)]
    : when(amountOf(amount) <= 0, invalidCause(field, amount, "must be greater than zero"));
});

/** The two sources of a claim agree. */
const sameSources = object(({ dataSource, dataSourceRef }, path) => {
  const [one, other] = [asObject(dataSource), asObject(dataSourceRef)];
  const differ = other?.namespace ||
    ["apiGroup", "kind", "name"].some((name) => !equal(one?.[name], other?.[name]));
  return when(
    dataSource !== undefined && dataSourceRef !== undefined && differ,
    invalidCause(path, `${path}.dataSource`, "must match dataSourceRef"),
  );
});

/** Validates the spec of a claim. */
export const validateClaimSpec: Rule = all(
  fields({
    accessModes: validateAccessModes,
    selector: validateSelector,
    resources: orEmpty(storage),
    storageClassName: ifFilled(subdomain),
    volumeMode: maybe(oneOf("Block", "Filesystem")),
    dataSource: source,
    dataSourceRef: [source, fields({ namespace: ifFilled(label) })],
  }),
  sameSources,
);

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
