import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { asClient } from "./current_client.ts";
import { BODY_LIMIT } from "./evidence.ts";
import { FetchClient } from "./fetch_client.ts";
import { TargetUnreachable, type Transcript } from "./http_client.ts";

const identities = [{ name: "admin", token: "top-secret" }, { name: "bob", token: "" }] as const;

Deno.test("an exchange records everything except credentials", async () => {
  await using target = serve((request) =>
    new Response(`you sent ${request.headers.get("authorization")}`, {
      headers: { "x-echo": "top-secret", "set-cookie": "session=1" },
    })
  );
  const transcript = { exchanges: [] };
  const response = await target.client.send({
    method: "POST",
    path: "/a b".replace(" ", "%20"),
    query: { token: "top-secret", limit: undefined, q: "x y" },
    body: { key: "top-secret" },
  }, transcript);
  assertEquals(response.text, "you sent Bearer top-secret");
  assertEquals(response.json, undefined);
  const written = JSON.stringify(transcript.exchanges);
  assert(!written.includes("top-secret") && !written.includes("session"), written);
  const [exchange] = transcript.exchanges as { path: string; requestBody: string }[];
  assertEquals(exchange?.path, "/a%20b?token=[redacted]&q=x+y");
  assertEquals(exchange?.requestBody, '{"key":"[redacted]"}');
});

Deno.test("a long body is truncated without leaving part of a token", async () => {
  const text = `${"x".repeat(BODY_LIMIT - 5)}top-secret${"y".repeat(20_000)}`;
  await using target = serve(() => new Response(text));
  const transcript: { exchanges: { responseBody: string }[] } = { exchanges: [] };
  const response = await target.client.send({ method: "GET", path: "/" }, transcript as never);
  assertEquals(response.text, text);
  const shown = transcript.exchanges[0]?.responseBody ?? "";
  assert(shown.length < BODY_LIMIT + 100 && !shown.includes("top-"));
});

Deno.test("several values of a header are sent as several headers, and recorded one per line", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const raw = (async () => {
    using connection = await listener.accept();
    const bytes = new Uint8Array(4_096);
    const length = await connection.read(bytes) ?? 0;
    await connection.write(
      new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    );
    return new TextDecoder().decode(bytes.subarray(0, length));
  })();
  const url = `http://127.0.0.1:${listener.addr.port}`;
  const client = new FetchClient({ url, identities });
  const transcript: { exchanges: { requestHeaders: Record<string, string> }[] } = { exchanges: [] };
  const headers = { "impersonate-group": ["a", "b, c"] };
  await client.send({ method: "GET", path: "/", headers }, transcript as never);
  client.close();
  listener.close();
  const lines = (await raw).split("\r\n").filter((line) => line.startsWith("impersonate-group"));
  assertEquals(lines, ["impersonate-group: a", "impersonate-group: b, c"]);
  assertEquals(transcript.exchanges[0]?.requestHeaders["impersonate-group"], "a\nb, c");
});

Deno.test("a bare request has no headers but its own and the credentials, and is recorded", async () => {
  const body = () => new ReadableStream({ pull: (controller) => controller.close() });
  await using target = serve((request) =>
    new Response(body(), { headers: { "x-echo": [...request.headers.keys()].join() } })
  );
  const transcript: { exchanges: { requestHeaders: Record<string, string> }[] } = { exchanges: [] };
  const { headers } = await target.client.send(
    { method: "GET", path: "/", bare: true },
    transcript as never,
  );
  assertEquals(headers.get("x-echo"), "authorization,connection,host");
  assertEquals(headers.get("transfer-encoding"), "chunked");
  assertEquals(transcript.exchanges.map(({ requestHeaders }) => Object.keys(requestHeaders)), [[]]);
});

Deno.test("an identity without a token and the empty identity send no credentials", async () => {
  await using target = serve((request) => new Response(request.headers.get("authorization")));
  const send = async (identity: string) =>
    (await target.client.send({ method: "GET", path: "/", identity })).text;
  assertEquals([await send("admin"), await send("bob"), await send("")], [
    "Bearer top-secret",
    "",
    "",
  ]);
  await assertRejects(() => send("carol"), RangeError, "carol");
});

Deno.test("an object with a name of dots is not asked for, as its URL is that of others", async () => {
  const paths: string[] = [];
  await using target = serve((request) => {
    paths.push(new URL(request.url).pathname);
    return new Response();
  });
  for (const name of [".", "..", "%2E%2e"]) {
    for (const after of ["", "/status"]) {
      const path = `/api/v1/namespaces/one/secrets/${name}${after}`;
      const error = await assertRejects(
        () => target.client.send({ method: "DELETE", path }),
        TargetUnreachable,
        `Cannot send DELETE ${path}`,
      );
      assert(error.isUndecided);
      await assertRejects(() => target.client.watch({ path }), TargetUnreachable);
    }
  }
  for (const name of ["...", ".a", "a..", "a%2F.."]) {
    await target.client.send({ method: "GET", path: `/secrets/${name}` });
  }
  assertEquals(paths, ["/secrets/...", "/secrets/.a", "/secrets/a..", "/secrets/a%2F.."]);
});

