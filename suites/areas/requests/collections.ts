/**
 * Deletes of a collection: four objects, of which the request selects some.
 *
 * @module
 */
import { withExchanges } from "../../model/discrepancy.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { nameOf } from "../../model/object.ts";
import { completeRow } from "../../model/outcomes/facets.ts";
import { judgeCollection, type ObservedCollection } from "../../model/outcomes/collection.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects } from "../../session/objects.ts";
import { planCollectionRequest } from "./request.ts";
import {
  partialRowsOf,
  type RowCase,
  rowsByOutcome,
  sendRows,
  withoutConsequence,
} from "./row_groups.ts";
import { eventsOf, openWatch } from "./watches.ts";
import { expectDone, FINALIZER } from "./state.ts";
import { verifyAll } from "../../verify.ts";

/** The objects: their names, labels, and whether they have a finalizer. */
const OBJECTS = [
  { words: "a", written: "first", held: false },
  { words: "ab", written: "first", held: true },
  { words: "b", written: "second", held: false },
  { words: "c", written: "first", held: false },
] as const;

/** Sends the requests of a case, and judges what became of the objects. */
export async function runCollection(scope: Scope, input: RowCase): Promise<void> {
  const parts = rowsByOutcome(partialRowsOf(input).map(completeRow));
  const rows = parts.flat();
  const objects = new Objects(scope, typeNamed(scope.target, rows[0]!.resource));
  const created: JsonObject[] = [];
  for (const { words, written, held } of OBJECTS) {
    const metadata = { labels: { written }, ...(held && { finalizers: [FINALIZER] }) };
    created.push(expectDone(await objects.post(objects.newObject(words, metadata))));
  }
  const isWatched = rows.some(({ watch }) => watch === "yes");
  const watch = isWatched ? await openWatch(objects, created.at(-1)) : undefined;
  const name = nameOf(created[0]!);
  const path = objects.collectionOf(created[0]!);
  const observed: ObservedCollection[] = [];
  let before: readonly JsonObject[] = created;
  for (const part of parts) {
    const sent = await sendRows(scope, "deletecollection", part, (row) => ({
      request: planCollectionRequest(row, { scope, path, name }),
    }));
    const after = await objects.list(created[0]!);
    const facts = { before, name, after, events: undefined };
    const all = sent.map(({ row, response }): ObservedCollection => ({ ...facts, row, response }));
    const isViolated = (each: ObservedCollection) => judgeCollection(each).length > 0;
    const judged = withoutConsequence(all, isViolated);
    observed.push(...judged);
    // What follows a violation may be due to it.
    if (judged.some(isViolated)) break;
    before = after;
  }
  const events = watch && await eventsOf(objects, watch);
  verifyAll(
    observed.flatMap((each) =>
      withExchanges(judgeCollection({ ...each, events }), each.response.exchange)
    ),
  );
}
