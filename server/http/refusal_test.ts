import { assert, assertEquals } from "@std/assert";
import { parse as parseYaml } from "@std/yaml";
import { secretOf, SECRETS, withServer } from "../testing.ts";

Deno.test("a refusal comes in the encoding that was asked for, in JSON where there is no such", async () => {
  await withServer(async (server) => {
    const ask = (accept: string) => server.ask("GET", `${SECRETS}/none`, { headers: { accept } });
    const yaml = await ask("application/yaml");
    assertEquals(yaml.headers.get("content-type"), "application/yaml");
    assertEquals((parseYaml(yaml.text) as { reason: string }).reason, "NotFound");
    const protobuf = await ask("application/vnd.svc.protobuf");
    assertEquals(protobuf.headers.get("content-type"), "application/vnd.svc.protobuf");
    assert(protobuf.text.startsWith("k8s\0"));
    const table = await ask("application/json;as=Table;g=meta.svc.io;v=v1");
    assertEquals(table.body.reason, "NotFound");
    const unknown = await ask("text/html");
    assertEquals([unknown.status, unknown.body.reason], [406, "NotAcceptable"]);
  });
});

Deno.test("dropped fields are warned about even if the request is refused for something else", async () => {
  await withServer(async (server) => {
    const body = { ...secretOf("a", { metadata: { labels: { "bad key": "x" } } }), unknown: 1 };
    const answer = await server.ask("POST", SECRETS, { body });
    assertEquals(answer.status, 422);
    assertEquals(answer.headers.get("warning"), `299 - "unknown field \\"unknown\\""`);
  });
});

Deno.test("a patch that makes no object of the kind is at fault itself", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const type = "application/merge-patch+json";
    for (const body of [{ data: 1 }, { kind: "Other" }, { metadata: { labels: [] } }]) {
      const answer = await server.ask("PATCH", `${SECRETS}/a`, { body, type });
      assertEquals([answer.status, answer.body.details.causes[0].field], [422, "patch"]);
    }
  });
});

Deno.test("a kind and a version that are empty are left out", async () => {
  await withServer(async (server) => {
    const body = { ...secretOf("a"), kind: "", apiVersion: "" };
    const created = await server.must("POST", SECRETS, { body });
    assertEquals([created.kind, created.apiVersion], ["Secret", "v1"]);
  });
});
