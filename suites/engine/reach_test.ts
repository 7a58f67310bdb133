import { assertEquals } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import type { HttpRequest } from "../client/http_client.ts";
import type { DiscoveredResource, Target } from "../client/target.ts";
import { Reach } from "./reach.ts";

const PATH = "/api/v1/namespaces/ns/secrets";

const secrets = (...verbs: string[]): DiscoveredResource => ({
  apiVersion: "v1",
  name: "secrets",
  kind: "Secret",
  namespaced: true,
  verbs,
});

function reached(
  served: readonly DiscoveredResource[],
  requests: readonly (readonly [HttpRequest, number, string])[],
  lacks: Target["lacks"] = ["yaml", "protobuf"],
): readonly string[] {
  const reach = new Reach();
  for (const [request, status, type] of requests) {
    const headers = new Headers({ "content-type": type });
    reach.add(request, { status, headers, text: "", json: undefined });
  }
  return reach.unreached({ dialect: DIALECTS.svc, served, ...(lacks && { lacks }) });
}

Deno.test("a verb is reached by a request that succeeds, in the form of its response", () => {
  const get: HttpRequest = { method: "GET", path: `${PATH}/a` };
  const accept = "application/json;as=Table;g=meta.svc.io;v=v1";
  const table: HttpRequest = { ...get, headers: { accept } };
  const json = "application/json";
  const asTable = "get secrets, returned as Table";
  assertEquals(reached([secrets("get")], [[get, 200, json]]), [asTable]);
  assertEquals(reached([secrets("get")], [[get, 200, json], [table, 406, json]]), [asTable]);
  assertEquals(reached([secrets("get")], [[get, 200, json], [table, 200, json]]), []);
});

Deno.test("each form of a patch and of a body that the target has is expected", () => {
  const headers = { "content-type": "application/merge-patch+json" };
  const patch: HttpRequest = { method: "PATCH", path: `${PATH}/a`, headers, body: {} };
  assertEquals(reached([secrets("patch")], [[patch, 200, "application/json"]]), [
    "json-patch secrets",
    "server-side-apply secrets",
    "strategic-merge-patch secrets",
  ]);
  const create: HttpRequest = { method: "POST", path: PATH, body: {} };
  assertEquals(reached([secrets("create")], [[create, 201, "application/json"]], ["protobuf"]), [
    "create secrets, returned as YAML",
    "create secrets, sent as YAML",
  ]);
});

Deno.test("what is served beside the types to check is not expected", () => {
  const others = { ...secrets("get"), apiVersion: "events.svc.io/v1", name: "events" };
  const scale = { ...secrets("update"), name: "secrets/scale" };
  assertEquals(reached([others, scale], []), []);
});
