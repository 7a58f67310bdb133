/**
 * Faults of label selectors: what they pick. `uses.ts` has those of field selectors, and of
 * watches and deletions; `refusals.ts` those of selectors that cannot be read.
 *
 * @module
 */
import type { ApiObject } from "../../../server/object.ts";
import type { Mutant } from "../../mutant.ts";
import { changingSets, changingText, seeing } from "./tools.ts";

/** The faults. */
export const labelMutants: readonly Mutant[] = [
  {
    id: "selectors/notin-needs-key",
    area: "selectors",
    description: "`notin` does not select objects that lack the label.",
    reason: "It reads like a statement on the label's value, so that there has to be one.",
    breaks: [
      "selectors.none-of-or-absent",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.replaceAll(/([^\s,]+)(\s+notin\s*\()/g, "$1,$1$2"),
      );
    },
  },
  {
    id: "selectors/differs-needs-key",
    area: "selectors",
    description: "`k!=v` does not select objects that lack the label.",
    reason: "What is not there was thought to be neither equal nor different, as in databases.",
    breaks: [
      "selectors.differs-or-absent",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.replaceAll(/([^\s,!]+)(\s*!=)/g, "$1,$1$2"),
      );
    },
  },
  {
    id: "selectors/last-of-set-lost",
    area: "selectors",
    description: "Of three or more values of `in` the last one is lost.",
    reason: "The reader was made for pairs, and takes what is behind them for the closing one.",
    breaks: ["selectors.one-of", "selectors.watch-follows-view"],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) =>
          text.replaceAll(/(\sin\s*\()([^)]*)\)/g, (_, head: string, list: string) => {
            const values = list.split(",");
            return `${head}${(values.length > 2 ? values.slice(0, -1) : values).join(",")})`;
          }),
      );
    },
  },
  {
    id: "selectors/third-requirement-lost",
    area: "selectors",
    description: "Of three requirements only the first two have to hold.",
    reason: "The text is split with a limit of two, to divide the first from the rest.",
    breaks: ["selectors.all-must-hold", "selectors.watch-follows-view"],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.split(/,(?![^(]*\))/).slice(0, 2).join(","),
      );
    },
  },
  {
    id: "selectors/greater-or-equal",
    area: "selectors",
    description: "`k>n` selects what equals the number as well.",
    reason: "A comparison at the boundary.",
    breaks: [
      "selectors.greater",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.replaceAll(/>(\s*)(\d+)/g, (_, gap, number) => `>${gap}${number - 1}`),
      );
    },
  },
  {
    id: "selectors/less-by-text",
    area: "selectors",
    description: "`k<n` compares texts, so that 12 is less than 5.",
    reason: "Labels are texts, and texts can be compared.",
    breaks: [
      "selectors.less",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install({ steps }) {
      const LESS = /([^\s,]+)\s*<\s*(\d+)/g;
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const text = query.get("labelSelector") ?? "";
          const bounds = [...text.matchAll(LESS)].map(([, key, bound]) => [key!, bound!] as const);
          if (bounds.length === 0) return readListOptions(query, definition);
          const changed = new URLSearchParams(query);
          changed.set("labelSelector", text.replaceAll(LESS, "$1"));
          const { filter, ...options } = readListOptions(changed, definition);
          const isLess = ({ metadata: { labels = {} } }: ApiObject) =>
            bounds.every(([key, bound]) => /^\d+$/.test(labels[key]!) && labels[key]! < bound);
          return { ...options, filter: (object) => filter!(object) && isLess(object) };
        },
      }));
    },
  },
  {
    id: "selectors/empty-is-absent",
    area: "selectors",
    description: "A label with an empty value counts as one that is not there.",
    reason: "Whether the value is true was asked, which an empty text is not.",
    breaks: [
      "selectors.present",
      "selectors.absent",
      "selectors.equals",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install(seams) {
      seeing(
        seams,
        (labels) => Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== "")),
      );
    },
  },
  {
    id: "selectors/empty-equals-absent",
    area: "selectors",
    description: "`k==` with an empty value selects what lacks the label, too.",
    reason: "The default of a map's lookup is the empty text.",
    breaks: [
      "selectors.double-equals",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
    ],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const text = query.get("labelSelector") ?? "";
          const keys = [...text.matchAll(/([^\s,!=<>]+)\s*==\s*(?=,|$)/g)].map(([, key]) => key!);
          const { filter, ...options } = readListOptions(query, definition);
          if (!filter || keys.length === 0) return { ...options, ...(filter && { filter }) };
          const empty = Object.fromEntries(keys.map((key) => [key, ""]));
          const seen = ({ metadata }: ApiObject) => ({ ...empty, ...metadata.labels });
          return {
            ...options,
            filter: (object) =>
              filter({ ...object, metadata: { ...object.metadata, labels: seen(object) } }),
          };
        },
      }));
    },
  },
  {
    id: "selectors/space-kept-in-sets",
    area: "selectors",
    description: "Values of a set behind a space are never found.",
    reason: "The list is split at its commas, and the space stays with the value.",
    breaks: ["selectors.space-is-free"],
    install(seams) {
      changingSets(seams, (value, at) => at > 0 && /^\s/.test(value) ? "none" : value);
    },
  },
  {
    id: "selectors/empty-is-none",
    area: "selectors",
    description: "A label selector of white space alone selects nothing.",
    reason: "An empty list of alternatives holds for nobody.",
    breaks: ["selectors.empty-selects-all"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const options = readListOptions(query, definition);
          return query.get("labelSelector")?.trim() === ""
            ? { ...options, filter: () => false }
            : options;
        },
      }));
    },
  },
  {
    id: "selectors/prefix-forgotten",
    area: "selectors",
    description: "A requirement on a key with a prefix is met by the key of another prefix.",
    reason: "Keys are cut at the slash to be checked, and the part behind it went on.",
    breaks: [
      "selectors.equals",
      "selectors.present",
      "selectors.deletion-picks-as-lists-do",
      "selectors.watch-follows-view",
      "selectors.double-equals",
      "selectors.differs-or-absent",
      "selectors.one-of",
      "selectors.none-of-or-absent",
      "selectors.absent",
    ],
    install(seams) {
      seeing(seams, (labels) => {
        const bare = Object.entries(labels).map(([key, value]) => [key.split("/").at(-1)!, value]);
        return { ...Object.fromEntries(bare), ...labels };
      });
    },
  },
];
