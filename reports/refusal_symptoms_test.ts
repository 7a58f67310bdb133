import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { ofLostObjects } from "./refusal_symptoms.ts";
import { symptomOf } from "./symptoms.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/one/deployments";
const DEPLOYMENT = "/apis/apps/v1/namespaces/one/deployments/a";

const answer = (method: string, path: string, status: number, sent?: unknown, body: unknown = {}) =>
  ({
    method,
    path,
    status,
    requestHeaders: {},
    ...(sent !== undefined && { requestBody: JSON.stringify(sent) }),
    responseBody: typeof body === "string" ? body : JSON.stringify(body),
  }) as unknown as Exchange;

const idOf = (expected: string, actual: string, ...exchange: readonly Exchange[]) =>
  symptomOf({ requirement: "a.b", statement: "", expected, actual, exchange } as unknown as Failure)
    ?.id;

Deno.test("a body that is left on the connection is read as the beginning of the next request", () => {
  const id = "bodies are left on the connection";
  const message = (text: string) => ({ kind: "Status", message: text });
  const read = (status: number, text: string) =>
    idOf("200", `${status}`, answer("GET", SECRETS, status, undefined, message(text)));
  assertEquals(read(405, `Unsupported method ('{"a":1}GET')`), id);
  assertEquals(read(400, `Bad HTTP/0.9 request type ('{"a":')`), id);
  // The request itself, which a server cannot read.
  assertEquals(read(400, "Bad request syntax ('GET /api/v1/a b c HTTP/1.1')") === id, false);
  assertEquals(read(422, `Invalid value: {"a":1}GET`) === id, false);
  assertEquals(read(405, "Unsupported method GET") === id, false);
});

Deno.test("a Secret that is returned with stringData is named, and with dry run so", () => {
  const id = (method: string, query = "", body: unknown = { stringData: { a: "b" } }) =>
    idOf("no field stringData", "{}", answer(method, `${SECRETS}/a${query}`, 200, undefined, body));
  assertEquals(id("PUT"), "stringData in the response to a write");
  assertEquals(id("GET"), "stringData in the response to a read");
  assertEquals(
    id("PUT", "?dryRun=All"),
    "stringData in the response to a write with `dryRun=All`",
  );
  assertEquals(id("PUT", "", { data: {} }), undefined);
});

Deno.test("an event whose object has no kind is named", () => {
  const expected = "an object with apiVersion v1 and kind Secret";
  const watch = answer("GET", `${SECRETS}?watch=1`, 200);
  assertEquals(
    idOf(expected, "ADDED of no apiVersion no kind one/a at 5", watch),
    "events without a kind",
  );
  assertEquals(idOf(expected, "ADDED of v1 Role one/a at 5", watch), undefined);
});

Deno.test("an object that is shown under two kinds is named by both", () => {
  const object = (kind: string) => ({ kind, metadata: { name: "a", uid: "u" } });
  const created = answer("POST", DEPLOYMENTS, 201, object("Deployment"), object("Deployment"));
  const read = answer("GET", `${DEPLOYMENT}/status`, 200, undefined, object("Status1"));
  const id = "Status1 in place of Deployment";
  assertEquals(idOf("apps/v1 Deployment", "apps/v1 Status1", created, read), id);
  assertEquals(idOf("200 and a Deployment", '200 {"kind":"Status1"}', created, read), id);
  assertEquals(idOf("spec.replicas: 1", "absent", created, read), undefined);
});

Deno.test("an event of an unknown type is named", () => {
  const watch = (type: string) =>
    answer("GET", `${SECRETS}?watch=1`, 200, undefined, { type, object: { type: "Opaque" } });
  assertEquals(
    idOf("MODIFIED", "none", watch("ADDED"), watch("UPDATED")),
    "events of an unknown type",
  );
  assertEquals(idOf("MODIFIED", "none", watch("ADDED"), watch("BOOKMARK")), undefined);
});

Deno.test("a refused write whose values a later read shows has an effect", () => {
  const object = (written: string, resourceVersion: string) => ({
    kind: "Secret",
    metadata: { name: "a", uid: "u", resourceVersion, labels: { written } },
  });
  const created = answer("POST", SECRETS, 201, object("once", ""), object("once", "1"));
  const refused = answer("PUT", `${SECRETS}/a?fieldValidation=Strict`, 400, object("twice", ""));
  const shows = (...between: readonly Exchange[]) =>
    idOf(
      "unchanged",
      "changed",
      created,
      refused,
      ...between,
      answer("GET", `${SECRETS}/a`, 200, undefined, object("twice", "2")),
    );
  assertEquals(shows(), "a write that is answered with 400 has an effect");
  const accepted = answer("PUT", `${SECRETS}/a`, 200, object("twice", ""), object("twice", "2"));
  assertEquals(shows(accepted), undefined);
  const other = answer("GET", `${SECRETS}/a`, 200, undefined, object("other", "2"));
  assertEquals(idOf("unchanged", "changed", created, refused, other), undefined);
});

