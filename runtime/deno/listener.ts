/**
 * Listens with `Deno.serve`.
 *
 * @module
 */
import { AddressInUse } from "../errors.ts";
import type {
  Connection,
  HttpAddress,
  HttpHandler,
  HttpListener,
  ListenerTls,
} from "../listener_types.ts";

/** Opens a port. */
export async function listenDeno(
  answer: HttpHandler,
  { host, port, tls }: HttpAddress,
): Promise<HttpListener> {
  if (tls) return await listenTls(answer, { host, port, tls });
  return listenPlain((request, info) => answer(request, new PlainConnection(info)), { host, port });
}

type Info = Deno.ServeHandlerInfo<Deno.NetAddr>;

/** `completed` is read on demand, as it has a cost. */
class PlainConnection implements Connection {
  readonly #info: Info;
  readonly certificate: Connection["certificate"];
  readonly upgrade: Connection["upgrade"];

  constructor(info: Info, { certificate, upgrade }: Partial<Connection> = {}) {
    this.#info = info;
    this.certificate = certificate;
    this.upgrade = upgrade;
  }

  get completed(): Promise<void> {
    return this.#info.completed;
  }
}

function listenPlain(
  answer: (request: Request, info: Info) => Response | Promise<Response>,
  { host, port }: Pick<HttpAddress, "host" | "port">,
): HttpListener {
  const cut = new AbortController();
  const { addr, finished } = serve(
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

/** Calls `Deno.serve`, with the error of all runtimes for a port that is in use. */
function serve(
  options: Deno.ServeTcpOptions,
  handler: Deno.ServeHandler<Deno.NetAddr>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve(options, handler);
  } catch (error) {
    throw error instanceof Deno.errors.AddrInUse ? new AddressInUse(error.message) : error;
  }
}

async function listenTls(
  answer: HttpHandler,
  { host, port, tls }: HttpAddress & { readonly tls: ListenerTls },
): Promise<HttpListener> {
  const { terminateTls } = await import("./tls_termination.ts");
  const plain = listenPlain((request, info) => {
    const { remoteAddr } = info;
    // The port behind the TLS is an open one of this machine: it has no other clients.
    const carried = outer.carried(remoteAddr.port);
    if (carried === undefined) {
      return new Response("Client sent a request past TLS\n", { status: 400 });
    }
    return answer(request, new PlainConnection(info, carried));
  }, { host: "127.0.0.1", port: 0 });
  const outer = await terminateTls({ host, port, tls, plainPort: plain.port })
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
