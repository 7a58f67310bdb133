/**
 * The client certificates of requests that arrive over TLS.
 *
 * @module
 */

/** The subject of a client certificate. */
export interface ClientCertificate {
  /** The common name: the user. */
  readonly name: string;
  /** The organizations: the groups. */
  readonly groups: readonly string[];
  /** True if it is valid now, for clients, and signed by an authority that the server trusts. */
  readonly trusted: boolean;
}

const certificates = new WeakMap<Request, ClientCertificate>();

/** Notes the certificate of the connection that a request arrived on. */
export function presentCertificate(request: Request, certificate: ClientCertificate): void {
  certificates.set(request, certificate);
}

/** Returns the certificate of a request; undefined without one. */
export const certificateOf = (request: Request): ClientCertificate | undefined =>
  certificates.get(request);
