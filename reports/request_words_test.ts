import { assertEquals } from "@std/assert";
import type { Exchange } from "./events.ts";
import { answeredTitle, requestNames, requestPhrase, verbOf } from "./request_words.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";

const request = (method: string, path: string, status = 200, headers = {}, responseBody = "") =>
  ({ method, path, status, requestHeaders: headers, responseBody }) as unknown as Exchange;

Deno.test("a request is named with its form, its subresource and what it asks for", () => {
  const type = (form: string) => ({ "content-type": `application/${form}` });
  const patch = (form: string, path = `${SECRETS}/a`) => request("PATCH", path, 200, type(form));
  assertEquals(
    [
      request("POST", `${SECRETS}?dryRun=All&pretty=true`),
      request("PUT", "/apis/apps/v1/namespaces/one/deployments/a/status"),
      patch("strategic-merge-patch+json"),
      patch("apply-patch+yaml", `${SECRETS}/a?fieldManager=x`),
      request("GET", `${SECRETS}?labelSelector=plumbline%2Fscope%3Da&limit=1`),
      request("GET", `${SECRETS}/a`, 200, { accept: "application/json;as=Table;v=v1" }),
      request("GET", `${SECRETS}/a`, 200, { accept: "application/vnd.svc.protobuf" }),
      request("DELETE", SECRETS, 200, { "content-type": "application/yaml" }),
      request("GET", `${SECRETS}?watch=true&resourceVersion=7`),
      request("DELETE", SECRETS),
      request("DELETE", `${SECRETS}/a`),
      request("GET", "/readyz?verbose"),
      request("GET", "/apis/apps/v1"),
    ].map((one) => requestPhrase(one)),
    [
      "A create of secrets with dryRun=All",
      "An update of deployments/status",
      "A strategic merge patch of secrets",
      "An apply of secrets",
      "A list of secrets with limit",
      "A GET of secrets as a Table",
      "A GET of secrets in Protobuf",
      "A DELETE of a collection of secrets with a body in YAML",
      "A watch of secrets with resourceVersion",
      "A DELETE of a collection of secrets",
      "A DELETE of secrets",
      "GET /readyz",
      "GET /apis/apps/v1",
    ],
  );
});

Deno.test("a list of a type that has namespaces says that it is across all", () => {
  const list = request("GET", "/api/v1/secrets?limit=1");
  assertEquals(requestPhrase(list), "A list of secrets with limit");
  assertEquals(
    requestPhrase(list, [request("POST", SECRETS)]),
    "A list of secrets across all namespaces with limit",
  );
  const shown = (metadata: unknown) =>
    requestPhrase(
      request(
        "GET",
        "/apis/a/v1/bindings",
        200,
        {},
        JSON.stringify({
          items: [{ metadata, subjects: [{ namespace: "b" }] }],
        }),
      ),
    );
  assertEquals(shown({ namespace: "a" }), "A list of bindings across all namespaces");
  assertEquals(shown({ name: "a" }), "A list of bindings");
  assertEquals(requestPhrase(request("GET", SECRETS), [list]), "A list of secrets");
  // Namespaces have none.
  const namespaces = request("GET", "/api/v1/namespaces");
  assertEquals(requestPhrase(namespaces, [request("POST", SECRETS)]), "A list of namespaces");
});

Deno.test("several requests are named once each, within one sentence", () => {
  const types = ["d", "a", "c", "b", "a"];
  assertEquals(
    requestNames(types.map((type) => request("POST", `/api/v1/namespaces/one/${type}`))),
    "A create of a, b, c and 1 more",
  );
  const across = (type: string) => request("GET", `/apis/a/v1/${type}`);
  const beside = ["a", "b"].map((type) => request("GET", `/apis/a/v1/namespaces/one/${type}`));
  assertEquals(
    requestNames([...["a", "b", "c"].map(across), request("DELETE", SECRETS)], beside),
    "A DELETE of a collection of secrets, a list of a and b across all namespaces, a list of c",
  );
  assertEquals(
    answeredTitle(["a", "b"].map(across), "404", { beside }),
    "A list of a and b across all namespaces is answered with 404",
  );
  assertEquals(
    answeredTitle([across("a"), request("POST", SECRETS)], "404"),
    "A create of secrets, a list of a: answered with 404",
  );
  const patches = ["json", "merge", "strategic-merge"].map((form) =>
    request("PATCH", `${SECRETS}/a`, 200, { "content-type": `application/${form}-patch+json` })
  );
  assertEquals(
    requestNames([...patches, request("POST", SECRETS)]),
    "A create of secrets, a patch of secrets",
  );
  assertEquals(
    requestNames(patches.slice(1)),
    "A merge patch of secrets, a strategic merge patch of secrets",
  );
  assertEquals(answeredTitle([], "500"), "Requests: answered with 500");
  assertEquals(requestNames([request("GET", "/readyz")]), "GET /readyz");
  assertEquals(requestNames([]), "");
});

Deno.test("a request has the verb that roles permit, and apply", () => {
  const apply = { "content-type": "application/apply-patch+yaml" };
  assertEquals(
    [
      request("GET", `${SECRETS}/a`),
      request("GET", SECRETS),
      request("GET", `${SECRETS}?watch=1`),
      request("PATCH", `${SECRETS}/a`),
      request("PATCH", `${SECRETS}/a`, 200, apply),
      request("DELETE", SECRETS),
      request("DELETE", `${SECRETS}/a`),
    ].map(verbOf),
    ["get", "list", "watch", "patch", "apply", "deletecollection", "delete"],
  );
});
