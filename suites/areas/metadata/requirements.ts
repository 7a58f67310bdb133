/**
 * The requirements of the area `metadata`: names, what only the server gives, and what it keeps.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const SERVICE = "What the service does";
const METADATA = "Common metadata facts";
const PATHS = "Path shapes";

/** Statements by id. */
export const metadata = {
  "metadata.name-is-unique": {
    chapter: SERVICE,
    statement:
      "A second object of one kind under a name that is taken in its namespace is refused.",
    level: "must",
  },
  "metadata.name-free-for-other-kinds": {
    chapter: SERVICE,
    statement: "A name that one kind has taken is free for another kind.",
    level: "must",
  },
  "metadata.name-free-in-other-namespaces": {
    chapter: SERVICE,
    statement: "A name that is taken in one namespace is free in another.",
    level: "must",
  },
  "metadata.name-unique-over-cluster": {
    chapter: SERVICE,
    statement:
      "A second object of one kind without namespaces under a name that is taken is refused.",
    level: "must",
  },
  "metadata.name-can-be-reused": {
    chapter: SERVICE,
    statement: "A name is free again once its object was deleted.",
    level: "must",
  },
  "metadata.name-of-kind-accepted": {
    chapter: METADATA,
    statement: "Any name that follows the rule of its kind is accepted and kept as it is.",
    level: "convention",
  },
  "metadata.name-against-rule-refused": {
    chapter: METADATA,
    statement: "A name that breaks the rule of its kind is refused with a Status of the 400s.",
    level: "convention",
  },
  "metadata.name-required": {
    chapter: METADATA,
    statement:
      "A create with neither a name nor a generateName is refused with a Status of the 400s.",
    level: "convention",
  },
  "metadata.generated-names-unique": {
    chapter: METADATA,
    statement: "A create with a generateName and no name is given a name, another one each time.",
    level: "must",
  },
  "metadata.generated-name-has-prefix": {
    chapter: METADATA,
    statement: "A generated name is the generateName with some characters after it.",
    level: "convention",
  },
  "metadata.given-name-wins": {
    chapter: METADATA,
    statement: "Where both are given the name is taken and nothing is generated.",
    level: "convention",
  },
  "metadata.namespace-from-path": {
    chapter: PATHS,
    statement: "An object that names no namespace is put into that of the path.",
    level: "convention",
  },
  "metadata.other-namespace-refused": {
    chapter: PATHS,
    statement: "An object that names another namespace than the path is refused.",
    level: "convention",
  },
  "metadata.other-name-refused": {
    chapter: PATHS,
    statement: "An update whose object names itself differently from the path is refused.",
    level: "convention",
  },
  "metadata.uid-from-server": {
    chapter: METADATA,
    statement:
      "Every object is given a uid by the server, no two the same, whatever its maker sends.",
    level: "must",
  },
  "metadata.uid-never-changes": {
    chapter: METADATA,
    statement: "An object keeps its uid through every update and patch.",
    level: "must",
  },
  "metadata.other-uid-refused": {
    chapter: METADATA,
    statement: "An update that names another uid than the object's is refused with 409.",
    level: "convention",
  },
  "metadata.creation-time-from-server": {
    chapter: METADATA,
    statement: "The server sets the creationTimestamp, whatever the object's maker sends.",
    level: "must",
  },
  "metadata.creation-time-never-changes": {
    chapter: METADATA,
    statement: "An object keeps its creationTimestamp through every update and patch.",
    level: "must",
  },
  "metadata.times-are-rfc3339": {
    chapter: METADATA,
    statement: "A timestamp is a time in UTC, in whole seconds, as RFC 3339 writes it.",
    level: "convention",
  },
  "metadata.deletion-time-from-server": {
    chapter: METADATA,
    statement: "A deletionTimestamp that a client writes is not taken over.",
    level: "must",
  },
  "metadata.version-not-written": {
    chapter: METADATA,
    statement: "The version an object bears is the server's, whatever its maker sends.",
    level: "must",
  },
  "metadata.labels-kept": {
    chapter: METADATA,
    statement: "Labels that follow the rules come back exactly as they were written.",
    level: "convention",
  },
  "metadata.annotations-kept": {
    chapter: METADATA,
    statement: "Annotations come back exactly as they were written, whatever text they hold.",
    level: "convention",
  },
  "metadata.labels-changed-as-written": {
    chapter: METADATA,
    statement: "After an update or a patch the labels are what it made of them.",
    level: "convention",
  },
  "metadata.annotations-changed-as-written": {
    chapter: METADATA,
    statement: "After an update or a patch the annotations are what it made of them.",
    level: "convention",
  },
  "metadata.invalid-label-refused": {
    chapter: METADATA,
    statement: "A label whose key or value breaks the rules is refused with a Status of the 400s.",
    level: "convention",
  },
  "metadata.invalid-annotation-refused": {
    chapter: METADATA,
    statement: "An annotation whose key breaks the rules is refused with a Status of the 400s.",
    level: "convention",
  },
  "metadata.large-annotations-refused": {
    chapter: METADATA,
    statement: "Annotations of more than 256 KiB in all are refused with a Status of the 400s.",
    level: "convention",
  },
  "metadata.generation-starts-at-one": {
    chapter: METADATA,
    statement: "A new deployment has the generation 1, whatever its maker sends.",
    level: "convention",
  },
  "metadata.generation-follows-spec": {
    chapter: METADATA,
    statement: "A change of a deployment's spec raises its generation by 1.",
    level: "convention",
  },
  "metadata.generation-ignores-labels": {
    chapter: METADATA,
    statement: "A change of a deployment's labels leaves its generation as it was.",
    level: "convention",
  },
  "metadata.generation-not-written": {
    chapter: METADATA,
    statement: "A generation that a client writes is not taken over.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
