/**
 * What is read off a method and a path.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { readRequestInfo } from "./request_info.ts";

/** `verb group/version namespace resource name subresource`, with `-` for what is empty. */
function summary(method: string, path: string, watches = false): string {
  const info = readRequestInfo(method, path, watches);
  if (!info.isResource) return `${info.verb} (no resource)`;
  const { verb, group, version, namespace, resource, name, subresource } = info;
  return [verb, `${group}/${version}`, namespace, resource, name, subresource]
    .map((part) => part || "-").join(" ");
}

const TABLE: readonly [method: string, path: string, expected: string][] = [
  ["GET", "/api/v1/namespaces/ns/secrets", "list /v1 ns secrets - -"],
  ["GET", "/api/v1/namespaces/ns/secrets/", "list /v1 ns secrets - -"],
  ["GET", "/api/v1/namespaces/ns/secrets/s", "get /v1 ns secrets s -"],
  ["GET", "/api/v1/secrets", "list /v1 - secrets - -"],
  ["GET", "/apis/apps/v1/deployments", "list apps/v1 - deployments - -"],
  ["GET", "/apis/apps/v1/namespaces/ns/deployments/d", "get apps/v1 ns deployments d -"],
  [
    "PUT",
    "/apis/apps/v1/namespaces/ns/deployments/d/status",
    "update apps/v1 ns deployments d status",
  ],
  ["GET", "/apis/apps/v1/namespaces/ns/deployments/d/a/b", "get apps/v1 ns deployments d a/b"],
  ["GET", "/api/v1/namespaces", "list /v1 - namespaces - -"],
  ["GET", "/api/v1/namespaces/ns", "get /v1 - namespaces ns -"],
  ["PATCH", "/api/v1/namespaces/ns/status", "patch /v1 - namespaces ns status"],
  ["PUT", "/api/v1/namespaces/ns/finalize", "update /v1 - namespaces ns finalize"],
  ["GET", "/api/v1/namespaces/status/secrets", "list /v1 status secrets - -"],
  ["GET", "/api/v1/namespaces/ns/status/x", "get /v1 ns status x -"],
  ["POST", "/api/v1/namespaces/ns/secrets", "create /v1 ns secrets - -"],
  ["DELETE", "/api/v1/namespaces/ns/secrets", "deletecollection /v1 ns secrets - -"],
  ["DELETE", "/api/v1/namespaces/ns/secrets/s", "delete /v1 ns secrets s -"],
  ["HEAD", "/api/v1/namespaces/ns/secrets/s", "get /v1 ns secrets s -"],
  // A method means something for a collection or for one resource, and other words mean nothing.
  ["PATCH", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["PUT", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["POST", "/api/v1/namespaces/ns/secrets/s", "- /v1 ns secrets s -"],
  ["WATCH", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["deletecollection", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["constructor", "/api/v1/namespaces/ns/secrets/s", "- /v1 ns secrets s -"],
  // Names are decoded segment by segment: a slash within one stays within it.
  ["GET", "/api/v1/namespaces/ns/secrets/a%2Fb", "get /v1 ns secrets a/b -"],
  ["GET", "/api/v1/namespaces/n%73/secrets/%73", "get /v1 ns secrets s -"],
  ["GET", "/api", "get (no resource)"],
  ["GET", "/api/v1", "get (no resource)"],
  ["GET", "/api/v1/", "get (no resource)"],
  ["GET", "/apis/apps/v1", "get (no resource)"],
  ["POST", "/apis/apps", "post (no resource)"],
  ["GET", "/apix/v1/secrets", "get (no resource)"],
  ["GET", "/", "get (no resource)"],
];

for (const [method, path, expected] of TABLE) {
  Deno.test(`${method} ${path} is read as ${expected}`, () => {
    assertEquals(summary(method, path), expected);
  });
}

Deno.test("a GET of a collection that watches is a watch, a GET of one resource stays a get", () => {
  assertEquals(summary("GET", "/api/v1/secrets", true), "watch /v1 - secrets - -");
  assertEquals(summary("GET", "/api/v1/namespaces/ns/secrets/s", true), "get /v1 ns secrets s -");
  assertEquals(
    summary("DELETE", "/api/v1/namespaces/ns/secrets", true),
    "deletecollection /v1 ns secrets - -",
  );
});

Deno.test("broken percent-encoding is told apart", () => {
  for (const name of ["%", "%zz", "%ff", "%C3"]) {
    assertThrows(() => readRequestInfo("GET", `/api/v1/secrets/${name}`, false), URIError);
  }
});
