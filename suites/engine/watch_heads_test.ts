import { assert, assertEquals, assertRejects } from "@std/assert";
import { Violation } from "../check.ts";
import { secret } from "../resources/secret.ts";
import { Scopes } from "./scopes.ts";
import { startTestTarget } from "./test_target.ts";
import { WatchHeads } from "./watch_heads.ts";

const PATH = "/api/v1/namespaces/default/secrets";

/** A target that answers watches as `respond` does, which receives the object of a later create. */
function startWatched(respond: (created: Promise<unknown>) => Promise<Response>) {
  const waiting = new Set<(object: unknown) => void>();
  return startTestTarget(async (request, path) => {
    if (request.url.includes("watch=1")) {
      const gone = new Promise<Response>((resolve) => {
        request.signal.addEventListener("abort", () => resolve(new Response()));
      });
      const created = new Promise((resolve) => waiting.add(resolve));
      return await Promise.race([respond(created), gone]);
    }
    if (request.method === "POST" && path.endsWith("/secrets")) {
      const object = await request.clone().json();
      for (const resolve of waiting) resolve(object);
      waiting.clear();
    }
    return undefined;
  });
}

/** A response with one event, which does not end. */
function eventOf(object: unknown): Response {
  const text = `${JSON.stringify({ type: "ADDED", object })}\n`;
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    }),
  );
}

Deno.test("watches go on without a response that begins with the first event", async () => {
  await using served = startWatched(async (created) => eventOf(await created));
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const { client } = served.target;
  const heads = new WatchHeads(scopes, 50);
  const open = () => {
    const request = { path: PATH };
    return heads.open(request, (patience) => client.watch(request, undefined, patience));
  };
  const first = await open();
  const started = performance.now();
  const second = await open();
  assert(performance.now() - started < 2_500, "what is known is not probed again");
  assertEquals([second.begun, second.response.status, second.ended], [false, 200, false]);
  await scope.create(secret, scope.newObject(secret, { name: "one" }));
  const event = await second.waitFor(({ type }) => type === "ADDED");
  assertEquals([event?.object.kind, second.begun], ["Secret", true]);
  await Promise.all([first.close(), second.close()]);
  await scopes.end();
});

Deno.test("a watch without any response is given up", async () => {
  await using served = startWatched(() => new Promise(() => {}));
  const scopes = new Scopes(served.target, "run");
  const heads = new WatchHeads(scopes, 50);
  const open = () =>
    heads.open(
      { path: PATH },
      (patience) => served.target.client.watch({ path: PATH }, undefined, patience),
    );
  const { requirement, actual } = await assertRejects(open, Violation);
  assertEquals(requirement, "watch.streams-events");
  assertEquals(actual, "no response, not even with an event");
  const started = performance.now();
  await assertRejects(open, Violation);
  assert(performance.now() - started < 2_500, "what is known is not probed again");
  await scopes.end();
});

Deno.test("a list in place of a stream is a violation at once", async () => {
  await using served = startTestTarget((request) =>
    request.url.includes("watch=")
      ? Response.json({ kind: "SecretList", apiVersion: "v1", metadata: {}, items: [] })
      : undefined
  );
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const stream = await scope.watch({ path: PATH });
  const error = await assertRejects(() => stream.waitFor(() => true), Violation);
  assertEquals([error.requirement, error.actual], [
    "watch.streams-events",
    "a SecretList instead of a stream",
  ]);
  const plain = await scope.watch({ path: PATH, query: { watch: "false" } });
  assertEquals(await plain.waitFor(() => true), undefined);
  await scopes.end();
});
