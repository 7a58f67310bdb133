/**
 * The yardstick, as a process of its own: a bare handler that sends as many bytes as it is asked
 * for, either at once or as a stream of lines to everybody who is connected.
 *
 * @module
 */
const bodies = new Map<number, Uint8Array<ArrayBuffer>>();

const server = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: () => {} },
  async (request) => {
    if (request.body) await request.arrayBuffer();
    const query = request.url.slice(request.url.indexOf("?") + 1);
    const [bytes = 0, lines = 0] = query.split("&").map(Number);
    if (lines > 0) return new Response(streamLines(bytes, lines));
    if (!bodies.has(bytes)) bodies.set(bytes, new Uint8Array(bytes).fill(97));
    return new Response(bodies.get(bytes)!, { headers: { "content-type": "application/json" } });
  },
);

function streamLines(bytes: number, lines: number): ReadableStream<Uint8Array> {
  const line = new Uint8Array(bytes).fill(97);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < lines) controller.enqueue(line);
      else controller.close();
    },
  }, { highWaterMark: 0 });
}

// deno-lint-ignore no-console -- tells the benchmark where to find it
console.log(server.addr.port);