Deno.test("without a response within the time limit the target is unreachable", async () => {
  const held: (() => void)[] = [];
  await using target = serve(
    () => new Promise((resolve) => held.push(() => resolve(new Response()))),
    50,
  );
  await assertRejects(
    () => target.client.send({ method: "GET", path: "/slow" }),
    TargetUnreachable,
    "/slow",
  );
  await assertRejects(() => target.client.watch({ path: "/slow" }), TargetUnreachable, "/slow");
  for (const release of held) release();
});

Deno.test("a watch parses documents however their bytes arrive", async () => {
  const lines = '{"type":"ADDED","object":{"name":"ü"}}\noops\n{"type":"ADDED","object":[]}\n' +
    '{"type":"DELETED","object":{}}\n{"type":';
  await using target = serve(() => new Response(bytewise(lines)));
  const stream = await target.client.watch({ path: "/" });
  assertEquals(await stream.waitFor(({ type }) => type === "DELETED"), {
    type: "DELETED",
    object: {},
  });
  assert(await stream.waitForEnd());
  assertEquals(stream.documents.map(({ object }) => object), [{ name: "ü" }, {}]);
  assertEquals(stream.malformed, ["oops", '{"type":"ADDED","object":[]}', '{"type":']);
  await stream.close();
});

Deno.test("waiting for an event times out, and closing ends the watch", async () => {
  let hungUp = false;
  await using target = serve(() =>
    new Response(new ReadableStream({ cancel: () => void (hungUp = true) }))
  );
  const stream = await target.client.watch({ path: "/" });
  assertEquals(await stream.waitFor(() => true, 10), undefined);
  assertEquals(await stream.waitForEnd(10), false);
  const waiting = stream.waitFor(() => true);
  await stream.close();
  await stream.close();
  assertEquals([await waiting, stream.ended], [undefined, true]);
  await target.server.shutdown();
  assert(hungUp);
});

Deno.test("a rejected watch has a response and no documents", async () => {
  await using target = serve(() => Response.json({ code: 410 }, { status: 410 }));
  const transcript: { exchanges: { path: string }[] } = { exchanges: [] };
  const stream = await target.client.watch(
    { path: "/w", query: { watch: "true" } },
    transcript as never,
  );
  assertEquals([stream.response.status, stream.response.json, stream.ended], [
    410,
    { code: 410 },
    true,
  ]);
  assertStringIncludes(transcript.exchanges[0]?.path ?? "", "/w?watch=true");
  await stream.close();
});

/** A body that arrives one byte at a time. */
function bytewise(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, ++at));
    },
  });
}

function serve(handler: (request: Request) => Response | Promise<Response>, timeLimit = 5_000) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const client = new FetchClient({ url, identities, timeLimit });
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      client.close();
      await server.shutdown();
    },
  };
}

Deno.test("the exchanges of a case are numbered, and those of a watch have the times of its events", async () => {
  const event = { type: "ADDED", object: { metadata: { name: "a", resourceVersion: "7" } } };
  await using target = serve(() => new Response(`${JSON.stringify(event)}\n`));
  const transcript: Transcript = { exchanges: [] };
  const first = await target.client.send({ method: "GET", path: "/" }, transcript);
  const stream = await asClient("one", () => target.client.watch({ path: "/" }, transcript));
  await stream.waitForEnd();
  assertEquals([first.exchange, stream.response.exchange], [1, 2]);
  const [get, watch] = transcript.exchanges;
  assertEquals([get?.events, get?.client, watch?.client], [undefined, undefined, "one"]);
  const [received] = watch?.events ?? [];
  assertEquals({ ...received, at: 0 }, { at: 0, type: "ADDED", name: "a", version: "7" });
  assert(watch!.sentAt < received!.at && received!.at <= watch!.sentAt + watch!.duration);
});

Deno.test("a request on a connection of its own is not sent twice", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let received = 0;
  // Answers the first request, and closes the connections of all others.
  const serving = (async () => {
    for await (const connection of listener) {
      while (await connection.read(new Uint8Array(4_096)) !== null) {
        if (++received > 1) break;
        const head = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        await connection.write(new TextEncoder().encode(head));
      }
      connection.close();
    }
  })();
  const url = `http://127.0.0.1:${listener.addr.port}`;
  const client = new FetchClient({ url, identities, freshConnections: true });
  const send = () => client.send({ method: "POST", path: "/", body: { a: 1 } });
  assertEquals((await send()).status, 200);
  await assertRejects(send, TargetUnreachable);
  assertEquals(received, 2);
  client.close();
  listener.close();
  await serving.catch(() => {});
});

Deno.test("a watch that sends too much is cut off, and after three less is read of each", async () => {
  const lines = new TextEncoder().encode("garbage\n".repeat(5_000));
  await using target = serve(() =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(lines) }, { highWaterMark: 0 }),
    )
  );
  const reasons: (string | undefined)[] = [];
  for (let count = 0; count < 4; count++) {
    const stream = await target.client.watch({ path: "/" });
    assert(await stream.waitForEnd());
    reasons.push(stream.malformed.at(-1));
    await stream.close();
  }
  const cut = (count: number) => `the stream was cut off after ${count} lines that are no events`;
  assertEquals(reasons, [cut(1_000), cut(1_000), cut(1_000), cut(16)]);
});

