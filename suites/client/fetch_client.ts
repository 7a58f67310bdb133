/**
 * The HTTP client of the suites, made of Deno's `fetch`.
 *
 * @module
 */
import { type OpenExchange, Redactor } from "./evidence.ts";
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Json,
  TargetUnreachable,
  type Transcript,
  type WatchStream,
} from "./http_client.ts";
import type { Identity } from "./target.ts";
import { whyUnreachable } from "./unreachable.ts";
import { FetchWatchStream } from "./watch_stream.ts";

/** Options of the client. */
export interface FetchClientOptions {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** The URL of a tunnel to send requests through. */
  readonly via?: string | undefined;
  /** The identities; the first one is the default. */
  readonly identities: readonly [Identity, ...Identity[]];
  /** Certificates in PEM to trust besides those of the system. */
  readonly caCertificates?: readonly string[];
  /** A client certificate and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /**
   * Milliseconds an answer may take, for a watch: its head.
   *
   * @default {30000}
   */
  readonly timeLimit?: number;
}

/**
 * Speaks to one target.
 *
 * An identity with an empty token asks without credentials; so does the identity `""`.
 */
export class FetchClient implements HttpClient {
  readonly #url: string;
  readonly #via: string;
  readonly #identities: readonly [Identity, ...Identity[]];
  readonly #redactor: Redactor;
  readonly #timeLimit: number;
  readonly #started = performance.now();
  readonly #asks: Deno.HttpClient;
  /** Watches have connections of their own: many on one would starve everything else on it. */
  readonly #watches: Deno.HttpClient;
  #requests = 0;
  #closed = false;

  /** Makes a client; no connection is opened before the first request. */
  constructor(options: FetchClientOptions) {
    this.#url = options.url;
    this.#via = options.via ?? options.url;
    this.#identities = options.identities;
    this.#timeLimit = options.timeLimit ?? 30_000;
    const { clientCertificate } = options;
    this.#redactor = new Redactor([
      ...options.identities.map((identity) => identity.token),
      ...(clientCertificate ? [clientCertificate.key] : []),
    ]);
    const transport = {
      caCerts: [...options.caCertificates ?? []],
      ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
    };
    this.#asks = Deno.createHttpClient(transport);
    this.#watches = Deno.createHttpClient({ ...transport, http2: false, poolMaxIdlePerHost: 0 });
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Sends a request and waits for the response. */
  async send(ask: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const { request, exchange } = this.#prepare(ask);
    transcript?.exchanges.push(exchange);
    const started = performance.now();
    const signal = AbortSignal.timeout(this.#timeLimit);
    try {
      const response = await this.#send(request, this.#asks, signal);
      const answer = readAnswer(response, new Uint8Array(await response.arrayBuffer()));
      this.#write(exchange, answer);
      return answer;
    } catch (error) {
      throw this.#unreachable(request, error, signal);
    } finally {
      exchange.duration = performance.now() - started;
    }
  }

  /** Opens a watch. */
  async watch(
    ask: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
  ): Promise<WatchStream> {
    const query = { watch: "1", ...ask.query };
    const { request, exchange } = this.#prepare({ ...ask, method: "GET", query });
    transcript?.exchanges.push(exchange);
    const started = performance.now();
    const control = new AbortController();
    const late = setTimeout(
      () => control.abort(new DOMException("the time limit is over", "TimeoutError")),
      this.#timeLimit,
    );
    try {
      const response = await this.#send(request, this.#watches, control.signal);
      const answer = readAnswer(
        response,
        response.status === 200 ? new Uint8Array() : new Uint8Array(await response.arrayBuffer()),
      );
      this.#write(exchange, answer);
      const body = response.status === 200 ? response.body : null;
      return new FetchWatchStream(answer, body, {
        hangUp: () => control.abort(),
        received: (text) => {
          exchange.responseBody = this.#redactor.body(text);
          exchange.duration = performance.now() - started;
        },
      });
    } catch (error) {
      throw this.#unreachable(request, error, control.signal);
    } finally {
      clearTimeout(late);
      exchange.duration = performance.now() - started;
    }
  }

  /** Ends all connections. Safe to call twice. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#asks.close();
    this.#watches.close();
  }

  /** Builds the request, and the exchange that will record it. */
  #prepare(ask: HttpRequest): { request: Prepared; exchange: OpenExchange } {
    const identity = this.#identityOf(ask);
    const given: Record<string, string | readonly string[]> = { accept: "application/json" };
    if (ask.body !== undefined) given["content-type"] = "application/json";
    if (identity.token !== "") given.authorization = `Bearer ${identity.token}`;
    for (const [name, value] of Object.entries(ask.headers ?? {})) {
      given[name.toLowerCase()] = value;
    }
    const headers = Object.entries(given)
      .flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]));
    const body = ask.body === undefined || typeof ask.body === "string"
      ? ask.body
      : JSON.stringify(ask.body);
    const path = ask.path + queryText(ask.query);
    return {
      request: { method: ask.method, path, headers, body: ask.bytes ?? body },
      exchange: {
        method: ask.method,
        path: this.#redactor.text(path),
        identity: identity.name,
        requestHeaders: this.#redactor.headers(headers),
        ...(body !== undefined && { requestBody: this.#redactor.body(body) }),
        ...(ask.bytes && { requestBody: `(${ask.bytes.length} bytes)` }),
        status: 0,
        responseHeaders: {},
        responseBody: "",
        sentAt: performance.now() - this.#started,
        duration: 0,
      },
    };
  }

  #identityOf(ask: Pick<HttpRequest, "identity">): Identity {
    if (ask.identity === undefined) return this.#identities[0];
    if (ask.identity === "") return { name: "", token: "" };
    const identity = this.#identities.find(({ name }) => name === ask.identity);
    if (identity === undefined) {
      throw new RangeError(`Cannot ask as "${ask.identity}" as no identity has that name`);
    }
    return identity;
  }

  #send(request: Prepared, client: Deno.HttpClient, signal: AbortSignal): Promise<Response> {
    this.#requests++;
    const { method, path, headers, body } = request;
    return fetch(this.#via + path, {
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
      client,
      signal,
    });
  }

  #write(exchange: OpenExchange, answer: HttpResponse): void {
    exchange.status = answer.status;
    // Few exchanges are ever looked at, and reading headers is slow: they are read when asked for.
    Object.defineProperty(exchange, "responseHeaders", {
      enumerable: true,
      get: () => this.#redactor.headers(answer.headers),
    });
    exchange.responseBody = this.#redactor.body(answer.text);
  }

  #unreachable(request: Prepared, error: unknown, signal: AbortSignal): TargetUnreachable {
    const what = signal.aborted ? `no answer within ${this.#timeLimit} ms` : error;
    const message = whyUnreachable(this.#url, what, `${request.method} ${request.path}`);
    return new TargetUnreachable(this.#redactor.text(message), { cause: error });
  }
}

/** A request, ready to be sent. */
interface Prepared {
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The query with its question mark, empty where no parameter is given. */
function queryText(query: HttpRequest["query"]): string {
  const parameters = Object.entries(query ?? {})
    .filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters)}`;
}

/** Builds the response; the body is parsed as JSON on first access. */
function readAnswer(response: Response, bytes: Uint8Array): HttpResponse {
  const text = new TextDecoder().decode(bytes);
  let json: Json | undefined;
  let read = false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    get json() {
      if (!read) {
        read = true;
        json = parseJson(text);
      }
      return json;
    },
  };
}

/** The text as JSON, undefined where it is none. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
