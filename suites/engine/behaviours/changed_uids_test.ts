import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { uidOf } from "../../model/object.ts";
import { seenIn } from "./behaviour.ts";
import { CHANGED_UIDS } from "./changed_uids.ts";

const PATH = "/api/v1/namespaces/a/secrets/s";

const object = (uid: string): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "a", uid },
});

const answered = (status: number, json?: Json): HttpResponse => ({
  status,
  headers: new Headers(),
  text: "",
  json,
});

const seen = (method: "GET" | "PUT", uid?: string) =>
  seenIn({ method, path: PATH }, answered(200, uid === undefined ? undefined : object(uid)));

const shown = (...all: ReturnType<typeof seen>[]) => CHANGED_UIDS.shows(all).length;

Deno.test("a write changes the uid that was shown last, whatever cannot be read in between", () => {
  assertEquals(shown(seen("GET", "u"), seen("PUT", "v")), 1);
  // As Protobuf, say.
  assertEquals(shown(seen("GET", "u"), seen("GET"), seen("PUT", "v")), 1);
  assertEquals(shown(seen("GET", "u"), seen("PUT", "u")), 0);
  assertEquals(shown(seen("PUT", "u")), 0);
});

Deno.test("who states the first uid of an object is understood, as is each response", async () => {
  let uids = 0;
  const sent: (string | undefined)[] = [];
  const send = (request: HttpRequest) => {
    sent.push(uidOf(request.body as JsonObject));
    return Promise.resolve(answered(200, object(`u${++uids}`)));
  };
  const { replace, response } = CHANGED_UIDS.relieve!();
  const write = async (body: JsonObject) => {
    const request: HttpRequest = { method: "PUT", path: PATH, body };
    const given = await replace!(request, send) ?? await send(request);
    const { json } = await response!(
      given,
      request,
      () => send(request),
      send,
      () => Promise.reject(),
    );
    return uidOf(json as JsonObject);
  };
  for (let count = 0; count < 3; count++) assertEquals(await write(object("u1")), "u1");
  assertEquals(await write(object("other")), "u1");
  assertEquals(sent, ["u1", "u1", "u2", "other"]);
});
