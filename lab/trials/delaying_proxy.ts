/**
 * A TCP proxy that delays what a client sends. It passes TLS through.
 *
 * @module
 */

/** The bounds of the delay, in milliseconds. */
const DELAY = { least: 50, most: 200 } as const;

/** A running proxy. */
export interface DelayingProxy extends AsyncDisposable {
  /** The URL of the server through the proxy. */
  readonly url: string;
}

/** Starts a proxy in front of a server. */
export function delayingProxy(target: string): DelayingProxy {
  const { protocol, hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const serve = async (near: Deno.Conn) => {
    open.add(near);
    try {
      const far = await Deno.connect({ hostname, port: Number(port) });
      open.add(far);
      await Promise.all([pass(near, far, true), pass(far, near, false)]);
    } catch {
      // The client sees a connection that ends.
    } finally {
      near.close();
    }
  };
  const accepting = (async () => {
    for await (const near of listener) serve(near).catch(() => {});
  })();
  // A certificate of the server is valid for its name.
  const url = `${protocol}//${hostname}:${listener.addr.port}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
      for (const connection of open) closeQuietly(connection);
    },
  };
}

async function pass(from: Deno.Conn, to: Deno.Conn, delays: boolean): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  try {
    for (let length = await from.read(buffer); length !== null; length = await from.read(buffer)) {
      if (delays) await pause(DELAY.least + Math.random() * (DELAY.most - DELAY.least));
      for (let sent = 0; sent < length;) sent += await to.write(buffer.subarray(sent, length));
    }
  } finally {
    closeQuietly(to);
  }
}

/** Waits for a number of milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
