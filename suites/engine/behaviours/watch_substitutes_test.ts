import { assertEquals } from "@std/assert";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { WATCHES } from "./watch_substitutes.ts";

const PATH = "/api/v1/namespaces/n/secrets";

const object = (name: string, resourceVersion: string): JsonObject => ({
  metadata: { name, uid: name, resourceVersion },
});

/** Opens a watch in place of which lists show the states one after the other. */
async function watched(query: HttpRequest["query"], ...states: readonly (readonly JsonObject[])[]) {
  const sent: HttpRequest[] = [];
  const send = (request: HttpRequest) => {
    const items = [...states[Math.min(sent.length, states.length - 1)]!];
    sent.push(request);
    const json: Json = {
      kind: "SecretList",
      apiVersion: "v1",
      metadata: { resourceVersion: String(10 * sent.length) },
      items,
    };
    return Promise.resolve({ status: 200, headers: new Headers(), json, text: "" });
  };
  const { watch, response } = WATCHES.relieve!();
  const stream = await watch!(
    { path: PATH, ...(query && { query }) },
    send,
    () => Promise.reject(),
  );
  const write = async (status: number) => {
    const answer = { status, headers: new Headers(), json: {}, text: "" };
    const again = () => Promise.resolve(answer);
    await response!(
      answer,
      { method: "PUT", path: `${PATH}/a` },
      again,
      send,
      () => Promise.reject(),
    );
  };
  const events = () =>
    stream?.documents.map(({ type, object }) => {
      const { name, resourceVersion } = object.metadata as { [key: string]: string };
      return `${type} ${name} ${resourceVersion}`;
    });
  return { stream, sent, write, events };
}

Deno.test("a watch from a version shows how lists differ after each write that succeeds", async () => {
  const [a1, a2, b3] = [object("a", "1"), object("a", "2"), object("b", "3")];
  const query = { resourceVersion: "7", labelSelector: "x=1" };
  const { stream, sent, write, events } = await watched(query, [a1], [a1], [a2], [a2, b3], [b3]);
  assertEquals(events(), []);
  for (const status of [200, 409, 201, 200]) await write(status);
  assertEquals(events(), ["MODIFIED a 2", "ADDED b 3", "DELETED a 50"]);
  assertEquals(stream!.documents[0]!.object.kind, "Secret");
  assertEquals(sent.slice(0, 2).map(({ query }) => query), [
    { labelSelector: "x=1", resourceVersion: "7", resourceVersionMatch: "Exact" },
    { labelSelector: "x=1" },
  ]);
  await stream!.close();
  await write(200);
  assertEquals([sent.length, stream!.ended], [5, true]);
});

Deno.test("a watch without a version begins with what exists, and waits for what others write", async () => {
  const [a, b] = [object("a", "1"), object("b", "2")];
  const { stream, events } = await watched({}, [a], [a], [a, b]);
  assertEquals(events(), ["ADDED a 1"]);
  const found = await stream!.waitFor(({ object }) => object.metadata === b.metadata);
  assertEquals(found?.type, "ADDED");
});

Deno.test("a watch that ends, or begins in another way, is opened as it is", async () => {
  for (const query of [{ timeoutSeconds: "1" }, { sendInitialEvents: "true" }]) {
    const { stream, sent } = await watched(query, []);
    assertEquals([stream, sent], [undefined, []]);
  }
});
