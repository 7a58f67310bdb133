/**
 * A thread in which reference servers run, one after the other.
 *
 * @module
 */
import { startThread, type Thread } from "@plumbline/runtime/threads";
import { ConfigurationError } from "../client/configuration.ts";
import type { ServerCommand, ServerReply } from "./thread_server.ts";

/** Runs one reference server at a time, in parallel to the checks. */
export class ServerThread {
  readonly #thread: Thread<ServerCommand, ServerReply>;

  /** Starts the thread; `worker` is a module that calls `serveThread`. */
  constructor(worker: URL = new URL("./worker.ts", import.meta.url)) {
    this.#thread = startThread(worker);
  }

  /** Sends a command and waits for the reply; one command at a time. */
  send(command: ServerCommand): Promise<ServerReply> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerReply>();
    this.#thread.listen((reply) => {
      if (reply.type === "failed") reject(new ConfigurationError(reply.message));
      else resolve(reply);
    }, ({ message }) => reject(new Error(`Cannot run the reference server: ${message}`)));
    this.#thread.send(command);
    return promise;
  }

  /** Ends the thread and the server in it. */
  end(): void {
    this.#thread.end();
  }
}
