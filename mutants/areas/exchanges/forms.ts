/**
 * Mutants of lists in metadata, and of metadata in forms that carry nothing else.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { listOf, metadataOf, withMetadata, withoutMetadata } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { changeEventObject } from "../../vocabulary/results.ts";
import { accepts } from "../../vocabulary/target.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Returns an object with at most so many items in a list of its metadata. */
function withFew(object: ApiObject, field: string, most: number): ApiObject {
  const values = listOf(metadataOf(object)[field]);
  return values.length > most ? withMetadata(object, { [field]: values.slice(0, most) }) : object;
}

/** The mutants. */
export const metadataFormMutants = bugs({
  "exchanges/sixth-owner-lost": {
    description: "Of more than five owners of an object five are stored.",
    reason: "The index of dependents has five columns for owners.",
    breaks: ["exchanges.lists-as-written", "operations.many-members-kept"],
    install: wrap("steps", "prepare", ({ prepare }, write) => {
      prepare(write);
      write.object = withFew(write.object, "ownerReferences", 5);
    }),
  },
  "exchanges/metadata-lists-without-labels": {
    description: "A list of metadata alone has no labels.",
    reason: "The list was written for the names of objects, which clients show in menus.",
    breaks: "exchanges.one-state-per-version",
    install: on("list").where(accepts("as=PartialObjectMetadataList"))
      .changeItems((item) => withoutMetadata(item, "labels")),
  },
  "exchanges/metadata-without-annotations": {
    description: "A get of metadata alone has neither annotations nor owners.",
    reason: "The metadata are read from the index of the cache, which has what selectors need.",
    breaks: "exchanges.one-state-per-version",
    install: on("get").where(accepts("as=PartialObjectMetadata;"))
      .change((object) => withoutMetadata(object, "annotations", "ownerReferences")),
  },
  "exchanges/metadata-events-with-one-label": {
    description: "The events of a watch of metadata alone have no labels beyond the first.",
    reason: "The events are made from the index of labels, which has one label for each object.",
    breaks: "exchanges.one-state-per-version",
    install: on("watch").where(accepts("as=PartialObjectMetadata;")).changeEvents(() => (events) =>
      events.map((event) =>
        changeEventObject(event, (object) =>
          withMetadata(object, {
            labels: Object.fromEntries(Object.entries(object.metadata.labels ?? {}).slice(0, 1)),
          }))
      )
    ),
  },
});
