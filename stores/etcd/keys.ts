/**
 * The keys of a server's state in etcd, below a prefix.
 *
 * @module
 */
import type { ObjectKey } from "@plumbline/server/storage";
import type { EtcdKeys } from "./client.ts";

/** What a key stands for. */
export type EtcdPlace =
  | { readonly object: ObjectKey }
  | { readonly fact: string }
  /** The key that every write writes, with the time of the write. */
  | { readonly head: true }
  | { readonly other: true };

/** The keys below a prefix. */
export class KeySpace {
  readonly #prefix: string;
  /** Every key. */
  readonly all: Required<EtcdKeys>;
  /** The key that every write writes: its revision is the newest one. */
  readonly head: string;

  /** Creates the keys of a prefix such as `/plumbline/`. */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.all = below(prefix);
    this.head = `${prefix}head`;
  }

  /** Returns the key of an object. */
  object({ resource, namespace, name }: ObjectKey): string {
    return `${this.#prefix}objects/${resource}/${escaped(namespace)}/${escaped(name)}`;
  }

  /** Returns the keys of all objects of a resource. */
  objects(resource: string): Required<EtcdKeys> {
    return below(`${this.#prefix}objects/${resource}/`);
  }

  /** Returns the key of a fact, which is something that servers keep beside the objects. */
  fact(name: string): string {
    return `${this.#prefix}facts/${name}`;
  }

  /** Returns the key of the server that creates the initial objects. */
  get creator(): string {
    return `${this.#prefix}creator`;
  }

  /** Returns what a key stands for. */
  placeOf(key: string): EtcdPlace {
    if (key === this.head) return { head: true };
    const [first, ...rest] = key.slice(this.#prefix.length).split("/");
    if (first === "facts") return { fact: rest.join("/") };
    if (first !== "objects" || rest.length !== 4) return { other: true };
    const [group, plural, namespace, name] = rest as [string, string, string, string];
    const resource = `${group}/${plural}`;
    return { object: { resource, namespace: unescaped(namespace), name: unescaped(name) } };
  }
}

/** Returns the keys that begin with a prefix that ends with a slash. */
const below = (prefix: string): Required<EtcdKeys> => ({
  key: prefix,
  end: `${prefix.slice(0, -1)}0`,
});

/** Names of objects have neither character, but nothing here depends on it. */
const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("/", "%2F");
const unescaped = (text: string): string => text.replaceAll("%2F", "/").replaceAll("%25", "%");
