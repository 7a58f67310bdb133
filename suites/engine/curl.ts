/**
 * Formats exchanges as curl commands.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";

/** The target of the commands. */
export interface CurlOptions {
  /** The target's URL, without a trailing slash. */
  readonly url: string;
  /** The name of the current identity: its token is `$TOKEN`, others have `$TOKEN_NAME`. */
  readonly identity: string;
  /** True if that identity is authenticated by the client certificate in the files `$CERT` and `$KEY`. */
  readonly certified?: boolean | undefined;
  /** True if its certificate is not verified. @default {false} */
  readonly insecure?: boolean | undefined;
}

/** Returns the exchange as a curl command; it never contains a token. */
export function curlLine(exchange: Exchange, options: CurlOptions): string {
  const words = ["curl", "-sS"];
  if (/[?&]watch=/.test(exchange.path)) words.push("-N");
  if (options.insecure) words.push("--insecure");
  else if (options.url.startsWith("https:")) words.push('${CA:+--cacert "$CA"}');
  if (exchange.method !== "GET") words.push("-X", exchange.method);
  words.push(...credentialWords(exchange, options));
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    for (const each of value.split("\n")) words.push("-H", quote(`${name}: ${each}`));
  }
  // curl would send some of its own.
  if (!("accept" in exchange.requestHeaders)) words.push("-H", "'accept:'");
  if (exchange.requestBody !== undefined && !("content-type" in exchange.requestHeaders)) {
    words.push("-H", "'content-type:'");
  }
  if (exchange.requestBytes !== undefined) {
    words.push("--data-binary", `@<(base64 -d <<<${quote(exchange.requestBytes)})`);
  } else if (exchange.requestBody !== undefined) {
    words.push("--data-binary", quote(exchange.requestBody));
  }
  words.push(quote((exchange.replica ?? options.url) + exchange.path));
  return words.join(" ");
}

/** Returns the options for the credentials of a request, none if its headers say which. */
function credentialWords(
  { identity, requestHeaders }: Exchange,
  options: CurlOptions,
): readonly string[] {
  if (identity === "" || "authorization" in requestHeaders) return [];
  return identity === options.identity && options.certified
    ? ["--cert", '"$CERT"', "--key", '"$KEY"']
    : ["-H", `"Authorization: Bearer $${tokenVariable(identity, options)}"`];
}

/** Returns the name of the shell variable for an identity's token. */
function tokenVariable(identity: string, options: CurlOptions): string {
  if (identity === options.identity) return "TOKEN";
  return `TOKEN_${identity.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

/** Returns the text quoted for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
