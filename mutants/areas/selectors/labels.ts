/**
 * Mutants of label selectors. Those of field selectors, watches and deletions are in `uses.ts`,
 * those of malformed selectors in `refusals.ts`.
 *
 * @module
 */
import { type ApiObject, badRequest } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { changingLabels, changingSets, changingText } from "./helpers.ts";
import { wrap } from "../../vocabulary/wrap.ts";

export const labelMutants = bugs({
  "selectors/notin-needs-key": {
    description: "`notin` does not match objects without the label.",
    reason: "It is understood as a condition on an existing value.",
    breaks: [
      "selectors.none-of-or-absent",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install: changingText(
      "labelSelector",
      (text) => text.replaceAll(/([^\s,]+)(\s+notin\s*\()/g, "$1,$1$2"),
    ),
  },
  "selectors/differs-needs-key": {
    description: "`k!=v` does not match objects without the label.",
    reason: "A missing value is neither equal nor different, as in SQL.",
    breaks: [
      "selectors.differs-or-absent",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install: changingText(
      "labelSelector",
      (text) => text.replaceAll(/([^\s,!]+)(\s*!=)/g, "$1,$1$2"),
    ),
  },
  "selectors/last-of-set-lost": {
    description: "`in` with three or more values ignores the last one.",
    reason: "The parser was written for two values and drops the last of a longer list.",
    breaks: ["selectors.one-of", "selectors.watch-follows-selector"],
    install: changingText(
      "labelSelector",
      (text) =>
        text.replaceAll(/(\sin\s*\()([^)]*)\)/g, (_, head: string, list: string) => {
          const values = list.split(",");
          return `${head}${(values.length > 2 ? values.slice(0, -1) : values).join(",")})`;
        }),
    ),
  },
  "selectors/third-requirement-lost": {
    description: "Only the first two requirements of a label selector count.",
    reason: "The selector is split at commas with a limit of two.",
    breaks: ["selectors.all-must-match", "selectors.watch-follows-selector"],
    install: changingText(
      "labelSelector",
      (text) => text.split(/,(?![^(]*\))/).slice(0, 2).join(","),
    ),
  },
  "selectors/greater-or-equal": {
    description: "`k>n` also matches values equal to n.",
    reason: "The comparison uses `>=` instead of `>`.",
    breaks: [
      "selectors.greater",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install: changingText(
      "labelSelector",
      (text) => text.replaceAll(/>(\s*)(\d+)/g, (_, gap, number) => `>${gap}${number - 1}`),
    ),
  },
  "selectors/less-by-text": {
    description: "`k<n` compares strings, so `12` is less than `5`.",
    reason: "Label values are strings, and the operator is defined for them.",
    breaks: [
      "selectors.less",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install(parts) {
      const LESS = /([^\s,]+)\s*<\s*(\d+)/g;
      wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
        const text = query.get("labelSelector") ?? "";
        const bounds = [...text.matchAll(LESS)].map(([, key, bound]) => [key!, bound!] as const);
        if (bounds.length === 0) return readListOptions(query, definition);
        const changed = new URLSearchParams(query);
        changed.set("labelSelector", text.replaceAll(LESS, "$1"));
        const { filter, ...options } = readListOptions(changed, definition);
        const isLess = ({ metadata: { labels = {} } }: ApiObject) =>
          bounds.every(([key, bound]) => /^\d+$/.test(labels[key]!) && labels[key]! < bound);
        return { ...options, filter: (object) => filter!(object) && isLess(object) };
      })(parts);
    },
  },
  "selectors/empty-is-absent": {
    description: "A label with an empty value counts as absent.",
    reason: "The value is tested for truth.",
    breaks: [
      "selectors.present",
      "selectors.absent",
      "selectors.equals",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install: changingLabels(
      (labels) => Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== "")),
    ),
  },
  "selectors/empty-equals-absent": {
    description: "`k==` also matches objects without the label.",
    reason: "The lookup of a missing label returns an empty string.",
    breaks: [
      "selectors.double-equals",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
    ],
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
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
    }),
  },
  "selectors/space-kept-in-sets": {
    description: "A value after a space in a set never matches.",
    reason: "The set is split at commas without trimming.",
    breaks: "selectors.whitespace-is-ignored",
    install: changingSets((value, at) => at > 0 && /^\s/.test(value) ? "none" : value),
  },
  "selectors/blank-matches-nothing": {
    description: "A label selector that consists of white space matches nothing.",
    reason: "An empty list of alternatives is evaluated with `some`.",
    breaks: "selectors.empty-selects-all",
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
      const options = readListOptions(query, definition);
      return query.get("labelSelector")?.trim() === ""
        ? { ...options, filter: () => false }
        : options;
    }),
  },
  "selectors/prefix-forgotten": {
    description: "A requirement on an unprefixed key also matches labels with a prefix.",
    reason: "The prefix is cut off for validation, and the rest is used for matching.",
    breaks: [
      "selectors.equals",
      "selectors.present",
      "selectors.deletion-selects-like-list",
      "selectors.watch-follows-selector",
      "selectors.double-equals",
      "selectors.differs-or-absent",
      "selectors.one-of",
      "selectors.none-of-or-absent",
      "selectors.absent",
    ],
    install: changingLabels((labels) => {
      const bare = Object.entries(labels).map(([key, value]) => [key.split("/").at(-1)!, value]);
      return { ...Object.fromEntries(bare), ...labels };
    }),
  },
  "selectors/one-character-keys": {
    description: "A label selector with a key of one character is rejected.",
    reason: "The pattern of names has a first and a last character, which must be two.",
    breaks: [
      "selectors.equals",
      "selectors.present",
      "selectors.double-equals",
      "selectors.differs-or-absent",
      "selectors.one-of",
      "selectors.none-of-or-absent",
      "selectors.absent",
    ],
    install: changingText("labelSelector", (text) => {
      if (!/^!?[A-Za-z0-9](?:[=! ]|$)/.test(text)) return text;
      throw badRequest(`Cannot read the label selector "${text}" as its key is not valid`);
    }),
  },
});
