/**
 * A pool of namespaces that the run creates, each used by one execution at a time.
 *
 * @module
 */
import { removeNamespace } from "../cleanup/namespace_removal.ts";
import { type HttpResponse, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";

/** The number of namespaces per execution. */
const NAMESPACES_EACH = 2;

/** Creates, lends and removes namespaces. */
export class NamespacePool {
  readonly #target: Target;
  readonly #run: string;
  readonly #free: string[] = [];
  readonly #own: string[] = [];
  #refused = false;

  /** Creates a pool for a run; namespaces are created when they are first needed. */
  constructor(target: Target, run: string) {
    this.#target = target;
    this.#run = run;
  }

  /**
   * Returns namespaces that no other execution uses, or undefined if they cannot be created.
   */
  async take(): Promise<[string, ...string[]] | undefined> {
    const taken: string[] = [];
    while (taken.length < NAMESPACES_EACH) {
      const namespace = this.#free.pop() ?? await this.#make();
      if (namespace === undefined) {
        this.#free.push(...taken);
        return undefined;
      }
      taken.push(namespace);
    }
    return [taken[0]!, ...taken.slice(1)];
  }

  /** Takes namespaces back, empty. */
  give(namespaces: readonly string[]): void {
    this.#free.push(...namespaces.filter((namespace) => this.#own.includes(namespace)));
  }

  /** Deletes the created namespaces; returns the paths of those that remain. */
  async close(): Promise<string[]> {
    const left = await Promise.all(this.#own.map((name) => this.#remove(name)));
    return left.filter((path) => path !== undefined);
  }

  async #make(): Promise<string | undefined> {
    if (this.#refused) return undefined;
    const name = `plumbline-${this.#run}-${String(this.#own.length + 1).padStart(4, "0")}`;
    this.#own.push(name);
    const response = await this.#target.client.send({
      method: "POST",
      path: "/api/v1/namespaces",
      body: {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name, labels: { "plumbline/run": this.#run } },
      },
    });
    if (response.status >= 200 && response.status < 300 && await this.#isEmpty(name)) return name;
    this.#refused = true;
    return undefined;
  }

  /** A cluster with controllers may put secrets of its own into every namespace. */
  async #isEmpty(namespace: string): Promise<boolean> {
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const { json } = await this.#target.client.send({ method: "GET", path });
    return isObject(json) && Array.isArray(json.items) && json.items.length === 0;
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

/** True for a JSON object. */
function isObject(
  json: HttpResponse["json"],
): json is { [key: string]: NonNullable<HttpResponse["json"]> } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
