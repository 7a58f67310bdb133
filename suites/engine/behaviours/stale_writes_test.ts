import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { STALE_WRITES } from "./stale_writes.ts";

const PATH = "/api/v1/namespaces/a/secrets/s";

const object = (resourceVersion: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "a", uid: "u", resourceVersion },
});

const answered = (status: number, json: Json): HttpResponse => ({
  status,
  headers: new Headers(),
  text: "",
  json,
});

/** A PUT that states a version, and is answered with another. */
const put = (stated: string, version: string, isAlone = true) =>
  seenIn(
    { method: "PUT", path: PATH, body: object(stated) },
    answered(200, object(version)),
    { isAlone },
  );

const get = (version: string) =>
  seenIn({ method: "GET", path: PATH }, answered(200, object(version)));

const shown = (...seen: ReturnType<typeof put>[]) => STALE_WRITES.shows(seen).length;

Deno.test("a write is stale if its version was replaced before, or by another write, too", () => {
  assertEquals(shown(get("1"), put("1", "2"), put("2", "3")), 0);
  // The stated version is shown by a list, or written by a controller.
  assertEquals(shown(get("1"), put("1", "2"), put("5", "6")), 0);
  // Which of two writes at the same time came first is not known.
  assertEquals(shown(get("1"), put("1", "2", false), put("3", "4", false)), 0);
  assertEquals(shown(get("1"), put("1", "2"), put("1", "3")), 2);
  assertEquals(shown(put("0", "1"), put("1", "2"), get("3"), put("2", "4")), 0);
  const patched = seenIn(
    { method: "PATCH", path: PATH, body: { metadata: { labels: { a: "b" } } } },
    answered(200, object("3")),
  );
  assertEquals(shown(get("2"), patched, put("2", "4")), 1);
});

Deno.test("what states another version than the current one is refused, one write after the other", async () => {
  let version = 1;
  const send = async ({ method, query, body = null }: HttpRequest) => {
    await new Promise((done) => setTimeout(done, 1));
    if (method === "GET") return answered(200, object(String(version)));
    if (body === "wrong") return answered(400, {});
    return answered(200, object(String(query?.dryRun ? version : ++version)));
  };
  const { replace } = STALE_WRITES.relieve!();
  const write = (stated: string): HttpRequest => ({
    method: "PUT",
    path: PATH,
    body: object(stated),
  });
  const responses = await Promise.all(
    [write("1"), write("1"), write("2")].map((each) => replace!(each, send)),
  );
  assertEquals(responses.map((each) => each?.status), [200, 409, 200]);
  assertEquals(version, 3);
  assertEquals(await replace!({ method: "GET", path: PATH }, send), undefined);
});
