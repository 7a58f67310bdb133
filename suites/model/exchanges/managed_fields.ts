/**
 * Checks the records of field ownership in a response.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

/** The fields of stored kinds besides metadata (specification, "Resources and their fields"). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Secret: ["data", "stringData", "immutable", "type"],
  Deployment: ["spec", "status"],
  Role: ["rules"],
  ClusterRole: ["rules", "aggregationRule"],
  RoleBinding: ["roleRef", "subjects"],
  ClusterRoleBinding: ["roleRef", "subjects"],
};

/** Returns the violation of malformed records, or of a record of a field that the kind lacks. */
export function verifyManagedFields({ kind, metadata }: JsonObject): ExchangeViolation[] {
  const { managedFields } = asObject(metadata) ?? {};
  if (managedFields === undefined || managedFields === null) return [];
  const entries = Array.isArray(managedFields) ? managedFields : [managedFields];
  const wrong = entries.find((entry) => !isWellFormed(entry, FIELDS[String(kind)]));
  return wrong === undefined ? [] : [violation("exchanges.managed-fields", {
    expected:
      "entries with operation, apiVersion, fieldsType FieldsV1 and fieldsV1, of fields of the kind",
    actual: JSON.stringify(wrong).slice(0, 300),
  })];
}

function isWellFormed(entry: Json, fields: readonly string[] | undefined): boolean {
  const { operation, apiVersion, fieldsType, fieldsV1 } = asObject(entry) ?? {};
  const owned = asObject(fieldsV1);
  return ["Apply", "Update"].includes(String(operation)) && typeof apiVersion === "string" &&
    fieldsType === "FieldsV1" && owned !== undefined &&
    (fields === undefined ||
      Object.keys(owned).every((key) =>
        key === "f:metadata" || fields.some((field) => key === `f:${field}`)
      ));
}
