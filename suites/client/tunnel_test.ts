import { assert } from "@std/assert";
import { createServer, type TLSSocket } from "node:tls";
import { createAuthority } from "@plumbline/server/parts";
import { openTunnel } from "./tunnel.ts";

/** What the server sends at most: far more than the buffers of the connections. */
const MOST = 128 * 1024 * 1024;

Deno.test("of what a client does not read through a tunnel the server can send a part only", async () => {
  const authority = await createAuthority(Date.now());
  const { certificate, key } = await authority.issueServer([]);
  let sent = 0;
  const server = createServer({ cert: certificate, key }, (socket: TLSSocket) => {
    const part = new Uint8Array(64 * 1024);
    const send = () => {
      while (sent < MOST) {
        sent += part.length;
        if (socket.write(part)) continue;
        socket.once("drain", send);
        return;
      }
    };
    socket.on("error", () => {});
    socket.once("data", send);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const tunnel = await openTunnel(`https://127.0.0.1:${port}`);
  const unread = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(tunnel.url).port),
  });
  await unread.write(new TextEncoder().encode("anything"));
  let before = -1;
  while (sent > before || sent === 0) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  assert(sent < MOST / 2, `${sent} bytes`);
  unread.close();
  await tunnel.close();
  await new Promise((resolve) => server.close(resolve));
});
