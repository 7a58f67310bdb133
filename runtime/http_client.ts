/**
 * Connections of an HTTP client that trusts certificates of its own.
 *
 * @module
 */
import { openDenoConnections } from "./deno/http_client.ts";
import { RUNTIME } from "./name.ts";
import { openNodeConnections } from "./node/http_client.ts";
import type { ClientConnections, ConnectionOptions } from "./http_client_types.ts";

export type { ClientConnections, ClientRequest, ConnectionOptions } from "./http_client_types.ts";

/**
 * Opens connections as requests need them. Deno uses HTTP/2 where a server offers it; Node and Bun use
 * HTTP/1.1.
 */
export const openConnections: (options?: ConnectionOptions) => ClientConnections =
  RUNTIME === "deno" ? openDenoConnections : openNodeConnections;

/**
 * Opens connections over HTTP/1.1 that add no header to a bare request, and show those of the connection,
 * such as `Transfer-Encoding`, in its response: `fetch` does neither.
 */
export const openBareConnections: (options?: ConnectionOptions) => ClientConnections =
  openNodeConnections;
