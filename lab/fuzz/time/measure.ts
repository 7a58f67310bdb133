/**
 * Measures how long a request holds the event loop.
 *
 * @module
 */
import process from "node:process";
import { open, type WireRequest } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";

/** A measured request. */
export interface TimedRequest {
  readonly status: number;
  /**
   * The longest time between two turns of the event loop, in milliseconds: of the clock or of the
   * processor, whichever is less, so that other programs on the machine do not count.
   */
  readonly held: number;
}

/** Sends a request, and reads its response without decoding it. */
export async function sendRaw(target: Target, request: WireRequest): Promise<number> {
  const response = await open(target, request);
  await response.arrayBuffer();
  return response.status;
}

/** Sends a request and measures it. */
export async function measure(target: Target, request: WireRequest): Promise<TimedRequest> {
  const turns = new Turns();
  const status = await sendRaw(target, request);
  return { status, held: await turns.stop() };
}

/** Measures the time between the turns of the event loop. */
class Turns {
  readonly #channel = new MessageChannel();
  #last = performance.now();
  #used = process.cpuUsage();
  #longest = 0;

  constructor() {
    this.#channel.port1.onmessage = () => this.#turn();
    this.#channel.port2.postMessage(0);
  }

  /** Returns the longest time between two turns, in milliseconds. */
  async stop(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#channel.port1.close();
    this.#channel.port2.close();
    return this.#longest;
  }

  #turn(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#used);
    this.#longest = Math.max(this.#longest, Math.min(now - this.#last, (user + system) / 1_000));
    this.#last = now;
    this.#used = process.cpuUsage();
    this.#channel.port2.postMessage(0);
  }
}
