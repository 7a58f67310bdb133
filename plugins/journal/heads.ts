/**
 * The heads of a request and of its answer, as they may be shown.
 *
 * @module
 */

/** The fields of a head, in order: names in lower case. */
export type Head = readonly (readonly [name: string, value: string])[];

/** The heads of one exchange. */
export interface Heads {
  /** What the client sent. */
  readonly request: Head;
  /** What it was answered. */
  readonly response: Head;
}

/** What stands for what is nobody's business. */
const REDACTED = "[redacted]";

/** Fields that hold credentials, and the scheme that may be shown of them. */
const CREDENTIALS = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** Web sockets have the token among the protocols. */
const PROTOCOLS = "sec-websocket-protocol";

/** Makes the function that takes credentials out of a text: these tokens, wherever they stand. */
export function redactor(tokens: readonly string[]): (text: string) => string {
  const known = tokens.filter((token) => token !== "");
  return (text) => known.reduce((left, token) => left.replaceAll(token, REDACTED), text);
}

/** A head without credentials, whether they are known or not. */
export function withoutCredentials(head: Head, redact: (text: string) => string): Head {
  return head.map(([name, value]) => {
    if (name === PROTOCOLS) return [name, REDACTED];
    if (!CREDENTIALS.has(name)) return [name, redact(value)];
    const scheme = /^(bearer|basic) /i.exec(value)?.[0] ?? "";
    return [name, scheme + REDACTED];
  });
}
