/**
 * What the server's tests share: a server whose time and chance stand still, asked over HTTP.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { REASONS } from "./api_error.ts";
import { startServer } from "./create_server.ts";
import type { ListenOptions, RunningServer, ServerOptions } from "./server.ts";
import type { JsonObject } from "./object.ts";
import { AdjustableClock, type Sources } from "./sources.ts";

/** Some identities; the first may do everything, the others nothing until a role lets them. */
const IDENTITIES = [
  { name: "admin", token: "admin-token", groups: ["system:masters"] },
  { name: "alice", token: "alice-token", groups: ["developers"] },
  { name: "bob", token: "bob-token" },
];

/** Where secrets live. */
export const SECRETS = "/api/v1/namespaces/default/secrets";

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as an object; empty where it is none. */
  // deno-lint-ignore no-explicit-any -- tests look into answers of any shape
  readonly body: any;
}

/** What goes with a request beside method and path. */
export interface Question {
  /** Sent as it is where it is text, bytes or a stream, as JSON otherwise. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Content-Type. @default {"application/json"} */
  readonly type?: string;
  /** The bearer token; none where null. @default {"admin-token"} */
  readonly token?: string | null;
}

/** One event of a watch. */
export interface Event {
  readonly type: string;
  // deno-lint-ignore no-explicit-any -- as above
  readonly object: any;
}

/** Sources without chance: identifiers count up, and only the clock given can move time. */
export function fixedSources(clock: AdjustableClock): Sources {
  let count = 0;
  const next = (length: number) => String(++count).padStart(length, "0");
  return {
    clock,
    uid: () => `00000000-0000-4000-8000-${next(12)}`,
    suffix: (length) => next(length).slice(-length),
    bytes: (length) => new Uint8Array(length).fill(7),
  };
}

/** A clock that knows how many callbacks it still owes. */
export class CountingClock extends AdjustableClock {
  /** Callbacks neither made nor called off. */
  pending = 0;
  #settled: (() => void)[] = [];

  override after(milliseconds: number, callback: () => void): () => void {
    this.pending++;
    let owed = true;
    const settle = () => {
      if (!owed) return;
      owed = false;
      this.pending--;
      if (this.pending === 0) this.#settled.splice(0).forEach((resolve) => resolve());
    };
    const cancel = super.after(milliseconds, () => {
      settle();
      callback();
    });
    return () => {
      settle();
      cancel();
    };
  }

  /** Resolves when nothing is owed any more: every watch was released. */
  settled(): Promise<void> {
    if (this.pending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
  }
}

/** A server under test. */
export class TestServer {
  readonly #server: RunningServer;
  readonly #client: Deno.HttpClient;
  readonly #watches = new Set<TestWatch>();
  readonly clock: CountingClock;
  /** Internal errors of the server; a test fails if there are any at its end. */
  readonly internalErrors: unknown[];

  /** Use {@linkcode withServer}. */
  constructor(server: RunningServer, clock: CountingClock, internalErrors: unknown[]) {
    this.#server = server;
    this.clock = clock;
    this.internalErrors = internalErrors;
    this.#client = Deno.createHttpClient(
      server.caCertificate ? { caCerts: [server.caCertificate] } : {},
    );
  }

  /** For example `http://127.0.0.1:43121`. */
  get url(): string {
    return this.#server.url;
  }

  /** The TCP port. */
  get port(): number {
    return this.#server.port;
  }

  /** The authority of a server with TLS. */
  get caCertificate(): string | undefined {
    return this.#server.caCertificate;
  }

  /** The stored objects. */
  get objects(): RunningServer["objects"] {
    return this.#server.objects;
  }

