/**
 * The server's side of a WebSocket.
 *
 * @module
 */
import { RUNTIME } from "./name.ts";
import type { Upgrade, UpgradeOptions } from "./server_socket_types.ts";

export type {
  ClientMessage,
  ServerSocket,
  Upgrade,
  UpgradeOptions,
} from "./server_socket_types.ts";

/**
 * Changes the connection of a request to WebSocket. Only the runtime's own way is loaded, when it is
 * first needed: what Node's needs takes some 20 ms in Deno.
 *
 * @param request a request of {@linkcode listenHttp} with a valid handshake
 * @throws {TypeError} if the connection of the request cannot change
 */
export async function upgradeToSocket(
  request: Request,
  options: UpgradeOptions = {},
): Promise<Upgrade> {
  if (RUNTIME === "deno") {
    return (await import("./deno/server_socket.ts")).upgradeDeno(request, options);
  }
  return (await import("./node/server_socket.ts")).upgradeNode(request, options);
}
