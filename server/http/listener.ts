/**
 * Listens for connections, plain or with TLS.
 *
 * @module
 */
import { presentCertificate } from "../client_certificate.ts";
import { terminateTls } from "./tls_termination.ts";
import type { TlsMaterial } from "./tls.ts";
import { opensWebSocket, openWatchSocket } from "./watch_socket.ts";

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
  /** Cuts all connections and closes the port. */
  close(): Promise<void>;
}

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
  const sockets = new Set<Promise<void>>();
  async function upgraded(request: Request): Promise<Response> {
    const response = await answer(request);
    if (!opensWebSocket(request, response)) return response;
    const { response: switching, closed } = openWatchSocket(request, response, suffix);
    sockets.add(closed);
    closed.then(() => sockets.delete(closed));
    return switching;
  }
  const listener =
    await (tls ? openTls(upgraded, { host, port, tls }) : openPlain(upgraded, { host, port }));
  return {
    port: listener.port,
    async close() {
      await listener.close();
      await Promise.all(sockets);
    },
  };
}

type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Promise<Response>;
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
  answer: (request: Request) => Promise<Response>,
  { host, port, tls }: Address & { readonly tls: TlsMaterial },
): Promise<OpenListener> {
  const plain = openPlain((request, { remoteAddr }) => {
    // The port behind the TLS is an open one of this machine: it has no other clients.
    if (!outer.carries(remoteAddr.port)) {
      return Promise.resolve(new Response("Client sent a request past TLS\n", { status: 400 }));
    }
    const certificate = outer.certificateOf(remoteAddr.port);
    if (certificate) presentCertificate(request, certificate);
    return answer(request);
  }, { host: "127.0.0.1", port: 0 });
  const outer = await terminateTls({ host, port, material: tls, plainPort: plain.port })
    .catch(async (error) => {
      await plain.close();
      throw error;
    });
  return {
    port: outer.port,
    async close() {
      await Promise.all([plain.close(), outer.close()]);
    },
  };
}
