/**
 * Faults of metadata.
 *
 * @module
 */
import { equal } from "../json_equal.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const metadataFaults: readonly Fault[] = [
  {
    id: "metadata/generation-counts-labels",
    area: "metadata",
    description: "A change of labels counts as a change of what is wanted.",
    reason: "The generation was made to follow whatever a client writes.",
    breaks: ["metadata.generation-ignores-labels"],
    install({ steps }) {
      steps(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          contentChanged(object, old, definition) ||
          !equal(object.metadata.labels ?? {}, old.metadata.labels ?? {}),
      }));
    },
  },
  {
    id: "metadata/few-generated-names",
    area: "metadata",
    description: "Generated names end in one of few suffixes, so that some are taken before long.",
    reason: "The characters are drawn from the time in milliseconds, most of which stays the same.",
    breaks: ["metadata.generated-names-unique"],
    install({ sources }) {
      sources(({ suffix }) => ({
        suffix: (length) => suffix(1).replaceAll(/[^2-9bcd]/g, "b").padStart(length, "x"),
      }));
    },
  },
];
