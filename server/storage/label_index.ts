/**
 * The existing objects of a resource by the labels that lists have asked for: a list of those with a
 * label looks at no others.
 *
 * @module
 */
import { KeyIndex } from "./key_index.ts";
import type { Label, ObjectKey, StorageEvent } from "./storage.ts";

/** The most keys of labels that are indexed at a time; the one that was asked for first is dropped. */
const MAX_KEYS = 4;

/** The entries by the value of one label. */
type ByValue<T extends { readonly key: ObjectKey }> = Map<string, KeyIndex<T>>;

/** What is indexed, with the labels that it has now. */
interface Labelled {
  readonly key: ObjectKey;
  /** Returns the labels of the object. */
  labels(): Readonly<Record<string, string>>;
}

/** Entries by label. A key is indexed when it is asked for, and kept up to date from then on. */
export class LabelIndex<T extends Labelled> {
  readonly #keys = new Map<string, ByValue<T>>();
  /** Visits all entries in their order. */
  readonly #visitAll: (visitor: (entry: T) => void) => void;

  /** Creates an index of the entries that a function visits in their order. */
  constructor(visitAll: (visitor: (entry: T) => void) => void) {
    this.#visitAll = visitAll;
  }

  /** Returns the entries with a label. */
  with([key, value]: Label): KeyIndex<T> {
    return (this.#keys.get(key) ?? this.#build(key)).get(value) ?? new KeyIndex();
  }

  /** Follows an event of an entry, which has the labels of the event's version now. */
  follow(entry: T, { type, version, previous }: StorageEvent): void {
    for (const [key, values] of this.#keys) {
      const before = previous?.object.metadata.labels?.[key];
      const after = type === "deleted" ? undefined : version.object.metadata.labels?.[key];
      if (before === after) continue;
      if (before !== undefined) remove(values, before, entry.key);
      if (after !== undefined) add(values, after, entry);
    }
  }

  #build(key: string): ByValue<T> {
    const values: ByValue<T> = new Map();
    this.#visitAll((entry) => {
      const labels = entry.labels();
      if (Object.hasOwn(labels, key)) add(values, labels[key]!, entry);
    });
    if (this.#keys.size >= MAX_KEYS) this.#keys.delete(this.#keys.keys().next().value!);
    this.#keys.set(key, values);
    return values;
  }
}

function add<T extends Labelled>(values: ByValue<T>, value: string, entry: T): void {
  let entries = values.get(value);
  if (!entries) values.set(value, entries = new KeyIndex());
  entries.insert(entry);
}

function remove<T extends Labelled>(values: ByValue<T>, value: string, key: ObjectKey): void {
  const entries = values.get(value);
  entries?.remove(key);
  if (entries?.length === 0) values.delete(value);
}
