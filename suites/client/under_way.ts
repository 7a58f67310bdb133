/**
 * Follows the requests of a client that wait for a response: those under way as a server ends may be
 * why it ended.
 *
 * @module
 */
import { isRefused, whyLost, whyUnreachable } from "./unreachable.ts";

/** A request, as far as a sentence names it. */
interface Named {
  readonly method: string;
  readonly path: string;
}

/** The requests without a response, in the order in which they were sent. */
export class UnderWay {
  readonly #url: string;
  readonly #waiting = new Set<Named>();
  /** Why nothing is answered any more, once a server that answered refuses connections. */
  #lost: string | undefined;
  #isAnswered = false;

  /** Follows the requests to this URL. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Notes that a request is sent. */
  begin(request: Named): void {
    this.#waiting.add(request);
  }

  /** Notes that a request waits no longer. */
  end(request: Named): void {
    this.#waiting.delete(request);
  }

  /** Notes that the server answered. */
  answered(): void {
    this.#isAnswered = true;
    this.#lost = undefined;
  }

  /** Says why a request got no response: for a server that is gone, with those under way then. */
  whyUnreachable(request: Named, error: unknown): string {
    const { method, path } = request;
    if (!this.#isAnswered || !isRefused(error)) {
      return whyUnreachable(this.#url, error, `${method} ${path}`);
    }
    return this.#lost ??= whyLost(this.#url, this.#named(request));
  }

  /** Returns the requests under way, writes first. */
  #named(request: Named): string[] {
    const isRead = ({ method }: Named) => method === "GET" || method === "HEAD";
    const all = [...new Set([...this.#waiting, request])];
    return [...all.filter((one) => !isRead(one)), ...all.filter(isRead)]
      .map(({ method, path }) => `${method} ${path}`);
  }
}
