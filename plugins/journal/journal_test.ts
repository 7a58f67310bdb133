/**
 * Tests of the journal.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { secretOf, SECRETS, TestWatch } from "@plumbline/server/testing";
import { withPlugins } from "../testing.ts";
import { startServer } from "@plumbline/reference";
import { CONTROL_PATH } from "../control/control.ts";
import { controlApi } from "../control/control.ts";
import { journal as journalPlugin, RequestLog } from "./journal.ts";

const note = (path: string) => ({
  time: 0,
  method: "GET",
  url: `http://localhost${path}`,
  user: "",
  status: 200,
  deprecated: false,
});
const pathsOf = (journal: RequestLog) => journal.entries().map(({ path }) => path);

Deno.test("the newest requests are kept and listed in order of arrival", () => {
  const journal = new RequestLog({ size: 3 });
  for (const path of ["/a", "/b"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/a", "/b"]);
  for (const path of ["/c", "/d", "/e", "/f", "/g"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/e", "/f", "/g"]);
  journal.clear();
  assertEquals(pathsOf(journal), []);
  for (const path of ["/h", "/i", "/j", "/k"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/i", "/j", "/k"]);
});

Deno.test("a journal of size 0 records nothing", () => {
  const journal = new RequestLog({ size: 0 });
  journal.record(note("/a"));
  assertEquals(journal.entries(), []);
});

Deno.test("an entry has the user, the request and the status", async () => {
  await withPlugins(async (server) => {
    const before = server.clock.now();
    await server.ask("POST", `${SECRETS}?dryRun=All`, { body: secretOf("a") });
    await server.ask("GET", `${SECRETS}/nope?pretty=true`);
    await server.ask("GET", `${SECRETS}`, { token: "alice-token" });
    await server.ask("GET", SECRETS, { token: null });
    await server.ask("GET", "/apis");
    await server.ask("GET", "/readyz", { token: null });
    await server.ask("PATCH", "/apis/apps/v1/namespaces/default/deployments/d/status?dryRun=All");
    const after = server.clock.now();
    const entries = server.journal.entries();
    for (const { time } of entries) assertEquals(time >= before && time <= after, true);
    const words = entries.map(({ user, verb, path, resource, status, dryRun, deprecated }) =>
      [user || "-", verb, path, resource || "-", status, dryRun, deprecated].join(" ")
    );
    const deployment = "/apis/apps/v1/namespaces/default/deployments/d/status";
    assertEquals(words, [
      `admin create ${SECRETS} v1/secrets 201 true false`,
      `admin get ${SECRETS}/nope v1/secrets 404 false false`,
      `alice list ${SECRETS} v1/secrets 403 false false`,
      `- list ${SECRETS} v1/secrets 401 false false`,
      "admin get /apis - 200 false false",
      "- get /readyz - 200 false false",
      `admin patch ${deployment} apps/v1/deployments/status 415 true false`,
    ]);
  });
});

Deno.test("a watch is recorded when its response starts", async () => {
  await withPlugins(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    const [entry] = server.journal.entries();
    assertEquals([entry?.verb, entry?.status], ["watch", 200]);
    await watch.close();
  });
});

Deno.test("an impersonating request is recorded with the impersonated user", async () => {
  await withPlugins(async (server) => {
    await server.ask("GET", SECRETS, { headers: { "impersonate-user": "bob" } });
    assertEquals(server.journal.entries()[0]?.user, "bob");
  });
});

Deno.test("the size of the journal is configurable", async () => {
  await withPlugins(async (server) => {
    for (const name of ["a", "b", "c"]) await server.ask("GET", `${SECRETS}/${name}`);
    assertEquals(server.journal.entries().map(({ path }) => path.at(-1)), ["b", "c"]);
  }, { journal: { size: 2 } });
});

Deno.test("ids count the requests, so that those after an id can be listed", () => {
  const journal = new RequestLog({ size: 3 });
  const idsOf = (range?: { after?: number; limit?: number }) =>
    journal.entries(range).map(({ id }) => id);
  for (const path of ["/a", "/b", "/c", "/d", "/e"]) journal.record(note(path));
  assertEquals(idsOf(), [3, 4, 5]);
  assertEquals(idsOf({ after: 4 }), [5]);
  assertEquals(idsOf({ after: 1 }), [3, 4, 5]);
  assertEquals(idsOf({ after: 5 }), []);
  assertEquals(idsOf({ limit: 2 }), [4, 5]);
  assertEquals(idsOf({ after: 4, limit: 2 }), [5]);
  journal.clear();
  journal.record(note("/f"));
  assertEquals(idsOf(), [6]);
  assertEquals(idsOf({ after: 6 }), []);
});

Deno.test("listeners are called for each request until they are removed", () => {
  const journal = new RequestLog({ size: 1 });
  let told = 0;
  const stop = journal.listen(() => told++);
  for (const path of ["/a", "/b"]) journal.record(note(path));
  stop();
  journal.record(note("/c"));
  assertEquals(told, 2);
});

Deno.test("an entry has the query and the ids of the rules that applied", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ when: { name: "a" }, effect: { kind: "refuse", code: 503 } });
    const { id } = server.injected.add({ effect: { kind: "truncate", bytes: 1 }, times: 1 });
    const cut = server.ask("GET", `${SECRETS}?limit=1`);
    await cut.catch(() => "broken off");
    await server.ask("GET", `${SECRETS}/a`);
    await server.ask("GET", SECRETS);
    const entries = server.journal.entries();
    assertEquals(
      entries.map(({ method, query, status, rules }) => [method, query, status, rules]),
      [["GET", "limit=1", 200, [id]], ["GET", "", 503, ["1"]], ["GET", "", 200, []]],
    );
  });
});

Deno.test("headers are recorded on request, without credentials", async () => {
  const ask = (url: string) =>
    fetch(`${url}/apis?note=bob-token`, {
      headers: {
        authorization: "Bearer admin-token",
        cookie: "session=1",
        "sec-websocket-protocol": "base64url.bearer.YWRtaW4tdG9rZW4",
        "x-note": "mine is admin-token",
        "user-agent": "test",
      },
    });
  await withPlugins(async (server) => {
    await (await ask(server.url)).text();
    await server.ask("GET", "/apis", { token: "stray-token" });
    const [entry, other] = server.journal.entries();
    const request = new Map(entry!.heads!.request);
    assertEquals(
      ["authorization", "cookie", "x-note", "user-agent"].map((name) => request.get(name)),
      ["Bearer [redacted]", "[redacted]", "mine is [redacted]", "test"],
    );
    assertEquals(new Map(entry!.heads!.response).get("content-type"), "application/json");
    assertEquals(other!.status, 401);
    const text = JSON.stringify(server.journal.entries());
    for (const token of ["admin-token", "bob-token", "stray-token", "YWRtaW4tdG9rZW4"]) {
      assertEquals(text.includes(token), false, token);
    }
  }, { journal: { heads: true } });
  await withPlugins(async (server) => {
    await (await ask(server.url)).text();
    assertEquals(server.journal.entries()[0]?.heads, undefined);
  });
});

Deno.test("the journal can be streamed through the control API", async () => {
  await withPlugins(async (server) => {
    for (const path of ["/api", "/apis", "/version"]) await server.must("GET", path);
    const call = `${CONTROL_PATH}/journal?follow=true`;
    const follower = await server.watch(`${call}&after=1`);
    const next = async (lines: TestWatch) =>
      (await lines.next() as unknown as { path: string })?.path;
    assertEquals([await next(follower), await next(follower)], ["/apis", "/version"]);
    const latest = await server.watch(`${call}&limit=1`);
    assertEquals(await next(latest), "/version");
    await latest.close();
    const coming = next(follower);
    await server.must("GET", "/openapi/v3");
    assertEquals(await coming, "/openapi/v3");
  }, { control: true });
});

Deno.test("the stream of the journal ends with the server", async () => {
  const requests = journalPlugin();
  const server = await startServer({ plugins: [requests, controlApi({ journal: requests })] });
  const headers = { authorization: `Bearer ${server.identities[0].token}` };
  const url = `${server.url}${CONTROL_PATH}/journal?follow=true`;
  const follower = new TestWatch(await fetch(url, { headers }));
  await server.close();
  assertEquals(await follower.next(), undefined);
});
