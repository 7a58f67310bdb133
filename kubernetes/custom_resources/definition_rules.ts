/**
 * Validates CustomResourceDefinitions, with the messages of real servers.
 *
 * @module
 */
import { type ApiObject, type Cause, equal, type JsonObject } from "@plumbline/server/api";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  nameCauses,
  requiredCause,
  unsupportedCause,
} from "@plumbline/server/rules";
import { approvalOf, APPROVED } from "./approval.ts";
import {
  type CustomConversion,
  type CustomResourceSpec,
  type CustomVersion,
  type Names,
  type PrinterColumn,
  type ScalePaths,
  specOf,
  statusOf,
} from "./custom_resource_definition.ts";
import { hasRules, type JsonSchema } from "./json_schema.ts";
import { validateSchemaRules } from "./schema_rules.ts";
import { validateRootWithStatus } from "./status_rules.ts";
import { isTrue } from "../resources/conditions.ts";
import { validateClient } from "../resources/webhook_configuration.ts";

const DNS_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const DNS_1035_MESSAGE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
  "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " +
  "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/**
 * Returns the causes of an invalid CustomResourceDefinition.
 *
 * @param old the object before an update; absent for a create
 */
export function validateDefinition(object: ApiObject, old?: ApiObject): Cause[] {
  const spec = specOf(object) ?? {};
  return [
    ...validateFullName(object.metadata.name, spec),
    ...validateSpec(spec),
    ...validateStoredVersions(object),
    ...validateApproval(object),
    ...(old ? validateImmutable(spec, old) : []),
  ];
}

function validateFullName(name: string, { names, group }: CustomResourceSpec): Cause[] {
  return name === `${names?.plural ?? ""}.${group ?? ""}`
    ? []
    : [invalidCause("metadata.name", name, `must be spec.names.plural+"."+spec.group`)];
}

function validateSpec(spec: CustomResourceSpec): Cause[] {
  const { group, scope, versions = [], names = {} as Names } = spec;
  const causes: Cause[] = [];
  if (!group) causes.push(requiredCause("spec.group"));
  else {
    causes.push(...nameCauses("spec.group", group, "subdomain"));
    if (!group.includes(".")) {
      causes.push(invalidCause("spec.group", group, "should be a domain with at least one dot"));
    }
  }
  if (!scope) causes.push(requiredCause("spec.scope"));
  else if (scope !== "Cluster" && scope !== "Namespaced") {
    causes.push(unsupportedCause("spec.scope", scope, ["Cluster", "Namespaced"]));
  }
  if (spec.preserveUnknownFields) {
    const why = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in " +
      "spec.versions[*].schema instead";
    causes.push(invalidCause("spec.preserveUnknownFields", true, why));
    if (spec.conversion && spec.conversion.strategy !== "None") {
      const why = "must be None if spec.preserveUnknownFields is true";
      causes.push(invalidCause("spec.conversion.strategy", spec.conversion.strategy, why));
    }
  }
  causes.push(...validateVersions(versions), ...validateNames(names));
  const { conversion } = spec;
  if (conversion) causes.push(...validateConversion(conversion));
  return causes;
}