Deno.test("a target whose watches were cut off again and again gets no further ones", async () => {
  const lines = new TextEncoder().encode("no event\n".repeat(100));
  const body = () =>
    new ReadableStream({ pull: (controller) => controller.enqueue(lines) }, { highWaterMark: 0 });
  await using target = serve(() => new Response(body()));
  for (let count = 0; count < 8; count++) {
    const stream = await target.client.watch({ path: "/" });
    assert(await stream.waitForEnd());
    await stream.close();
  }
  const error = await assertRejects(() => target.client.watch({ path: "/" }), TargetUnreachable);
  // It says nothing of the target that a case could judge: its checks are undecided.
  assert(error.isUndecided);
  assertStringIncludes(error.message, "8 watches were cut off");
});

Deno.test("watches that send much at the same time are cut off before each of them is too long", async () => {
  const event = `{"type":"ADDED","object":{"a":"${"x".repeat(1024 * 1024)}"}}\n`;
  const bytes = new TextEncoder().encode(event);
  const body = () =>
    new ReadableStream({ pull: (controller) => controller.enqueue(bytes) }, { highWaterMark: 0 });
  await using target = serve(() => new Response(body()));
  const streams = await Promise.all(
    ["/1", "/2", "/3"].map((path) => target.client.watch({ path })),
  );
  for (const stream of streams) assert(await stream.waitForEnd(30_000));
  const received = streams.reduce((sum, { documents }) => sum + documents.length, 0);
  assert(received >= 30 && received < 70, `${received} MiB`);
  assertStringIncludes(
    streams[0]!.malformed.join() + streams[1]!.malformed.join(),
    "of all watches",
  );
  for (const stream of streams) await stream.close();
});

Deno.test("watches that send what the writes of their case made are not cut off", async () => {
  const object = `{"a":"${"x".repeat(1024 * 1024)}"}`;
  const event = new TextEncoder().encode(`{"type":"ADDED","object":${object}}\n`);
  const body = () => {
    let left = 16;
    return new ReadableStream({
      pull: (controller) => left-- > 0 ? controller.enqueue(event) : controller.close(),
    }, { highWaterMark: 0 });
  };
  await using target = serve(({ method }) => new Response(method === "POST" ? object : body()));
  const transcript: Transcript = { exchanges: [] };
  for (let write = 0; write < 16; write++) {
    await target.client.send({ method: "POST", path: "/", body: {} }, transcript);
  }
  const streams = await Promise.all(
    ["/1", "/2", "/3", "/4"].map((path) => target.client.watch({ path }, transcript)),
  );
  for (const stream of streams) {
    assert(await stream.waitForEnd(30_000));
    assertEquals(stream.malformed, []);
    assertEquals(stream.documents.length, 16);
    await stream.close();
  }
});

Deno.test("the record of a long response has its beginning and its whole length", async () => {
  const text = `"${"long ".repeat(100_000)}"`;
  await using target = serve(() => new Response(text));
  const transcript: Transcript = { exchanges: [] };
  const response = await target.client.send({ method: "GET", path: "/" }, transcript);
  assertEquals(response.text, text);
  const [exchange] = transcript.exchanges;
  assertEquals(
    exchange!.responseBody,
    `${text.slice(0, BODY_LIMIT)}… (${text.length} bytes in all)`,
  );
});

Deno.test("of a target that sent too much several times less is read", async () => {
  let size = 40 * 1024 * 1024;
  await using target = serve(() => new Response(new Uint8Array(size)));
  const get = () => target.client.send({ method: "GET", path: "/" });
  for (let count = 0; count < 3; count++) {
    assert((await assertRejects(get, TargetUnreachable)).isUnanswered);
  }
  size = 5 * 1024 * 1024;
  const { isUnanswered, isUndecided } = await assertRejects(get, TargetUnreachable);
  // The area is not cut off for it.
  assertEquals([isUnanswered, isUndecided], [false, true]);
  size = 3 * 1024 * 1024;
  assertEquals((await get()).status, 200);
});

Deno.test("a server that crashes is reported with the requests under way, writes first", async () => {
  const received = Promise.withResolvers<void>();
  const control = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: control.signal },
    (request) => {
      if (request.method === "GET") return new Response("{}");
      received.resolve();
      return new Promise(() => {});
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  const client = new FetchClient({ url, identities, freshConnections: true });
  await client.send({ method: "GET", path: "/first" });
  const fatal = client.send({ method: "PATCH", path: "/fatal", body: {} }).catch(() => {});
  await received.promise;
  control.abort();
  await server.finished.catch(() => {});
  const error = await assertRejects(
    () => client.send({ method: "GET", path: "/after" }),
    TargetUnreachable,
  );
  client.close();
  await fatal;
  assertStringIncludes(error.message, "connection refused, though it answered before");
  assertStringIncludes(error.message, "PATCH /fatal, GET /after");
});
