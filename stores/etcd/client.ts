/**
 * A client of etcd's API as JSON over HTTP, which every etcd serves at its client URL. It knows keys,
 * values and revisions, and nothing of objects.
 *
 * @module
 */
import { chunksOf } from "@plumbline/runtime/chunks";
import { type ClientConnections, openConnections } from "@plumbline/runtime/http_client";

/** A key with its value. */
export interface EtcdEntry {
  readonly key: string;
  /** The value as text; empty where only keys were asked for. */
  readonly value: string;
  /** The revision of the last write of the key. */
  readonly revision: number;
  /** The revision at which the key was created. */
  readonly created: number;
}

/** A selection of keys. */
export interface EtcdKeys {
  readonly key: string;
  /** The first key that is not selected any more. @default {`key` alone} */
  readonly end?: string;
}

/** Options of a read. */
export interface EtcdRange extends EtcdKeys {
  /** The revision to read at. @default {the newest} */
  readonly revision?: number;
  /** The maximum number of entries. @default {all} */
  readonly limit?: number;
  /** True to leave the values out. @default {false} */
  readonly keysOnly?: boolean;
}

/** The result of a read. */
export interface EtcdEntries {
  /** The newest revision of the store, not that of the read. */
  readonly revision: number;
  /** In the order of the keys. */
  readonly entries: readonly EtcdEntry[];
  /** True if entries after the limit were left out. */
  readonly more: boolean;
}

/** A condition of a transaction on the revision of a key's last write, 0 for a missing key. */
export type EtcdCondition =
  | { readonly key: string; readonly revision: number }
  /** Each of these keys was last written before this revision. */
  | (Required<EtcdKeys> & { readonly before: number });

/** A write of a transaction. */
export type EtcdWrite =
  | { readonly put: string; readonly value: string; readonly lease?: string }
  | { readonly remove: string };

/** The result of a transaction. */
export interface EtcdOutcome {
  /** True if all conditions were met, and the writes made. */
  readonly succeeded: boolean;
  /** The revision of all the writes; without them the newest revision. */
  readonly revision: number;
}

/** A change of a key. */
export interface EtcdChange {
  readonly key: string;
  /** The new value; undefined for a removal. */
  readonly value: string | undefined;
  readonly revision: number;
}

/** The reason of an {@linkcode EtcdError}, as far as it matters. */
export type EtcdErrorCode = "compacted" | "too large" | "unreachable" | "refused";

/** A request that etcd did not answer, or answered with an error. */
export class EtcdError extends Error {
  override readonly name = "EtcdError";
  /** The reason. */
  readonly code: EtcdErrorCode;

  /** The oldest revision that can be read, of a watch that is `compacted`. */
  readonly oldest?: number;

