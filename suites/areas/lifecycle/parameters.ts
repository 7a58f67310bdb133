/**
 * The parameters a deletion of a collection takes.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, RESOURCE_TYPES } from "../../resources/mod.ts";
import { describeAnswer } from "../../session/violation.ts";

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { timeoutSeconds: "5" },
  { pretty: "true" },
  { gracePeriodSeconds: "0", propagationPolicy: "Background" },
];

/** Checks of parameters. */
export const PARAMETERS: readonly Check[] = [
  example({
    id: "lifecycle/collection-parameters",
    title: "A deletion of a collection takes its parameters, and deletes what it selects",
    requirements: ["lifecycle.collection-parameters-taken"],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        for (const [number, query] of QUERIES.entries()) {
          const made = await scope.create(type, scope.make(type, { name: `one ${number}` }));
          if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
          const labelSelector = scope.selector;
          const answer = await scope.send({
            method: "DELETE",
            path,
            query: { ...query, labelSelector },
          });
          if (answer.status === 403) throw new Discard("who asks may not delete collections");
          const left = await scope.send({ method: "GET", path, query: { labelSelector } });
          const items = asObject(left.json)?.items;
          const gone = answer.status === 202 || Array.isArray(items) && items.length === 0;
          if (answer.status < 300 && gone) continue;
          const expected = `a deletion with ${JSON.stringify(query)}`;
          const facts = { expected, actual: describeAnswer(answer) };
          throw new Violation("lifecycle.collection-parameters-taken", facts);
        }
      }
    },
  }),
];
