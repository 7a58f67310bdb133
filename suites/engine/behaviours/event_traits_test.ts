import { assertEquals } from "@std/assert";
import type { JsonObject, WatchDocument } from "../../client/http_client.ts";
import { type Seen, seenIn } from "./behaviour.ts";
import { eventTraits } from "./event_traits.ts";

const object = (name: string, resourceVersion: string, namespace?: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, uid: name, resourceVersion, ...(namespace && { namespace }) },
});

/** Returns the most general text of each trait of a watch with these events. */
function textsOf(...events: readonly WatchDocument[]): string[] {
  return traitsOf(events).map(([text]) => text!);
}

function traitsOf(events: readonly WatchDocument[], more: Partial<Seen> = {}): string[][] {
  const response = { status: 200, headers: new Headers(), text: "", json: undefined };
  const request = {
    method: "GET",
    path: "/api/v1/secrets",
    query: { resourceVersion: "1" },
  } as const;
  const seen = { ...seenIn(request, response), verb: "watch", events, ...more } as Seen;
  return eventTraits(seen);
}

Deno.test("the events of a right server are no traits", () => {
  assertEquals(
    textsOf(
      { type: "ADDED", object: object("a", "2") },
      { type: "MODIFIED", object: object("a", "3") },
      { type: "DELETED", object: object("a", "4") },
      { type: "ADDED", object: object("a", "5") },
    ),
    [],
  );
});

Deno.test("an event that does not fit what the client knows is a trait", () => {
  assertEquals(
    textsOf(
      { type: "ADDED", object: object("a", "2") },
      { type: "ADDED", object: object("a", "3") },
      { type: "MODIFIED", object: object("b", "4") },
    ),
    [
      "A watch sends ADDED of an object that the client knows already",
      "A watch sends MODIFIED of an object that the client does not know",
    ],
  );
});

Deno.test("only a watch that shows namespaces is across them", () => {
  const isAcross = (...events: WatchDocument[]) =>
    traitsOf(events).flat().some((text) => text.includes("across all namespaces"));
  assertEquals(isAcross({ type: "MODIFIED", object: object("a", "2") }), false);
  assertEquals(isAcross({ type: "MODIFIED", object: object("a", "2", "one") }), true);
});

Deno.test("events of Tables and of metadata alone are those of their objects", () => {
  const version = { apiVersion: "meta.svc.io/v1" };
  const metadata = { name: "a", uid: "a", namespace: "one", resourceVersion: "2" };
  const partial = { ...version, kind: "PartialObjectMetadata", metadata };
  const table = (rows: JsonObject[]) => ({
    ...version,
    kind: "Table",
    metadata: { resourceVersion: "2" },
    rows,
  });
  const place = { resource: "secrets", namespace: "one", apiVersion: "v1" } as NonNullable<
    Seen["place"]
  >;
  const shown = (object: JsonObject, accept: string) =>
    traitsOf([{ type: "ADDED", object }], { place, accept }).map(([text]) => text);
  const as = (kind: string) => `application/json;as=${kind};g=meta.svc.io;v=v1`;
  assertEquals(shown(partial, as("PartialObjectMetadata")), []);
  assertEquals(shown(table([{ cells: [], object: partial }]), as("Table")), []);
  assertEquals(shown(table([{ cells: [] }]), as("Table")), []);
  assertEquals(shown(partial, "application/json"), [
    "A watch sends another apiVersion than its path",
  ]);
  const other = { ...partial, metadata: { ...metadata, namespace: "two" } };
  assertEquals(shown(table([{ cells: [], object: other }]), as("Table")), [
    "A watch sends an event of another namespace",
  ]);
});