function validateVersions(versions: readonly CustomVersion[]): Cause[] {
  const causes: Cause[] = [];
  const wrong = (why: string): Cause => ({
    reason: "FieldValueInvalid",
    field: "spec.versions",
    message: `Invalid value: ${goVersions(versions)}: ${why}`,
  });
  // What is the same in all versions is reported once.
  const [first] = versions;
  const isShared = (part: (version: CustomVersion) => unknown): boolean =>
    first !== undefined && part(first) !== undefined &&
    versions.every((version) => equal(part(version), part(first)));
  const shared = {
    schema: isShared(({ schema }) => schema),
    subresources: isShared(({ subresources }) => subresources),
    columns: isShared(({ additionalPrinterColumns }) => additionalPrinterColumns),
  };
  versions.forEach((version, at) => {
    const field = `spec.versions[${at}]`;
    if (!DNS_1035.test(version.name ?? "") || version.name.length > 63) {
      causes.push(invalidCause(`${field}.name`, version.name ?? "", DNS_1035_MESSAGE));
    }
    if (!version.schema?.openAPIV3Schema) {
      causes.push(requiredCause(`${field}.schema.openAPIV3Schema`, "schemas are required"));
    } else if (!shared.schema) {
      const isSplit = version.subresources?.status !== undefined;
      causes.push(...schemaCauses(version, `${field}.schema.openAPIV3Schema`, isSplit));
    }
    if (!shared.columns) causes.push(...validateColumns(version, field));
    if (!shared.subresources) causes.push(...validateSubresources(version, field));
    causes.push(...validateSelectable(version, field), ...validateWarning(version, field));
  });
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    causes.push(wrong("must contain unique version names"));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    causes.push(wrong("must have exactly one version marked as storage version"));
  }
  if (first?.name && (!DNS_1035.test(first.name) || first.name.length > 63)) {
    causes.push(invalidCause("spec.version", first.name, DNS_1035_MESSAGE));
  }
  if (first && shared.schema && first.schema?.openAPIV3Schema) {
    const isSplit = versions.some(({ subresources }) => subresources?.status !== undefined);
    causes.push(...schemaCauses(first, "spec.validation.openAPIV3Schema", isSplit));
  }
  if (first && shared.subresources) causes.push(...validateSubresources(first, "spec"));
  if (first && shared.columns) causes.push(...validateColumns(first, "spec"));
  return causes;
}

/** Returns the causes of a schema, of which a part may be that of the status. */
function schemaCauses(version: CustomVersion, field: string, isSplit: boolean): Cause[] {
  const schema = version.schema!.openAPIV3Schema!;
  const causes = [
    ...validateSchemaRules(schema, field),
    ...isSplit ? validateRootWithStatus(schema, field) : [],
  ];
  // Rules are compiled with the types of the schema.
  return causes.length > 0 ? causes : [...compile?.(schema, field) ?? []];
}

/** Returns the causes of rules in CEL that cannot be compiled. */
type Compile = (schema: JsonSchema, field: string) => readonly Cause[];

/** Set once the compiler is loaded, which only definitions with rules need. */
let compile: Compile | undefined;

/** Loads the compiler of rules in CEL if a definition has any. */
export async function prepareRules(object: ApiObject): Promise<void> {
  const { versions = [] } = specOf(object) ?? {};
  const isNeeded = versions.some(({ schema }) =>
    schema?.openAPIV3Schema && hasRules(schema.openAPIV3Schema)
  );
  if (compile || !isNeeded) return;
  const { compileRules } = await import("./cel/rules.ts");
  compile = (schema, field) => compileRules(schema, field).causes;
}

/** Returns versions as Go prints them; what is the same in all of them is not part of it. */
function goVersions(versions: readonly CustomVersion[]): string {
  const type = "apiextensions.CustomResourceDefinitionVersion";
  return versions.length === 0
    ? `[]${type}(nil)`
    : `[]${type}{${versions.map(goVersion).join(", ")}}`;
}

const goVersion = ({ name, served, storage, deprecated }: CustomVersion): string =>
  `apiextensions.CustomResourceDefinitionVersion{Name:${JSON.stringify(name ?? "")}, ` +
  `Served:${served === true}, Storage:${storage === true}, Deprecated:${deprecated === true}, ` +
  "DeprecationWarning:(*string)(nil), Schema:(*apiextensions.CustomResourceValidation)(nil), " +
  "Subresources:(*apiextensions.CustomResourceSubresources)(nil), " +
  "AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil)}";

function validateWarning(
  { deprecated, deprecationWarning }: CustomVersion,
  field: string,
): Cause[] {
  if (deprecationWarning === undefined) return [];
  const at = `${field}.deprecationWarning`;
  if (!deprecated) {
    return [invalidCause(at, deprecationWarning, "can only be set for deprecated versions")];
  }
  if (deprecationWarning.length > 256) {
    return [{
      reason: "FieldValueTooLong",
      field: at,
      message: "Too long: may not be longer than 256",
    }];
  }
  return deprecationWarning === "" ? [invalidCause(at, "", "must not be an empty string")] : [];
}

