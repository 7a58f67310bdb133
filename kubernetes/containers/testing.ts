/**
 * A client of `exec`, `attach` and `portforward` over WebSocket, for tests.
 *
 * @module
 */
import type { RunningServer } from "@plumbline/server";
import { joinBytes } from "./text.ts";

/** What a command has sent. */
export interface Sent {
  readonly stdout: string;
  readonly stderr: string;
  /** The last Status. */
  // deno-lint-ignore no-explicit-any -- tests look into Statuses of any shape
  readonly status?: any;
  /** What the error channel had instead of a Status. */
  readonly message?: string;
}

/** A client with channels. */
export class ChannelClient {
  readonly #socket: WebSocket;
  readonly #closed: Promise<void>;
  readonly #channels = new Map<number, Uint8Array[]>();

  private constructor(socket: WebSocket, opened: () => void, failed: (error: Error) => void) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    const closed = Promise.withResolvers<void>();
    this.#closed = closed.promise;
    socket.onopen = opened;
    socket.onerror = () => failed(new Error("the WebSocket failed"));
    socket.onclose = () => closed.resolve();
    socket.onmessage = ({ data }) => {
      const isText = typeof data === "string";
      const channel = isText ? Number(data[0]) : new Uint8Array(data)[0]!;
      const bytes = isText
        ? Uint8Array.fromBase64(data.slice(1))
        : new Uint8Array(data).subarray(1);
      this.#channels.set(channel, [...this.#channels.get(channel) ?? [], bytes]);
    };
  }

  /** Connects to a subresource of the Pod `web`. */
  static async open(
    server: RunningServer,
    path: string,
    protocol = "v5.channel.k8s.io",
  ): Promise<ChannelClient> {
    const url = `${server.url.replace("http", "ws")}/api/v1/namespaces/default/pods/web/${path}`;
    const headers = { authorization: `Bearer ${server.token()}` };
    const client = server.caCertificate
      ? Deno.createHttpClient({ caCerts: [server.caCertificate] })
      : undefined;
    const options = { protocols: [protocol], headers, ...(client && { client }) };
    const socket = new WebSocket(url, options as unknown as string[]);
    const opened = Promise.withResolvers<void>();
    const made = new ChannelClient(socket, opened.resolve, opened.reject);
    await opened.promise;
    client?.close();
    return made;
  }

  /** The subprotocol that the server chose. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** Sends to a channel. */
  send(channel: number, data: string | Uint8Array): void {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    this.#socket.send(joinBytes([Uint8Array.of(channel), bytes]));
  }

  /** Ends a channel. */
  end(channel: number): void {
    this.#socket.send(Uint8Array.of(255, channel));
  }

  /** Disconnects. */
  close(): void {
    this.#socket.close();
  }

  /** Returns the bytes of a channel when the connection is closed. */
  async bytes(channel = 1): Promise<Uint8Array> {
    await this.#closed;
    return joinBytes(this.#channels.get(channel) ?? []);
  }

  /** Returns what was sent when the connection is closed. */
  async ended(): Promise<Sent> {
    const text = async (channel: number) => new TextDecoder().decode(await this.bytes(channel));
    const [stdout, stderr, last] = [await text(1), await text(2), await text(3)];
    const end = last === ""
      ? {}
      : last.startsWith("{")
      ? { status: JSON.parse(last) }
      : { message: last };
    return { stdout, stderr, ...end };
  }
}