  /** Creates an error with a code. */
  constructor(
    code: EtcdErrorCode,
    message: string,
    { oldest, ...options }: ErrorOptions & { readonly oldest?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    if (oldest !== undefined) this.oldest = oldest;
  }
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 10_000;

/** Options of an {@linkcode EtcdClient}. */
export interface EtcdClientOptions {
  /** The client URL, such as `http://127.0.0.1:2379`. */
  readonly url: string;
  /** The longest time of an answer, in milliseconds. @default {10_000} */
  readonly patience?: number;
}

/**
 * Reads and writes an etcd.
 *
 * @example
 * ```ts ignore
 * import { EtcdClient } from "./client.ts";
 *
 * const client = new EtcdClient({ url: "http://127.0.0.1:2379" });
 * await client.transact([{ key: "a", revision: 0 }], [{ put: "a", value: "first" }]);
 * const { entries } = await client.range({ key: "a" });
 * entries[0]?.value; // "first"
 * client.close();
 * ```
 */
export class EtcdClient {
  readonly #url: string;
  readonly #patience: number;
  readonly #connections: ClientConnections = openConnections();
  readonly #closed = new AbortController();

  /** Creates a client; it connects with the first request. */
  constructor({ url, patience = PATIENCE }: EtcdClientOptions) {
    this.#url = url;
    this.#patience = patience;
  }

  /** Returns entries. @throws {EtcdError} `compacted` for a revision that etcd has dropped */
  async range({ key, end, revision, limit, keysOnly }: EtcdRange): Promise<EtcdEntries> {
    const { header, kvs = [], more = false } = await this.#ask<RangeAnswer>("kv/range", {
      ...keysOf({ key, ...(end !== undefined && { end }) }),
      ...(revision !== undefined && { revision: String(revision) }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(keysOnly && { keys_only: true }),
    });
    const entries = kvs.map(({ key, value = "", mod_revision, create_revision }) => ({
      key: textOf(key),
      value: textOf(value),
      revision: Number(mod_revision),
      created: Number(create_revision),
    }));
    return { revision: Number(header.revision), entries, more };
  }

  /**
   * Makes all writes, as one revision, if all conditions are met.
   *
   * @throws {EtcdError} after which it is unknown if the writes were made, unless it is `too large`
   */
  async transact(
    conditions: readonly EtcdCondition[],
    writes: readonly EtcdWrite[],
  ): Promise<EtcdOutcome> {
    const { header, succeeded = false } = await this.#ask<{ header: Header; succeeded?: boolean }>(
      "kv/txn",
      { compare: conditions.map(comparisonOf), success: writes.map(requestOf) },
    );
    return { succeeded, revision: Number(header.revision) };
  }

  /** Returns the oldest revision that can be read, where an older one was rejected as `compacted`. */
  async oldestAfter(revision: number): Promise<number> {
    const changes = this.watch({ key: "none" }, revision, AbortSignal.timeout(this.#patience));
    try {
      for (;;) await changes.next();
    } catch (error) {
      if (error instanceof EtcdError && error.oldest !== undefined) return error.oldest;
      throw this.#unreachable(error);
    }
  }

  /** Drops the states before a revision. @throws {EtcdError} `compacted` if they were dropped */
  async compact(revision: number): Promise<void> {
    await this.#ask("kv/compaction", { revision: String(revision) });
  }

  /** Returns a lease: keys that are put with it are removed after this number of seconds. */
  async lease(seconds: number): Promise<string> {
    return (await this.#ask<{ ID: string }>("lease/grant", { TTL: String(seconds) })).ID;
  }

  /**
   * Returns the changes of keys from a revision on, those of one revision together. It ends with an
   * error only, or when the signal is aborted.
   *
   * @param onBegin is called once etcd watches; it may still have to send older changes, and must not
   *   drop them before
   * @throws {EtcdError} `compacted` if etcd has dropped the revision
   */
  async *watch(
    keys: EtcdKeys,
    start: number,
    signal: AbortSignal,
    onBegin: () => void = () => {},
  ): AsyncGenerator<readonly EtcdChange[], void> {
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const response = await this.#send("watch", {
      // Changes that are large together are sent in several parts.
      create_request: { ...keysOf(keys), start_revision: String(start), fragment: true },
    }, ended);
    let part: EtcdChange[] = [];
    for await (const line of this.#linesOf(response, ended)) {
      const { result, error } = JSON.parse(line) as WatchAnswer;
      if (!result) throw errorOf(error?.message ?? line);
      if (result.compact_revision !== undefined) {
        const message = `Cannot watch from revision ${start}: it was compacted`;
        throw new EtcdError("compacted", message, { oldest: Number(result.compact_revision) });
      }
      if (result.created && !result.canceled) onBegin();
      if (result.canceled) throw errorOf(result.cancel_reason ?? "the watch was canceled");
      for (const { type, kv } of result.events ?? []) {
        const value = type === "DELETE" ? undefined : textOf(kv.value ?? "");
        part.push({ key: textOf(kv.key), value, revision: Number(kv.mod_revision) });
      }
      if (result.fragment || part.length === 0) continue;
      yield part;
      part = [];
    }
    throw new EtcdError("unreachable", `Cannot go on watching as etcd at ${this.#url} hung up`);
  }

  /** Cuts off all requests and connections. */
  close(): void {
    this.#closed.abort();
    this.#connections.close();
  }

  async #ask<Answer>(path: string, body: unknown): Promise<Answer> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.#patience), this.#closed.signal]);
    const response = await this.#send(path, body, signal);
    try {
      return await response.json();
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async #send(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
    let response: Response;
    let refusal: { message?: string };
    try {
      response = await this.#connections.send(`${this.#url}/v3/${path}`, {
        method: "POST",
        headers: [["content-type", "application/json"]],
        body: JSON.stringify(body),
        signal,
      });
      if (response.ok) return response;
      const text = await response.text();
      refusal = text.startsWith("{") ? JSON.parse(text) : { message: text };
    } catch (error) {
      throw this.#unreachable(error);
    }
    throw errorOf(refusal.message ?? `status ${response.status}`);
  }

  /** The lines of a response as they arrive. */
  async *#linesOf(response: Response, ended: AbortSignal): AsyncGenerator<string, void> {
    const decoder = new TextDecoder();
    const rest: string[] = [];
    try {
      for await (const chunk of chunksOf(response.body, ended)) {
        const lines = decoder.decode(chunk, { stream: true }).split("\n");
        // A long line arrives in many parts: they are joined once.
        rest.push(lines[0]!);
        for (const line of lines.slice(1)) {
          const whole = rest.join("");
          rest.length = 0;
          rest.push(line);
          if (whole !== "") yield whole;
        }
      }
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  #unreachable(cause: unknown): EtcdError {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot reach etcd at ${this.#url}: ${why}. Check that it runs there`;
    return new EtcdError("unreachable", message, { cause });
  }
}