const COLUMN_TYPES = ["boolean", "date", "integer", "number", "string"];
const COLUMN_FORMATS = [
  "byte",
  "date",
  "date-time",
  "double",
  "float",
  "int32",
  "int64",
  "password",
];

function validateColumns({ additionalPrinterColumns = [] }: CustomVersion, field: string): Cause[] {
  return additionalPrinterColumns.flatMap((column, at) =>
    validateColumn(column, `${field}.additionalPrinterColumns[${at}]`)
  );
}

function validateColumn({ name, type, format, jsonPath }: PrinterColumn, field: string): Cause[] {
  const causes: Cause[] = [];
  if (!name) causes.push(requiredCause(`${field}.name`));
  if (!type) causes.push(requiredCause(`${field}.type`, `must be one of ${COLUMN_TYPES}`));
  else if (!COLUMN_TYPES.includes(type)) {
    causes.push(invalidCause(`${field}.type`, type, `must be one of ${COLUMN_TYPES}`));
  }
  if (format && !COLUMN_FORMATS.includes(format)) {
    causes.push(invalidCause(`${field}.format`, format, `must be one of ${COLUMN_FORMATS}`));
  }
  if (!jsonPath) causes.push(requiredCause(`${field}.JSONPath`));
  else if (!jsonPath.startsWith(".")) {
    const why = "must be a simple json path starting with .";
    causes.push(invalidCause(`${field}.JSONPath`, jsonPath, why));
  }
  return causes;
}

function validateSubresources({ subresources }: CustomVersion, field: string): Cause[] {
  const scale = subresources?.scale;
  return scale ? validateScale(scale, `${field}.subresources.scale`) : [];
}

function validateScale(scale: ScalePaths, field: string): Cause[] {
  const under = (name: keyof ScalePaths, parent: string): Cause[] => {
    const path = scale[name];
    if (!path) return [requiredCause(`${field}.${name}`)];
    return path.startsWith(`.${parent}.`)
      ? []
      : [invalidCause(`${field}.${name}`, path, `should be a json path under .${parent}`)];
  };
  const { labelSelectorPath: label } = scale;
  const why = "should be a json path under either .spec or .status";
  return [
    ...under("specReplicasPath", "spec"),
    ...under("statusReplicasPath", "status"),
    ...(label && !/^\.(?:spec|status)\./.test(label)
      ? [invalidCause(`${field}.labelSelectorPath`, label, why)]
      : []),
  ];
}

/** The number of selectable fields that a version can have. */
const MAX_SELECTABLE = 8;

function validateSelectable({ selectableFields = [] }: CustomVersion, field: string): Cause[] {
  const seen = new Set<string>();
  const causes = selectableFields.flatMap(({ jsonPath: path }, at): Cause[] => {
    const name = `${field}.selectableFields[${at}].jsonPath`;
    if (!path) return [requiredCause(name)];
    if (seen.has(path)) return [duplicateCause(name, path)];
    seen.add(path);
    return /^(?:\.[\w-]+)+$/.test(path)
      ? []
      : [invalidCause(name, path, "must be a simple path like .spec.foo")];
  });
  return selectableFields.length <= MAX_SELECTABLE ? causes : [...causes, {
    reason: "FieldValueTooMany",
    field: `${field}.selectableFields`,
    message: `Too many: ${selectableFields.length}: must have at most ${MAX_SELECTABLE} items`,
  }];
}

function validateNames(names: Names): Cause[] {
  const causes: Cause[] = [];
  const label = (field: string, name: string | undefined, mixesCase = false) => {
    if (!name) return void causes.push(requiredCause(field));
    const text = mixesCase ? name.toLowerCase() : name;
    if (DNS_1035.test(text) && text.length <= 63) return;
    const prefix = mixesCase ? "may have mixed case, but should otherwise match: " : "";
    causes.push(invalidCause(field, name, prefix + DNS_1035_MESSAGE));
  };
  label("spec.names.plural", names.plural);
  label("spec.names.singular", names.singular);
  label("spec.names.kind", names.kind, true);
  label("spec.names.listKind", names.listKind, true);
  names.shortNames?.forEach((name, at) => label(`spec.names.shortNames[${at}]`, name));
  names.categories?.forEach((name, at) => label(`spec.names.categories[${at}]`, name));
  if (names.kind && names.kind === names.listKind) {
    const why = "kind and listKind may not be the same";
    causes.push(invalidCause("spec.names.listKind", names.listKind, why));
  }
  return causes;
}

