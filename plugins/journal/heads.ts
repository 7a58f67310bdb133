/**
 * Headers of requests and responses, without credentials.
 *
 * @module
 */

/** Header fields in order, with names in lower case. */
export type Head = readonly (readonly [name: string, value: string])[];

/** The headers of a request and of its response. */
export interface Heads {
  /** The headers of the request. */
  readonly request: Head;
  /** The headers of the response. */
  readonly response: Head;
}

/** The replacement of credentials. */
const REDACTED = "[redacted]";

/** Header fields with credentials. */
const CREDENTIALS = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** The header in which web sockets send tokens. */
const PROTOCOLS = "sec-websocket-protocol";

/** Returns a function that replaces these tokens in a text. */
export function redactor(tokens: readonly string[]): (text: string) => string {
  const known = tokens.filter((token) => token !== "");
  return (text) => known.reduce((left, token) => left.replaceAll(token, REDACTED), text);
}

/** Returns header fields without credentials, known or unknown. */
export function withoutCredentials(head: Head, redact: (text: string) => string): Head {
  return head.map(([name, value]) => {
    if (name === PROTOCOLS) return [name, REDACTED];
    if (!CREDENTIALS.has(name)) return [name, redact(value)];
    const scheme = /^(bearer|basic) /i.exec(value)?.[0] ?? "";
    return [name, scheme + REDACTED];
  });
}
