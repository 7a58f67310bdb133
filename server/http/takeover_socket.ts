/**
 * Upgrades the connections that answers take over.
 *
 * @module
 */
import type { ByteUpgrade } from "@plumbline/runtime/listener";
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
 * @param bytes the protocol of bytes that the connection can change to, if it can
 */
export async function openTakeover(
  request: Request,
  takeover: Takeover,
  bytes: ByteUpgrade | undefined,
): Promise<TakenConnection> {
  const { protocol, headers = {} } = takeover;
  const { response, opened, closed } = bytes?.protocol.toLowerCase() === takeover.upgrade
    ? bytes.accept(headers)
    : await upgradeToSocket(request, { protocol, reads: true });
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
