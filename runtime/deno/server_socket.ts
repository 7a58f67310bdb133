/**
 * WebSockets of `Deno.upgradeWebSocket`.
 *
 * @module
 */
import {
  createInbox,
  type ServerSocket,
  type Upgrade,
  type UpgradeOptions,
} from "../server_socket_types.ts";

/** Changes the connection of a request to WebSocket. */
export function upgradeDeno(
  request: Request,
  { protocol, reads = false }: UpgradeOptions = {},
): Upgrade {
  const { socket, response } = Deno.upgradeWebSocket(request, {
    ...(protocol !== undefined && { protocol }),
    // Real servers send no pings.
    idleTimeout: 0,
  });
  const { promise: opened, resolve: open } = Promise.withResolvers<ServerSocket>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const inbox = reads ? createInbox() : undefined;
  if (inbox) {
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) =>
      void inbox.add(typeof data === "string" ? data : new Uint8Array(data));
  }
  const handle: ServerSocket = {
    ...(inbox && { messages: inbox.messages }),
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (message) => socket.send(message),
    close: (code, reason) => socket.close(code, reason),
  };
  socket.onopen = () => open(handle);
  // An error is followed by the event `close`.
  socket.onclose = () => {
    inbox?.end();
    close();
  };
  return { response, opened, closed };
}
