/**
 * Listens for connections, plain or with TLS.
 *
 * @module
 */
import { terminateTls } from "./tls_termination.ts";
import type { TlsMaterial } from "./tls.ts";

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
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
  { host, port, tls }: ListenAddress,
): Promise<OpenListener> {
  return await (tls ? openTls(answer, { host, port, tls }) : openPlain(answer, { host, port }));
}

type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Promise<Response>;

function openPlain(answer: Handler, { host, port }: ListenAddress): OpenListener {
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
  { host, port, tls }: ListenAddress & { readonly tls: TlsMaterial },
): Promise<OpenListener> {
  const plain = openPlain((request, { remoteAddr }) => {
    // The port behind the TLS is an open one of this machine: it has no other clients.
    if (!outer.carries(remoteAddr.port)) {
      return Promise.resolve(new Response("Client sent a request past TLS\n", { status: 400 }));
    }
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
