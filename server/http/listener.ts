/**
 * Listens for connections, plain or with TLS.
 *
 * @module
 */
import { presentCertificate } from "../client_certificate.ts";
import { terminateTls } from "./tls_termination.ts";
import type { TlsMaterial } from "./tls.ts";
import { isWatch, opensWebSocket, openWatchSocket } from "./watch_socket.ts";
import { within } from "./within.ts";

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The brand-bearing suffix of group names, from the dialect. */
  readonly suffix: string;
  /** The certificate; absent for plain HTTP. */
  readonly tls?: TlsMaterial;
}

/** An open port. */
export interface OpenListener {
  /** The TCP port. */
  readonly port: number;
  /** Lets watches that have ended send their last event, cuts all connections and closes the port. */
  close(): Promise<void>;
}

/** The most milliseconds that watches have to send their last events before connections are cut. */
const LAST_EVENTS = 200;

/**
 * Opens a port whose requests are answered by a function.
 *
 * @throws {Deno.errors.AddrInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export async function openListener(
  answer: (request: Request) => Promise<Response>,
  { host, port, suffix, tls }: ListenAddress,
): Promise<OpenListener> {
  const watches = new Set<Promise<void>>();

  /** Answers a request, over a WebSocket if it asks for one, and keeps track of watches. */
  const handle: Handler = async (request, connection) => {
    const response = await answer(request);
    if (!isWatch(response)) return response;
    const sent = opensWebSocket(request, response)
      ? openWatchSocket(request, response, suffix)
      : { response, closed: connection.completed.catch(() => {}) };
    watches.add(sent.closed);
    sent.closed.then(() => watches.delete(sent.closed));
    return sent.response;
  };

  const listener =
    await (tls ? openTls(handle, { host, port, tls }) : openPlain(handle, { host, port }));
  return {
    port: listener.port,
    async close() {
      await within(LAST_EVENTS, Promise.all(watches));
      await listener.close();
      await Promise.all(watches);
    },
  };
}

/** Facts about a request; reading `completed` has a cost. */
type Connection = Pick<Deno.ServeHandlerInfo<Deno.NetAddr>, "remoteAddr" | "completed">;
type Handler = (request: Request, connection: Connection) => Promise<Response>;
type Address = Pick<ListenAddress, "host" | "port">;

function openPlain(answer: Handler, { host, port }: Address): OpenListener {
  const cut = new AbortController();
  const { addr, finished } = Deno.serve(
    { hostname: host, port, signal: cut.signal, onListen: () => {} },
    answer,
  );
  return {
    port: addr.port,
    async close() {
      cut.abort();
      await finished;
    },
  };
}

async function openTls(
  answer: Handler,
  { host, port, tls }: Address & { readonly tls: TlsMaterial },
): Promise<OpenListener> {
  const plain = openPlain((request, connection) => {
    const { remoteAddr } = connection;
    // The port behind the TLS is an open one of this machine: it has no other clients.
    if (!outer.carries(remoteAddr.port)) {
      return Promise.resolve(new Response("Client sent a request past TLS\n", { status: 400 }));
    }
    const certificate = outer.certificateOf(remoteAddr.port);
    if (certificate) presentCertificate(request, certificate);
    return answer(request, connection);
  }, { host: "127.0.0.1", port: 0 });
  const outer = await terminateTls({ host, port, material: tls, plainPort: plain.port })
    .catch(async (error) => {
      await plain.close();
      throw error;
    });
  return {
    port: outer.port,
    async close() {
      // In this order, so that the last bytes of watches reach their clients.
      await plain.close();
      await outer.close();
    },
  };
}
