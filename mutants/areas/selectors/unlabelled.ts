/**
 * Mutants of selectors that concern objects without any label.
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
});