Deno.test("an error that lacks nothing but a Status is one without a Status", () => {
  const due = "an error: a 4xx status with a Status body";
  const id = "errors have no Status";
  assertEquals(idOf(due, "409 with JSON without a kind: {}"), id);
  assertEquals(idOf(due.replace("a 4xx", "a 4xx or 5xx"), "404 without a body"), id);
  assertEquals(idOf("an error: status 409 with a Status body", "409 without a body"), id);
  assertEquals(idOf("an error: status 409 with a Status body", "404 without a body"), undefined);
  assertEquals(idOf(due, "200 without a body"), undefined);
});

Deno.test("a subresource that is not found beside its object is one cause, whatever is asked of it", () => {
  const created = answer("POST", DEPLOYMENT.replace(/\/a$/, ""), 201, {}, {
    metadata: { name: "a" },
  });
  const status = answer("PUT", `${DEPLOYMENT}/status?pretty=true`, 404);
  const id = "404 for deployments/status";
  assertEquals(idOf("success", "404: Page Not Found", created, status), id);
  assertEquals(idOf("406", "404", answer("GET", DEPLOYMENT, 200), status), id);
  // Without the object it is right.
  const removed = answer("DELETE", DEPLOYMENT, 200);
  assertEquals(idOf("success", "404", created, removed, status), undefined);
  const ofCluster = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const roles = [answer("GET", ofCluster, 200), answer("PUT", `${ofCluster}/a`, 404)];
  assertEquals(idOf("201", "404", ...roles), undefined);
});

Deno.test("an object that is not found after its create is one cause for each type", () => {
  const created = answer("POST", SECRETS, 201, {}, { metadata: { name: "a" } });
  const missed = (method: string) => answer(method, `${SECRETS}/a`, 404);
  const id = "created secrets missing";
  assertEquals(idOf('{"kind":"Secret"}', "no object", created, missed("GET")), id);
  const refused = answer("DELETE", `${SECRETS}/a`, 404);
  assertEquals(idOf('{"kind":"Secret"}', "404", created, refused, missed("GET")), id);
  // It was never stored, was deleted, or was found once.
  const tried = { ...created, path: `${SECRETS}?dryRun=All` };
  assertEquals(idOf("success", "404", tried, missed("GET")), undefined);
  const deleted = answer("DELETE", `${SECRETS}/a`, 200);
  assertEquals(idOf("success", "404", created, deleted, missed("GET")), undefined);
  const found = answer("GET", `${SECRETS}/a`, 200);
  assertEquals(idOf("success", "404", created, found, missed("GET")), undefined);
});

Deno.test("writes to what exists that are answered with 404 are one cause for each verb, unless reads are", () => {
  const created = answer("POST", SECRETS, 201, {}, { metadata: { name: "a" } });
  const missed = (method: string, path = `${SECRETS}/a`) => answer(method, path, 404);
  assertEquals(idOf("success", "404 NotFound: a", created, missed("PUT")), "404 for every update");
  const found = answer("GET", `${SECRETS}/a`, 200);
  assertEquals(idOf("400 or 422", "404", found, missed("DELETE")), "404 for every delete");
  const all = idOf("success", "404", created, missed("DELETE", `${SECRETS}?labelSelector=a`));
  assertEquals(all, "404 for every deletecollection");
  assertEquals(idOf("success", "404", missed("PUT")), undefined);
  const failed = (...exchange: readonly Exchange[]) => ({
    failure: { actual: "404", exchange } as unknown as Failure,
  });
  const update = failed(created, missed("PUT"));
  const read = failed(created, missed("GET"));
  const ids = (...all: readonly [ReturnType<typeof failed>, string][]) =>
    ofLostObjects(new Map(all)).map(([, id]) => id);
  assertEquals(ids([update, "404 for every update"]), []);
  const lost = "created secrets missing";
  assertEquals(ids([update, "404 for every update"], [read, lost]), [lost]);
});

