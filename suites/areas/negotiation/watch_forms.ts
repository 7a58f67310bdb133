/**
 * Watches in other forms than JSON: their events are those that the watch in JSON has.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import { type Check, Discard, example } from "../../check.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../../model/content.ts";
import { asObject, metadataOf, resourceVersionOf } from "../../model/object.ts";
import { readEnvelope } from "../../model/protobuf_envelope.ts";
import { fieldNumbersOf, type ProtobufEvent, protobufEvents } from "../../model/protobuf_events.ts";
import { withRead } from "../../model/protobuf_metadata.ts";
import { typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { mediaTypes } from "./requests.ts";

/** What a form shows of an event. */
interface SeenEvent {
  readonly type: string;
  readonly metadata: JsonObject;
}

/** The collection after some writes, and the resourceVersion before them. */
interface Written {
  readonly objects: Objects;
  readonly watch: HttpRequest;
  /** An object that is still there. */
  readonly last: JsonObject;
}

/** Checks of watches in other forms. */
export const WATCH_FORMS: readonly Check[] = [
  example({
    id: "negotiation/protobuf-watch-events",
    title: "A watch that is requested as Protobuf sends the events of the one in JSON",
    requirements: ["negotiation.protobuf-watch-events"],
    run: ofEachType(async (scope, resource) => {
      const id = "negotiation.protobuf-watch-events";
      const { protobuf } = mediaTypes(scope.target.dialect);
      const written = await writeSome(scope, resource);
      const [json, other] = await watchBoth(scope, written, protobuf);
      const events = other.bytes && protobufEvents(other.bytes);
      if (events === undefined) throw new Discard("the events in Protobuf could not be read");
      const shown = events.map(({ type, metadata }, at): SeenEvent => ({
        type,
        metadata: withRead(json[at]?.metadata ?? {}, metadata),
      }));
      verifySame(scope, id, shown, json);
      await verifyWhole(scope, id, written, events.at(-1));
    }),
  }),
  example({
    id: "negotiation/table-watch-events",
    title: "A watch that requests Tables sends the events of the one that requests objects",
    requirements: ["negotiation.table-watch-events"],
    run: ofEachType(async (scope, resource) => {
      const { table } = mediaTypes(scope.target.dialect);
      const [json, other] = await watchBoth(scope, await writeSome(scope, resource), table);
      const shown = documentsOf(other).map(({ type, object }): SeenEvent => {
        const rows = Array.isArray(object.rows) ? object.rows : [];
        const row = asObject(asObject(rows[0])?.object) ?? {};
        // That a row has the metadata of its object is a requirement of its own.
        if (resourceVersionOf(row) === undefined) throw new Discard("the rows have no objects");
        return { type, metadata: metadataOf(row) };
      });
      verifySame(scope, "negotiation.table-watch-events", shown, json);
    }),
  }),
];

/** Runs steps for all types together, as each watch lasts a second. */
function ofEachType(
  run: (scope: Scope, resource: string) => Promise<void>,
): (scope: Scope) => Promise<void> {
  return async (scope) => {
    await Promise.all(
      typesOf(scope.target).map((type) =>
        everyType(scope, [type], ({ resource }) => run(scope, resource))
      ),
    );
  };
}

/**
 * Writes objects, so that a watch from before has events of each type: one object changes and ceases
 * to match the selector, one is deleted, and one is left.
 */
async function writeSome(scope: Scope, resource: string): Promise<Written> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const changing = objects.newObject("changing");
  const path = objects.collectionOf(changing);
  const query = { labelSelector: `${scope.selector},!left` };
  const list = accepted(await scope.send({ method: "GET", path, query }), "a list was rejected");
  const resourceVersion = resourceVersionOf(list);
  if (resourceVersion === undefined) throw new Discard("the list has no resourceVersion");
  const created = await objects.create(changing);
  const deleted = await objects.create(objects.newObject("deleted"));
  const changes: readonly JsonObject[] = [
    { annotations: { changed: "yes" } },
    { labels: { left: "yes" } },
  ];
  for (const metadata of changes) {
    accepted(await objects.patch(created, { metadata }), "a patch was rejected");
  }
  accepted(await objects.remove(deleted), "a delete request was rejected");
  const last = await objects.create(objects.newObject("last"));
  const watch = { watch: "1", resourceVersion, timeoutSeconds: "1" };
  return { objects, watch: { method: "GET", path, query: { ...query, ...watch } }, last };
}

/** Watches in JSON and in another form from the same resourceVersion. */
async function watchBoth(
  scope: Scope,
  { watch }: Written,
  accept: string,
): Promise<[readonly SeenEvent[], HttpResponse]> {
  const [json, other] = await Promise.all([
    scope.send(watch),
    scope.send({ ...watch, headers: { accept } }),
  ]);
  // Whether the form is served, is a requirement of its own.
  if (json.status !== 200 || other.status !== 200) throw new Discard("a watch was rejected");
  const events = documentsOf(json).map(({ type, object }) => ({
    type,
    metadata: metadataOf(object),
  }));
  return [events, other];
}

/** Returns the events in a body of JSON documents, one on each line. */
function documentsOf({ text }: HttpResponse): { type: string; object: JsonObject }[] {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => {
    try {
      const { type, object } = JSON.parse(line);
      return { type: String(type), object: asObject(object) ?? {} };
    } catch {
      throw new Discard("the watch is no sequence of JSON documents");
    }
  });
}

/** Verifies events. A server may end a watch at any time: the events until then must be the same. */
function verifySame(
  scope: Scope,
  id: RequirementId,
  actual: readonly SeenEvent[],
  expected: readonly SeenEvent[],
): void {
  const both = Math.min(actual.length, expected.length);
  if (both === 0) throw new Discard("a watch sent no event");
  if (actual.length !== expected.length) scope.note("ended early");
  for (let at = 0; at < both; at++) {
    const [one, other] = [actual[at]!, expected[at]!];
    verify(id, {
      holds: canonical([one.type, one.metadata]) === canonical([other.type, other.metadata]),
      expected: `event ${at + 1}, as in JSON: ${other.type} ${JSON.stringify(other.metadata)}`,
      actual: `${one.type} ${JSON.stringify(one.metadata)}`,
    });
  }
}

/** Verifies that an event has the fields that a get of its object has. */
async function verifyWhole(
  scope: Scope,
  id: RequirementId,
  { objects, last }: Written,
  event: ProtobufEvent | undefined,
): Promise<void> {
  if (event === undefined || event.metadata.resourceVersion !== resourceVersionOf(last)) return;
  const { protobuf } = mediaTypes(scope.target.dialect);
  const read = {
    method: "GET",
    path: objects.pathOf(last),
    headers: { accept: protobuf },
  } as const;
  const { status, bytes } = await scope.send(read);
  if (status !== 200 || bytes === undefined) return;
  verify(id, {
    expected: `the fields of a get: ${fieldNumbersOf(readEnvelope(bytes).raw)}`,
    actual: `the fields of a get: ${event.fields}`,
  });
}
