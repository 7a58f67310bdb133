/**
 * Mutants of watches in other forms than JSON.
 *
 * @module
 */
import type { WatchEvent } from "@plumbline/server/parts";
import { bugs } from "../../mutant.ts";
import { keyText } from "../../helpers.ts";
import { withMetadata, withoutMetadata } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { changeEventObject } from "../../vocabulary/results.ts";
import type { Condition } from "../../vocabulary/target.ts";

/** Meets requests that accept a form. */
const accepts = (form: string): Condition => ({ request }) =>
  (request.headers.get("accept") ?? "").includes(form);

/** Changes the events of watches to those of the last version that the watch has sent. */
const withLastVersion = () => {
  const sent = new Map<string, string>();
  return (event: WatchEvent): WatchEvent => {
    if (!("version" in event)) return event;
    const key = keyText(event.version.key);
    const resourceVersion = sent.get(key);
    sent.set(key, event.version.object.metadata.resourceVersion!);
    return event.type === "DELETED" && resourceVersion !== undefined
      ? changeEventObject(event, (object) => withMetadata(object, { resourceVersion }))
      : event;
  };
};

export const watchFormMutants = bugs({
  "negotiation/protobuf-deleted-with-last-version": {
    description:
      "A watch as Protobuf sends `DELETED` with the resourceVersion before the deletion.",
    reason: "The object is encoded from the cache, which has it as it was written last.",
    breaks: "negotiation.protobuf-watch-events",
    install: on("watch").where(accepts("protobuf")).changeEvents(() => {
      const change = withLastVersion();
      return (events) => events.map(change);
    }),
  },
  "negotiation/table-deleted-with-last-version": {
    description:
      "A watch that requests Tables sends `DELETED` with the resourceVersion before the deletion.",
    reason: "The row is kept until the object is gone, and sent as it was.",
    breaks: "negotiation.table-watch-events",
    install: on("watch").where(accepts("as=Table")).changeEvents(() => {
      const change = withLastVersion();
      return (events) => events.map(change);
    }),
  },
  "negotiation/protobuf-watch-of-metadata": {
    description: "A watch as Protobuf sends objects of which only the metadata are there.",
    reason: "Watches are for caches, and the caches of this client keep metadata alone.",
    breaks: "negotiation.protobuf-watch-events",
    install: on("watch").where(accepts("protobuf")).changeEvents(() => (events) =>
      events.map((event) =>
        changeEventObject(event, (object) => {
          const { kind, apiVersion, metadata } = object;
          return { kind, apiVersion, metadata };
        })
      )
    ),
  },
  "negotiation/protobuf-watch-without-departures": {
    description: "A watch as Protobuf sends no `DELETED` for an object that ceases to match.",
    reason: "The type of an event is taken from the stored change, which is no deletion.",
    breaks: "negotiation.protobuf-watch-events",
    install: on("watch").where(accepts("protobuf")).changeEvents(() => (events) =>
      events.map((event) => event.type === "DELETED" ? { ...event, type: "MODIFIED" } : event)
    ),
  },
  "negotiation/table-watch-without-labels": {
    description: "The rows of a watch that requests Tables have objects without labels.",
    reason: "Labels have no column of their own.",
    breaks: "negotiation.table-watch-events",
    install: on("watch").where(accepts("as=Table")).changeEvents(() => (events) =>
      events.map((event) => changeEventObject(event, (object) => withoutMetadata(object, "labels")))
    ),
  },
});
