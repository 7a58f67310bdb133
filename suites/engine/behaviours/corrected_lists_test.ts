import { assertEquals } from "@std/assert";
import type { HttpRequest, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { VERSIONED_LISTS, VERSIONED_PAGES } from "./corrected_lists.ts";
import { streamOf } from "./test_stream.ts";

const PATH = "/api/v1/namespaces/n/secrets";

const object = (name: string, version: number): JsonObject => ({
  metadata: { name, namespace: "n", uid: name, resourceVersion: String(version) },
});

const versionOf = ({ metadata }: JsonObject) => (metadata as JsonObject).resourceVersion;

/** Returns what lists are answered between writes by a server whose lists have version 1. */
function server(form: typeof VERSIONED_LISTS, target = {}) {
  const documents: WatchDocument[] = [];
  const items: JsonObject[] = [];
  const open = () => Promise.resolve(streamOf(documents));
  const answer = (status: number, json: JsonObject) => ({
    status,
    headers: new Headers(),
    json,
    text: "",
  });
  const send = () =>
    Promise.resolve(
      answer(200, { kind: "SecretList", metadata: { resourceVersion: "1" }, items: [...items] }),
    );
  const { before, response, replace, watch } = form.relieve!(target);
  const write = async (request: HttpRequest, status: number, json: JsonObject) => {
    await before!(request);
    const written = answer(status, json);
    await response!(written, request, () => Promise.resolve(written), send, open);
  };
  const list = async (query: HttpRequest["query"] = {}): Promise<JsonObject> => {
    const { json } = (await replace!({ method: "GET", path: PATH, query }, send))!;
    const { metadata, items } = json as { metadata: JsonObject; items: JsonObject[] };
    return { ...metadata, items: items.length };
  };
  const opened: HttpRequest["query"][] = [];
  const from = async (query: NonNullable<HttpRequest["query"]>) => {
    const stream = await watch!({ path: PATH, query }, send, (request) => {
      opened.push(request.query);
      return open();
    });
    return stream &&
      (() => stream.documents.map(({ type, object }) => `${type} ${versionOf(object)}`));
  };
  return { documents, items, write, list, from, opened };
}

Deno.test("a list has the version of the newest write, or deletion, before it", async () => {
  const { documents, items, write, list } = server(VERSIONED_LISTS);
  assertEquals(await list(), { resourceVersion: "1", items: 0 });
  items.push(object("a", 5));
  await write({ method: "POST", path: PATH }, 201, object("a", 5));
  assertEquals(await list(), { resourceVersion: "5", items: 1 });
  items.splice(0);
  setTimeout(() => documents.push({ type: "DELETED", object: object("a", 8) }), 20);
  await write({ method: "DELETE", path: `${PATH}/a` }, 200, { kind: "Status" });
  assertEquals(await list(), { resourceVersion: "8", items: 0 });
  const exact = { resourceVersion: "5", resourceVersionMatch: "Exact" };
  assertEquals(await list(exact), { resourceVersion: "5", items: 0 });
});

Deno.test("a list before the first write has the newest version that another case has seen", async () => {
  const target = {};
  const [one, other] = [server(VERSIONED_LISTS, target), server(VERSIONED_LISTS, target)];
  await one.write({ method: "POST", path: PATH }, 201, object("a", 5));
  assertEquals(await other.list(), { resourceVersion: "5", items: 0 });
});

Deno.test("pages are parts of the whole list, with its version", async () => {
  const { items, list } = server(VERSIONED_PAGES);
  items.push(object("a", 5), object("b", 6));
  const first = await list({ limit: "1" });
  const { continue: token } = first;
  assertEquals(
    first,
    {
      resourceVersion: "6",
      continue: token,
      remainingItemCount: 1,
      items: 1,
    } as typeof first,
  );
  items.splice(0);
  assertEquals(await list({ limit: "1", continue: String(token) }), {
    resourceVersion: "6",
    items: 1,
  });
});

Deno.test("a watch of what exists begins with a list, and goes on from its version", async () => {
  const { documents, items, write, from, opened } = server(VERSIONED_LISTS);
  items.push(object("a", 5));
  await write({ method: "POST", path: PATH }, 201, object("a", 5));
  const shown = [
    await from({ resourceVersion: "0" }),
    await from({ labelSelector: "a=b", sendInitialEvents: undefined }),
  ];
  documents.push({ type: "MODIFIED", object: object("a", 7) });
  for (const each of shown) assertEquals(each?.(), ["ADDED 5", "MODIFIED 7"]);
  assertEquals(opened, [
    { resourceVersion: "5" },
    { resourceVersion: "5", labelSelector: "a=b", sendInitialEvents: undefined },
  ]);
  // From a version it begins as it is asked to.
  assertEquals(await from({ resourceVersion: "5" }), undefined);
});
