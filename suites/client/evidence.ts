/**
 * Prepares requests and responses for reports: without credentials, and shortened.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import type { TimelineEvent } from "@plumbline/reports/timeline";

/** The maximum number of characters of a body that are kept. */
export const BODY_LIMIT = 16_384;

/** The bytes of a body that are kept until it is redacted: secrets in the part that is shown end before. */
export const KEPT = 4 * BODY_LIMIT;

/** The replacement for a secret. */
const REDACTED = "[redacted]";

/** Headers that carry credentials: left out whole. */
const SECRET_HEADERS = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/** What checks send for a token that nobody has: no secret, and what a request was about. */
const INVENTED_TOKEN = /^Bearer plumbline-[\w-]*$/;

/** An exchange as the client knows it: few are reported, so it is redacted when it is read. */
export interface RawExchange {
  readonly method: string;
  readonly path: string;
  /** Undefined if the target has one server. */
  readonly replica: string | undefined;
  /** Undefined if the case has one client. */
  readonly client: string | undefined;
  readonly identity: string;
  readonly requestHeaders: readonly [string, string][];
  /** Undefined if there is none. */
  readonly requestBody: string | undefined;
  /** The bytes of a body that is no text. */
  readonly requestBytes?: Uint8Array | undefined;
  readonly sentAt: number;
  status: number;
  /** Undefined until the head of the response has arrived. */
  responseHeaders: Headers | undefined;
  responseBody: string;
  /** The length of the whole body if `responseBody` is a part of it: `70000 bytes`. */
  wholeBody?: string;
  duration: number;
  /** The documents received so far; undefined for requests that are no watches. */
  readonly events?: TimelineEvent[];
}

/** A token of a test server, as `t` or `secrets`, which also occurs as a word or a part of words. */
const ORDINARY_WORD = /^(.{1,7}|[a-z]+)$/;

/** The shortest part of a secret in base64 that is hidden; shorter ones occur by chance. */
const SHORTEST_PART = 8;

/** The shortest secret of which no part is shown either. */
const LONG = 12;

/** Returns a secret, and what the checks of invalid credentials make of it. */
function variantsOf(secret: string): string[] {
  if (secret.length < LONG) return [secret];
  const variants = [
    secret,
    secret.slice(0, -1),
    secret.slice(1),
    secret.toLowerCase(),
    secret.toUpperCase(),
  ];
  return [...new Set(variants)];
}

/**
 * Returns a secret in all encodings in which a target can send it back: plain, in hexadecimal, as a
 * part of a URL, escaped in JSON, and in base64 with each of the three alignments that it can have
 * behind other text.
 */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toHex(),
    bytes.toHex().toUpperCase(),
    [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  ]);
  for (const shift of [0, 1, 2]) {
    const shifted = new Uint8Array(shift + bytes.length);
    shifted.set(bytes, shift);
    for (const alphabet of ["base64", "base64url"] as const) {
      const text = shifted.toBase64({ alphabet, omitPadding: true });
      // The first and last characters contain bits of what is beside the secret.
      const first = [0, 2, 3][shift]!;
      const last = (shift + bytes.length) % 3 === 0 ? text.length : text.length - 1;
      const part = text.slice(first, last);
      if (part.length >= SHORTEST_PART) forms.add(part);
    }
  }
  return [...forms];
}

/** Takes credentials out of everything that is written down. */
export class Redactor {
  readonly #secrets: readonly string[];
  /** Secrets that are ordinary words: hidden only where they stand alone, and only in texts of others. */
  readonly #words: readonly RegExp[];

  /** Hides each of these secrets. */
  constructor(secrets: readonly string[]) {
    const given = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
    this.#secrets = given.filter((secret) => !ORDINARY_WORD.test(secret))
      .flatMap(variantsOf).flatMap(formsOf)
      .sort((a, b) => b.length - a.length);
    this.#words = given.filter((secret) => ORDINARY_WORD.test(secret))
      .map((word) => new RegExp(`(?<![\\w./-])${RegExp.escape(word)}(?![\\w./-])`, "g"));
  }

  /** The text without any of the secrets. */
  text(text: string): string {
    return this.#words.reduce((rest, word) => rest.replaceAll(word, REDACTED), this.own(text));
  }

  /**
   * The text without the secrets that cannot be ordinary words. For texts that the suites wrote, as
   * paths and commands, which a word taken out would break.
   */
  own(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  }

  /** The text without secrets, cut where it is longer than the limit. */
  body(
    text: string,
    redacted: (text: string) => string = (text) => this.text(text),
    whole = `${text.length} characters`,
  ): string {
    if (text.length <= BODY_LIMIT) return redacted(text);
    // A secret across the cut must not remain in part.
    const longest = this.#secrets[0]?.length ?? 0;
    const kept = redacted(text.slice(0, BODY_LIMIT + longest)).slice(0, BODY_LIMIT);
    return `${kept}… (${whole} in all)`;
  }

  /** Returns true for bytes that are shown as they are: they are few, and have no secret. */
  #isSent(bytes: Uint8Array): boolean {
    const text = new TextDecoder("latin1").decode(bytes);
    return bytes.length <= BODY_LIMIT && this.own(text) === text;
  }

  /** Returns an exchange for reports, which follows the changes of the raw one. */
  exchange(raw: RawExchange): Exchange {
    // deno-lint-ignore no-this-alias -- `this` of a getter is the exchange
    const redactor = this;
    const { method, replica, client, identity, sentAt, requestBody, requestBytes, events } = raw;
    const exchange: Exchange = {
      method,
      get path() {
        return redactor.own(raw.path);
      },
      ...(replica !== undefined && { replica }),
      ...(client !== undefined && { client }),
      identity,
      get requestHeaders() {
        return redactor.headers(raw.requestHeaders, (text) => redactor.own(text));
      },
      get status() {
        return raw.status;
      },
      get responseHeaders() {
        return redactor.headers(raw.responseHeaders ?? []);
      },
      get responseBody() {
        return redactor.body(raw.responseBody, undefined, raw.wholeBody);
      },
      sentAt,
      get duration() {
        return raw.duration;
      },
      ...(events !== undefined && { events }),
    };
    if (requestBody !== undefined) {
      Object.defineProperty(exchange, "requestBody", {
        enumerable: true,
        get: () => redactor.body(requestBody, (text) => redactor.own(text)),
      });
    }
    if (requestBytes !== undefined && this.#isSent(requestBytes)) {
      Object.defineProperty(exchange, "requestBytes", {
        enumerable: true,
        get: () => requestBytes.toBase64(),
      });
    }
    return exchange;
  }

  /** The headers without those that carry credentials; the values of one name in a line each. */
  headers(
    headers: Iterable<readonly [string, string]>,
    redacted: (text: string) => string = (text) => this.text(text),
  ): Record<string, string> {
    const shown: Record<string, string> = {};
    for (const [name, value] of headers) {
      if (SECRET_HEADERS.has(name) && !INVENTED_TOKEN.test(value)) continue;
      const text = redacted(value);
      shown[name] = shown[name] === undefined ? text : `${shown[name]}\n${text}`;
    }
    return shown;
  }
}
