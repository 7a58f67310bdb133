/**
 * Deletes of a collection: four objects, of which the request selects some.
 *
 * @module
 */
import { withExchanges } from "../../model/discrepancy.ts";
import { nameOf } from "../../model/object.ts";
import { judgeCollection } from "../../model/outcomes/collection.ts";
import type { RequestRow } from "../../model/outcomes/facets.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects } from "../../session/objects.ts";
import { planCollectionRequest } from "./request.ts";
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

/** Runs the request of a row, and judges what became of the objects. */
export async function runCollection(scope: Scope, row: RequestRow): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, row.resource));
  const before = [];
  for (const { words, written, held } of OBJECTS) {
    const metadata = { labels: { written }, ...(held && { finalizers: [FINALIZER] }) };
    before.push(expectDone(await objects.post(objects.newObject(words, metadata))));
  }
  const watch = row.watch === "yes" ? await openWatch(objects, before.at(-1)) : undefined;
  const name = nameOf(before[0]!);
  const path = objects.collectionOf(before[0]!);
  const response = await scope.send(planCollectionRequest(row, { scope, path, name }));
  scope.note(response.status < 300 ? "accepted" : "refused");
  const after = await objects.list(before[0]!);
  const events = watch && await eventsOf(objects, watch);
  const found = judgeCollection({ row, before, name, response, after, events });
  verifyAll(withExchanges(found, response.exchange));
}
