/**
 * A real server of this interface to compare with.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";

/** An answer of the peer. */
export interface PeerAnswer {
  readonly status: number;
  readonly body: JsonObject;
  /** The value of the `Warning` header, empty when there is none. */
  readonly warning: string;
}

/** A real server of this interface, in the `kubernetes` dialect. */
export class Peer implements Disposable {
  readonly #client: Deno.HttpClient;
  readonly #url: string;
  readonly #token: string;

  /** @param options `URL --ca FILE --token TOKEN` as on the command line */
  constructor(options: readonly string[]) {
    const option = (name: string) => options[options.indexOf(name) + 1] ?? "";
    this.#url = options[0] ?? "";
    this.#token = option("--token");
    this.#client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(option("--ca"))] });
  }

  /** Sends a request with a body. */
  async send(method: string, path: string, type: string, body: string): Promise<PeerAnswer> {
    const response = await fetch(new URL(path, this.#url), {
      client: this.#client,
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": type },
      body,
    });
    const answer = await response.json();
    return {
      status: response.status,
      body: answer,
      warning: response.headers.get("warning") ?? "",
    };
  }

  /** Lets go of the connections. */
  [Symbol.dispose](): void {
    this.#client.close();
  }
}
