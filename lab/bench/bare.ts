/**
 * The baseline, in a separate process: a bare handler that sends the requested number of bytes, at
 * once or as a stream of lines to every connected client.
 *
 * @module
 */
import { print } from "../program/output.ts";

const bodies = new Map<number, Uint8Array<ArrayBuffer>>();

const server = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: () => {} },
  async (request) => {
    if (request.body) await request.arrayBuffer();
    const query = request.url.slice(request.url.indexOf("?") + 1);
    const [bytes = 0, lines = 0] = query.split("&").map(Number);
    // An idle stream never sends anything.
    if (lines === Infinity) return new Response(new ReadableStream());
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

print(String(server.addr.port));
