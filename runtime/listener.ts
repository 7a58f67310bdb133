/**
 * Listens for HTTP requests, plain or over TLS.
 *
 * @module
 */
import { listenDeno } from "./deno/listener.ts";
import { RUNTIME } from "./name.ts";
import { listenNode } from "./node/listener.ts";
import type { HttpAddress, HttpHandler, HttpListener } from "./listener_types.ts";

export type {
  Connection,
  HttpAddress,
  HttpHandler,
  HttpListener,
  ListenerTls,
  PeerCertificate,
} from "./listener_types.ts";

/**
 * Opens a port whose requests are answered by a function: HTTP/1.1, and over TLS also HTTP/2 by ALPN.
 *
 * @throws {AddressInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export const listenHttp: (handler: HttpHandler, address: HttpAddress) => Promise<HttpListener> =
  RUNTIME === "deno" ? listenDeno : listenNode;
