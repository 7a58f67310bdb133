/**
 * The connections to a target: requests and watches have their own, and a client certificate goes with
 * the requests of its user alone.
 *
 * @module
 */
import {
  type ClientConnections,
  type ClientRequest,
  type ConnectionOptions,
  openBareConnections,
  openConnections,
} from "@plumbline/runtime/http_client";

/** What connections are for. */
export type ConnectionKind = "request" | "watch" | "bare";

/** Options of connections to a target. */
export interface TargetConnectionOptions extends ConnectionOptions {
  /** True to send the certificate with every request. @default {false} */
  readonly needsCertificate?: boolean | undefined;
}

/** A request, and whether it is one of the user of the client certificate. */
export interface SentRequest extends ClientRequest {
  readonly isOfUser: boolean;
}

/** Connections to a target, which are made as requests need them. */
export class TargetConnections {
  readonly #certified: Readonly<Record<ConnectionKind, ClientConnections>>;
  /** Without the certificate, which would authenticate whatever is sent. */
  readonly #others: Readonly<Record<ConnectionKind, ClientConnections>>;

  /** Opens no connection before the first request. */
  constructor({ needsCertificate = false, ...options }: TargetConnectionOptions) {
    const open = (each: ConnectionOptions) => ({
      request: openConnections(each),
      // A watch occupies the connection that it is sent on.
      watch: openConnections({ ...each, fresh: true }),
      bare: openBareConnections({ ...each, fresh: true }),
    });
    this.#certified = open(options);
    const isOne = options.clientCertificate === undefined || needsCertificate;
    this.#others = isOne ? this.#certified : open({ ...options, clientCertificate: undefined });
  }

  /** Sends a request and returns the response. @throws {TypeError} if none arrives */
  send(
    kind: ConnectionKind,
    url: string,
    { isOfUser, method, headers, body, signal }: SentRequest,
  ): Promise<Response> {
    const connections = isOfUser ? this.#certified : this.#others;
    return connections[kind].send(url, { method, headers, body, signal, bare: kind === "bare" });
  }

  /** Ends all connections. */
  close(): void {
    for (const each of new Set([this.#certified, this.#others])) {
      for (const connections of Object.values(each)) connections.close();
    }
  }
}
