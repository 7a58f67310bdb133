/**
 * Listens with `node:http`, and over TLS with `node:http2`.
 *
 * @module
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type {
  ByteUpgrade,
  Connection,
  HttpAddress,
  HttpHandler,
  HttpListener,
  ListenerTls,
} from "../listener_types.ts";
import { BYTE_PROTOCOLS } from "../listener_types.ts";
import { within } from "../within.ts";
import { sendResponse, toRequest } from "./exchange.ts";
import { openRawSocket } from "./raw_socket.ts";
import { offerUpgrade, upgradedResponse, wasUpgraded } from "./server_socket.ts";
import { listen, readCertificate } from "./sockets.ts";

/** The largest head of a request in bytes, as real servers have it. */
const LARGEST_HEAD = 1024 * 1024;

/** Milliseconds after which an idle connection is closed, as real servers close it. */
const IDLE = 90_000;

/** The most milliseconds that clients have to read what was sent to them before a close. */
const LAST_BYTES = 200;

/** Opens a port. */
export async function listenNode(
  answer: HttpHandler,
  { host, port, tls }: HttpAddress,
): Promise<HttpListener> {
  const server = tls ? secureServer(tls) : createServer({ maxHeaderSize: LARGEST_HEAD });
  Object.assign(server, { keepAliveTimeout: IDLE, requestTimeout: 0 });
  const scheme = tls ? "https" : "http";
  const sockets = new Set<Socket>();
  const unsent = new Set<Promise<void>>();

  const respond = async (
    message: IncomingMessage | Http2ServerRequest,
    outgoing: ServerResponse | Http2ServerResponse,
  ): Promise<void> => {
    const completed = new Promise<void>((resolve) => outgoing.once("close", resolve));
    unsent.add(completed);
    completed.then(() => unsent.delete(completed));
    const response = await answerTo(message, completed);
    await sendResponse(response, outgoing, message.method === "HEAD");
    // The rest of a body that nobody reads, so that the next request can follow.
    message.resume();
  };

  const answerTo = async (
    message: IncomingMessage | Http2ServerRequest,
    completed: Promise<void>,
    offer?: (request: Request) => void,
    upgrade?: ByteUpgrade,
  ): Promise<Response> => {
    let request: Request;
    try {
      request = toRequest(message, scheme);
    } catch {
      return new Response("Bad Request", { status: 400 });
    }
    offer?.(request);
    const { socket } = message;
    const connection: Connection = {
      completed,
      certificate: tls ? readCertificate(socket as TLSSocket) : undefined,
      upgrade,
    };
    try {
      return await answer(request, connection);
    } catch {
      return new Response("Internal Server Error", { status: 500 });
    }
  };

  const upgrade = async (message: IncomingMessage, socket: Duplex, head: Uint8Array) => {
    socket.on("error", () => socket.destroy());
    const protocol = message.headers.upgrade ?? "";
    const isBytes = BYTE_PROTOCOLS.includes(protocol.toLowerCase());
    if (!isBytes && protocol.toLowerCase() !== "websocket") {
      server.emit("connection", withoutUpgrade(message, socket, head));
      return;
    }
    const completed = new Promise<void>((resolve) => socket.once("close", resolve));
    const response = isBytes
      ? await answerTo(message, completed, undefined, {
        protocol,
        accept: (headers) => ({
          response: upgradedResponse(),
          ...openRawSocket(socket, { protocol, head, headers }),
        }),
      })
      : await answerTo(message, completed, (request) => {
        offerUpgrade(request, { key: message.headers["sec-websocket-key"] ?? "", socket, head });
      });
    if (wasUpgraded(response)) return;
    const outgoing = new ServerResponse(message);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket as Socket);
    outgoing.once("finish", () => socket.end());
    await sendResponse(response, outgoing, false);
  };

  const track = (socket: Socket) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", track).on("secureConnection", track);
  server.on("request", respond).on("upgrade", upgrade);
  server.on("tlsClientError", (_error: Error, socket: Socket) => socket.destroy());
  const listening = await listen(server, { host, port });
  return {
    port: listening,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await within(LAST_BYTES, Promise.all(unsent));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Clients without a certificate, or with one of another authority, are not cut off. */
const secureServer = (
  { certificate, key, authorities }: ListenerTls,
): Http2SecureServer & Pick<Server, "keepAliveTimeout"> =>
  createSecureServer({
    allowHTTP1: true,
    cert: certificate,
    key,
    ca: [...authorities],
    requestCert: true,
    rejectUnauthorized: false,
    // Many watches share a session.
    maxSessionMemory: 1000,
    settings: { initialWindowSize: 1024 * 1024, maxHeaderListSize: LARGEST_HEAD },
    ...{ maxHeaderSize: LARGEST_HEAD },
  }) as Http2SecureServer & Pick<Server, "keepAliveTimeout">;

/**
 * Puts the head of a request back, without the offer to change to another protocol than WebSocket,
 * such as `h2c`: it is answered as if the offer was not made.
 */
function withoutUpgrade(message: IncomingMessage, socket: Duplex, rest: Uint8Array): Duplex {
  const { method, url, httpVersion, rawHeaders } = message;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  if (rest.length > 0) socket.unshift(rest);
  socket.unshift(new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
  return socket;
}
