/**
 * The requirements of the area `metadata`: names, fields that the server sets, labels and annotations.
 *
 * @module
 */
import { METADATA, PATHS, SERVICE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [SERVICE.must, {
    "metadata.name-is-unique":
      "A create with a name that another object of the same kind and namespace has is rejected.",
    "metadata.name-unique-over-cluster":
      "A create of a cluster-scoped object with a name that another object of the same kind has is rejected.",
  }, { harm: "data-loss" }],
  [SERVICE.must, {
    "metadata.name-free-for-other-kinds": "Objects of different kinds can have the same name.",
    "metadata.name-free-in-other-namespaces":
      "Objects in different namespaces can have the same name.",
    "metadata.name-can-be-reused": "After an object is deleted, its name can be used again.",
  }, { harm: "availability" }],
  [METADATA.convention, {
    "metadata.valid-name-accepted":
      "Any name that is valid for its kind is accepted and stored unchanged.",
  }, { harm: "availability" }],
  [PATHS.must, {
    "metadata.any-name-addressed":
      "An object is selected, changed and deleted by its name, whatever characters the name has.",
  }, { harm: "availability" }],
  [METADATA.convention, {
    "metadata.invalid-name-rejected":
      "A name that is invalid for its kind is rejected with a 4xx Status.",
    "metadata.name-required":
      "A create with neither `name` nor `generateName` is rejected with a 4xx Status.",
  }],
  [METADATA.must, {
    "metadata.generated-names-unique":
      "A create with `generateName` and without `name` gets a unique generated name.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "metadata.generated-name-has-prefix":
      "A generated name is `generateName` followed by further characters.",
    "metadata.long-generate-name-accepted":
      "A create with a `generateName` as long as a name can be is accepted, and gets a valid name.",
    "metadata.name-wins-over-generate-name":
      "If both `name` and `generateName` are given, `name` is used and no name is generated.",
  }],
  [PATHS.convention, {
    "metadata.namespace-from-path":
      "An object without `metadata.namespace` is created in the namespace of the request path.",
    "metadata.other-namespace-rejected":
      "An object whose `metadata.namespace` differs from the request path is rejected.",
    "metadata.other-name-rejected":
      "An update or patch whose `metadata.name` differs from the request path is rejected.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "metadata.uid-from-server":
      "The server gives every object a unique `uid`, whatever the client sends.",
    "metadata.nothing-of-the-removed":
      "An object that takes the name of a removed one has a `uid` of its own, and no managers or annotations of the removed one.",
    "metadata.uid-never-changes": "No update or patch changes the `uid` of an object.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "metadata.other-uid-rejected":
      "An update with a `uid` that is not the object's is rejected with 409.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "metadata.creation-time-from-server":
      "The server sets `creationTimestamp`, whatever the client sends.",
    "metadata.creation-time-never-changes":
      "No update or patch changes the `creationTimestamp` of an object.",
  }],
  [METADATA.convention, {
    "metadata.times-are-rfc3339": "Timestamps are in RFC 3339 format, in UTC and in whole seconds.",
  }, { harm: "detail" }],
  [METADATA.must, {
    "metadata.deletion-time-from-server":
      "A `deletionTimestamp` that a client sends is not stored.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "metadata.resource-version-from-server":
      "The server sets the `resourceVersion` of a new object, whatever the client sends.",
  }],
  [METADATA.convention, {
    "metadata.version-zero-unconditional":
      "An update or patch with the `resourceVersion` 0 or an empty one is unconditional.",
    "metadata.invalid-label-rejected":
      "A label with an invalid key or value is rejected with a 4xx Status.",
    "metadata.invalid-annotation-rejected":
      "An annotation with an invalid key is rejected with a 4xx Status.",
    "metadata.generation-starts-at-one":
      "A new Deployment has `generation` 1, whatever the client sends.",
    "metadata.generation-follows-spec":
      "A change of the `spec` of a Deployment increments its `generation` by 1.",
    "metadata.generation-ignores-labels":
      "A change of the labels or the status of a Deployment leaves its `generation` unchanged.",
    "metadata.generation-from-server": "A `generation` that a client sends is not stored.",
  }],
  [METADATA.convention, {
    "metadata.labels-kept": "Valid labels are stored unchanged.",
    "metadata.annotations-kept":
      "Valid annotations are stored unchanged, whatever text their values contain.",
    "metadata.labels-changed-as-written":
      "After an update or a patch an object has the labels that the request specifies.",
    "metadata.annotations-changed-as-written":
      "After an update or a patch an object has the annotations that the request specifies.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "metadata.large-annotations-rejected":
      "Annotations of more than 256 KiB in total are rejected with a 4xx Status.",
  }, { harm: "detail" }],
] as const satisfies readonly RequirementGroup[];
