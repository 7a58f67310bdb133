/**
 * Selections: label and field selectors as data, their text, and the objects that they select.
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

/** The forms of a list, besides JSON. */
export type ListForm = "Table" | "YAML" | "Protobuf";

/** The selected objects of a type: those that satisfy all requirements. */
export interface Selection {
  /** The namespace; all if absent. */
  readonly namespace?: string | undefined;
  /** The requirements on labels. */
  readonly labels?: readonly LabelRequirement[];
  /** The requirements on fields. */
  readonly fields?: readonly FieldRequirement[];
  /** True for a list without any selector, which also has the objects of other clients. */
  readonly everyone?: true;
  /** The form in which a list is requested. @default {JSON} */
  readonly form?: ListForm | undefined;
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
      // An absent label satisfies it, too.
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

/** Returns the text of the `labelSelector`; undefined if there is none. */
export function labelSelector(selection: Selection): string | undefined {
  return selection.labels?.map(labelText).join() || undefined;
}

/** Returns the text of the `fieldSelector`; undefined if there is none. */
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
