/**
 * Deprecated endpoints answer, and say that they are deprecated.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { type TestServer, withServer } from "../testing.ts";

const V1BETA2 = "/apis/flowcontrol.apiserver.svc.io/v1beta2/flowschemas";
const V1BETA3 = "/apis/flowcontrol.apiserver.svc.io/v1beta3/flowschemas";

const WARNING =
  '299 - "flowcontrol.apiserver.svc.io/v1beta2 FlowSchema is deprecated in v1.26+, unavailable ' +
  'in v1.29+; use flowcontrol.apiserver.svc.io/v1beta3 FlowSchema"';

const schema = (name: string, rest = {}) => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: "some" } },
  ...rest,
});

async function warningsOf(server: TestServer, base: string): Promise<(string | null)[]> {
  const item = `${base}/a`;
  const merge = "application/merge-patch+json";
  const answers = [
    await server.ask("POST", base, { body: schema("a") }),
    await server.ask("GET", item),
    await server.ask("GET", base),
    await server.ask("PUT", item, { body: schema("a") }),
    await server.ask("PATCH", item, { body: { metadata: { labels: { a: "b" } } }, type: merge }),
    await server.ask("GET", `${item}/status`),
    await server.ask("GET", `${base}/nope`),
    await server.ask("POST", base, { body: schema("a") }),
    await server.ask("GET", base, {
      headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
    }),
    await server.ask("DELETE", item),
    await server.ask("DELETE", base),
  ];
  const watch = await fetch(`${server.url}${base}?watch=1`, {
    headers: { authorization: "Bearer admin-token" },
  });
  await watch.body!.cancel();
  return [...answers, watch].map(({ headers }) => headers.get("warning"));
}

Deno.test("every answer of a deprecated version warns, refusals and watches too", async () => {
  await withServer(async (server) => {
    const warnings = await warningsOf(server, V1BETA2);
    assertEquals(new Set(warnings), new Set([WARNING]));
  });
});

Deno.test("the version to use instead warns of nothing", async () => {
  await withServer(async (server) => {
    const warnings = await warningsOf(server, V1BETA3);
    assertEquals(new Set(warnings), new Set([null]));
  });
});

Deno.test("who may not ask is not told", async () => {
  await withServer(async (server) => {
    const { status, headers } = await server.ask("GET", V1BETA2, { token: "alice-token" });
    assertEquals([status, headers.get("warning")], [403, null]);
  });
});

Deno.test("a deprecation stands before the fields that were dropped", async () => {
  await withServer(async (server) => {
    const { headers } = await server.ask("POST", V1BETA2, { body: schema("b", { extra: 1 }) });
    assertEquals(headers.get("warning"), `${WARNING}, 299 - "unknown field \\"extra\\""`);
  });
});

Deno.test("requests to a deprecated version are marked in the journal", async () => {
  await withServer(async (server) => {
    await server.ask("GET", V1BETA2);
    await server.ask("GET", V1BETA3);
    const marks = server.journal.entries().map(({ path, deprecated }) => [path, deprecated]);
    assertEquals(marks, [[V1BETA2, true], [V1BETA3, false]]);
  });
});
