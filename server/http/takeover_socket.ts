/**
 * Upgrades the connections that answers take over.
 *
 * @module
 */
import { type ServerSocket, upgradeToSocket } from "@plumbline/runtime/server_socket";
import type { Takeover } from "../takeover.ts";

/** Bytes that may wait in a connection before more are sent. */
const BUFFERED = 256 * 1024;

/** Milliseconds between looks at a connection whose client reads slowly. */
const PAUSE = 5;

/** A connection that was taken over. */
export interface TakenConnection {
  /** The response 101. */
  readonly response: Response;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

/**
 * Upgrades the connection of a request, and lets it be used.
 *
 * @param request a request that a listener received, whose connection can change to the protocol
 */
export async function openTakeover(request: Request, takeover: Takeover): Promise<TakenConnection> {
  const { protocol } = takeover;
  const { response, opened, closed } = await upgradeToSocket(request, { protocol, reads: true });
  const end = new AbortController();
  closed.then(() => end.abort());
  opened.then((socket) => use(socket, takeover, end.signal));
  return { response, closed };
}

async function use(socket: ServerSocket, takeover: Takeover, closed: AbortSignal): Promise<void> {
  try {
    await takeover.serve({
      messages: socket.messages!,
      closed,
      async send(message) {
        if (socket.isOpen) socket.send(message);
        // The client sets the pace.
        while (socket.isOpen && socket.bufferedAmount > BUFFERED) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      },
    });
    if (socket.isOpen) socket.close(1000);
  } catch {
    if (socket.isOpen) socket.close(1011, "the server failed");
  }
}
