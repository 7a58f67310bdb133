/**
 * A WebSocket client for tests.
 *
 * @module
 */

/** What a test gives to the handshake. */
export interface SocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** A WebSocket whose messages are awaited one by one. */
export class TestSocket {
  readonly #socket: WebSocket;
  readonly #messages: (string | ArrayBuffer)[] = [];
  #arrived = Promise.withResolvers<void>();
  /** The code with which the connection is closed. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      this.#messages.push(data);
      this.#arrived.resolve();
    };
    this.closed = new Promise((resolve) => socket.onclose = ({ code }) => resolve(code));
  }

  /** Opens a WebSocket; rejects if the handshake fails. */
  static async open(
    server: { readonly url: string; readonly caCertificate: string | undefined },
    path: string,
    { headers, protocols = [] }: SocketOptions,
  ): Promise<TestSocket> {
    const { caCertificate } = server;
    const client = caCertificate
      ? Deno.createHttpClient({ caCerts: [caCertificate], http2: false })
      : undefined;
    const url = server.url.replace(/^http/, "ws") + path;
    const socket = new WebSocket(url, {
      protocols: [...protocols],
      headers: { ...headers },
      ...(client && { client }),
    });
    const opened = new TestSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`Cannot open ${url}: ${(event as ErrorEvent).message}`));
      };
    }).finally(() => client?.close());
    return opened;
  }

  /** The subprotocol that the server chose. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** The next message. */
  async message(): Promise<string | ArrayBuffer> {
    while (this.#messages.length === 0) {
      this.#arrived = Promise.withResolvers();
      await this.#arrived.promise;
    }
    return this.#messages.shift()!;
  }

  /** The next so many messages, as `TYPE name`. */
  async events(count: number): Promise<string[]> {
    const seen: string[] = [];
    while (seen.length < count) {
      const { type, object } = JSON.parse(String(await this.message()));
      seen.push(`${type} ${object.metadata.name ?? object.code ?? ""}`.trimEnd());
    }
    return seen;
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }
}
