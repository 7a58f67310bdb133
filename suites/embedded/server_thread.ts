/**
 * A thread that reference servers run in, one after the other.
 *
 * @module
 */
import { ConfigurationError } from "../client/configuration_error.ts";
import type { ServerCommand, ServerReply } from "./worker.ts";

/** Runs one reference server at a time, so that checks and server do not wait for each other. */
export class ServerThread {
  readonly #worker: Worker;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  /** Tells the thread something and waits for its answer; one command at a time. */
  tell(command: ServerCommand): Promise<ServerReply> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerReply>();
    this.#worker.onmessage = ({ data }: MessageEvent<ServerReply>) => {
      if (data.type === "failed") reject(new ConfigurationError(data.message));
      else resolve(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`Cannot run the reference server: ${event.message}`));
    };
    this.#worker.postMessage(command);
    return promise;
  }

  /** Ends the thread, and the server that still runs in it. */
  end(): void {
    this.#worker.terminate();
  }
}
