/**
 * Mutants of labels, annotations, generations and timestamps.
 *
 * @module
 */
import { equal } from "../../../server/json_equal.ts";
import type { Cause } from "../../../server/api_error.ts";
import type { ObjectMeta } from "../../../server/object.ts";
import type { Mutant } from "../../mutant.ts";

/** Ignores some validation errors of metadata. */
const passing = (
  passes: (cause: Cause, metadata: ObjectMeta) => boolean,
): Mutant["install"] =>
({ writer }) =>
  writer(({ validateMeta }) => ({
    validateMeta: (metadata, definition) =>
      validateMeta(metadata, definition).filter((cause) => !passes(cause, metadata)),
  }));

const SUBDOMAIN_ALMOST = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/;

/** Maximum size of all annotations of an object in bytes. */
const ANNOTATIONS_LIMIT = 256 * 1024;

export const textMutants: readonly Mutant[] = [
  {
    id: "metadata/empty-annotations-dropped",
    area: "metadata",
    description: "A create drops annotations with an empty value.",
    reason: "An empty string is treated as absent.",
    breaks: ["metadata.annotations-kept"],
    install({ writer }) {
      writer(({ initializeMeta }) => ({
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
    description: "An annotation key with a prefix is not validated.",
    reason: "Tools may choose their own prefixes.",
    breaks: ["metadata.invalid-annotation-refused"],
    install: passing(({ field, reason, message }) =>
      field === "metadata.annotations" && reason === "FieldValueInvalid" &&
      /^Invalid value: "[^"]*\//.test(message)
    ),
  },
  {
    id: "metadata/size-of-each-annotation",
    area: "metadata",
    description: "The size limit applies to each annotation instead of all together.",
    reason: "The limit is checked inside the loop over the values.",
    breaks: ["metadata.large-annotations-refused"],
    install: passing(({ field, reason }, { annotations = {} }) =>
      field === "metadata.annotations" && reason === "FieldValueTooLong" &&
      Object.values(annotations).every((value) => value.length <= ANNOTATIONS_LIMIT)
    ),
  },
  {
    id: "metadata/parts-of-names-unlooked-at",
    area: "metadata",
    description: "A name may have empty segments and segments that start or end with a dash.",
    reason: "The regular expression checks only the ends of the whole name.",
    breaks: ["metadata.name-against-rule-refused"],
    install: passing(({ field }, { name = "" }) =>
      field === "metadata.name" && name.length <= 253 && SUBDOMAIN_ALMOST.test(name)
    ),
  },
  {
    id: "metadata/generation-passes-over-labelled-changes",
    area: "metadata",
    description: "A write that changes both labels and `spec` does not increment `generation`.",
    reason: "Changes to metadata are detected first and end the comparison.",
    breaks: ["metadata.generation-follows-spec"],
    install({ writer }) {
      writer(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          equal(object.metadata.labels ?? {}, old.metadata.labels ?? {}) &&
          contentChanged(object, old, definition),
      }));
    },
  },
  {
    id: "metadata/generation-of-maker",
    area: "metadata",
    description: "A new Deployment keeps the `generation` it is sent with.",
    reason: "Objects restored from a backup were meant to continue their count.",
    breaks: ["metadata.generation-starts-at-one"],
    install({ writer }) {
      writer(({ initializeMeta }) => ({
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
    description: "`deletionTimestamp` has milliseconds.",
    reason: "It is formatted with `toISOString`.",
    breaks: ["metadata.times-are-rfc3339"],
    install({ writer }) {
      writer(({ finalizing }) => ({
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
