/**
 * Ends TLS in front of a plain listener: HTTP/1.1 and HTTP/2 by ALPN, each connection carried over
 * to one connection of its own on the loopback interface.
 *
 * `Deno.serve` with a certificate leaves Nagle's algorithm on, so that an answer of more than one
 * segment waits for the client's delayed acknowledgement, 44 ms on Linux. The sockets of `node:tls`
 * can turn it off. Everything above the bytes stays with `Deno.serve`.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { Transform } from "node:stream";
import { createServer, type TLSSocket } from "node:tls";
import {
  BYTE_PROTOCOLS,
  type ByteUpgrade,
  type ListenerTls,
  type PeerCertificate,
} from "../listener_types.ts";
import { openRawSocket } from "../node/raw_socket.ts";
import { listen, readCertificate } from "../node/sockets.ts";
import { within } from "../within.ts";

/** The TLS side of a listener. */
export interface TlsTermination {
  /** The TCP port that clients connect to. */
  readonly port: number;
  /** Returns what a connection of the plain listener carries; undefined for no TLS connection. */
  carried(remotePort: number): CarriedConnection | undefined;
  /**
   * Closes the port; closes each connection after it has forwarded all bytes of the plain listener.
   */
  close(): Promise<void>;
}

/** A TLS connection that a connection of the plain listener carries. */
export interface CarriedConnection {
  readonly certificate: PeerCertificate | undefined;
  /** The protocol of bytes that its last request asked for, while it is not answered. */
  readonly upgrade: ByteUpgrade | undefined;
}

/** Where to listen, and the plain listener to carry connections to. */
export interface TlsTerminationOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly tls: ListenerTls;
  /** The port of the plain listener on 127.0.0.1. */
  readonly plainPort: number;
}

/** The most milliseconds that clients have to read what was sent to them before a close. */
const LAST_BYTES = 200;

/** The protocols that `Deno.serve` detects by the first bytes of a connection. */
const PROTOCOLS = ["h2", "http/1.1"];

/**
 * Listens for TLS connections.
 *
 * @throws {AddressInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export async function terminateTls(
  { host, port, tls, plainPort }: TlsTerminationOptions,
): Promise<TlsTermination> {
  const sockets = new Set<Socket>();
  const unsent = new Set<Promise<void>>();
  const carried = new Map<number, CarriedConnection>();
  const server = createServer({
    cert: tls.certificate,
    key: tls.key,
    ALPNProtocols: PROTOCOLS,
    // A client without a certificate, or with one of another authority, is not cut off here: its
    // requests are authenticated like any others.
    requestCert: true,
    rejectUnauthorized: false,
    ca: [...tls.authorities],
  });

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  }

  function carry(secure: TLSSocket): void {
    const plain = connect({ host: "127.0.0.1", port: plainPort, noDelay: true });
    track(secure);
    track(plain);
    const sent = new Promise<void>((resolve) => {
      secure.once("finish", resolve).once("close", resolve);
    });
    unsent.add(sent);
    sent.then(() => unsent.delete(sent));
    secure.setNoDelay(true);
    let upgrade: ByteUpgrade | undefined;
    let isTaken = false;
    const heads = requestHeads((protocol) => {
      upgrade = protocol === undefined ? undefined : {
        protocol,
        accept(headers) {
          // What the plain listener answers is no longer of interest.
          isTaken = true;
          secure.unpipe(heads);
          plain.unpipe(secure);
          plain.destroy();
          const head = new Uint8Array();
          const response = new Response(null);
          return { response, ...openRawSocket(secure, { protocol, head, headers }) };
        },
      };
    });
    const certificate = readCertificate(secure);
    plain.once("connect", () => {
      const { localPort } = plain;
      if (localPort === undefined) return;
      carried.set(localPort, {
        certificate,
        get upgrade() {
          return upgrade;
        },
      });
      plain.once("close", () => carried.delete(localPort));
      // Only now, so that the plain listener knows of the connection before its first request.
      if (secure.alpnProtocol === "h2") secure.pipe(plain);
      else secure.pipe(heads).pipe(plain);
      plain.pipe(secure);
    });
    // A connection that one side cuts is cut for the other side; `pipe` passes on a proper end.
    for (const [socket, other] of [[secure, plain], [plain, secure]] as const) {
      socket.on("error", () => isTaken ? undefined : other.destroy());
      socket.once("close", () => {
        if (!isTaken && !socket.readableEnded) other.destroy();
      });
    }
  }

  // Connections whose handshake is not over are tracked too.
  server.on("connection", track);
  server.on("secureConnection", carry);
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  const listening = await listen(server, { host, port });
  return {
    port: listening,
    carried: (remotePort) => carried.get(remotePort),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await within(LAST_BYTES, Promise.all(unsent));
      const ends = [...sockets].map((socket) =>
        new Promise<void>((resolve) => {
          if (socket.closed) resolve();
          else socket.once("close", () => resolve());
          socket.destroy();
        })
      );
      await Promise.all([closed, ...ends]);
    },
  };
}

/**
 * Returns a stream that drops `Content-Length: 0` from WebSocket handshakes, which the JDK's client
 * sends, and from upgrades to SPDY/3.1: `Deno.serve` answers them with 400 before any handler sees
 * them.
 *
 * @param asks called for each request with the protocol of bytes that it asks for, if any
 */
const requestHeads = (asks: (protocol: string | undefined) => void): Transform =>
  new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      const isHead = chunk[0] === CAPITAL_G || chunk[0] === CAPITAL_P;
      done(null, isHead ? withoutEmptyBody(chunk, asks) : chunk);
    },
  });

/** The first bytes of `GET` and `POST`. */
const [CAPITAL_G, CAPITAL_P] = [71, 80];

/** The most bytes of a handshake that are looked at. */
const LARGEST_HEAD = 16 * 1024;

function withoutEmptyBody(
  chunk: Uint8Array,
  asks: (protocol: string | undefined) => void,
): Uint8Array {
  asks(undefined);
  if (chunk.length > LARGEST_HEAD) return chunk;
  const text = Buffer.from(chunk).toString("latin1");
  if (!/^(GET|POST) /.test(text) || !text.endsWith("\r\n\r\n")) return chunk;
  const protocol = /\r\nupgrade: *(websocket|spdy\/3\.1)\r\n/i.exec(text)?.[1];
  if (protocol === undefined) return chunk;
  if (BYTE_PROTOCOLS.includes(protocol.toLowerCase())) asks(protocol);
  return Buffer.from(text.replace(/\r\ncontent-length: *0(?=\r\n)/i, ""), "latin1");
}
