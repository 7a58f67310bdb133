/**
 * Mutants of field selectors, and of selectors in watches and deletions.
 *
 * @module
 */
import type { ListParameters, VerbHandler } from "@plumbline/server/parts";
import { bugs } from "../../mutant.ts";
import { changingQuery, changingText } from "./helpers.ts";
import { keyText, withSteps } from "../../helpers.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { type Install, on } from "../../vocabulary/on.ts";

const SECRET_TYPE = "type";

export const useMutants = bugs({
  "selectors/namespace-ignored-by-watches": {
    description: "A watch of all namespaces ignores `metadata.namespace` in its field selector.",
    reason: "Events are sorted by the namespace of the path, and this term was left to that.",
    breaks: "selectors.watch-selects",
    install: on("watch").where(({ info }) => info.namespace === "").withSteps(
      ({ readListOptions }) => ({
        readListOptions(query, definition) {
          const terms = query.get("fieldSelector")?.split(",") ?? [];
          const changed = new URLSearchParams(query);
          const kept = terms.filter((term) => !term.startsWith("metadata.namespace"));
          changed.set("fieldSelector", kept.join(","));
          return readListOptions(changed, definition);
        },
      }),
    ),
  },
  "selectors/history-without-begins": {
    description:
      "A watch that starts in the past sends MODIFIED as an object begins to match its selector.",
    reason: "Only a live watch knows which objects its client has.",
    breaks: "selectors.watch-selects",
    install: on("watch").serve(({ registry: { storage }, nextWith }) => {
      const opened = storage.currentRevision();
      return nextWith(({ viewEvents }) => ({
        viewEvents(events, filter) {
          const known = new Set(
            events.filter(({ previous }) => previous !== undefined).map(({ version }) => version),
          );
          return viewEvents(events, filter).map((event) =>
            event.type === "ADDED" && event.version.revision <= opened && known.has(event.version)
              ? { ...event, type: "MODIFIED" }
              : event
          );
        },
      }));
    }),
  },
  "selectors/last-field-wins": {
    description: "Only the last of two requirements on the same field counts.",
    reason: "Requirements are stored in a map by field.",
    breaks: "selectors.fields-all-must-match",
    install: changingText("fieldSelector", (text) => {
      const byField = new Map(text.split(",").map((term) => [term.split(/[!=]/)[0], term]));
      return [...byField.values()].join(",");
    }),
  },
  "selectors/name-by-prefix": {
    description: "`metadata.name=n` also matches names that start with n.",
    reason: "The storage is read by key prefix.",
    breaks: "selectors.field-equals",
    install(parts) {
      const NAME = /^metadata\.name==?([^=]+)$/;
      wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
        const terms = (query.get("fieldSelector") ?? "").split(",");
        const names = terms.flatMap((term) => NAME.exec(term)?.[1] ?? []);
        if (names.length === 0) return readListOptions(query, definition);
        const changed = new URLSearchParams(query);
        changed.set("fieldSelector", terms.filter((term) => !NAME.test(term)).join(","));
        const { filter = () => true, ...options } = readListOptions(changed, definition);
        return {
          ...options,
          filter: (object) =>
            filter(object) && names.every((name) => object.metadata.name.startsWith(name)),
        };
      })(parts);
    },
  },
  "selectors/different-name-read-as-equal": {
    description: "`metadata.name!=n` returns the object named n.",
    reason: "The fast path for a single name reads the value and ignores the operator.",
    breaks: ["selectors.field-differs", "selectors.deletion-selects-like-list"],
    install: changingText(
      "fieldSelector",
      (text) => text.replace(/^metadata\.name!=([^,]*)$/, "metadata.name=$1"),
    ),
  },
  "selectors/namespace-field-ignored": {
    description: "A field selector on `metadata.namespace` is ignored.",
    reason: "The namespace is assumed to be given by the path.",
    breaks: ["selectors.field-namespace", "selectors.fields-all-must-match"],
    install: changingText(
      "fieldSelector",
      (text) => text.split(",").filter((term) => !term.startsWith("metadata.namespace")).join(","),
    ),
  },
  "selectors/fields-instead-of-labels": {
    description: "The label selector is ignored if there is a field selector.",
    reason: "The two selectors are handled by `if` and `else`.",
    breaks: ["selectors.labels-and-fields", "selectors.deletion-selects-like-list"],
    install: changingQuery((query) => {
      if (query.get("fieldSelector")) query.delete("labelSelector");
    }),
  },
  "selectors/default-type-unset": {
    description: "A field selector on `type` does not match Secrets of type `Opaque`.",
    reason: "The selectable fields are read before defaults are applied.",
    breaks: "selectors.secret-type",
    install({ resource }) {
      resource(({ kind, selectableFields }) =>
        kind !== "Secret" || !selectableFields ? {} : {
          selectableFields(object) {
            const fields = selectableFields(object);
            return fields[SECRET_TYPE] === "Opaque" ? { ...fields, [SECRET_TYPE]: "" } : fields;
          },
        }
      );
    },
  },
  "selectors/re-entering-is-modified": {
    description: "An object that matches the selector of a watch again is sent as MODIFIED.",
    reason: "The watch remembers sent objects and forgets them only when they are deleted.",
    breaks: ["selectors.watch-follows-selector", "watch.entering-selector-is-added"],
    install(parts) {
      const sent = new WeakMap<NonNullable<ListParameters["filter"]>, Set<string>>();
      wrap("steps", "viewEvents", ({ viewEvents }, events, filter) => {
        if (!filter) return viewEvents(events, filter);
        const known = sent.get(filter) ?? new Set<string>();
        sent.set(filter, known);
        return events.flatMap((event) => {
          const { uid } = event.version.object.metadata;
          return viewEvents([event], filter).map((seen) => {
            if (seen.type !== "ADDED" || known.has(uid)) {
              return seen.type === "ADDED" ? { ...seen, type: "MODIFIED" as const } : seen;
            }
            known.add(uid);
            return seen;
          });
        });
      })(parts);
    },
  },
  "selectors/watch-ignores-fields": {
    description: "A watch ignores its field selector.",
    reason: "Watches of a single name have a separate handler.",
    breaks: ["watch.selector-filters", "selectors.watch-follows-selector"],
    install: on("watch").withSteps(({ readListOptions }) => ({
      readListOptions(query, definition) {
        readListOptions(query, definition);
        const changed = new URLSearchParams(query);
        changed.delete("fieldSelector");
        return readListOptions(changed, definition);
      },
    })),
  },
  "selectors/deletion-ignores-sets": {
    description: "`deletecollection` ignores set-based requirements of its label selector.",
    reason: "It was written when selectors had only equality.",
    breaks: "selectors.deletion-selects-like-list",
    install: changingDeletions((query) => {
      const text = query.get("labelSelector") ?? "";
      query.set("labelSelector", text.replaceAll(/,?[^,\s]+\s+(not)?in\s*\([^)]*\)/g, ""));
    }),
  },
  "selectors/deletion-ignores-fields": {
    description: "`deletecollection` ignores its field selector.",
    reason: "Its options and those of a list are separate types.",
    breaks: "selectors.deletion-selects-like-list",
    install: changingDeletions((query) => query.delete("fieldSelector")),
  },
  "selectors/watch-misses-status": {
    description: "A watch with a field selector gets no event of a write to a status.",
    reason: "Such watches compare the fields that selectors know of, to send no event twice.",
    breaks: "selectors.watch-selects",
    install: on("watch deployments", { fieldSelector: true }).changeEvents(() => {
      const known = new Map<string, string>();
      return (events) =>
        events.filter((event) => {
          if (!("version" in event)) return true;
          const { metadata, spec } = event.version.object;
          const { resourceVersion: _, managedFields: __, ...others } = metadata;
          const [key, content] = [keyText(event.version.key), JSON.stringify([others, spec])];
          const isKnown = event.type === "MODIFIED" && known.get(key) === content;
          known.set(key, content);
          return !isKnown;
        });
    }),
  },
});

/** Changes the query of `deletecollection` after it was validated. */
function changingDeletions(change: (query: URLSearchParams) => void): Install {
  return ({ verbs }) => {
    const changed = (handler: VerbHandler) =>
      withSteps(handler, ({ readListOptions }) => ({
        readListOptions(query, definition) {
          readListOptions(query, definition);
          const copy = new URLSearchParams(query);
          change(copy);
          return readListOptions(copy, definition);
        },
      }));
    verbs(({ deletecollection }) => ({ deletecollection: changed(deletecollection) }));
  };
}