  /** Sends a request and reads the answer. */
  async ask(method: string, path: string, question: Question = {}): Promise<Answer> {
    const response = await this.#fetch(method, path, question);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  /** Asks for what must succeed. */
  async must(method: string, path: string, question: Question = {}): Promise<Answer["body"]> {
    const answer = await this.ask(method, path, question);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Opens a watch; it is closed with the server where the test does not close it. */
  async watch(path: string, question: Question = {}): Promise<TestWatch> {
    const response = await this.#fetch("GET", path, question);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const watch = new TestWatch(response);
    this.#watches.add(watch);
    return watch;
  }

  #fetch(method: string, path: string, question: Question): Promise<Response> {
    const { body, token = "admin-token", type = "application/json" } = question;
    const isRaw = typeof body === "string" || body instanceof Uint8Array ||
      body instanceof ReadableStream;
    return fetch(this.url + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": type }),
        ...question.headers,
      },
      ...(body !== undefined && { body: isRaw ? body as BodyInit : JSON.stringify(body) }),
      client: this.#client,
      redirect: "manual",
    });
  }

  /** Closes watches and server. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch.close()));
    this.#client.close();
    await this.#server.close();
  }
}

/** A watch, read event by event. */
export class TestWatch {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #buffer = "";
  #over = false;

  /** Reads the events of a response. */
  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next event; undefined when the watch is over. */
  async next(): Promise<Event | undefined> {
    for (let end = this.#buffer.indexOf("\n"); end < 0; end = this.#buffer.indexOf("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) {
        this.#over = true;
        assertEquals(this.#buffer, "", "a watch ends behind a whole line");
        return undefined;
      }
      this.#buffer += value;
    }
    const end = this.#buffer.indexOf("\n");
    const line = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end + 1);
    return JSON.parse(line);
  }

  /** The next so many events, each as `TYPE name`. */
  async summaries(count: number): Promise<string[]> {
    const seen: string[] = [];
    while (seen.length < count) {
      const event = await this.next();
      if (!event) return [...seen, "end"];
      seen.push(`${event.type} ${event.object.metadata.name ?? event.object.code ?? ""}`.trimEnd());
    }
    return seen;
  }

  /** Hangs up. */
  async close(): Promise<void> {
    if (!this.#over) await this.#reader.cancel();
    this.#over = true;
  }
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Runs a test against a new server and closes everything afterwards. The test fails if
 * the server reported an internal error.
 */
export const withServer = (
  test: (server: TestServer) => Promise<void>,
  options: ServerOptions & ListenOptions = {},
): Promise<void> => withServerOf(startServer, test, options);

/** Runs a test against a server that a function starts. */
export async function withServerOf<Options>(
  start: (options: Options) => Promise<RunningServer>,
  test: (server: TestServer) => Promise<void>,
  options: Options,
): Promise<void> {
  const clock = new CountingClock();
  const internalErrors: unknown[] = [];
  const common: ServerOptions = {
    identities: IDENTITIES,
    sources: fixedSources(clock),
    // The tests are about the specification, and have its spelling.
    dialect: "svc",
    onInternalError: (error) => internalErrors.push(error),
  };
  const started = await start({ ...common, ...options });
  const server = new TestServer(started, clock, internalErrors);
  try {
    await test(server);
  } finally {
    await server.close();
  }
  assertEquals(internalErrors, [], "the server failed on a request");
}

/** A secret of the name given. */
export const secretOf = (name: string, rest: JsonObject = {}): JsonObject => {
  const { metadata, ...fields } = rest;
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, ...(metadata as JsonObject) },
    ...fields,
  };
};

/** A deployment of the name given. */
export const deploymentOf = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "example" }] },
    },
    ...spec,
  },
});

/** Holds an answer to being a refusal of one reason, with a Status that says so in full. */
export function assertRefused(answer: Answer, reason: keyof typeof REASONS): void {
  const { body, status } = answer;
  const summary = { status, reason: body.reason };
  assertEquals(summary, { status: REASONS[reason], reason }, answer.text.slice(0, 500));
  assertIsStatus(answer);
}

/** Holds the body of a refusal to the shape all Statuses have. */
export function assertIsStatus({ body, status, headers }: Answer): void {
  const { kind, apiVersion, metadata, message, reason, details, code, status: outcome } = body;
  assertStringIncludes(headers.get("content-type") ?? "", "application/json");
  assertEquals(
    { kind, apiVersion, metadata, outcome, code },
    { kind: "Status", apiVersion: "v1", metadata: {}, outcome: "Failure", code: status },
  );
  assertEquals(typeof message === "string" && message.length > 0, true, "a message says why");
  assertEquals(Object.hasOwn(REASONS, reason), true, `the reason is a known one: ${reason}`);
  for (const cause of details?.causes ?? []) {
    assertEquals(typeof cause.reason === "string" && typeof cause.message === "string", true);
  }
}
