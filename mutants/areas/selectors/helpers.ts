/**
 * Helpers of selector mutants.
 *
 * @module
 */
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

type Labels = Readonly<Record<string, string>>;

/** Changes the text of a selector. */
export function changingText(
  name: "labelSelector" | "fieldSelector",
  change: (text: string) => string,
): Install {
  return changingQuery((query) => {
    const text = query.get(name);
    if (text) query.set(name, change(text));
  });
}

/** Changes the values in the parentheses of label selectors, one by one. */
export function changingSets(change: (value: string, at: number) => string): Install {
  return changingText(
    "labelSelector",
    (text) =>
      text.replaceAll(/\(([^()]*)\)/g, (_, list: string) => `(${list.split(",").map(change)})`),
  );
}

/** Changes the query of requests to collections. */
export function changingQuery(change: (query: URLSearchParams) => void): Install {
  return wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
    const changed = new URLSearchParams(query);
    change(changed);
    return readListOptions(changed, definition);
  });
}

/** Changes the labels that selectors are evaluated on. */
export function changingLabels(change: (labels: Labels) => Labels): Install {
  return wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
    const { filter, ...options } = readListOptions(query, definition);
    if (!filter) return options;
    return {
      ...options,
      filter: (object) => {
        const { labels = {} } = object.metadata;
        return filter({ ...object, metadata: { ...object.metadata, labels: change(labels) } });
      },
    };
  });
}
