/**
 * Listens for HTTP requests, plain or over TLS.
 *
 * @module
 */
import { RUNTIME } from "./name.ts";
import type { HttpAddress, HttpHandler, HttpListener } from "./listener_types.ts";

export type {
  ByteUpgrade,
  Connection,
  HttpAddress,
  HttpHandler,
  HttpListener,
  ListenerTls,
  PeerCertificate,
} from "./listener_types.ts";

/**
 * Opens a port whose requests are answered by a function: HTTP/1.1, and over TLS also HTTP/2 by ALPN.
 * Only the runtime's own listener is loaded, as that of Node takes some 20 ms.
 *
 * @throws {AddressInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export async function listenHttp(
  handler: HttpHandler,
  address: HttpAddress,
): Promise<HttpListener> {
  if (RUNTIME === "deno") {
    return await (await import("./deno/listener.ts")).listenDeno(handler, address);
  }
  return await (await import("./node/listener.ts")).listenNode(handler, address);
}