Deno.test("an update without a resourceVersion that conflicts is one cause, whatever its type", () => {
  const put = (metadata: unknown) => answer("PUT", `${SECRETS}/a`, 409, { metadata });
  assertEquals(idOf("success", "409 {", put({ name: "a" })), "unconditional update");
  assertEquals(idOf("success", "409", put({ resourceVersion: "0" })), "unconditional update");
  assertEquals(idOf("success", "409", put({ resourceVersion: "7" })), undefined);
  assertEquals(idOf("success", "409", put({ uid: "of another" })), undefined);
});

Deno.test("a create without a name that is refused lacks a generated one", () => {
  const create = answer("POST", SECRETS, 409, { metadata: { name: null, generateName: "a-" } });
  assertEquals(idOf("success", "409 AlreadyExists", create), "generated names");
  const named = answer("POST", SECRETS, 409, { metadata: { name: "a", generateName: "a-" } });
  assertEquals(idOf("success", "409 AlreadyExists", named), undefined);
  assertEquals(idOf("an error", "409 AlreadyExists", create), undefined);
});

Deno.test("a deletion that succeeds without a body is one cause", () => {
  const deleted = answer("DELETE", `${SECRETS}/a`, 200, undefined, "");
  assertEquals(idOf("success", "200 without a body", deleted), "deletions have no body");
  const type = "a media type of Accept: application/json";
  assertEquals(idOf(type, "no Content-Type", deleted), "deletions have no body");
  const read = answer("GET", `${SECRETS}/a`, 200, undefined, "");
  assertEquals(idOf("success", "200 without a body", read), undefined);
});

Deno.test("a list without an array of items is one cause, whatever it selects", () => {
  const list = (items: unknown, path = SECRETS) =>
    answer("GET", `${path}?labelSelector=!a`, 200, undefined, { kind: "SecretList", items });
  const id = "lists have no items";
  assertEquals(idOf("items: a list", "items: null", list(null)), id);
  assertEquals(idOf("items: a list", "items: none", list(undefined)), id);
  assertEquals(idOf("a v1 SecretList", '200 {"kind":"SecretList","items":null}', list(null)), id);
  assertEquals(idOf("0", "-1", list(null)), id);
  // It follows a failure of something else.
  assertEquals(idOf("unchanged: an object", "no object", list(null)), undefined);
  assertEquals(idOf("a list with an item", '200 {"kind":"SecretList"', list([])), undefined);
  assertEquals(idOf("items: a list", "items: none", list(null, "/apis/apps/v1")), undefined);
});

Deno.test("what a list without an array of items shows after a deletion is no fault of the deletion", () => {
  const deleted = answer("DELETE", `${SECRETS}?labelSelector=a`, 200);
  const list = (items: unknown) =>
    answer("GET", `${SECRETS}?labelSelector=a`, 200, undefined, { kind: "SecretList", items });
  const words = ["all selected objects deleted", '200 {"kind":"Status"'] as const;
  assertEquals(idOf(...words, deleted, list(null)), "lists have no items");
  assertEquals(idOf(...words, deleted, list([])), undefined);
});

Deno.test("a DELETE of a collection is one, whatever the version of its group", () => {
  const path = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings?labelSelector=a";
  const refused = answer("DELETE", path, 405);
  assertEquals(idOf("200 or 202", "405", refused), "405 for DELETE of a collection");
});

Deno.test("a subresource that is not served is one cause, and not one with its objects", () => {
  const refused = answer("GET", `${DEPLOYMENTS}/a/status`, 405);
  assertEquals(idOf("200", "405", refused), "405 for GET of `status`");
  assertEquals(idOf("200", "405", answer("GET", `${DEPLOYMENTS}/a`, 405)), "405 for GET");
});

Deno.test("an error of the server without a message is named by its request", () => {
  const failed = answer("POST", SECRETS, 500, undefined, "");
  assertEquals(idOf("success", "500", failed), "500 for POST");
  assertEquals(idOf("success", "500 no space left", failed), "500 no space left");
});

Deno.test("a list of one name that shows another one ignores the field selector", () => {
  const path = `${SECRETS}?fieldSelector=metadata.name%3Da`;
  const list = (...names: string[]) =>
    answer("GET", path, 200, undefined, { items: names.map((name) => ({ metadata: { name } })) });
  const id = "fieldSelector is ignored";
  assertEquals(idOf("metadata.name=a: one/a", "one/a, one/b", list("a", "b")), id);
  assertEquals(idOf("metadata.name=a: one/a", "nothing", list()), undefined);
  // What is observed is another matter.
  assertEquals(idOf("uid and resourceVersion", "{}", list("a", "b")), undefined);
});
