/**
 * A reference server that crashes for tests: all connections are cut, with or without the answer to
 * what was under way, and nothing is accepted for a moment. Bugs show after a crash only.
 *
 * @module
 */
import { startServer } from "@plumbline/reference";

/** Something that a server does wrong when it crashes, or after it. */
export type CrashBug =
  | "loses acknowledged writes"
  | "deleted objects come back"
  | "gets are stale after a crash"
  | "a write is applied twice"
  | "rejected writes are stored"
  | "a watch that is resumed starts now"
  | "a watch that is resumed repeats an event"
  | "every version has expired"
  | "creates replace objects"
  | "updates ignore the version"
  | "lists miss an object"
  | "versions begin again"
  | "watches from old versions are silent";

/** A running server. */
export interface CrashingServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Cuts all connections and refuses new ones. */
  crash(): Promise<void>;
  /** Accepts connections again. */
  start(): void;
}

/** The number of requests after a restart in which most bugs show. */
const CONFUSED = 40;

/** The number of writes before a crash that some servers lose. */
const DOOMED = 4;

/** Starts a server, correct or with a bug. */
export async function startCrashing(bug?: CrashBug): Promise<CrashingServer> {
  const server = await startServer({ port: 0 });
  const [{ token }] = server.identities;
  const front = new Front(server.url, token, bug);
  const http = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    // A request whose connection is cut has no body to read.
    (request) => front.answer(request).catch(() => new Response(null, { status: 500 })),
  );
  const proxy = new CuttingProxy(http.addr.port);
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    token,
    async crash() {
      await front.doom();
      proxy.cut();
      front.isDoomed = false;
    },
    start() {
      front.crashed();
      proxy.accept();
    },
    async [Symbol.asyncDispose]() {
      proxy.close();
      await http.shutdown();
      await server.close();
    },
  };
}

/** Answers requests as a server with a bug. */
class Front {
  isDoomed = false;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #bug: CrashBug | undefined;
  #crashes = 0;
  /** The number of requests for which most bugs still show. */
  #confused = 0;
  #lost = 0;
  /** The newest version that was given out, and the one after which versions begin again. */
  #newest = 0;
  #first = 0;
  /** The objects that gets showed, by path, the last one twice. */
  readonly #shown = new Map<string, [string, string]>();
  readonly #deleted = new Map<string, string>();
  readonly #patches = new Map<string, { readonly body: string; readonly type: string }>();
  readonly #events = new Map<string, string>();

