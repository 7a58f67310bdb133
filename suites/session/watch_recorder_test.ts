import { assertEquals, assertRejects } from "@std/assert";
import { Discard, Violation } from "../check.ts";
import { resourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { DIALECTS } from "../client/dialect.ts";
import type { HttpRequest, WatchDocument, WatchStream } from "../client/http_client.ts";
import { TypeInScope } from "./collection.ts";
import { WatchRecorder } from "./watch_recorder.ts";

function event(version: string, type = "ADDED"): WatchDocument {
  return { type, object: { metadata: { name: version, resourceVersion: version } } };
}

/** Returns a stream that has delivered these events and ended. */
function ended(documents: readonly WatchDocument[], status = 200): WatchStream {
  const response = { status, headers: new Headers(), text: "", json: undefined };
  return {
    response,
    documents,
    ended: true,
    malformed: [],
    begun: true,
    waitFor: (test) => Promise.resolve(documents.find(test)),
    waitForEnd: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

/** A recorder of a target that answers with these streams, one after the other. */
function follow(
  streams: readonly WatchStream[],
  version: string | undefined,
  history = 60_000,
  everyone = false,
) {
  const versions: (string | undefined)[] = [];
  const left = [...streams];
  const scope = {
    target: { dialect: DIALECTS.svc, waits: { history } },
    namespaces: ["one"],
    exclusive: true,
    id: "x",
    labels: { "plumbline/run": "run", "plumbline/scope": "x" },
    selector: "plumbline/scope=x",
    watch: ({ query }: Pick<HttpRequest, "query">) => {
      versions.push(query?.resourceVersion);
      return Promise.resolve(left.shift() ?? ended([]));
    },
  } as unknown as Scope;
  const at = new TypeInScope(scope, resourceType("secrets"));
  const selection = { ...at.widest(), ...(everyone && { everyone }) };
  return { versions, opened: WatchRecorder.open(at, { version, selection }) };
}

Deno.test("an ended stream is opened again from the last resourceVersion", async () => {
  const streams = [ended([event("q"), event("c")]), ended([event("x")])];
  const { versions, opened } = follow(streams, "s");
  const recorder = await opened;
  assertEquals(await recorder.waitFor(({ object }) => object.metadata !== undefined), true);
  const isLast = ({ object }: WatchDocument) => (object.metadata as { name: string }).name === "x";
  assertEquals(await recorder.waitFor(isLast), true);
  assertEquals(versions, ["s", "c"]);
  assertEquals(recorder.documents.length, 3);
});

Deno.test("a watch resumes from a bookmark, not from an error", async () => {
  const error = { type: "ERROR", object: { kind: "Status", code: 500 } };
  const streams = [ended([event("q"), event("c", "BOOKMARK"), error])];
  const recorder = await follow(streams, "s").opened;
  assertEquals(recorder.lastVersion, "c");
});

Deno.test("a watch of everyone's objects resumes from another client's, too", async () => {
  const streams = [ended([event("foreign")]), ended([event("other")])];
  const { versions, opened } = follow(streams, "s", 60_000, true);
  const recorder = await opened;
  assertEquals(await recorder.waitFor(({ object }) => object.metadata === undefined), false);
  assertEquals(versions.slice(0, 3), ["s", "foreign", "other"]);
  assertEquals(recorder.documents, []);
});

Deno.test("a target that ends every stream at once fails", async () => {
  const { versions, opened } = follow([], "s");
  const recorder = await opened;
  assertEquals(await recorder.waitFor(() => true), false);
  assertEquals(versions.length, 20);
});

Deno.test("410 discards a case if history can have expired, other errors fail it", async () => {
  await assertRejects(() => follow([ended([], 410)], "s", 0).opened, Discard);
  await assertRejects(() => follow([ended([], 410)], "s").opened, Violation, "history-lives");
  await assertRejects(() => follow([ended([], 500)], "s").opened, Violation, "500");
});

Deno.test("what happened to an object of an earlier case in the namespace is no event of this one", async () => {
  const of = (scope: string, namespace: string): WatchDocument => ({
    type: "DELETED",
    object: {
      metadata: {
        name: scope,
        namespace,
        resourceVersion: namespace + scope,
        labels: { "plumbline/run": "run", "plumbline/scope": scope },
      },
    },
  });
  const streams = [ended([of("x", "one"), of("other", "two"), of("earlier", "one")])];
  const recorder = await follow(streams, "s").opened;
  assertEquals(recorder.documents.map(({ object }) => (object.metadata as { name: string }).name), [
    "x",
    "other",
  ]);
  assertEquals(recorder.lastVersion, "oneearlier");
});
