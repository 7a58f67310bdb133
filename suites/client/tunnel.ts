/**
 * Reaches a server whose certificate is not to be verified. The runtime can switch verification
 * off for the whole process only, so requests go in plain text to a port of this machine, and
 * from there through a TLS connection that accepts any certificate.
 *
 * @module
 */
import { createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { listen } from "@plumbline/runtime/sockets";

/** A way to a server. */
export interface Tunnel {
  /** The URL to send requests to. */
  readonly url: string;
  /** Why the last connection to the server failed, if one did. */
  failure(): Error | undefined;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Opens a tunnel to an `https:` URL. Connections are made as they are needed. */
export async function openTunnel(url: string): Promise<Tunnel> {
  const { hostname, port, pathname } = new URL(url);
  const host = hostname.replaceAll(/[[\]]/g, "");
  const open = new Set<Socket>();
  let failure: Error | undefined;

  function track(socket: Socket, other: Socket): void {
    open.add(socket);
    // A connection that one side cuts is cut for the other side; `pipe` passes on a proper end.
    socket.once("close", () => {
      open.delete(socket);
      if (!socket.readableEnded) other.destroy();
    });
  }

  const listener = createServer((near) => {
    const far = connectTls({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    near.setNoDelay(true);
    far.setNoDelay(true);
    track(near, far);
    track(far, near);
    near.on("error", () => far.destroy());
    far.on("error", (error) => {
      failure = error;
      near.destroy();
    });
    near.pipe(far).pipe(near);
  });
  const listening = await listen(listener, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${listening}${pathname.replace(/\/+$/, "")}`,
    failure: () => failure,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
