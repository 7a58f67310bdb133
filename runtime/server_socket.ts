/**
 * The server's side of a WebSocket.
 *
 * @module
 */
import { upgradeDeno } from "./deno/server_socket.ts";
import { RUNTIME } from "./name.ts";
import { upgradeNode } from "./node/server_socket.ts";
import type { Upgrade } from "./server_socket_types.ts";

export type { ServerSocket, Upgrade } from "./server_socket_types.ts";

/**
 * Changes the connection of a request to WebSocket.
 *
 * @param request a request of {@linkcode listenHttp} with a valid handshake
 * @param protocol the subprotocol to choose
 * @throws {TypeError} if the connection of the request cannot change
 */
export const upgradeToSocket: (request: Request, protocol?: string) => Upgrade = RUNTIME === "deno"
  ? upgradeDeno
  : upgradeNode;
