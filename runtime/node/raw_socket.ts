/**
 * Connections that change to a protocol of bytes, such as SPDY/3.1.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import { createInbox, type ServerSocket, type Upgrade } from "../server_socket_types.ts";

/** Milliseconds for the client to end its side of the connection. */
const FAREWELL = 1_000;

/**
 * Answers 101, and hands the bytes of a connection over.
 *
 * @param head bytes that arrived behind the head of the request
 * @param headers further headers of the response 101
 */
export function openRawSocket(
  socket: Duplex,
  { protocol, head, headers }: {
    readonly protocol: string;
    readonly head: Uint8Array;
    readonly headers: Readonly<Record<string, string>>;
  },
): Pick<Upgrade, "opened" | "closed"> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n` +
      `${lines.join("")}\r\n`,
  );
  let isOpen = true;
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  const inbox = createInbox(() => void socket.resume());
  const take = (bytes: Uint8Array) => {
    if (!inbox.add(new Uint8Array(bytes))) socket.pause();
  };
  const end = () => {
    isOpen = false;
    inbox.end();
  };
  if (head.length > 0) take(head);
  socket.on("data", take).once("end", () => inbox.end()).once("close", end);
  socket.on("error", () => socket.destroy());
  socket.resume();
  const handle: ServerSocket = {
    messages: inbox.messages,
    get isOpen() {
      return isOpen;
    },
    get bufferedAmount() {
      return socket.writableLength;
    },
    send: (message) => void (isOpen && socket.write(message)),
    close() {
      if (!isOpen) return;
      isOpen = false;
      socket.end();
      const timer = setTimeout(() => socket.destroy(), FAREWELL);
      closed.then(() => clearTimeout(timer));
    },
  };
  return { opened: Promise.resolve(handle), closed };
}
