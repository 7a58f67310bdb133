import { assertEquals, assertRejects } from "@std/assert";
import { AddressInUse } from "../errors.ts";
import { openNodeConnections } from "./http_client.ts";
import { listenNode } from "./listener.ts";

const address = { host: "127.0.0.1", port: 0 };
const signal = new AbortController().signal;

Deno.test("requests and responses arrive as they were sent", async () => {
  const listener = await listenNode(async (request) => {
    const { pathname, search } = new URL(request.url);
    return Response.json({
      method: request.method,
      path: pathname + search,
      header: request.headers.get("x-test"),
      text: await request.text(),
    }, { status: 201, headers: { "x-answer": "yes" } });
  }, address);
  const connections = openNodeConnections();
  try {
    const response = await connections.send(`http://127.0.0.1:${listener.port}/a?b=c`, {
      method: "PUT",
      headers: [["x-test", "one"], ["x-test", "two"]],
      body: "body",
      signal,
    });
    assertEquals([response.status, response.headers.get("x-answer")], [201, "yes"]);
    const json = await response.json();
    assertEquals(json, { method: "PUT", path: "/a?b=c", header: "one, two", text: "body" });
  } finally {
    connections.close();
    await listener.close();
  }
});

Deno.test("a stream is sent as it arrives, its head before the first byte", async () => {
  let send: (text: string) => void = () => {};
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const listener = await listenNode(() => {
    const body = new ReadableStream({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
      cancel: () => resolve(),
    });
    return new Response(body);
  }, address);
  const connections = openNodeConnections({ fresh: true });
  try {
    const response = await connections.send(`http://127.0.0.1:${listener.port}/`, {
      method: "GET",
      headers: [],
      signal,
    });
    const reader = response.body!.getReader();
    for (const text of ["first", "second"]) {
      send(text);
      assertEquals(new TextDecoder().decode((await reader.read()).value), text);
    }
    await reader.cancel();
    // The handler learns that the client hung up.
    await cancelled;
  } finally {
    connections.close();
    await listener.close();
  }
});

Deno.test("a handler that throws is answered 500, a port in use is an error", async () => {
  const listener = await listenNode(() => {
    throw new Error("broken");
  }, address);
  const connections = openNodeConnections();
  try {
    const url = `http://127.0.0.1:${listener.port}/`;
    const response = await connections.send(url, { method: "GET", headers: [], signal });
    assertEquals(response.status, 500);
    await response.text();
    const again = { ...address, port: listener.port };
    await assertRejects(() => listenNode(() => new Response(), again), AddressInUse);
  } finally {
    connections.close();
    await listener.close();
  }
});

Deno.test("a connection changes to SPDY/3.1 if the handler accepts, and is answered if not", async () => {
  const listener = await listenNode(async (_request, { upgrade }) => {
    if (upgrade?.protocol !== "SPDY/3.1") return new Response("no upgrade", { status: 400 });
    const { response, opened } = upgrade.accept({ "x-stream": "one" });
    const socket = await opened;
    const { value } = await socket.messages!.getReader().read();
    socket.send(value!);
    socket.close(1000);
    return response;
  }, address);
  const exchange = async (protocol: string): Promise<string> => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: ${protocol}\r\n` +
      "content-length: 0\r\n\r\n";
    await connection.write(new TextEncoder().encode(head));
    const decoder = new TextDecoder();
    const reader = connection.readable.getReader();
    let text = decoder.decode((await reader.read()).value);
    if (!text.includes(" 101 ")) return text.slice(0, text.indexOf("\r\n"));
    await connection.write(new TextEncoder().encode("bytes"));
    for (let part; (part = await reader.read()), !part.done;) text += decoder.decode(part.value);
    return text;
  };
  try {
    assertEquals(
      await exchange("SPDY/3.1"),
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n" +
        "x-stream: one\r\n\r\nbytes",
    );
    assertEquals(await exchange("h2c"), "HTTP/1.1 400 Bad Request");
  } finally {
    await listener.close();
  }
});
