/**
 * A pool of pairs of namespaces that only the run uses, each by one execution at a time: created ones,
 * or names alone where a server has no Namespaces and accepts any name.
 *
 * @module
 */
import { mapFewAtOnce } from "../cleanup/few_at_once.ts";
import { removeNamespace } from "../cleanup/namespace_removal.ts";
import { type HttpResponse, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";

/**
 * Two namespaces, in the order of their names: what depends on the order is the same in every pair. The
 * name of the second continues that of the first, as servers may confuse a name with its prefixes.
 */
type Pair = readonly [string, string];

/** The time in which a controller creates a removed secret again, in milliseconds. */
const REAPPEARANCE = 1_000;

/** The namespaces that are removed at the same time: each request may open a connection. */
const AT_ONCE = 32;

/** Creates, lends and removes namespaces. */
export class NamespacePool {
  readonly #target: Target;
  readonly #run: string;
  readonly #free: Pair[] = [];
  readonly #own: string[] = [];
  readonly #areNames: boolean;
  #pairs = 0;
  /** Why no namespaces are lent, once that is known. */
  #refusal: string | undefined;

  /** Creates a pool for a run; namespaces are created when they are first needed. */
  constructor(target: Target, run: string) {
    this.#target = target;
    this.#run = run;
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
   */
  async take(): Promise<Pair | undefined> {
    if (this.#areNames && this.#refusal !== undefined) return undefined;
    return this.#free.pop() ?? await this.#createPair();
  }

  /** Takes a pair back, empty. */
  give([first, second]: readonly string[]): void {
    if (first === undefined || second === undefined || !this.#own.includes(first)) return;
    this.#free.push([first, second]);
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
      if (await removeNamespace(this.#target.client, name)) return undefined;
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
