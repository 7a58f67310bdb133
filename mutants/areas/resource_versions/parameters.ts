/**
 * Mutants of the parameters of reads: selectors and `resourceVersionMatch`.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import { keyOf } from "../../../server/registry/contracts.ts";
import type { Mutant } from "../../mutant.ts";

/** Changes the query of lists and watches. */
const reading = (
  change: (query: URLSearchParams) => void,
): Mutant["install"] =>
({ reader }) =>
  reader(({ readListOptions }) => ({
    readListOptions(query, definition) {
      const changed = new URLSearchParams(query);
      change(changed);
      return readListOptions(changed, definition);
    },
  }));

export const parameterMutants: readonly Mutant[] = [
  {
    id: "resource-versions/past-picked-by-labels-of-now",
    area: "resource-versions",
    description:
      "A list at an old resourceVersion applies the label selector to the current labels.",
    reason: "The label index contains only the newest state.",
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
    description: "A list across namespaces ignores the field selector `metadata.namespace`.",
    reason: "The namespace was assumed to come from the path only.",
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
    description: "A label selector accepts `in` and `notin` with one value without parentheses.",
    reason: "The parser reads a single word if there is no parenthesis.",
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
    description:
      "`resourceVersionMatch` with a `continue` token and no `resourceVersion` is ignored.",
    reason: "Without a resourceVersion there is nothing to match.",
    breaks: ["resource-versions.match-with-continue-refused"],
    install({ reader }) {
      reader(({ readPoint }) => ({
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
    description: "`resourceVersionMatch` accepts any value that starts with `NotOlderThan`.",
    reason: "The two values are distinguished by prefix.",
    breaks: ["resource-versions.unknown-match-refused"],
    install: reading((query) => {
      const match = query.get("resourceVersionMatch") ?? "";
      if (match.startsWith("NotOlderThan")) query.set("resourceVersionMatch", "NotOlderThan");
    }),
  },
  {
    id: "resource-versions/refusals-noted",
    area: "resource-versions",
    description:
      "An update rejected for its stale resourceVersion adds an annotation to the object.",
    reason: "Conflicts were meant to be visible in the object.",
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