interface Header {
  readonly revision: string;
}

/** A key with its value, in Base64. */
interface Entry {
  readonly key: string;
  readonly value?: string;
  readonly mod_revision: string;
  readonly create_revision: string;
}

interface RangeAnswer {
  readonly header: Header;
  readonly kvs?: readonly Entry[];
  readonly more?: boolean;
}

interface WatchAnswer {
  readonly error?: { readonly message?: string };
  readonly result?: {
    readonly created?: boolean;
    readonly canceled?: boolean;
    readonly cancel_reason?: string;
    readonly compact_revision?: string;
    readonly fragment?: boolean;
    readonly events?: readonly { readonly type?: "DELETE"; readonly kv: Entry }[];
  };
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

const base64 = (text: string): string => ENCODER.encode(text).toBase64();
const textOf = (encoded: string): string => DECODER.decode(Uint8Array.fromBase64(encoded));

const keysOf = ({ key, end }: EtcdKeys) => ({
  key: base64(key),
  ...(end !== undefined && { range_end: base64(end) }),
});

const comparisonOf = (condition: EtcdCondition) =>
  "before" in condition
    ? { ...keysOf(condition), target: "MOD", result: "LESS", mod_revision: `${condition.before}` }
    : {
      ...keysOf({ key: condition.key }),
      ...{ target: "MOD", result: "EQUAL", mod_revision: `${condition.revision}` },
    };

const requestOf = (write: EtcdWrite) =>
  "remove" in write ? { request_delete_range: keysOf({ key: write.remove }) } : {
    request_put: {
      ...{ key: base64(write.put), value: base64(write.value) },
      ...(write.lease !== undefined && { lease: write.lease }),
    },
  };

function errorOf(message: string): EtcdError {
  const code = /has been compacted/.test(message)
    ? "compacted"
    : /too large|larger than max/.test(message)
    ? "too large"
    : "refused";
  return new EtcdError(code, `etcd refused a request: ${message}`);
}
