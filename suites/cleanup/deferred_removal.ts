/**
 * Removes objects of several executions at once, where the target ends with the run.
 *
 * @module
 */
import type { HttpClient } from "../client/http_client.ts";
import { removeObjects } from "./removal.ts";

/** The number of objects to remove together. */
const MANY = 30;

/** Objects of finished executions, not yet removed. */
export class DeferredRemoval {
  readonly #client: HttpClient;
  #waiting = new Map<string, string>();

  /** Removes objects of a target that holds nothing but the run's. */
  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Takes the paths of objects with the scope's label; returns those that could not be removed. */
  async add(scope: string, paths: readonly string[]): Promise<string[]> {
    for (const path of paths) this.#waiting.set(path, scope);
    return this.#waiting.size < MANY ? [] : await this.removeAll();
  }

  /** Removes all objects; returns the paths of those that could not be removed. */
  async removeAll(): Promise<string[]> {
    const waiting = this.#waiting;
    if (waiting.size === 0) return [];
    this.#waiting = new Map();
    return await removeObjects(this.#client, {
      paths: new Set(waiting.keys()),
      finalized: new Set(),
      gone: new Set(),
      selector: `plumbline/scope in (${[...new Set(waiting.values())].join()})`,
      namespaces: [],
      disposable: true,
    });
  }
}
