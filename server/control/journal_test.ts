/**
 * What the journal remembers.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { secretOf, SECRETS, withServer } from "../testing.ts";
import { Journal } from "./journal.ts";

const note = (path: string) => ({
  time: 0,
  method: "GET",
  url: `http://localhost${path}`,
  user: "",
  status: 200,
  deprecated: false,
});
const pathsOf = (journal: Journal) => journal.entries().map(({ path }) => path);

Deno.test("the newest requests are remembered, the oldest of them first", () => {
  const journal = new Journal(3);
  for (const path of ["/a", "/b"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/a", "/b"]);
  for (const path of ["/c", "/d", "/e", "/f", "/g"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/e", "/f", "/g"]);
  journal.clear();
  assertEquals(pathsOf(journal), []);
  for (const path of ["/h", "/i", "/j", "/k"]) journal.record(note(path));
  assertEquals(pathsOf(journal), ["/i", "/j", "/k"]);
});

Deno.test("a journal without room remembers nothing", () => {
  const journal = new Journal(0);
  journal.record(note("/a"));
  assertEquals(journal.entries(), []);
});

Deno.test("an entry tells who asked what, and how it was answered", async () => {
  await withServer(async (server) => {
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

Deno.test("a watch is remembered when it is answered", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    const [entry] = server.journal.entries();
    assertEquals([entry?.verb, entry?.status], ["watch", 200]);
    await watch.close();
  });
});

Deno.test("who acts as somebody else is remembered as them", async () => {
  await withServer(async (server) => {
    await server.ask("GET", SECRETS, { headers: { "impersonate-user": "bob" } });
    assertEquals(server.journal.entries()[0]?.user, "bob");
  });
});

Deno.test("the journal's size can be chosen", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b", "c"]) await server.ask("GET", `${SECRETS}/${name}`);
    assertEquals(server.journal.entries().map(({ path }) => path.at(-1)), ["b", "c"]);
  }, { journalSize: 2 });
});
