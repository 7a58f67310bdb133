/**
 * A thread in which reference servers run, one after the other.
 *
 * @module
 */
import { ConfigurationError } from "../client/configuration.ts";
import type { ServerCommand, ServerReply } from "./thread_server.ts";

/** Runs one reference server at a time, in parallel to the checks. */
export class ServerThread {
  readonly #worker: Worker;

  /** Starts the thread; `worker` is a module that calls `serveThread`. */
  constructor(worker: URL = new URL("./worker.ts", import.meta.url)) {
    this.#worker = new Worker(worker, { type: "module" });
  }

  /** Sends a command and waits for the reply; one command at a time. */
  send(command: ServerCommand): Promise<ServerReply> {
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

  /** Ends the thread and the server in it. */
  end(): void {
    this.#worker.terminate();
  }
}
