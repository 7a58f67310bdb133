/**
 * Parameters of watches on lists that are none.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, RESOURCE_TYPES } from "../../resources/mod.ts";
import { describeAnswer } from "../../session/violation.ts";

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { timeoutSeconds: "5" },
  { allowWatchBookmarks: "true" },
  { watch: "false" },
];

/** Checks of plain lists. */
export const PLAIN_LISTS: readonly Check[] = [
  example({
    id: "watch/plain-lists",
    title: "A list that does not ask for a watch is a list, whatever a watch would be told",
    requirements: ["watch.parameters-of-plain-lists"],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        for (const parameters of QUERIES) {
          const query = { ...parameters, labelSelector: scope.selector };
          const answer = await scope.ask({ method: "GET", path, query });
          if (answer.status === 403) throw new Discard("who asks may not list all types");
          if (asObject(answer.json)?.kind === `${type.kind}List`) continue;
          const expected = `a ${type.kind}List with ${JSON.stringify(parameters)}`;
          const facts = { expected, actual: describeAnswer(answer) };
          throw new Violation("watch.parameters-of-plain-lists", facts);
        }
      }
    },
  }),
];
