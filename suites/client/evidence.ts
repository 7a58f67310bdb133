/**
 * Prepares requests and responses for reports: without credentials, and shortened.
 *
 * @module
 */
import type { Exchange } from "../../reports/events.ts";

/** The maximum number of characters of a body that are kept. */
export const BODY_LIMIT = 16_384;

/** Headers that carry credentials: left out whole. */
const SECRET_HEADERS = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/** An exchange as the client knows it: few are reported, so it is redacted when it is read. */
export interface RawExchange {
  readonly method: string;
  readonly path: string;
  readonly identity: string;
  readonly requestHeaders: readonly [string, string][];
  /** Undefined if there is none. */
  readonly requestBody: string | undefined;
  readonly sentAt: number;
  status: number;
  /** Undefined until the head of the response has arrived. */
  responseHeaders: Headers | undefined;
  responseBody: string;
  duration: number;
}

/** Takes credentials out of everything that is written down. */
export class Redactor {
  readonly #secrets: readonly string[];

  /** Hides each of these words wherever it occurs. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret !== "")
      .sort((a, b) => b.length - a.length);
  }

  /** The text without any of the secrets. */
  text(text: string): string {
    return this.#secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, "[redacted]"),
      text,
    );
  }

  /** The text without secrets, cut where it is longer than the limit. */
  body(text: string): string {
    if (text.length <= BODY_LIMIT) return this.text(text);
    // A secret across the cut must not remain in part.
    const longest = this.#secrets[0]?.length ?? 0;
    const kept = this.text(text.slice(0, BODY_LIMIT + longest)).slice(0, BODY_LIMIT);
    return `${kept}… (${text.length} characters in all)`;
  }

  /** Returns an exchange for reports, which follows the changes of the raw one. */
  exchange(raw: RawExchange): Exchange {
    // deno-lint-ignore no-this-alias -- `this` of a getter is the exchange
    const redactor = this;
    const { method, identity, sentAt, requestBody } = raw;
    const exchange: Exchange = {
      method,
      get path() {
        return redactor.text(raw.path);
      },
      identity,
      get requestHeaders() {
        return redactor.headers(raw.requestHeaders);
      },
      get status() {
        return raw.status;
      },
      get responseHeaders() {
        return redactor.headers(raw.responseHeaders ?? []);
      },
      get responseBody() {
        return redactor.body(raw.responseBody);
      },
      sentAt,
      get duration() {
        return raw.duration;
      },
    };
    return requestBody === undefined ? exchange : Object.defineProperty(exchange, "requestBody", {
      enumerable: true,
      get: () => redactor.body(requestBody),
    });
  }

  /** The headers without those that carry credentials; the values of one name in a line each. */
  headers(headers: Iterable<readonly [string, string]>): Record<string, string> {
    const shown: Record<string, string> = {};
    for (const [name, value] of headers) {
      if (SECRET_HEADERS.has(name)) continue;
      const text = this.text(value);
      shown[name] = shown[name] === undefined ? text : `${shown[name]}\n${text}`;
    }
    return shown;
  }
}
