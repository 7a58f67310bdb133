/**
 * Connections of Deno's `fetch`.
 *
 * @module
 */
import type { ClientConnections, ConnectionOptions } from "../http_client_types.ts";

/** Opens connections with `Deno.createHttpClient`. */
export function openDenoConnections(
  { caCertificates = [], clientCertificate, fresh = false }: ConnectionOptions = {},
): ClientConnections {
  const client = Deno.createHttpClient({
    caCerts: [...caCertificates],
    ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
    ...(fresh && { http2: false, poolMaxIdlePerHost: 0 }),
  });
  return {
    send: (url, { method, headers, body, signal }) =>
      fetch(url, {
        method,
        headers: headers as [string, string][],
        body: body ?? null,
        redirect: "manual",
        client,
        signal,
      }),
    close: () => client.close(),
  };
}
