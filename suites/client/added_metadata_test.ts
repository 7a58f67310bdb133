import { assertEquals } from "@std/assert";
import { WithoutAddedMetadata } from "./added_metadata.ts";
import type { HttpClient, Json, WatchDocument } from "./http_client.ts";

const object = (annotations: Json): Json => ({ metadata: { name: "a", annotations } });

/** A client whose target answers this to every request, and sends it in a watch. */
function clientOf(json: Json, received: Json[] = []): WithoutAddedMetadata {
  const response = { status: 200, headers: new Headers(), text: JSON.stringify(json), json };
  const documents: WatchDocument[] = [{ type: "ADDED", object: json as WatchDocument["object"] }];
  const inner: HttpClient = {
    requests: 1,
    send: ({ body }) => {
      received.push(body ?? null);
      return Promise.resolve(response);
    },
    watch: () =>
      Promise.resolve({
        response,
        begun: true,
        documents,
        ended: false,
        malformed: [],
        waitFor: (test) => Promise.resolve(documents.find(test)),
        waitForEnd: () => Promise.resolve(true),
        close: () => Promise.resolve(),
      }),
    close: () => {},
  };
  const client = new WithoutAddedMetadata(inner);
  client.added = [{ field: "annotations", key: "cluster", value: "one" }];
  return client;
}

const sent = async (json: Json) =>
  (await clientOf(json).send({ method: "GET", path: "/" })).json ?? null;

Deno.test("what the target adds is left out of objects, lists and Tables", async () => {
  const mine = object({ mine: "1" });
  assertEquals(await sent(object({ cluster: "one", mine: "1" })), mine);
  assertEquals(await sent({ items: [object({ cluster: "one", mine: "1" })] }), { items: [mine] });
  assertEquals(await sent({ rows: [{ object: object({ cluster: "one", mine: "1" }) }] }), {
    rows: [{ object: mine }],
  });
});

Deno.test("a map that has nothing else is left out, and another value stays", async () => {
  assertEquals(await sent(object({ cluster: "one" })), { metadata: { name: "a" } });
  assertEquals(await sent(object({ cluster: "two" })), object({ cluster: "two" }));
});

Deno.test("a value that each write changes is left out, and not given back", async () => {
  const received: Json[] = [];
  const client = clientOf(object({ cluster: "two" }), received);
  client.added = [{ field: "annotations", key: "cluster" }];
  const response = await client.send({ method: "PUT", path: "/", body: object({ mine: "1" }) });
  assertEquals(response.json, { metadata: { name: "a" } });
  assertEquals(received, [object({ mine: "1" })]);
});

Deno.test("events of a watch are without what the target adds", async () => {
  const stream = await clientOf(object({ cluster: "one" })).watch({ path: "/" });
  const [document] = stream.documents;
  assertEquals(document?.object, { metadata: { name: "a" } });
  const found = await stream.waitFor(({ object }) => !("annotations" in Object(object.metadata)));
  assertEquals(found?.type, "ADDED");
});

Deno.test("what was decoded from another form is changed by the function of the response", async () => {
  const response = await clientOf(object({ cluster: "one" })).send({ method: "GET", path: "/" });
  const decoded = object({ cluster: "one" });
  response.leaveOut?.(decoded);
  assertEquals(decoded, { metadata: { name: "a" } });
});

Deno.test("a PUT has what the target added, as a client sends it that read the object", async () => {
  const received: Json[] = [];
  const client = clientOf(object({}), received);
  const put = (body: Json) => client.send({ method: "PUT", path: "/", body });
  await put({ metadata: { name: "a" } });
  await put(object({ mine: "1" }));
  await put(object("no map"));
  await client.send({ method: "POST", path: "/", body: { metadata: { name: "a" } } });
  assertEquals(received, [
    object({ cluster: "one" }),
    object({ cluster: "one", mine: "1" }),
    object("no map"),
    { metadata: { name: "a" } },
  ]);
});
