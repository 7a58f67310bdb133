/**
 * The options of the commands that pass requests on to a server, and its address and credentials.
 *
 * @module
 */
import { optionGroup, path, readTextOf, text, UsageError, type ValuesOf } from "@plumbline/options";
import { type ClientConnections, openConnections } from "@plumbline/runtime/http_client";
import { readKubeconfig } from "@plumbline/suites/client/kubeconfig";

/** The options. */
export const ACCESS_OPTIONS = optionGroup("Server", {
  token: text("TOKEN", "bearer token of requests that have none"),
  ca: path("FILE", "file of PEM certificates to verify the server with"),
  kubeconfig: path("FILE", "kubeconfig with the server, its certificates and credentials"),
  context: text("NAME", "kubeconfig context to use (default: the current context)"),
});

/** A server with credentials. */
export interface Access {
  /** The URL, without a trailing slash. */
  readonly url: string;
  readonly token?: string;
  readonly connections: ClientConnections;
}

/** Returns the server that the options name; undefined if they name none. */
export async function accessOf(
  given: string | undefined,
  options: ValuesOf<typeof ACCESS_OPTIONS>,
): Promise<Access | undefined> {
  const file = options.kubeconfig === undefined
    ? undefined
    : await readKubeconfig(options.kubeconfig, options.context, options.token);
  const url = (given ?? file?.url)?.replace(/\/+$/, "");
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`Cannot use the URL "${url}". Give one such as https://localhost:6443.`);
  }
  const ca = options.ca === undefined
    ? file?.caCertificate
    : await readTextOf(options.ca, "the certificates");
  const token = options.token ?? file?.token;
  return {
    url,
    ...(token !== undefined && { token }),
    connections: openConnections({
      ...(ca !== undefined && { caCertificates: [ca] }),
      clientCertificate: options.token === undefined ? file?.clientCertificate : undefined,
    }),
  };
}
