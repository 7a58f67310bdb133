/**
 * Threads that exchange messages.
 *
 * @module
 */
import { parentPort, Worker as NodeWorker } from "node:worker_threads";
import { RUNTIME } from "./name.ts";

/** A running thread. */
export interface Thread<Sent, Received> {
  /** Sends a message to the thread. */
  send(message: Sent): void;
  /** Sets the functions that are called with the next messages and errors. */
  listen(received: (message: Received) => void, failed: (error: Error) => void): void;
  /** Ends the thread at once. */
  end(): void;
}

/** Starts a thread that runs a module; its messages are structured clones. */
export function startThread<Sent, Received>(module: URL): Thread<Sent, Received> {
  return RUNTIME === "deno" ? startWebWorker(module) : startNodeWorker(module);
}

function startWebWorker<Sent, Received>(module: URL): Thread<Sent, Received> {
  const worker = new Worker(module, { type: "module" });
  return {
    send: (message) => worker.postMessage(message),
    listen(received, failed) {
      worker.onmessage = ({ data }) => received(data);
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new Error(event.message));
      };
    },
    end: () => worker.terminate(),
  };
}

function startNodeWorker<Sent, Received>(module: URL): Thread<Sent, Received> {
  const worker = new NodeWorker(module);
  return {
    send: (message) => worker.postMessage(message),
    listen(received, failed) {
      worker.removeAllListeners();
      worker.on("message", received).on("error", failed);
    },
    end: () => void worker.terminate(),
  };
}

/** Calls a function with each message to this thread, and sends its reply to the owner. */
export function serveOwner<Received, Reply>(
  answer: (message: Received) => Promise<Reply>,
): void {
  if (RUNTIME === "deno") {
    const scope = globalThis as unknown as WorkerScope<Received, Reply>;
    scope.onmessage = async ({ data }) => scope.postMessage(await answer(data));
  } else {
    parentPort?.on("message", async (data) => parentPort?.postMessage(await answer(data)));
  }
}

/** The global scope of a worker; the compiler only knows that of a window. */
interface WorkerScope<Received, Reply> {
  onmessage: ((event: MessageEvent<Received>) => void) | null;
  postMessage(reply: Reply): void;
}
