/**
 * A server for the fuzz run: filled with one object of each kind, and emptied after each batch, so
 * that its state does not grow with the number of requests.
 *
 * @module
 */
import { AdjustableClock, type RunningServer, startServer } from "@plumbline/reference";
import type { Samples } from "./bodies.ts";
import { Connection, type RawAnswer, type RawRequest } from "../client/connection.ts";
import { ADMIN, ADMIN_TOKEN } from "../client/target.ts";
import { KINDS } from "./kinds.ts";

/** Time limit of an answer in milliseconds; a slower one counts as a hang. */
const TIME_LIMIT = 20_000;

/** A little longer than the server's history window, in milliseconds. */
const HISTORY = 10 * 60_000;

const AUTHORIZATION = ["authorization", `Bearer ${ADMIN_TOKEN}`] as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A clock that counts pending callbacks: one or two for each open watch. */
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

/** The server and its internal errors. */
export class Session {
  readonly #server: RunningServer;
  readonly #connection: Connection;
  readonly #clock: CountingClock;
  /** Internal errors of the server, and uncaught ones. */
  readonly internalErrors: unknown[];
  /** Number of answers by status. */
  readonly statuses = new Map<number, number>();
  /** Number of requests sent, without those that fill and empty the server. */
  requests = 0;
  /** Number of watches opened. */
  watches = 0;

  private constructor(server: RunningServer, clock: CountingClock, internalErrors: unknown[]) {
    this.#server = server;
    this.#clock = clock;
    this.internalErrors = internalErrors;
    this.#connection = new Connection({ port: server.port });
    globalThis.addEventListener("unhandledrejection", this.#onRejection);
    globalThis.addEventListener("error", this.#onError);
  }

  /** Starts a server with every API version and feature enabled. */
  static async start(): Promise<Session> {
    const clock = new CountingClock();
    const internalErrors: unknown[] = [];
    const server = await startServer({
      dialect: "svc",
      clock,
      identities: [ADMIN, { name: "bob", token: "bob-token" }],
      runtimeConfig: { "api/all": true },
      onInternalError: (error) => internalErrors.push(error),
    });
    return new Session(server, clock, internalErrors);
  }

  /** Sends a request, well-formed or not. */
  async ask(request: RawRequest): Promise<RawAnswer> {
    this.requests++;
    const answer = await this.#ask(request);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  }

  /** Sends arbitrary bytes and waits until the server closes the connection. */
  async askBytes(bytes: Uint8Array): Promise<void> {
    this.requests++;
    const connection = new Connection({ port: this.#server.port });
    try {
      await connection.send(bytes);
      await inTime(connection.finish());
    } catch (error) {
      // Closing the connection counts as an answer; keeping it open does not.
      if (error instanceof HangError) throw error;
    } finally {
      connection.close();
    }
  }

  /** Creates an object of each kind; returns each as the server encodes it. */
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

  /** Deletes every object and compacts the history. */
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
    // Each collection compacts its history at its next request.
    for (const { path, isReview } of KINDS) {
      if (!isReview) await this.#admin("GET", `${path}?watch=true&timeoutSeconds=1`);
    }
  }

  /** Number of watches that the server keeps open although their connections are closed. */
  async openWatches(): Promise<number> {
    this.#connection.close();
    // The server notices closed connections with delay: each request gives it a turn of the loop.
    for (let turn = 0; turn < 200 && this.#clock.pending > 0; turn++) {
      await this.#admin("GET", "/readyz");
    }
    return this.#clock.pending;
  }

  /** Closes the server. */
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
  ): Promise<RawAnswer> {
    const headers = [AUTHORIZATION, ["accept", accept], ["content-type", type]] as const;
    return this.#ask({ method, target, headers, ...(body && { body }) });
  }

  /** Reads short watches to their end, which the clock causes; closes the others at once. */
  async #ask(request: RawRequest): Promise<RawAnswer> {
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
    this.internalErrors.push(event.reason);
  };

  readonly #onError = (event: ErrorEvent) => {
    event.preventDefault();
    this.internalErrors.push(event.error);
  };
}

/** Thrown when no answer arrives in time. */
class HangError extends Error {}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: hang, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new HangError(`no answer within ${TIME_LIMIT} ms`)),
    TIME_LIMIT,
  );
  try {
    return await Promise.race([promise, hang]);
  } finally {
    clearTimeout(timer);
  }
}
