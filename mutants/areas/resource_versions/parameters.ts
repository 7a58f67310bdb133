/**
 * Faults of what a read may be asked with: selectors, and how the version is to match.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import { keyOf } from "../../../server/registry/registry.ts";
import type { Mutant } from "../../mutant.ts";

/** Reads the query of lists and watches as another one. */
const reading = (
  change: (query: URLSearchParams) => void,
): Mutant["install"] =>
({ steps }) =>
  steps(({ readListOptions }) => ({
    readListOptions(query, definition) {
      const changed = new URLSearchParams(query);
      change(changed);
      return readListOptions(changed, definition);
    },
  }));

/** The faults. */
export const parameterMutants: readonly Mutant[] = [
  {
    id: "resource-versions/past-picked-by-labels-of-now",
    area: "resource-versions",
    description: "A list of the past, with a selector, picks what has the labels now.",
    reason: "The index of labels is of the newest state, and what it finds is read at the version.",
    breaks: ["resource-versions.list-label-selector"],
    install({ storage }) {
      storage(({ get, list }) => ({
        async list(collection, options = {}) {
          const { filter, ...others } = options;
          if (!filter || options.revision === undefined || options.limit || options.after) {
            return await list(collection, options);
          }
          const found = await list(collection, others);
          const now = await Promise.all(found.versions.map(({ key }) => get(key)));
          const versions = found.versions.filter((version, index) =>
            filter((now[index] ?? version).object)
          );
          return { ...found, versions };
        },
      }));
    },
  },
  {
    id: "resource-versions/namespace-field-passed-over",
    area: "resource-versions",
    description: "A list over all namespaces passes over a selector of metadata.namespace.",
    reason: "The namespace is the path's to say, where there is one in it.",
    breaks: ["resource-versions.list-field-selector"],
    install: reading((query) => {
      const fields = query.get("fieldSelector");
      if (fields === null) return;
      const kept = fields.split(",").filter((term) => !term.startsWith("metadata.namespace"));
      query.set("fieldSelector", kept.join());
    }),
  },
  {
    id: "resource-versions/lone-value-needs-no-brackets",
    area: "resource-versions",
    description: "A set of one value in a label selector needs no brackets.",
    reason: "The reader of sets takes a word where there is no bracket.",
    breaks: ["resource-versions.malformed-selector-refused", "watch.malformed-selector-refused"],
    install: reading((query) => {
      const labels = query.get("labelSelector");
      if (labels === null) return;
      query.set("labelSelector", labels.replace(/ (in|notin) ([\w.-]+)$/, " $1 ($2)"));
    }),
  },
  {
    id: "resource-versions/token-outweighs-match",
    area: "resource-versions",
    description: "A resourceVersionMatch beside a token, and without a version, is passed over.",
    reason: "Without a version there is nothing to match, so that it was taken to say nothing.",
    breaks: ["resource-versions.match-with-continue-refused"],
    install({ steps }) {
      steps(({ readPoint }) => ({
        readPoint({ resourceVersionMatch, ...options }) {
          const isIdle = options.continue && options.resourceVersion === undefined;
          return readPoint(
            isIdle || !resourceVersionMatch ? options : { ...options, resourceVersionMatch },
          );
        },
      }));
    },
  },
  {
    id: "resource-versions/match-by-its-beginning",
    area: "resource-versions",
    description: "A resourceVersionMatch that only begins with NotOlderThan is taken for it.",
    reason: "The two words are told apart by how they begin.",
    breaks: ["resource-versions.unknown-match-refused"],
    install: reading((query) => {
      const match = query.get("resourceVersionMatch") ?? "";
      if (match.startsWith("NotOlderThan")) query.set("resourceVersionMatch", "NotOlderThan");
    }),
  },
  {
    id: "resource-versions/refusals-noted",
    area: "resource-versions",
    description: "An update that is refused for its old version is noted in an annotation.",
    reason: "Who runs into conflicts was to be seen from the object.",
    breaks: ["resource-versions.refused-write-leaves-no-trace", "watch.refused-write-is-silent"],
    install({ verbs }) {
      verbs(({ update }) => ({
        async update(registry, request) {
          try {
            return await update(registry, request);
          } catch (error) {
            const current = await registry.storage.get(keyOf(request));
            const isStale = error instanceof ApiError && error.reason === "Conflict";
            if (!current || !isStale) throw error;
            const { object, key, revision } = current;
            const annotations = {
              ...object.metadata.annotations,
              "plumbline.invalid/conflicts": `${revision}`,
            };
            await registry.storage.transact(key, {
              expected: revision,
              object: { ...object, metadata: { ...object.metadata, annotations } },
            });
            throw error;
          }
        },
      }));
    },
  },
];
