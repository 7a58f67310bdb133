/**
 * Requests that a listener receives, and where it listens.
 *
 * @module
 */

import type { Upgrade } from "./server_socket_types.ts";

/** The protocols of bytes, in lower case, that connections over HTTP/1.1 can change to. */
export const BYTE_PROTOCOLS: readonly string[] = ["spdy/3.1"];

/** A connection whose client asks for a protocol of bytes. */
export interface ByteUpgrade {
  /** The protocol as the client names it. */
  readonly protocol: string;
  /** Answers 101 with further headers, and hands the connection over. */
  accept(headers: Readonly<Record<string, string>>): Upgrade;
}

/** The subject of a client's certificate. */
export interface PeerCertificate {
  /** The common name. */
  readonly name: string;
  /** The organizations. */
  readonly groups: readonly string[];
  /** True if it is valid now and signed by a trusted authority. */
  readonly trusted: boolean;
}

/** Facts about a request; reading `completed` has a cost. */
export interface Connection {
  /** Resolves when the response was sent; rejects or resolves if the client hung up before. */
  readonly completed: Promise<void>;
  /** The client's certificate; undefined without one. */
  readonly certificate: PeerCertificate | undefined;
  /** The protocol of bytes that the connection can change to; absent without one. */
  readonly upgrade?: ByteUpgrade | undefined;
}

/** Answers a request. */
export type HttpHandler = (
  request: Request,
  connection: Connection,
) => Response | Promise<Response>;

/** A certificate with its key, and the authorities of client certificates, in PEM. */
export interface ListenerTls {
  readonly certificate: string;
  readonly key: string;
  /** Authorities whose client certificates are trusted. */
  readonly authorities: readonly string[];
}

/** Where to listen. */
export interface HttpAddress {
  /** A name or address of this machine. */
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The certificate; absent for plain HTTP. */
  readonly tls?: ListenerTls | undefined;
}

/** An open port. */
export interface HttpListener {
  /** The TCP port. */
  readonly port: number;
  /** Flushes sent bytes, then closes all connections and the port. */
  close(): Promise<void>;
}
