/**
 * Faults of labels, annotations, generations and times.
 *
 * @module
 */
import { equal } from "../../../server/json_equal.ts";
import type { Cause } from "../../../server/api_error.ts";
import type { ObjectMeta } from "../../../server/object.ts";
import type { Mutant } from "../../mutant.ts";

/** Lets pass some of what is wrong with metadata. */
const passing = (
  passes: (cause: Cause, metadata: ObjectMeta) => boolean,
): Mutant["install"] =>
({ steps }) =>
  steps(({ validateMeta }) => ({
    validateMeta: (metadata, definition) =>
      validateMeta(metadata, definition).filter((cause) => !passes(cause, metadata)),
  }));

const SUBDOMAIN_ALMOST = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/;

/** The most bytes that the annotations of an object may have. */
const ANNOTATIONS_LIMIT = 256 * 1024;

/** The faults. */
export const textMutants: readonly Mutant[] = [
  {
    id: "metadata/empty-annotations-dropped",
    area: "metadata",
    description: "A new object loses its annotations without a value.",
    reason: "An empty text is what is not there, in the language of others.",
    breaks: ["metadata.annotations-kept"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, ...where) {
          initializeMeta(object, ...where);
          const { annotations } = object.metadata;
          if (annotations === undefined) return;
          object.metadata.annotations = Object.fromEntries(
            Object.entries(annotations).filter(([, value]) => value !== ""),
          );
        },
      }));
    },
  },
  {
    id: "metadata/prefixes-of-annotations-unlooked-at",
    area: "metadata",
    description: "The key of an annotation is not looked at where it has a prefix.",
    reason: "Tools put there what they like, under prefixes of their own.",
    breaks: ["metadata.invalid-annotation-refused"],
    install: passing(({ field, reason, message }) =>
      field === "metadata.annotations" && reason === "FieldValueInvalid" &&
      /^Invalid value: "[^"]*\//.test(message)
    ),
  },
  {
    id: "metadata/size-of-each-annotation",
    area: "metadata",
    description: "Each annotation may be as large as all of them together may be.",
    reason: "The limit is looked at inside the loop over the values.",
    breaks: ["metadata.large-annotations-refused"],
    install: passing(({ field, reason }, { annotations = {} }) =>
      field === "metadata.annotations" && reason === "FieldValueTooLong" &&
      Object.values(annotations).every((value) => value.length <= ANNOTATIONS_LIMIT)
    ),
  },
  {
    id: "metadata/parts-of-names-unlooked-at",
    area: "metadata",
    description: "A name may have parts that are empty, or that begin or end with a dash.",
    reason: "The expression looks at the ends of the name, and not of what is between its dots.",
    breaks: ["metadata.name-against-rule-refused"],
    install: passing(({ field }, { name = "" }) =>
      field === "metadata.name" && name.length <= 253 && SUBDOMAIN_ALMOST.test(name)
    ),
  },
  {
    id: "metadata/generation-passes-over-labelled-changes",
    area: "metadata",
    description: "A write that changes labels beside the spec leaves the generation as it is.",
    reason: "Whether the change is one of metadata was asked first.",
    breaks: ["metadata.generation-follows-spec"],
    install({ steps }) {
      steps(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          equal(object.metadata.labels ?? {}, old.metadata.labels ?? {}) &&
          contentChanged(object, old, definition),
      }));
    },
  },
  {
    id: "metadata/generation-of-maker",
    area: "metadata",
    description: "A new deployment keeps the generation it is sent with.",
    reason: "What is restored from a backup was to go on where it was.",
    breaks: ["metadata.generation-starts-at-one"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, ...where) {
          const { generation } = object.metadata;
          initializeMeta(object, ...where);
          if (generation && object.metadata.generation) object.metadata.generation = generation;
        },
      }));
    },
  },
  {
    id: "metadata/deletion-time-to-the-millisecond",
    area: "metadata",
    description: "A deletionTimestamp is told with milliseconds.",
    reason: "It is written where the deletion is, by the function of the language.",
    breaks: ["metadata.times-are-rfc3339"],
    install({ steps }) {
      steps(({ finalizing }) => ({
        finalizing(object, now, ...how) {
          const marked = finalizing(object, now, ...how);
          const { deletionTimestamp } = marked.metadata;
          if (!deletionTimestamp || object.metadata.deletionTimestamp) return marked;
          const time = new Date(now).toISOString();
          return { ...marked, metadata: { ...marked.metadata, deletionTimestamp: time } };
        },
      }));
    },
  },
];
