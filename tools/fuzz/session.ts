/**
 * A server to send anything to: filled with an object of each kind, and emptied again, so that what
 * it holds does not grow with what it was asked.
 *
 * @module
 */
import { AdjustableClock, type Server, startServer } from "../../server/mod.ts";
import type { Samples } from "./arbitrary_body.ts";
import { Connection, type WireAnswer, type WireRequest } from "./connection.ts";
import { KINDS } from "./kinds.ts";

/** How long an answer may take before it counts as a hang, in milliseconds. */
const PATIENCE = 20_000;

/** As long as the server remembers what was, in milliseconds, and a little more. */
const HISTORY = 10 * 60_000;

const ADMIN = ["authorization", "Bearer admin-token"] as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A clock that knows how many callbacks it still owes: one or two for each open watch. */
class CountingClock extends AdjustableClock {
  pending = 0;

  override after(milliseconds: number, callback: () => void): () => void {
    this.pending++;
    let owed = true;
    const settle = () => {
      if (owed) this.pending--;
      owed = false;
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
}

/** The server, and all that went wrong within it. */
export class Session {
  readonly #server: Server;
  readonly #connection: Connection;
  readonly #clock: CountingClock;
  /** Errors that were faults of the server's own, and such that nobody caught. */
  readonly faults: unknown[];
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** How many requests were sent, those that fill and empty the server not among them. */
  requests = 0;
  /** How many watches were opened. */
  watches = 0;

  private constructor(server: Server, clock: CountingClock, faults: unknown[]) {
    this.#server = server;
    this.#clock = clock;
    this.faults = faults;
    this.#connection = new Connection(server.port);
    globalThis.addEventListener("unhandledrejection", this.#onRejection);
    globalThis.addEventListener("error", this.#onError);
  }

  /** Starts a server with everything switched on. */
  static async start(): Promise<Session> {
    const clock = new CountingClock();
    const faults: unknown[] = [];
    const server = await startServer({
      clock,
      identities: [
        { name: "admin", token: "admin-token", groups: ["system:masters"] },
        { name: "bob", token: "bob-token" },
      ],
      runtimeConfig: { "api/all": true },
      onFault: (error) => faults.push(error),
    });
    return new Session(server, clock, faults);
  }

  /** Sends a request of any shape. */
  async ask(request: WireRequest): Promise<WireAnswer> {
    this.requests++;
    const answer = await this.#ask(request);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  }

  /** Sends bytes that need not be a request, and waits for the server to hang up. */
  async askBytes(bytes: Uint8Array): Promise<void> {
    this.requests++;
    const connection = new Connection(this.#server.port);
    try {
      await connection.send(bytes);
      await inTime(connection.finish());
    } catch (error) {
      // Hanging up on it is an answer too; not hanging up is none.
      if (error instanceof HangError) throw error;
    } finally {
      connection.close();
    }
  }

  /** Fills the server: an object of each kind, and how the server itself writes it. */
  async fill(): Promise<Samples> {
    const samples = new Map<string, { yaml: string; protobuf: Uint8Array }>();
    for (const { path, object, isReview } of KINDS) {
      const body = encoder.encode(JSON.stringify(object));
      const post = (accept: string) => this.#admin("POST", path, { body, accept });
      const read = (accept: string) =>
        isReview ? post(accept) : this.#admin("GET", `${path}/a`, { accept });
      if (!isReview) await post("application/json");
      const yaml = await read("application/yaml");
      const protobuf = await read("application/vnd.svc.protobuf");
      if (yaml.status >= 300) throw new Error(`${path}: ${decoder.decode(yaml.body)}`);
      samples.set(path, { yaml: decoder.decode(yaml.body), protobuf: protobuf.body });
    }
    return samples;
  }

  /** Removes every object of the served kinds, and lets what was be forgotten. */
  async empty(): Promise<void> {
    const clean = encoder.encode('{"metadata":{"finalizers":null}}');
    for (const { path, isReview } of KINDS) {
      if (isReview) continue;
      const collection = path.replace("/namespaces/default", "");
      const { body } = await this.#admin("GET", collection);
      for (const { metadata: { name, namespace } } of JSON.parse(decoder.decode(body)).items) {
        const place = path.replace("/default/", `/${encodeURIComponent(namespace)}/`);
        const item = `${place}/${encodeURIComponent(name)}`;
        await this.#admin("PATCH", item, { body: clean, type: "application/merge-patch+json" });
        await this.#admin("DELETE", item);
      }
    }
    this.#clock.advance(HISTORY);
    // Each collection forgets what is old when it is asked next.
    for (const { path, isReview } of KINDS) {
      if (!isReview) await this.#admin("GET", `${path}?watch=true&timeoutSeconds=1`);
    }
  }

  /** How many watches the server still keeps although nobody reads them. */
  async openWatches(): Promise<number> {
    this.#connection.close();
    // Hanging up is noticed by and by: each question and answer is a turn for it.
    for (let turn = 0; turn < 200 && this.#clock.pending > 0; turn++) {
      await this.#admin("GET", "/readyz");
    }
    return this.#clock.pending;
  }

  /** Ends the server. */
  async close(): Promise<void> {
    this.#connection.close();
    await this.#server.close();
    globalThis.removeEventListener("unhandledrejection", this.#onRejection);
    globalThis.removeEventListener("error", this.#onError);
  }

  #admin(
    method: string,
    target: string,
    { body, accept = "application/json", type = "application/json" }: {
      body?: Uint8Array;
      accept?: string;
      type?: string;
    } = {},
  ): Promise<WireAnswer> {
    const headers = [ADMIN, ["accept", accept], ["content-type", type]] as const;
    return this.#ask({ method, target, headers, ...(body && { body }) });
  }

  /** Short watches are read to their end, which the clock brings; the others are left at once. */
  async #ask(request: WireRequest): Promise<WireAnswer> {
    const asked = this.#connection.ask(request, () => {
      this.watches++;
      const [, seconds] = /[?&]timeoutSeconds=(\d{1,2})(?:&|$)/.exec(request.target) ?? [];
      if (!seconds || seconds === "0") return "hang up";
      this.#clock.advance(Number(seconds) * 1000);
      return "wait";
    });
    try {
      return await inTime(asked);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  readonly #onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    this.faults.push(event.reason);
  };

  readonly #onError = (event: ErrorEvent) => {
    event.preventDefault();
    this.faults.push(event.error);
  };
}

/** No answer came. */
export class HangError extends Error {}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: hang, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new HangError(`no answer within ${PATIENCE} ms`)),
    PATIENCE,
  );
  try {
    return await Promise.race([promise, hang]);
  } finally {
    clearTimeout(timer);
  }
}
