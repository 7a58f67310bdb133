import { assertEquals } from "@std/assert";
import type { HttpRequest, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { PAST_WATCHES, PAST_WATCHES_OF_FORMS } from "./past_watches.ts";
import { streamOf } from "./test_stream.ts";

const PATH = "/api/v1/namespaces/n/secrets";

/** Returns an event of an object of a tier. */
const event = (type: string, name: string, version: number, tier = "a"): WatchDocument => ({
  type,
  object: {
    metadata: { name, uid: name, resourceVersion: String(version), labels: { tier } },
  } as JsonObject,
});

/** Writes an object, and opens a watch of the past with a query. */
async function watched(
  query: HttpRequest["query"],
  events: WatchDocument[],
  { status = 200, form = PAST_WATCHES, accept }: {
    readonly status?: number;
    readonly form?: typeof PAST_WATCHES;
    readonly accept?: string;
  } = {},
) {
  const opened: { path: string; stream: ReturnType<typeof streamOf> }[] = [];
  const open = ({ path }: Pick<HttpRequest, "path">) => {
    const stream = streamOf(opened.length === 0 ? events : [event("BOOKMARK", "", 9)], status);
    opened.push({ path, stream });
    return Promise.resolve(stream);
  };
  const { response, watch, end } = form.relieve!();
  const send = () => Promise.reject(new Error("nothing is to be sent"));
  const answered = async (request: HttpRequest, status: number, json: JsonObject) => {
    const answer = { status, headers: new Headers(), json, text: "" };
    await response!(answer, request, () => Promise.resolve(answer), send, open);
  };
  const first = event("ADDED", "a", 1).object;
  await answered({ method: "GET", path: `${PATH}/a` }, 200, first);
  await answered({ method: "POST", path: PATH, query: { dryRun: "All" } }, 201, first);
  await answered({ method: "POST", path: PATH }, 409, {});
  assertEquals(opened.length, 0);
  await answered({ method: "POST", path: PATH }, 201, first);
  await answered({ method: "PUT", path: `${PATH}/a` }, 200, event("", "a", 4).object);
  const headers = accept === undefined ? {} : { headers: { accept } };
  const stream = await watch!({ path: PATH, ...(query && { query }), ...headers }, send, open);
  const shown = () =>
    stream?.documents.map(({ type, object: { metadata } }) => {
      const { name, resourceVersion } = metadata as JsonObject;
      return [type, name, resourceVersion].join(" ").trim();
    });
  return { opened, stream, shown, end: end! };
}

Deno.test("a watch of the past shows the changes that a watch received which was open before", async () => {
  const events = [
    // A target may send again what is known.
    event("ADDED", "a", 1),
    event("ADDED", "b", 2, "b"),
    event("MODIFIED", "b", 3),
    event("MODIFIED", "a", 4, "b"),
    event("DELETED", "a", 5, "b"),
  ];
  const query = { resourceVersion: "2", labelSelector: "tier=a" };
  const { opened, stream, shown, end } = await watched(query, events);
  assertEquals(opened.map(({ path }) => path), [PATH]);
  assertEquals(shown(), ["ADDED b 3", "DELETED a 4"]);
  events.push(event("DELETED", "b", 6));
  const found = await stream!.waitFor(({ type, object }) => type === "DELETED" && object !== null);
  assertEquals(found?.type, "DELETED");
  assertEquals(shown(), ["ADDED b 3", "DELETED a 4", "DELETED b 6"]);
  await stream!.close();
  events.push(event("ADDED", "c", 7));
  assertEquals(shown()?.length, 3);
  assertEquals(opened[0]!.stream.ended, false);
  await end();
  assertEquals(opened[0]!.stream.ended, true);
});

Deno.test("a watch of the past has the bookmarks of the watch that it replaces", async () => {
  const query = { resourceVersion: "1", allowWatchBookmarks: "true" };
  const { opened, stream, shown } = await watched(query, [event("ADDED", "b", 2)]);
  assertEquals(shown(), ["ADDED b 2", "BOOKMARK  9"]);
  await stream!.close();
  assertEquals(opened.map(({ stream }) => stream.ended), [false, true]);
});

Deno.test("a watch of Tables or of metadata alone shows the same changes in its form, if that is asked for", async () => {
  const query = { resourceVersion: "1" };
  const shownAs = async (kind: string, form = PAST_WATCHES_OF_FORMS) => {
    const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1`;
    const events = [event("MODIFIED", "a", 2)];
    const { stream } = await watched(query, events, { form, accept });
    return stream?.documents.map(({ type, object }) => ({ type, object }));
  };
  const { metadata } = event("", "a", 2).object;
  const apiVersion = "meta.k8s.io/v1";
  const object = { kind: "PartialObjectMetadata", apiVersion, metadata: metadata! };
  assertEquals(await shownAs("PartialObjectMetadata"), [{ type: "MODIFIED", object }]);
  const table = { kind: "Table", apiVersion, metadata: { resourceVersion: "2" } };
  assertEquals(await shownAs("Table"), [
    { type: "MODIFIED", object: { ...table, rows: [{ cells: [], object }] } },
  ]);
  assertEquals(await shownAs("Other"), undefined);
  assertEquals(await shownAs("Table", PAST_WATCHES), undefined);
});

Deno.test("a watch that begins elsewhere, or of which nothing was received, is opened as it is", async () => {
  for (
    const query of [
      {},
      { resourceVersion: "0" },
      { resourceVersion: "x" },
      { resourceVersion: "1", timeoutSeconds: "1" },
      { resourceVersion: "1", sendInitialEvents: "true" },
      { resourceVersion: "1", fieldSelector: "spec.x=1" },
    ]
  ) {
    const { stream } = await watched(query, [event("ADDED", "a", 2)]);
    assertEquals(stream, undefined);
  }
  const { stream } = await watched({ resourceVersion: "1" }, [], { status: 403 });
  assertEquals(stream, undefined);
});
