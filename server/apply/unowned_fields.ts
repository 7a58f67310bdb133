/**
 * The fields that the server itself answers for, which nobody owns.
 *
 * @module
 */
import { difference, type FieldSet, setOf, union } from "./field_set.ts";
import { fieldElement } from "./path_element.ts";

/** Beside these, `metadata` itself: it is always there. */
const UNOWNED = setOf(
  ...["apiVersion", "kind"].map((field) => [fieldElement(field)]),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((field) => [fieldElement("metadata"), fieldElement(field)]),
);

/** The fields a comparison need not look at: nobody owns them, or the write does not reach them. */
export const withUnowned = (resetFields: FieldSet): FieldSet => union(UNOWNED, resetFields);

/** A set without the fields that nobody owns. */
export const ownable = (fields: FieldSet): FieldSet =>
  difference(difference(fields, UNOWNED), METADATA);

const METADATA = setOf([fieldElement("metadata")]);