function validateConversion({ strategy, webhook }: CustomConversion): Cause[] {
  const [config, versions] = [
    "spec.conversion.webhookClientConfig",
    "spec.conversion.conversionReviewVersions",
  ];
  if (strategy === "Webhook") return validateWebhook(webhook);
  const field = "spec.conversion.strategy";
  const known = strategy === "None"
    ? []
    : strategy
    ? [unsupportedCause(field, strategy, ["None", "Webhook"])]
    : [requiredCause(field)];
  const why = "should not be set when strategy is not set to Webhook";
  return [
    ...known,
    ...(webhook?.clientConfig ? [forbiddenCause(config, why)] : []),
    ...((webhook?.conversionReviewVersions ?? []).length > 0
      ? [forbiddenCause(versions, why)]
      : []),
  ];
}

function validateWebhook(webhook: CustomConversion["webhook"]): Cause[] {
  const field = "spec.conversion.webhookClientConfig";
  const causes: Cause[] = [];
  const { clientConfig, conversionReviewVersions: versions = [] } = webhook ?? {};
  if (!clientConfig) {
    causes.push(requiredCause(field, "required when strategy is set to Webhook"));
  } else causes.push(...validateClient(clientConfig as JsonObject, field));
  const at = "spec.conversion.conversionReviewVersions";
  versions.forEach((version, index) => {
    const place = `${at}[${index}]`;
    if (versions.indexOf(version) < index) {
      causes.push(invalidCause(place, version, "duplicate version"));
    } else if (!DNS_1035.test(version) || version.length > 63) {
      causes.push(invalidCause(place, version, DNS_1035_MESSAGE));
    }
  });
  if (versions.length === 0) causes.push(requiredCause(at));
  else if (!versions.some((version) => version === "v1" || version === "v1beta1")) {
    const why = "must include at least one of v1, v1beta1";
    causes.push(invalidCause(at, versions, why));
  }
  return causes;
}

function validateStoredVersions(object: ApiObject): Cause[] {
  const { storedVersions = [] } = statusOf(object);
  const { versions = [] } = specOf(object) ?? {};
  const field = "status.storedVersions";
  if (storedVersions.length === 0) {
    const message = "Invalid value: []string(nil): must have at least one stored version";
    return [{ reason: "FieldValueInvalid", field, message }];
  }
  const missing = storedVersions.flatMap((name, at) =>
    versions.some((version) => version.name === name)
      ? []
      : [invalidCause(`${field}[${at}]`, name, `must appear in spec.versions`)]
  );
  const storage = versions.findLast((version) => version.storage);
  const isListed = !storage || storedVersions.includes(storage.name);
  return isListed ? missing : [...missing, {
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${goVersion(storage)}: must have the storage version ${storage.name}`,
  }];
}

/** Groups of the project itself need the link to an approval in an annotation. */
function validateApproval(object: ApiObject): Cause[] {
  const approval = approvalOf(object);
  const field = `metadata.annotations[${APPROVED}]`;
  switch (approval?.reason) {
    case "MissingAnnotation":
      return [requiredCause(field, approval.message)];
    case "InvalidAnnotation":
      return [invalidCause(field, object.metadata.annotations?.[APPROVED], approval.message)];
    default:
      return [];
  }
}

/** After the names are established, the group, the names in paths and the scope cannot change. */
function validateImmutable(spec: CustomResourceSpec, old: ApiObject): Cause[] {
  const before = specOf(old);
  const fixed: [string, unknown, unknown][] = [
    ["spec.group", spec.group, before.group],
    ["spec.names.plural", spec.names?.plural, before.names.plural],
  ];
  if (isTrue(old, "Established")) {
    fixed.push(
      ["spec.scope", spec.scope, before.scope],
      ["spec.names.kind", spec.names?.kind, before.names.kind],
    );
  }
  return fixed.filter(([, value, was]) => value !== was)
    .map(([field, value]) => invalidCause(field, value, "field is immutable"));
}
