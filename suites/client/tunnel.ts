/**
 * Reaches a server whose certificate is not to be verified. The runtime can switch verification
 * off for the whole process only, so requests go in plain text to a port of this machine, and
 * from there through a TLS connection that accepts any certificate.
 *
 * @module
 */
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls, type TLSSocket } from "node:tls";
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

/** The bytes that a client has not read, after which no more are read from the server. */
const MOST_UNREAD = 64 * 1024;

/**
 * The bytes of a TLS connection. The runtime decrypts whatever arrives, and buffers it without a limit
 * if nobody reads: here no more is read from the server, as without TLS.
 */
class Window extends Duplex {
  readonly #plain: Socket;
  readonly #unread: () => number;

  /** Passes on the bytes of a connection as long as few are unread. */
  constructor(plain: Socket, unread: () => number) {
    super();
    this.#plain = plain;
    this.#unread = unread;
    plain.on("data", (bytes) => {
      if (!this.push(bytes) || this.#unread() > MOST_UNREAD) plain.pause();
    });
    plain.on("end", () => this.push(null));
    plain.on("error", (error) => this.destroy(error));
  }

  /** Reads on, unless too much is unread. */
  goOn(): void {
    if (this.#plain.isPaused() && this.#unread() <= MOST_UNREAD) this.#plain.resume();
  }

  override _read(): void {
    this.goOn();
  }

  override _write(bytes: Uint8Array, _encoding: string, done: () => void): void {
    this.#plain.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#plain.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#plain.destroy();
    done(error);
  }
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
    const plain = connectTcp({ host, port: Number(port || 443) });
    plain.setNoDelay(true);
    const window: Window = new Window(plain, () => near.writableLength + far.readableLength);
    const far: TLSSocket = connectTls({
      socket: window,
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    near.setNoDelay(true);
    track(near, far);
    track(far, near);
    track(plain, near);
    near.on("error", () => far.destroy());
    near.on("close", () => plain.destroy());
    near.on("drain", () => window.goOn());
    far.on("data", () => window.goOn());
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
