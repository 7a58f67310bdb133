/**
 * Reaches a server whose certificate is not to be verified. The runtime can switch verification
 * off for the whole process only, so requests go in plain text to a port of this machine, and
 * from there through a TLS connection that accepts any certificate.
 *
 * @module
 */
import tls from "node:tls";

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
export function openTunnel(url: string): Tunnel {
  const { hostname, port, pathname } = new URL(url);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const running = new Set<Promise<void>>();
  const open = new Set<Deno.Conn>();
  let failure: Error | undefined;
  const accepting = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      const host = hostname.replaceAll(/[[\]]/g, "");
      const passing = pass(connection, host, Number(port || 443), (error) => failure = error)
        .finally(() => {
          open.delete(connection);
          running.delete(passing);
        });
      running.add(passing);
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}${pathname.replace(/\/+$/, "")}`,
    failure: () => failure,
    async close() {
      listener.close();
      for (const connection of open) closeQuietly(connection);
      await accepting;
      await Promise.all(running);
    },
  };
}

/** Passes bytes both ways until either side ends. */
async function pass(
  near: Deno.Conn,
  host: string,
  port: number,
  failed: (error: Error) => void,
): Promise<void> {
  const far = tls.connect({
    host,
    port,
    rejectUnauthorized: false,
    ALPNProtocols: ["http/1.1"],
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  const ended = new Promise<void>((resolve) => far.once("close", () => resolve()));
  // An error is followed by "close"; the near side then sees a connection that ended.
  far.on("error", failed);
  const writer = near.writable.getWriter();
  far.on("data", (bytes: Uint8Array<ArrayBuffer>) => {
    far.pause();
    writer.write(bytes).then(() => far.resume(), () => far.destroy());
  });
  far.once("close", () => writer.close().catch(() => closeQuietly(near)));
  try {
    for await (const bytes of near.readable) {
      if (!far.write(bytes)) await new Promise((resolve) => far.once("drain", resolve));
    }
  } catch {
    // The client closed the connection during a request.
  } finally {
    far.destroy();
  }
  await ended;
  closeQuietly(near);
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It was closed before.
  }
}
