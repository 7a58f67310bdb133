/**
 * The fields of ObjectMeta that the specification names, and others that real servers agree on.
 *
 * @module
 */
import {
  boolean,
  type FieldFacts,
  int64,
  known,
  list,
  map,
  object,
  type Shape,
  string,
  time,
} from "./shape.ts";

const UNSET: FieldFacts = { unset: true };
const OTHER: FieldFacts = { unset: true, undocumented: true };

/** ObjectMeta of an object that is written; its name, namespace and labels are its own. */
export const OBJECT_META: Shape = metadata({ namespace: string() });

/** ObjectMeta of an object without a namespace. */
export const CLUSTER_OBJECT_META: Shape = metadata({});

function metadata(members: Readonly<Record<string, Shape>>): Shape {
  return object({
    name: string(),
    ...members,
    labels: map({ written: string("once", "again", "") }),
    annotations: known({ undocumented: true }, map({ "plumbline.invalid/kept": string("a", "b") })),
    finalizers: known(UNSET, list(string("plumbline.invalid/finalizer"))),
    generateName: known(OTHER, string("generated-")),
    resourceVersion: known(UNSET, string("1")),
    uid: known(OTHER, string("3c1f5f3e-6d0f-4c55-8a0c-0d5f7a5f0c11")),
    generation: known(OTHER, int64(1)),
    creationTimestamp: known(OTHER, time("2026-01-02T03:04:05Z")),
    deletionTimestamp: known(OTHER, time("2026-01-02T03:04:05Z")),
    managedFields: known(
      OTHER,
      list(object({ manager: string("plumbline"), operation: string("Update") })),
    ),
    ownerReferences: known(
      OTHER,
      list(object({
        apiVersion: string("v1"),
        kind: string("Secret"),
        name: string("owner"),
        uid: known({ mergeKey: true }, string("3c1f5f3e-6d0f-4c55-8a0c-0d5f7a5f0c12")),
        controller: boolean(true),
      })),
    ),
  });
}
