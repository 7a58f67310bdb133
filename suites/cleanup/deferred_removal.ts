/**
 * Removes objects of several executions at once, where the target ends with the run.
 *
 * @module
 */
import type { HttpClient } from "../client/http_client.ts";
import type { CollectionProofs } from "./collection_proofs.ts";
import { removeObjects } from "./removal.ts";

/** The number of objects to remove together. */
const MANY = 120;

/** Objects of finished executions, not yet removed. */
export class DeferredRemoval {
  readonly #client: HttpClient;
  readonly #proofs: CollectionProofs;
  #waiting = new Map<string, string>();
  /** The paths of those of them whose label was shown. */
  #labelled = new Set<string>();

  /**
   * Removes objects of a target that holds nothing but the run's.
   *
   * @param proofs What the run knows of the target's deletions of collections.
   */
  constructor(client: HttpClient, proofs: CollectionProofs) {
    this.#client = client;
    this.#proofs = proofs;
  }

  /**
   * Takes the paths of objects with the scope's label; returns those that could not be removed.
   *
   * @param labelled The paths of objects that had the label after each write.
   */
  async add(
    scope: string,
    paths: readonly string[],
    labelled: ReadonlySet<string>,
  ): Promise<string[]> {
    for (const path of paths) {
      this.#waiting.set(path, scope);
      if (labelled.has(path)) this.#labelled.add(path);
    }
    return this.#waiting.size < MANY ? [] : await this.removeAll();
  }

  /** Removes all objects; returns the paths of those that could not be removed. */
  async removeAll(): Promise<string[]> {
    const waiting = this.#waiting;
    if (waiting.size === 0) return [];
    const labelled = this.#labelled;
    this.#waiting = new Map();
    this.#labelled = new Set();
    return await removeObjects(this.#client, {
      paths: new Set(waiting.keys()),
      finalized: new Set(),
      gone: new Set(),
      selector: `plumbline/scope in (${[...new Set(waiting.values())].join()})`,
      namespaces: [],
      disposable: true,
      labelled,
      proofs: this.#proofs,
    });
  }
}
