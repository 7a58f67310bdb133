/**
 * The requirements of the area `metadata`: names, fields that the server sets, labels and annotations.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const SERVICE = "What the service does";
const METADATA = "Common metadata facts";
const PATHS = "Path shapes";

/** The requirements by id. */
export const requirements = {
  "metadata.name-is-unique": {
    chapter: SERVICE,
    statement:
      "A create with a name that another object of the same kind and namespace has is rejected.",
    level: "must",
  },
  "metadata.name-free-for-other-kinds": {
    chapter: SERVICE,
    statement: "Objects of different kinds can have the same name.",
    level: "must",
  },
  "metadata.name-free-in-other-namespaces": {
    chapter: SERVICE,
    statement: "Objects in different namespaces can have the same name.",
    level: "must",
  },
  "metadata.name-unique-over-cluster": {
    chapter: SERVICE,
    statement:
      "A create of a cluster-scoped object with a name that another object of the same kind has is rejected.",
    level: "must",
  },
  "metadata.name-can-be-reused": {
    chapter: SERVICE,
    statement: "After an object is deleted, its name can be used again.",
    level: "must",
  },
  "metadata.valid-name-accepted": {
    chapter: METADATA,
    statement: "Any name that is valid for its kind is accepted and stored unchanged.",
    level: "convention",
  },
  "metadata.invalid-name-rejected": {
    chapter: METADATA,
    statement: "A name that is invalid for its kind is rejected with a 4xx Status.",
    level: "convention",
  },
  "metadata.name-required": {
    chapter: METADATA,
    statement: "A create with neither `name` nor `generateName` is rejected with a 4xx Status.",
    level: "convention",
  },
  "metadata.generated-names-unique": {
    chapter: METADATA,
    statement: "A create with `generateName` and without `name` gets a unique generated name.",
    level: "must",
  },
  "metadata.generated-name-has-prefix": {
    chapter: METADATA,
    statement: "A generated name is `generateName` followed by further characters.",
    level: "convention",
  },
  "metadata.name-wins-over-generate-name": {
    chapter: METADATA,
    statement:
      "If both `name` and `generateName` are given, `name` is used and no name is generated.",
    level: "convention",
  },
  "metadata.namespace-from-path": {
    chapter: PATHS,
    statement:
      "An object without `metadata.namespace` is created in the namespace of the request path.",
    level: "convention",
  },
  "metadata.other-namespace-rejected": {
    chapter: PATHS,
    statement: "An object whose `metadata.namespace` differs from the request path is rejected.",
    level: "convention",
  },
  "metadata.other-name-rejected": {
    chapter: PATHS,
    statement:
      "An update or patch whose `metadata.name` differs from the request path is rejected.",
    level: "convention",
  },
  "metadata.uid-from-server": {
    chapter: METADATA,
    statement: "The server gives every object a unique `uid`, whatever the client sends.",
    level: "must",
  },
  "metadata.uid-never-changes": {
    chapter: METADATA,
    statement: "No update or patch changes the `uid` of an object.",
    level: "must",
  },
  "metadata.other-uid-rejected": {
    chapter: METADATA,
    statement: "An update with a `uid` that is not the object's is rejected with 409.",
    level: "convention",
  },
  "metadata.creation-time-from-server": {
    chapter: METADATA,
    statement: "The server sets `creationTimestamp`, whatever the client sends.",
    level: "must",
  },
  "metadata.creation-time-never-changes": {
    chapter: METADATA,
    statement: "No update or patch changes the `creationTimestamp` of an object.",
    level: "must",
  },
  "metadata.times-are-rfc3339": {
    chapter: METADATA,
    statement: "Timestamps are in RFC 3339 format, in UTC and in whole seconds.",
    level: "convention",
  },
  "metadata.deletion-time-from-server": {
    chapter: METADATA,
    statement: "A `deletionTimestamp` that a client sends is not stored.",
    level: "must",
  },
  "metadata.resource-version-from-server": {
    chapter: METADATA,
    statement: "The server sets the `resourceVersion` of a new object, whatever the client sends.",
    level: "must",
  },
  "metadata.version-zero-unconditional": {
    chapter: METADATA,
    statement: "An update or patch with the `resourceVersion` 0 or an empty one is unconditional.",
    level: "convention",
  },
  "metadata.labels-kept": {
    chapter: METADATA,
    statement: "Valid labels are stored unchanged.",
    level: "convention",
  },
  "metadata.annotations-kept": {
    chapter: METADATA,
    statement: "Valid annotations are stored unchanged, whatever text their values contain.",
    level: "convention",
  },
  "metadata.labels-changed-as-written": {
    chapter: METADATA,
    statement: "After an update or a patch an object has the labels that the request specifies.",
    level: "convention",
  },
  "metadata.annotations-changed-as-written": {
    chapter: METADATA,
    statement:
      "After an update or a patch an object has the annotations that the request specifies.",
    level: "convention",
  },
  "metadata.invalid-label-rejected": {
    chapter: METADATA,
    statement: "A label with an invalid key or value is rejected with a 4xx Status.",
    level: "convention",
  },
  "metadata.invalid-annotation-rejected": {
    chapter: METADATA,
    statement: "An annotation with an invalid key is rejected with a 4xx Status.",
    level: "convention",
  },
  "metadata.large-annotations-rejected": {
    chapter: METADATA,
    statement: "Annotations of more than 256 KiB in total are rejected with a 4xx Status.",
    level: "convention",
  },
  "metadata.generation-starts-at-one": {
    chapter: METADATA,
    statement: "A new Deployment has `generation` 1, whatever the client sends.",
    level: "convention",
  },
  "metadata.generation-follows-spec": {
    chapter: METADATA,
    statement: "A change of the `spec` of a Deployment increments its `generation` by 1.",
    level: "convention",
  },
  "metadata.generation-ignores-labels": {
    chapter: METADATA,
    statement:
      "A change of the labels or the status of a Deployment leaves its `generation` unchanged.",
    level: "convention",
  },
  "metadata.generation-from-server": {
    chapter: METADATA,
    statement: "A `generation` that a client sends is not stored.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
