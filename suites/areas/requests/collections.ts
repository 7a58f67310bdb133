/**
 * Deletes of a collection: four objects, of which the request selects some.
 *
 * @module
 */
import { withExchanges } from "../../model/discrepancy.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { nameOf } from "../../model/object.ts";
import type { RequestRow } from "../../model/outcomes/facets.ts";
import { judgeCollection, type ObservedCollection } from "../../model/outcomes/collection.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects } from "../../session/objects.ts";
import { planCollectionRequest } from "./request.ts";
import { forAnotherRound, inRounds, observeInTurn, type RowCase, sendRows } from "./row_groups.ts";
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
export function runCollection(scope: Scope, input: RowCase): Promise<void> {
  return inRounds(input, (rows) => runRows(scope, rows));
}

/** Sends the requests of rows until one is answered wrongly; returns those that others are needed for. */
async function runRows(
  scope: Scope,
  rows: readonly RequestRow[],
): Promise<readonly RequestRow[]> {
  const objects = new Objects(scope, typeNamed(scope.target, rows[0]!.resource));
  const created: JsonObject[] = [];
  for (const { words, written, held } of OBJECTS) {
    const metadata = { labels: { written }, ...(held && { finalizers: [FINALIZER] }) };
    created.push(expectDone(await objects.post(objects.newObject(words, metadata))));
  }
  const [one] = created as [JsonObject];
  const isWatched = rows.some(({ watch }) => watch === "yes");
  const watch = isWatched ? await openWatch(objects, created.at(-1)) : undefined;
  const [name, path] = [nameOf(one), objects.collectionOf(one)];
  let before: readonly JsonObject[] = created;
  const observe = async (part: readonly RequestRow[]) => {
    const sent = await sendRows(scope, "deletecollection", part, (row) => ({
      request: planCollectionRequest(row, { scope, path, name }),
    }));
    const after = await objects.list(one);
    const facts = { before, name, after, events: undefined };
    before = after;
    return sent.map(({ row, response }): ObservedCollection => ({ ...facts, row, response }));
  };
  const isViolated = (each: ObservedCollection) => judgeCollection(each).length > 0;
  const { observed } = await observeInTurn(rows, observe, isViolated);
  const events = watch && await eventsOf(objects, watch);
  const found = observed.flatMap((each) =>
    withExchanges(judgeCollection({ ...each, events }), each.response.exchange)
  );
  verifyAll(found);
  return found.length === 0 ? [] : await forAnotherRound(rows, observed, { objects, one });
}
