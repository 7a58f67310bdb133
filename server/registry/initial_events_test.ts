/**
 * Streaming lists: `sendInitialEvents` of a watch.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";
import { create, versionOf } from "./test_watches.ts";

const STREAMING = { release: "1.27", featureGates: { WatchList: true } } as const;
const INITIAL = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const BOOKMARKS = `${INITIAL}&allowWatchBookmarks=true`;

const run = (test: (server: TestServer) => Promise<void>) => withServer(test, STREAMING);

const bookmarkOf = (resourceVersion: string, suffix = "svc.io") => ({
  type: "BOOKMARK",
  object: {
    kind: "Secret",
    apiVersion: "v1",
    metadata: { resourceVersion, annotations: { [`${suffix}/initial-events-end`]: "true" } },
  },
});

Deno.test("the current objects come first, then a bookmark with an annotation, then changes", async () => {
  await run(async (server) => {
    for (const name of ["b", "a"]) await create(server, name);
    const version = await versionOf(server);
    for (const from of ["", "&resourceVersion=", "&resourceVersion=0", "&resourceVersion=1"]) {
      const watch = await server.watch(`${SECRETS}?${BOOKMARKS}${from}`);
      assertEquals(await watch.summaries(2), ["ADDED a", "ADDED b"], from);
      assertEquals(await watch.next(), bookmarkOf(version), from);
      await watch.close();
    }
    const watch = await server.watch(`${SECRETS}?${BOOKMARKS}&resourceVersion=${version}`);
    await watch.summaries(3);
    await create(server, "c");
    assertEquals(await watch.summaries(1), ["ADDED c"]);
    // The annotation is on the first bookmark only.
    server.clock.advance(60_000);
    const later = await watch.next();
    assertEquals([later?.type, later?.object.metadata.annotations], ["BOOKMARK", undefined]);
  });
});

Deno.test("the annotation follows the dialect", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?${BOOKMARKS}`);
    assertEquals(await watch.next(), bookmarkOf(await versionOf(server), "k8s.io"));
  }, { ...STREAMING, dialect: "kubernetes" });
});

Deno.test("initial events are selected by label and field", async () => {
  await run(async (server) => {
    await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { app: "x" } } }),
    });
    await create(server, "b");
    const watch = await server.watch(`${SECRETS}?${BOOKMARKS}&labelSelector=app%3Dx`);
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    assertEquals((await watch.next())?.type, "BOOKMARK");
  });
});

Deno.test("without allowWatchBookmarks the initial events have no bookmark behind them", async () => {
  await run(async (server) => {
    await create(server, "a");
    const watch = await server.watch(`${SECRETS}?${INITIAL}`);
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    await create(server, "b");
    assertEquals(await watch.summaries(1), ["ADDED b"]);
  });
});

Deno.test("sendInitialEvents=false starts a watch without the current objects", async () => {
  await run(async (server) => {
    await create(server, "a");
    for (const from of ["", "&resourceVersion=0"]) {
      const query = `${BOOKMARKS.replace("true", "false")}${from}`;
      const watch = await server.watch(`${SECRETS}?${query}`);
      const name = `new${from.length}`;
      await create(server, name);
      assertEquals(await watch.summaries(1), [`ADDED ${name}`]);
      await watch.close();
    }
  });
});

Deno.test("a resourceVersion that the server has not reached gets 504", async () => {
  await run(async (server) => {
    const answer = await server.ask("GET", `${SECRETS}?${BOOKMARKS}&resourceVersion=999999`);
    assertRefused(answer, "Timeout");
  });
});

Deno.test("the bookmark has the form that the client accepts", async () => {
  await run(async (server) => {
    const accept = "application/json;as=PartialObjectMetadata;g=meta.svc.io;v=v1";
    const watch = await server.watch(`${SECRETS}?${BOOKMARKS}`, { headers: { accept } });
    const { object } = bookmarkOf(await versionOf(server));
    const type = { kind: "PartialObjectMetadata", apiVersion: "meta.svc.io/v1" };
    assertEquals((await watch.next())?.object, { ...object, ...type });
  });
});

const MATCH = "resourceVersionMatch";
const REQUIRES =
  "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
const UNLESS =
  "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
const unsupported = (word: string) =>
  `Unsupported value: "${word}": supported values: "NotOlderThan"`;

/** Parameters, and the causes as real servers list them. */
const INVALID: readonly [query: string, causes: string[][]][] = [
  ["watch=1&sendInitialEvents=true", [[MATCH, REQUIRES]]],
  ["watch=1&sendInitialEvents=false", [[MATCH, REQUIRES]]],
  [
    "watch=1&sendInitialEvents=true&resourceVersionMatch=Exact",
    [[MATCH, REQUIRES], [MATCH, unsupported("Exact")]],
  ],
  [
    `${INITIAL}&continue=x`,
    [[MATCH, "Forbidden: resourceVersionMatch is forbidden when continue is provided"]],
  ],
  ["watch=1&resourceVersionMatch=NotOlderThan", [[MATCH, UNLESS]]],
  ["watch=1&resourceVersionMatch=Foo", [[MATCH, UNLESS], [MATCH, unsupported("Foo")]]],
  [
    "sendInitialEvents=true",
    [["sendInitialEvents", "Forbidden: sendInitialEvents is forbidden for list"]],
  ],
];

for (const [query, causes] of INVALID) {
  Deno.test(`the parameters ${query} get 422 with the causes of real servers`, async () => {
    await run(async (server) => {
      const answer = await server.ask("GET", `${SECRETS}?${query}`);
      assertRefused(answer, "Invalid");
      const seen = answer.body.details.causes as { field: string; message: string }[];
      assertEquals(seen.map(({ field, message }) => [field, message]), causes);
    });
  });
}

Deno.test("a server without the feature rejects sendInitialEvents", async () => {
  for (const options of [{}, { release: "1.29" }] as const) {
    await withServer(async (server) => {
      const answer = await server.ask("GET", `${SECRETS}?${BOOKMARKS}`);
      assertRefused(answer, "Invalid");
      assertEquals(answer.body.details.causes, [{
        reason: "FieldValueForbidden",
        message: "Forbidden: sendInitialEvents is not supported by this server",
        field: "sendInitialEvents",
      }]);
    }, options);
  }
});