  constructor(url: string, token: string, bug: CrashBug | undefined) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}` };
    this.#bug = bug;
  }

  /** Waits until some writes are lost that were acknowledged, if that is the bug. */
  async doom(): Promise<void> {
    this.isDoomed = this.#bug === "loses acknowledged writes";
    this.#lost = 0;
    for (let wait = 0; wait < 40 && this.isDoomed && this.#lost < DOOMED; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Does what a server with a bug does when it starts. */
  crashed(): void {
    this.#crashes++;
    this.#confused = CONFUSED;
    if (this.#first === 0) this.#first = this.#newest;
    if (this.#bug === "deleted objects come back") void this.#bringBack();
    if (this.#bug === "a write is applied twice") void this.#applyAgain();
  }

  /** Answers a request, with versions that begin again after each crash if that is the bug. */
  async answer(request: Request): Promise<Response> {
    if (this.#bug !== "versions begin again" || this.#first === 0) {
      return await this.#answer(request);
    }
    const later = (version: string) =>
      `${Number(version) > 0 ? Number(version) + this.#first : version}`;
    const url = new URL(request.url);
    const version = url.searchParams.get("resourceVersion");
    if (version !== null) url.searchParams.set("resourceVersion", later(version));
    const { method, headers } = request;
    const text = request.body === null ? undefined : (await request.text())
      .replaceAll(/"resourceVersion":"(\d+)"/g, (_, each) => `"resourceVersion":"${later(each)}"`);
    const response = await this.#answer(
      new Request(url, { method, headers, ...(text !== undefined && { body: text }) }),
    );
    if (response.body === null) return response;
    const earlier = new TransformStream<string, string>({
      transform: (chunk, controller) =>
        controller.enqueue(
          chunk.replaceAll(
            /"resourceVersion":"(\d+)"/g,
            (_, each) => `"resourceVersion":"${Math.max(1, Number(each) - this.#first)}"`,
          ),
        ),
    });
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(earlier)
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status: response.status, headers: response.headers });
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname;
    const body = request.body === null ? undefined : await request.text();
    const { method } = request;
    const isConfused = this.#confused > 0;
    this.#confused--;
    const bug = this.#bug;
    if (url.searchParams.get("watch")) return await this.#watch(url, request);
    if (bug === "loses acknowledged writes" && this.isDoomed && /PUT|PATCH/.test(method)) {
      url.searchParams.set("dryRun", "All");
      this.#lost++;
    }
    if (bug === "gets are stale after a crash" && isConfused && method === "GET") {
      const [old] = this.#shown.get(path) ?? [];
      if (old !== undefined) return new Response(old, JSON_BODY);
    }
    if (bug === "creates replace objects" && isConfused && method === "POST") {
      const { name } = JSON.parse(body ?? "{}").metadata ?? {};
      await (await this.#send("DELETE", `${path}/${name}`)).body?.cancel();
    }
    let sent = body;
    if (bug === "updates ignore the version" && isConfused && method === "PUT") {
      const object = JSON.parse(body ?? "{}");
      delete object.metadata.resourceVersion;
      sent = JSON.stringify(object);
    }
    const before = method === "DELETE" ? await this.#send("GET", path) : undefined;
    const object = await before?.text();
    const response = await this.#send(method, url.pathname + url.search, request.headers, sent);
    const text = await response.text();
    const [, newest = 0] = /"resourceVersion":"(\d+)"/.exec(text) ?? [];
    this.#newest = Math.max(this.#newest, Number(newest));
    if (method === "GET" && response.status === 200 && !isConfused) {
      const [, last] = this.#shown.get(path) ?? [text, text];
      this.#shown.set(path, [last === text ? this.#shown.get(path)?.[0] ?? text : last, text]);
    }
    if (method === "DELETE" && response.status === 200 && object !== undefined) {
      this.#deleted.set(path, object);
    }
    if (method === "POST" && response.status === 201) {
      this.#deleted.delete(`${path}/${JSON.parse(text).metadata?.name}`);
    }
    if (method === "PATCH" && response.status === 200 && !this.#patches.has(path)) {
      this.#patches.set(path, { body: body!, type: request.headers.get("content-type")! });
    }
    if (bug === "rejected writes are stored" && isConfused && method === "PATCH") {
      const conflict = { kind: "Status", apiVersion: "v1", status: "Failure", code: 409 };
      return Response.json({ ...conflict, reason: "Conflict" }, { status: 409 });
    }
    if (bug === "lists miss an object" && isConfused && text.includes('"items"')) {
      const list = JSON.parse(text);
      if (list.items?.length > 0) return Response.json({ ...list, items: list.items.slice(1) });
    }
    return new Response(text, { status: response.status, headers: response.headers });
  }

  async #watch(url: URL, request: Request): Promise<Response> {
    const version = url.searchParams.get("resourceVersion") ?? "";
    const isResumed = this.#crashes > 0;
    if (this.#bug === "every version has expired" && isResumed) {
      const gone = { kind: "Status", apiVersion: "v1", status: "Failure", code: 410 };
      return Response.json({ ...gone, reason: "Expired" }, { status: 410 });
    }
    if (this.#bug === "a watch that is resumed starts now" && isResumed) {
      const list = await (await this.#send("GET", `${url.pathname}?limit=1`)).json();
      url.searchParams.set("resourceVersion", list.metadata.resourceVersion);
    }
    if (
      this.#bug === "watches from old versions are silent" && Number(version) < this.#newest - 9
    ) {
      url.searchParams.set("resourceVersion", `${this.#newest}`);
    }
    const response = await this.#send("GET", url.pathname + url.search, request.headers);
    if (response.status !== 200 || response.body === null) return response;
    const repeated = this.#bug === "a watch that is resumed repeats an event"
      ? this.#events.get(version)
      : undefined;
    const remember = (line: string) => {
      const { type, object } = JSON.parse(line);
      if (type !== "BOOKMARK") this.#events.set(object.metadata.resourceVersion, line);
    };
    let rest = "";
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream<string, string>({
        start(controller) {
          if (repeated !== undefined) controller.enqueue(`${repeated}\n`);
        },
        transform(chunk, controller) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop()!;
          lines.filter((line) => line !== "").forEach(remember);
          controller.enqueue(chunk);
        },
      }),
    ).pipeThrough(new TextEncoderStream());
    return new Response(body, { headers: response.headers });
  }

  /** Creates objects again that were deleted before the crash. */
  async #bringBack(): Promise<void> {
    for (const [path, object] of this.#deleted) {
      const { metadata, ...content } = JSON.parse(object);
      const { name, namespace, labels, annotations } = metadata;
      const body = JSON.stringify({
        ...content,
        metadata: { name, namespace, labels, annotations },
      });
      const collection = path.slice(0, path.lastIndexOf("/"));
      await (await this.#send("POST", collection, JSON_TYPE, body)).body?.cancel();
    }
    this.#deleted.clear();
  }

  /** Sends patches again that were acknowledged before the crash. */
  async #applyAgain(): Promise<void> {
    for (const [path, { body, type }] of this.#patches) {
      const headers = { "content-type": type };
      await (await this.#send("PATCH", path, headers, body)).body?.cancel();
    }
    this.#patches.clear();
  }

  #send(
    method: string,
    path: string,
    headers?: HeadersInit,
    body?: string,
  ): Promise<Response> {
    const all = new Headers(headers);
    for (const [name, value] of Object.entries(this.#headers)) all.set(name, value);
    all.delete("content-length");
    return fetch(this.#url + path, { method, headers: all, body: body ?? null });
  }
}

const JSON_TYPE = { "content-type": "application/json" };
const JSON_BODY = { headers: JSON_TYPE };

/** Passes bytes on until it cuts all connections. */
class CuttingProxy {
  readonly #upstream: number;
  readonly #open = new Set<Deno.Conn>();
  // It listens all the time: another program could take the port in between.
  readonly #listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  #isDown = false;

  constructor(upstream: number) {
    this.#upstream = upstream;
    void this.#run();
  }

  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /** Serves connections again. */
  accept(): void {
    this.#isDown = false;
  }

  /** Cuts all connections, and new ones at once. */
  cut(): void {
    this.#isDown = true;
    for (const connection of this.#open) closeQuietly(connection);
    this.#open.clear();
  }

  close(): void {
    this.#listener.close();
    this.cut();
  }

  async #run(): Promise<void> {
    for await (const client of this.#listener) {
      if (this.#isDown) client.close();
      else void this.#pass(client);
    }
  }

  async #pass(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ port: this.#upstream, hostname: "127.0.0.1" });
    this.#open.add(client).add(server);
    const slowly = new TransformStream<Uint8Array, Uint8Array>({
      // Between the execution of a request and the arrival of its answer is some time.
      async transform(chunk, controller) {
        await new Promise((resolve) => setTimeout(resolve, 2 + 8 * Math.random()));
        controller.enqueue(chunk);
      },
    });
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeThrough(slowly).pipeTo(client.writable),
    ]);
    closeQuietly(client);
    closeQuietly(server);
  }
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
