/**
 * Mutants that accept malformed selectors.
 *
 * @module
 */
import type { Change, ListParameters, Steps } from "@plumbline/server/parts";
import { changingQuery, changingSets, changingText } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { ApiError } from "@plumbline/server/api";
import { wrap } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";

/** Makes a verb ignore malformed selectors. */
const ignoringMalformed =
  (otherwise: Partial<ListParameters> = {}): Change<Steps> => ({ readListOptions }) => ({
    readListOptions(query, definition) {
      try {
        return readListOptions(query, definition);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const changed = new URLSearchParams(query);
        changed.delete("labelSelector");
        changed.delete("fieldSelector");
        return { ...readListOptions(changed, definition), ...otherwise };
      }
    },
  });

export const malformedSelectorMutants = bugs({
  "selectors/malformed-watch-opened": {
    description: "A watch with a malformed selector is opened and sends no events.",
    reason: "The selector is parsed after the response has started.",
    breaks: ["selectors.watch-malformed-rejected", "watch.malformed-selector-rejected"],
    install: on("watch").withSteps(ignoringMalformed({ filter: () => false })),
  },
  "selectors/malformed-deletion-deletes-all": {
    description: "`deletecollection` with a malformed selector deletes the whole collection.",
    reason: "The parser error is logged, and a missing selector matches everything.",
    breaks: "selectors.deletion-malformed-rejected",
    install: on("deletecollection").withSteps(ignoringMalformed()),
  },
  "selectors/malformed-deletion-deletes-nothing": {
    description: "`deletecollection` with a malformed selector succeeds and deletes nothing.",
    reason: "A malformed selector is treated as one that matches nothing.",
    breaks: "selectors.deletion-malformed-rejected",
    install: on("deletecollection").withSteps(ignoringMalformed({ filter: () => false })),
  },
  "selectors/long-values-accepted": {
    description: "Label selectors accept keys and values of more than 63 characters.",
    reason: "The regular expression was copied without the length check.",
    breaks: ["selectors.invalid-key-or-value-rejected", "selectors.deletion-malformed-rejected"],
    install: changingText(
      "labelSelector",
      (text) => text.replaceAll(/[A-Za-z0-9]{64,}/g, (word) => word.slice(0, 63)),
    ),
  },
  "selectors/values-of-sets-not-validated": {
    description: "Values in parentheses are not validated as label values.",
    reason: "The validation is in the branch for equality.",
    breaks: ["selectors.invalid-key-or-value-rejected", "selectors.deletion-malformed-rejected"],
    install: changingSets((value) => value.replace(/^\s*[-.]|[-.]\s*$/g, "")),
  },
  "selectors/text-after-set-ignored": {
    description: "Text between a closing parenthesis and the next comma is ignored.",
    reason: "The parser ends a requirement at the parenthesis and skips to the comma.",
    breaks: ["selectors.malformed-label-rejected", "selectors.deletion-malformed-rejected"],
    install: changingText(
      "labelSelector",
      (text) => text.replaceAll(/(\s(?:not)?in\s*\([^()]*\))[^,]*/g, "$1"),
    ),
  },
  "selectors/unclosed-set-accepted": {
    description: "A set without a closing parenthesis is accepted.",
    reason: "The end of the text ends the set.",
    breaks: ["selectors.malformed-label-rejected", "selectors.deletion-malformed-rejected"],
    install: changingText(
      "labelSelector",
      (text) => /\s(?:not)?in\s*\([^()]+$/.test(text) ? `${text})` : text,
    ),
  },
  "selectors/unknown-field-matches-nothing": {
    description:
      "A field selector on an unsupported field matches nothing instead of being rejected.",
    reason: "Fields are looked up in each object, and a missing one does not match.",
    breaks: ["selectors.unknown-field-rejected", "selectors.deletion-malformed-rejected"],
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
      const [field = ""] = /^[a-zA-Z.]+(?==)/.exec(query.get("fieldSelector") ?? "") ?? [];
      if (!/^(spec|metadata\.(uid|labels))/.test(field)) {
        return readListOptions(query, definition);
      }
      const changed = new URLSearchParams(query);
      changed.delete("fieldSelector");
      return { ...readListOptions(changed, definition), filter: () => false };
    }),
  },
  "selectors/field-without-operator": {
    description: "A field selector without an operator is ignored.",
    reason: "Terms are split at `=`, and a term of one part is treated as empty.",
    breaks: ["selectors.malformed-field-rejected", "selectors.deletion-malformed-rejected"],
    install: changingQuery((query) => {
      if (/^[a-zA-Z.]+$/.test(query.get("fieldSelector") ?? "")) query.delete("fieldSelector");
    }),
  },
});
