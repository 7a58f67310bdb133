/**
 * A pool of pairs of namespaces that only the run uses, each by one execution at a time: created ones,
 * or names alone where a server has no Namespaces and accepts any name.
 *
 * @module
 */
import type { CollectionProofs } from "../cleanup/collection_proofs.ts";
import { mapFewAtOnce } from "../cleanup/few_at_once.ts";
import { NamespacePatience, removeNamespace } from "../cleanup/namespace_removal.ts";
import { removeObjects } from "../cleanup/removal.ts";
import { type HttpResponse, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import type { LeftObject } from "./scope_objects.ts";

/**
 * Two namespaces, in the order of their names: what depends on the order is the same in every pair. The
 * name of the second continues that of the first, as servers may confuse a name with its prefixes.
 */
type Pair = readonly [string, string];

/** The time in which a controller creates a removed secret again, in milliseconds. */
const REAPPEARANCE = 1_000;

/** The namespaces that are removed at the same time: each request may open a connection. */
const AT_ONCE = 32;

/** The objects of earlier executions that a pair of namespaces may have. */
const MOST_LEFT = 200;

/** An object of which nothing is known. */
const UNKNOWN: LeftObject = { id: "", isLabelled: false };

/** Creates, lends and removes namespaces. */
export class NamespacePool {
  readonly #target: Target;
  readonly #run: string;
  readonly #proofs: CollectionProofs | undefined;
  readonly #free: Pair[] = [];
  /** Those that are free and have objects of earlier executions. */
  readonly #used: Pair[] = [];
  /** The objects that executions left, by their paths, by the first namespace of the pair. */
  readonly #left = new Map<string, Map<string, LeftObject>>();
  readonly #emptying = new Map<string, Promise<void>>();
  readonly #own: string[] = [];
  readonly #areNames: boolean;
  readonly #patience = new NamespacePatience();
  #pairs = 0;
  /** Why no namespaces are lent, once that is known. */
  #refusal: string | undefined;

  /**
   * Creates a pool for a run; namespaces are created when they are first needed.
   *
   * @param proofs What the run knows of the target's deletions of collections.
   */
  constructor(target: Target, run: string, proofs?: CollectionProofs) {
    this.#target = target;
    this.#run = run;
    this.#proofs = proofs;
    this.#areNames = target.contact !== undefined && !servesNamespaces(target);
  }

  /** True if the namespaces are created. */
  get creates(): boolean {
    return !this.#areNames;
  }

  /** Uses the given namespace from here on, as objects in others are rejected. */
  refuse(): void {
    this.#refusal = "objects in other namespaces are rejected";
  }

  /** Why no namespaces are lent; undefined as long as they are. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /**
   * Returns namespaces that no other execution uses, or undefined if they cannot be created.
   *
   * @param mayBeUsed True if they may have objects of earlier executions.
   */
  async take(mayBeUsed = false): Promise<Pair | undefined> {
    if (this.#areNames && this.#refusal !== undefined) return undefined;
    const used = mayBeUsed ? this.#used.pop() : undefined;
    return used ?? this.#free.pop() ?? await this.#createPair();
  }

  /**
   * Takes a pair back.
   *
   * @param left Objects in it, by their paths: they are removed later with others.
   * @returns The paths of those that could not be removed.
   */
  async give(
    [first, second]: readonly string[],
    left: ReadonlyMap<string, LeftObject> = new Map(),
  ): Promise<string[]> {
    if (first === undefined || second === undefined || !this.#own.includes(first)) return [];
    const pair: Pair = [first, second];
    const all = this.#left.get(first) ?? new Map<string, LeftObject>();
    for (const [path, object] of left) all.set(path, object);
    if (all.size > 0) this.#left.set(first, all);
    const remaining = all.size < MOST_LEFT ? [] : await this.#removeLeft(pair);
    // Namespaces with leftovers are not used again.
    if (remaining.length > 0) return remaining;
    (this.isUsed(pair) ? this.#used : this.#free).push(pair);
    return [];
  }

  /** Removes what earlier executions left in a pair that is lent. */
  async empty(pair: readonly string[]): Promise<void> {
    const [first = "", second = ""] = pair;
    const left = this.#left.get(first);
    const emptying = this.#emptying.get(first) ??
      this.#removeLeft([first, second]).then((paths) => {
        // What could not be removed is tried again at the end.
        const remaining = paths.map((path) => [path, left?.get(path) ?? UNKNOWN] as const);
        if (remaining.length > 0) this.#left.set(first, new Map(remaining));
      }).finally(() => this.#emptying.delete(first));
    this.#emptying.set(first, emptying);
    await emptying;
  }

  /** True if earlier executions left objects in a pair, or they are being removed. */
  isUsed([first = ""]: readonly string[]): boolean {
    return this.#left.has(first) || this.#emptying.has(first);
  }

  /** Removes what executions left in a pair; returns the paths of what remains. */
  async #removeLeft(pair: Pair): Promise<string[]> {
    const left = [...this.#left.get(pair[0]) ?? []];
    this.#left.delete(pair[0]);
    return await removeObjects(this.#target.client, {
      paths: new Set(left.map(([path]) => path)),
      finalized: new Set(),
      gone: new Set(),
      selector: `plumbline/scope in (${[...new Set(left.map(([, { id }]) => id))].join()})`,
      namespaces: pair,
      labelled: new Set(left.flatMap(([path, { isLabelled }]) => isLabelled ? [path] : [])),
      proofs: this.#proofs,
    });
  }

  /** Removes what executions left in all pairs; returns the paths of what remains. */
  async emptyAll(): Promise<string[]> {
    const pairs = [...this.#left.keys()].map((first): Pair => [first, `${first}b`]);
    return (await Promise.all(pairs.map((pair) => this.#removeLeft(pair)))).flat();
  }

  /** Deletes the created namespaces; returns the paths of those that remain. */
  async close(): Promise<string[]> {
    if (this.#areNames) return [];
    const left = await mapFewAtOnce(this.#own, (name) => this.#remove(name), AT_ONCE);
    return left.filter((path) => path !== undefined);
  }

  async #createPair(): Promise<Pair | undefined> {
    if (this.#refusal !== undefined) return undefined;
    const prefix = `plumbline-${this.#run}-${String(++this.#pairs).padStart(3, "0")}`;
    const pair: Pair = [prefix, `${prefix}b`];
    for (const name of pair) {
      this.#refusal = await this.#create(name);
      if (this.#refusal !== undefined) return undefined;
    }
    return pair;
  }

  /** Creates a namespace; returns why it cannot be used. */
  async #create(name: string): Promise<string | undefined> {
    this.#own.push(name);
    if (this.#areNames) return undefined;
    const response = await this.#target.client.send({
      method: "POST",
      path: "/api/v1/namespaces",
      body: {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name, labels: { "plumbline/run": this.#run } },
      },
    });
    const { status } = response;
    if (status >= 200 && status < 300) {
      return await this.#empty(name)
        ? undefined
        : "the server puts Secrets into each new namespace";
    }
    // What was rejected does not exist.
    if (status >= 400 && status < 500) this.#own.splice(this.#own.indexOf(name), 1);
    return `the create of a Namespace is answered with ${status}`;
  }

  /**
   * Removes the secrets that a cluster puts into every namespace; returns false if they come back, as
   * controllers create them again.
   */
  async #empty(namespace: string): Promise<boolean> {
    const { client, contact } = this.#target;
    if (contact?.types.every(({ group, resource }) => group !== "" || resource !== "secrets")) {
      return true;
    }
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const names = async () => {
      const { json } = await client.send({ method: "GET", path });
      const items = isObject(json) && Array.isArray(json.items) ? json.items : [undefined];
      return items.map((item) => isObject(item) && isObject(item.metadata) && item.metadata.name);
    };
    const found = await names();
    if (found.length === 0) return true;
    if (!found.every((name) => typeof name === "string")) return false;
    for (const name of found) await client.send({ method: "DELETE", path: `${path}/${name}` });
    await new Promise((resolve) => setTimeout(resolve, REAPPEARANCE));
    return (await names()).length === 0;
  }

  async #remove(name: string): Promise<string | undefined> {
    try {
      if (await removeNamespace(this.#target.client, name, this.#patience)) return undefined;
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error;
    }
    return `/api/v1/namespaces/${name}`;
  }
}

/** Returns true if a target lists Namespaces; without a list, that is to be tried. */
export function servesNamespaces({ contact }: Pick<Target, "contact">): boolean {
  if (contact === undefined) return true;
  return contact.types.some(({ group, resource }) => group === "" && resource === "namespaces");
}

/** True for a JSON object. */
function isObject(
  json: HttpResponse["json"] | undefined,
): json is { [key: string]: NonNullable<HttpResponse["json"]> } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
