import { assertEquals } from "@std/assert";
import type { HttpRequest } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { ENCODED_NAMES } from "./encoded_names.ts";

const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

const exchange = (method: HttpRequest["method"], path: string, status: number, name?: string) =>
  seenIn({ method, path: `${ROLES}${path}` }, {
    status,
    headers: new Headers(),
    text: "",
    json: name === undefined ? {} : { metadata: { name } },
  });

const shownIn = (...seen: readonly ReturnType<typeof exchange>[]) =>
  ENCODED_NAMES.shows(seen).map(({ method, path }) => `${method} ${path.slice(ROLES.length)}`);

Deno.test("a name that is found as it was created, and not as it is encoded, is not decoded", () => {
  const created = exchange("POST", "", 201, "a:b");
  const missed = exchange("GET", "/a%3Ab", 404);
  assertEquals(shownIn(created, missed), ["GET /a%3Ab"]);
  assertEquals(shownIn(created, exchange("PUT", "/a%3Ab", 400)), ["PUT /a%3Ab"]);
  assertEquals(shownIn(exchange("PATCH", "/a%3Ab/status", 200, "a:b"), missed), ["GET /a%3Ab"]);
});

Deno.test("a name of no object, a deleted one, or one without escapes, says nothing", () => {
  const created = exchange("POST", "", 201, "a:b");
  const missed = exchange("GET", "/a%3Ab", 404);
  assertEquals(shownIn(missed), []);
  assertEquals(shownIn(exchange("POST", "", 201, "a"), missed), []);
  assertEquals(shownIn(created, exchange("DELETE", "/a%3Ab", 200, "a:b"), missed), []);
  assertEquals(shownIn(created, exchange("GET", "/a:b", 404)), []);
  assertEquals(shownIn(created, exchange("PUT", "/a%3Ab", 409)), []);
});
