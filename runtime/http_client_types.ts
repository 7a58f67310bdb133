/**
 * What an HTTP client sends, and with which connections.
 *
 * @module
 */

/** A request to send; redirections are not followed. */
export interface ClientRequest {
  readonly method: string;
  /** Names in lower case; a name may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
  /** True to add no header to the given ones, where the connections can. @default {false} */
  readonly bare?: boolean | undefined;
}

/** Connections to servers. */
export interface ClientConnections {
  /**
   * Sends a request and returns the response, whose body is decompressed.
   *
   * @throws {TypeError} if no response arrives; its message or cause has the reason
   */
  send(url: string, request: ClientRequest): Promise<Response>;
  /** Ends all connections. */
  close(): void;
}

/** Options of {@linkcode openConnections}. */
export interface ConnectionOptions {
  /** Certificates in PEM to trust besides those of the runtime. @default {[]} */
  readonly caCertificates?: readonly string[];
  /** A client certificate and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string } | undefined;
  /** True for a connection of its own for each request, over HTTP/1.1. @default {false} */
  readonly fresh?: boolean | undefined;
}
