/**
 * Selectors as data: how they are written, and what they pick.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { labelsOf, nameOf, namespaceOf } from "./object.ts";

/** A requirement on one label. */
export type LabelRequirement =
  | { readonly key: string; readonly operator: "=" | "==" | "!="; readonly value: string }
  | {
    readonly key: string;
    readonly operator: "in" | "notin";
    readonly values: readonly string[];
  }
  | { readonly key: string; readonly operator: "exists" | "!exists" };

/** A requirement on one field. */
export interface FieldRequirement {
  /** The path of the field. */
  readonly field: "metadata.name" | "metadata.namespace";
  /** The operator. */
  readonly operator: "=" | "==" | "!=";
  /** The value to compare with. */
  readonly value: string;
}

/** Which objects of a type are in view: all requirements hold. */
export interface Selection {
  /** The namespace; all of them where absent. */
  readonly namespace?: string | undefined;
  /** The requirements on labels. */
  readonly labels?: readonly LabelRequirement[];
  /** The requirements on fields. */
  readonly fields?: readonly FieldRequirement[];
}

/** Returns true if an object is selected. */
export function selects(selection: Selection, object: JsonObject): boolean {
  return (selection.namespace === undefined || namespaceOf(object) === selection.namespace) &&
    selectsLabels(selection, object) && selectsFields(selection, object);
}

/** Returns true if an object's labels satisfy the selection. */
export function selectsLabels(selection: Selection, object: JsonObject): boolean {
  const labels = labelsOf(object);
  return (selection.labels ?? []).every((requirement) =>
    satisfies(requirement, labels[requirement.key])
  );
}

/** Returns true if an object's name and namespace satisfy the selection. */
export function selectsFields(selection: Selection, object: JsonObject): boolean {
  return (selection.fields ?? []).every(({ field, operator, value }) => {
    const actual = field === "metadata.name" ? nameOf(object) : namespaceOf(object);
    return (actual === value) === (operator !== "!=");
  });
}

/** Returns true if a label's value, undefined if absent, satisfies a requirement. */
function satisfies(requirement: LabelRequirement, value: unknown): boolean {
  switch (requirement.operator) {
    case "=":
    case "==":
      return value === requirement.value;
    case "!=":
      // Also where there is no such label.
      return value !== requirement.value;
    case "in":
      return typeof value === "string" && requirement.values.includes(value);
    case "notin":
      return typeof value !== "string" || !requirement.values.includes(value);
    case "exists":
      return value !== undefined;
    case "!exists":
      return value === undefined;
  }
}

/** Returns true if the selection has selectors. */
export function isFiltered(selection: Selection): boolean {
  return (selection.labels ?? []).length > 0 || (selection.fields ?? []).length > 0;
}

/** The label requirements as `labelSelector` takes them, undefined where there are none. */
export function labelSelector(selection: Selection): string | undefined {
  return selection.labels?.map(labelText).join() || undefined;
}

/** The field requirements as `fieldSelector` takes them, undefined where there are none. */
export function fieldSelector(selection: Selection): string | undefined {
  return selection.fields?.map((each) => each.field + each.operator + each.value).join() ||
    undefined;
}

function labelText(requirement: LabelRequirement): string {
  const { key, operator } = requirement;
  switch (operator) {
    case "exists":
      return key;
    case "!exists":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${requirement.values.join()})`;
    default:
      return `${key}${operator}${requirement.value}`;
  }
}
