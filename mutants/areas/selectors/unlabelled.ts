/**
 * Mutants of selectors that concern objects without any label, and labels that changed.
 *
 * @module
 */
import type { Change, Steps } from "@plumbline/server/parts";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";

/** Selects no object without labels, whatever the selector. */
const passingOver: Change<Steps> = ({ readListOptions }) => ({
  readListOptions(query, definition) {
    const { filter, ...options } = readListOptions(query, definition);
    if (!filter || !query.get("labelSelector")) return { ...options, ...(filter && { filter }) };
    return {
      ...options,
      filter: (object) => Object.keys(object.metadata.labels ?? {}).length > 0 && filter(object),
    };
  },
});

/** Remembers what selectors of one requirement selected, or did not. */
function remembering(selected: boolean): Change<Steps> {
  const remembered = new Map<string, Set<string>>();
  return ({ readListOptions }) => ({
    readListOptions(query, definition) {
      const { filter, ...options } = readListOptions(query, definition);
      const text = query.get("labelSelector") ?? "";
      if (!filter) return options;
      if (text === "" || text.replace(/\(.*\)/, "").includes(",")) return { ...options, filter };
      const uids = remembered.get(text) ?? new Set();
      remembered.set(text, uids);
      return {
        ...options,
        filter(object) {
          const known = uids.has(object.metadata.uid);
          const result = known ? selected : filter(object);
          if (result === selected) uids.add(object.metadata.uid);
          return result;
        },
      };
    },
  });
}

export const unlabelledMutants = bugs({
  "selectors/watches-pass-over-unlabelled": {
    description: "A watch with a label selector sends no events of objects without any label.",
    reason: "Watchers are found by an index of labels, in which such an object has no entry.",
    breaks: "selectors.unlabelled-objects",
    install: on("watch").withSteps(passingOver),
  },
  "selectors/lists-pass-over-unlabelled": {
    description: "A list with a label selector does not show objects without any label.",
    reason: "An object without a map of labels is taken for one that cannot be selected.",
    breaks: "selectors.unlabelled-objects",
    install: on("list").withSteps(passingOver),
  },
  "selectors/former-labels-stay-selected": {
    description: "A list with one label requirement shows objects that it selected once, for good.",
    reason: "The index of a label gets entries with each write, and loses them with the object.",
    breaks: "selectors.changed-labels",
    install: on("list").withSteps(remembering(true)),
  },
  "selectors/new-labels-not-selected": {
    description:
      "A list with one label requirement never shows objects that it did not select once.",
    reason: "The index of a label gets its entries when an object is created.",
    breaks: "selectors.changed-labels",
    install: on("list").withSteps(remembering(false)),
  },
});
