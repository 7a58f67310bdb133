/**
 * The server's side of a WebSocket.
 *
 * @module
 */
import { RUNTIME } from "./name.ts";
import type { Upgrade } from "./server_socket_types.ts";

export type { ServerSocket, Upgrade } from "./server_socket_types.ts";

/**
 * Changes the connection of a request to WebSocket. Only the runtime's own way is loaded, when it is
 * first needed: what Node's needs takes some 20 ms in Deno.
 *
 * @param request a request of {@linkcode listenHttp} with a valid handshake
 * @param protocol the subprotocol to choose
 * @throws {TypeError} if the connection of the request cannot change
 */
export async function upgradeToSocket(request: Request, protocol?: string): Promise<Upgrade> {
  if (RUNTIME === "deno") {
    return (await import("./deno/server_socket.ts")).upgradeDeno(request, protocol);
  }
  return (await import("./node/server_socket.ts")).upgradeNode(request, protocol);
}
