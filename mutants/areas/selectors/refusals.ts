/**
 * Faults of selectors that cannot be read, and are not refused.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { ListOptions } from "../../../server/registry/list_options.ts";
import type { VerbHandler } from "../../../server/registry/registry.ts";
import type { Mutant } from "../../mutant.ts";
import { changingQuery, changingSets, changingText } from "./tools.ts";
import { withSteps } from "../../changes.ts";

/** A verb that goes on without the selectors it cannot read. */
const careless = (handler: VerbHandler, otherwise: Partial<ListOptions> = {}): VerbHandler =>
  withSteps(handler, ({ readListOptions }) => ({
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
  }));

/** The faults. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: "selectors/watch-opened-anyway",
    area: "selectors",
    description: "A watch with a selector that cannot be read is opened, and tells nothing.",
    reason: "The selector is compiled once the stream has begun, when it is late for a 400.",
    breaks: ["selectors.watch-malformed-refused", "watch.malformed-selector-refused"],
    install({ verbs }) {
      verbs(({ watch }) => ({ watch: careless(watch, { filter: () => false }) }));
    },
  },
  {
    id: "selectors/deletion-goes-on-without",
    area: "selectors",
    description: "A deletion with a selector that cannot be read deletes the whole collection.",
    reason: "An error of the parser was logged, and no selector selects everything.",
    breaks: ["selectors.deletion-malformed-refused"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({ deletecollection: careless(deletecollection) }));
    },
  },
  {
    id: "selectors/deletion-of-nothing",
    area: "selectors",
    description: "A deletion with a selector that cannot be read deletes nothing and succeeds.",
    reason: "What no object matches need not be refused.",
    breaks: ["selectors.deletion-malformed-refused"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection: careless(deletecollection, { filter: () => false }),
      }));
    },
  },
  {
    id: "selectors/long-values-read",
    area: "selectors",
    description: "Keys and values of more than 63 characters can be selected by.",
    reason: "The pattern was copied without the lengths beside it.",
    breaks: ["selectors.invalid-key-or-value-refused", "selectors.deletion-malformed-refused"],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.replaceAll(/[A-Za-z0-9]{64,}/g, (word) => word.slice(0, 63)),
      );
    },
  },
  {
    id: "selectors/values-of-sets-unlooked-at",
    area: "selectors",
    description: "Values in parentheses are not held to what a label's value may be.",
    reason: "The loop over the set compares, and the check is in the branch of equality.",
    breaks: ["selectors.invalid-key-or-value-refused", "selectors.deletion-malformed-refused"],
    install(seams) {
      changingSets(seams, (value) => value.replace(/^\s*[-.]|[-.]\s*$/g, ""));
    },
  },
  {
    id: "selectors/rest-behind-set-unread",
    area: "selectors",
    description: "What follows a closing parenthesis is skipped up to the next comma.",
    reason: "The reader ends a requirement with its set and looks for the comma.",
    breaks: ["selectors.malformed-label-refused", "selectors.deletion-malformed-refused"],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => text.replaceAll(/(\s(?:not)?in\s*\([^()]*\))[^,]*/g, "$1"),
      );
    },
  },
  {
    id: "selectors/open-set-closed",
    area: "selectors",
    description: "A set without its closing parenthesis is read as if it had one.",
    reason: "The end of the text ends everything.",
    breaks: ["selectors.malformed-label-refused", "selectors.deletion-malformed-refused"],
    install(seams) {
      changingText(
        seams,
        "labelSelector",
        (text) => /\s(?:not)?in\s*\([^()]+$/.test(text) ? `${text})` : text,
      );
    },
  },
  {
    id: "selectors/unknown-field-matches-nothing",
    area: "selectors",
    description: "A field that cannot be selected by is one that no object has.",
    reason: "Fields are looked up in each object, and what is not there does not match.",
    breaks: ["selectors.unknown-field-refused", "selectors.deletion-malformed-refused"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const [field = ""] = /^[a-zA-Z.]+(?==)/.exec(query.get("fieldSelector") ?? "") ?? [];
          if (!/^(spec|metadata\.(uid|labels))/.test(field)) {
            return readListOptions(query, definition);
          }
          const changed = new URLSearchParams(query);
          changed.delete("fieldSelector");
          return { ...readListOptions(changed, definition), filter: () => false };
        },
      }));
    },
  },
  {
    id: "selectors/field-without-operator",
    area: "selectors",
    description: "A field selector without an operator is left out.",
    reason: "Terms are split at the equals sign, and those of one part were taken for empty.",
    breaks: ["selectors.malformed-field-refused", "selectors.deletion-malformed-refused"],
    install(seams) {
      changingQuery(seams, (query) => {
        if (/^[a-zA-Z.]+$/.test(query.get("fieldSelector") ?? "")) query.delete("fieldSelector");
      });
    },
  },
];
