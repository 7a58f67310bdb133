/**
 * Helpers of selector mutants.
 *
 * @module
 */
import type { PartChanges } from "@plumbline/server/parts";

type Labels = Readonly<Record<string, string>>;

/** Changes the text of a selector. */
export function changingText(
  parts: PartChanges,
  name: "labelSelector" | "fieldSelector",
  change: (text: string) => string,
): void {
  changingQuery(parts, (query) => {
    const text = query.get(name);
    if (text) query.set(name, change(text));
  });
}

/** Changes the values in the parentheses of label selectors, one by one. */
export function changingSets(
  parts: PartChanges,
  change: (value: string, at: number) => string,
): void {
  changingText(
    parts,
    "labelSelector",
    (text) =>
      text.replaceAll(/\(([^()]*)\)/g, (_, list: string) => `(${list.split(",").map(change)})`),
  );
}

/** Changes the query of requests to collections. */
export function changingQuery(
  { steps }: PartChanges,
  change: (query: URLSearchParams) => void,
): void {
  steps(({ readListOptions }) => ({
    readListOptions(query, definition) {
      const changed = new URLSearchParams(query);
      change(changed);
      return readListOptions(changed, definition);
    },
  }));
}

/** Changes the labels that selectors are evaluated on. */
export function changingLabels({ steps }: PartChanges, change: (labels: Labels) => Labels): void {
  steps(({ readListOptions }) => ({
    readListOptions(query, definition) {
      const { filter, ...options } = readListOptions(query, definition);
      if (!filter) return options;
      return {
        ...options,
        filter: (object) => {
          const { labels = {} } = object.metadata;
          return filter({ ...object, metadata: { ...object.metadata, labels: change(labels) } });
        },
      };
    },
  }));
}
