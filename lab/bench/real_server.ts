/**
 * Measures a real server with the requests of the benchmark, in a namespace of its own.
 *
 * @module
 */
import { ADMIN_TOKEN } from "../client/target.ts";
import { sendLoad } from "./load.ts";
import { create, NAMESPACES_PATH, remove } from "./requests.ts";

/** A real server, and the credentials of its client. */
export interface RealServer {
  /** An HTTPS URL on this machine, as `https://localhost:6443`. */
  readonly url: string;
  /** The certificate authority of the server, in PEM. */
  readonly ca: string;
  /** The token of a user who may do anything. */
  readonly token: string;
}

/** Sends requests to a real server, which is left as it was found. */
export class RealLoad implements AsyncDisposable {
  readonly #server: RealServer;
  readonly #namespace = `bench-${crypto.randomUUID().slice(0, 8)}`;

  private constructor(server: RealServer) {
    this.#server = server;
  }

  /** Creates the namespace, and sends it what later requests read. */
  static async begin(
    server: RealServer,
    requests: readonly { readonly request: (index: number) => string; readonly count: number }[],
  ): Promise<RealLoad> {
    const load = new RealLoad(server);
    const namespace = { metadata: { name: load.#namespace } };
    await load.rate(() => create(NAMESPACES_PATH, namespace), 1, 1);
    for (const { request, count } of requests) await load.rate(request, count, 4);
    return load;
  }

  /** Returns the requests per second; what is sent to the namespaces of the benchmark goes to this one. */
  async rate(
    request: (index: number) => string,
    requests: number,
    connections = 16,
  ): Promise<number> {
    const { rate } = await sendLoad({
      port: Number(new URL(this.#server.url).port || 443),
      caCerts: [this.#server.ca],
      request: (index) => this.#directed(request(index)),
    }, { requests, connections });
    return rate;
  }

  #directed(request: string): string {
    return request
      .replace(/\/namespaces\/(default|many)\//, `/namespaces/${this.#namespace}/`)
      .replace(`Bearer ${ADMIN_TOKEN}`, `Bearer ${this.#server.token}`);
  }

  /** Deletes the namespace. Without controllers its objects are deleted here. */
  async [Symbol.asyncDispose](): Promise<void> {
    const path = `/api/v1/namespaces/${this.#namespace}`;
    await this.rate(() => remove(`${path}/secrets`), 1, 1);
    await this.rate(() => remove(path), 1, 1);
  }
}
