/**
 * WebSockets on the connections of `node:http`.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import {
  createInbox,
  type ServerSocket,
  type Upgrade,
  type UpgradeOptions,
} from "../server_socket_types.ts";
import { closeFrame, encodeFrame, FrameReader, MessageReader, OPCODE } from "./frames.ts";

/** A connection whose client asked for WebSocket. */
export interface UpgradeOffer {
  /** The header `Sec-WebSocket-Key`. */
  readonly key: string;
  readonly socket: Duplex;
  /** Bytes that arrived behind the head. */
  readonly head: Uint8Array;
}

const offers = new WeakMap<Request, UpgradeOffer>();
const upgraded = new WeakSet<Response>();

/** Notes that the connection of a request can change to WebSocket. */
export const offerUpgrade = (request: Request, offer: UpgradeOffer): void =>
  void offers.set(request, offer);

/** Returns the response that stands for a connection that has changed. */
export function upgradedResponse(): Response {
  const response = new Response(null);
  upgraded.add(response);
  return response;
}

/** True if a response stands for a connection that has changed already. */
export const wasUpgraded = (response: Response): boolean => upgraded.has(response);

/** Milliseconds for the client to confirm the end of the connection. */
const FAREWELL = 1_000;

/** Changes the connection of a request to WebSocket. */
export function upgradeNode(
  request: Request,
  { protocol, reads = false }: UpgradeOptions = {},
): Upgrade {
  const offer = offers.get(request);
  if (offer === undefined) throw new TypeError("Cannot upgrade a request without an offer");
  const { key, socket, head } = offer;
  socket.write([
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${acceptOf(key)}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
    "\r\n",
  ].join("\r\n"));
  return { response: upgradedResponse(), ...openSocket(socket, head, reads) };
}

/** The constant of RFC 6455. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const acceptOf = (key: string): string => createHash("sha1").update(key + GUID).digest("base64");

function openSocket(
  socket: Duplex,
  head: Uint8Array,
  reads: boolean,
): Pick<Upgrade, "opened" | "closed"> {
  let isOpen = true;
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  const end = (frame: Uint8Array) => {
    isOpen = false;
    if (socket.writable) socket.end(frame);
    const timer = setTimeout(() => socket.destroy(), FAREWELL);
    closed.then(() => clearTimeout(timer));
  };
  const inbox = reads ? createInbox(() => void socket.resume()) : undefined;
  const message = new MessageReader();
  const reader = new FrameReader((frame) => {
    const { opcode, payload } = frame;
    if (inbox && opcode < OPCODE.close) {
      const whole = message.add(frame);
      if (whole !== undefined && !inbox.add(whole)) socket.pause();
    }
    if (opcode === OPCODE.ping && isOpen) socket.write(encodeFrame(OPCODE.pong, payload));
    if (opcode !== OPCODE.close) return;
    if (isOpen) end(encodeFrame(OPCODE.close, payload.subarray(0, 2)));
    else socket.destroy();
  }, reads);
  socket.on("data", (bytes: Uint8Array) => reader.push(bytes));
  socket.once("end", () => isOpen ? socket.destroy() : undefined);
  socket.once("close", () => {
    isOpen = false;
    inbox?.end();
  });
  reader.push(head);
  socket.resume();
  const handle: ServerSocket = {
    ...(inbox && { messages: inbox.messages }),
    get isOpen() {
      return isOpen;
    },
    get bufferedAmount() {
      return socket.writableLength;
    },
    send(message) {
      if (!isOpen) return;
      const isText = typeof message === "string";
      const bytes = isText ? new TextEncoder().encode(message) : message;
      socket.write(encodeFrame(isText ? OPCODE.text : OPCODE.binary, bytes));
    },
    close(code, reason = "") {
      if (isOpen) end(closeFrame(code, reason));
    },
  };
  return { opened: Promise.resolve(handle), closed };
}
