/**
 * Those who wait for the next event of a resource, by what they wait for: an event reaches few of them
 * however many there are.
 *
 * @module
 */
import type { CollectionKey, ObjectFilter, StorageEvent } from "./storage.ts";

/** Who waits: for the events of an object, a label or a namespace, or for all. */
type Topic = string;

const ALL: Topic = "all";
const topicOfName = (name: string): Topic => `name ${name}`;
const topicOfLabel = (key: string, value: string): Topic => `label ${key}=${value}`;
const topicOfNamespace = (namespace: string): Topic => `namespace ${namespace}`;

/** What a listener waits for. */
export interface Interest extends Pick<CollectionKey, "namespace"> {
  readonly filter?: ObjectFilter | undefined;
}

/** Returns the narrowest topic that has all events of an interest. */
function topicOf({ namespace, filter }: Interest): Topic {
  if (filter?.objectName !== undefined) return topicOfName(filter.objectName);
  if (filter?.label) return topicOfLabel(...filter.label);
  return namespace === undefined ? ALL : topicOfNamespace(namespace);
}

/**
 * Listeners by topic.
 *
 * @example
 * ```ts
 * import { Audience } from "./audience.ts";
 *
 * const audience = new Audience();
 * const stop = audience.listen({ namespace: "default" }, () => {});
 * stop();
 * ```
 */
export class Audience {
  readonly #listeners = new Map<Topic, Set<() => void>>();
  /** How many topics are labels, so that events need not be searched for labels without need. */
  #labels = 0;

  /** The number of listeners. */
  get size(): number {
    let count = 0;
    for (const listeners of this.#listeners.values()) count += listeners.size;
    return count;
  }

  /** Calls a listener after each event of an interest, and maybe others; the returned function ends it. */
  listen(interest: Interest, listener: () => void): () => void {
    const topic = topicOf(interest);
    const isLabel = topic.startsWith("label ");
    let listeners = this.#listeners.get(topic);
    if (!listeners) {
      this.#listeners.set(topic, listeners = new Set());
      if (isLabel) this.#labels++;
    }
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#listeners.delete(topic);
      if (isLabel) this.#labels--;
    };
  }

  /** Calls all listeners of an event, synchronously. */
  tell({ version, previous }: StorageEvent): void {
    if (this.#listeners.size === 0) return;
    const { namespace, name } = version.key;
    this.#call(ALL);
    this.#call(topicOfNamespace(namespace));
    this.#call(topicOfName(name));
    if (this.#labels === 0) return;
    const before = previous?.object.metadata.labels ?? {};
    const after = version.object.metadata.labels ?? {};
    for (const key of Object.keys(after)) this.#call(topicOfLabel(key, after[key]!));
    for (const key of Object.keys(before)) {
      if (after[key] !== before[key]) this.#call(topicOfLabel(key, before[key]!));
    }
  }

  #call(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
