/**
 * Opens a fresh scope for every execution of a run.
 *
 * @module
 */
import type { DemandedName, Feature } from "../features.ts";
import { isAbsentAt } from "../cleanup/absence.ts";
import { CollectionProofs } from "../cleanup/collection_proofs.ts";
import { DeferredRemoval } from "../cleanup/deferred_removal.ts";
import { mapFewAtOnce } from "../cleanup/few_at_once.ts";
import { type HttpClient, TargetUnreachable } from "../client/http_client.ts";
import { Refusals, RetryingClient } from "../client/retrying_client.ts";
import { EventPatience } from "./event_patience.ts";
import { ExecutionIds } from "./execution_ids.ts";
import type { DiscoveredResource, Target } from "../client/target.ts";
import { ExecutionScope } from "./execution_scope.ts";
import { NamespacePool } from "./namespace_pool.ts";
import { Reach } from "./reach.ts";
import type { ResourceType } from "../resources/mod.ts";
import { SharedStates } from "./shared_states.ts";
import { WatchHeads } from "./watch_heads.ts";

/** The paths that are asked for at the same time once the run has ended. */
const AT_ONCE = 32;

/** What an execution needs of its scope. */
export interface ScopeWish {
  /** The words for its case, from which the names follow. */
  readonly words?: string;
  /** True if the namespaces may have objects of earlier executions. @default {false} */
  readonly sharesNamespaces?: boolean;
  /** True if every wait for an event takes the time that the check asks for. @default {false} */
  readonly isPatient?: boolean;
}

/** Opens and closes the scopes of a run. */
export class Scopes {
  #target: Target;
  readonly #run: string;
  readonly #pool: NamespacePool;
  /** Sends again what fails now and then, for questions that no check judges. */
  readonly retrying: RetryingClient;
  readonly #deferred: DeferredRemoval | undefined;
  readonly #proofs = new CollectionProofs();
  readonly #states = new SharedStates();
  readonly #heads = new WatchHeads(this);
  readonly #patience = new EventPatience();
  /** What the requests of the scopes reached. */
  readonly reach = new Reach();
  readonly #open = new Set<ExecutionScope>();
  readonly #left: string[] = [];
  readonly #ids: ExecutionIds;
  /** How the target refuses requests now and then, as those showed that no check judges. */
  readonly refusals = new Refusals();

  /** The scopes of the run with this id: a few lower-case letters and digits. */
  constructor(target: Target, run: string) {
    this.#target = target;
    this.#run = run;
    this.#ids = new ExecutionIds(run);
    const client = this.retrying = new RetryingClient(target.client, this.refusals);
    this.#pool = new NamespacePool({ ...target, client }, run, this.#proofs);
    this.#deferred = target.disposable ? new DeferredRemoval(client, this.#proofs) : undefined;
  }

  /** Sets the features that the target lacks, for all later scopes; returns that target. */
  setLacks(lacks: readonly (Feature | DemandedName)[]): Target {
    return this.#target = { ...this.#target, lacks };
  }

  /** Sets what the target serves, for all later scopes. */
  setServed(served: readonly DiscoveredResource[] | undefined): void {
    if (served !== undefined) this.#target = { ...this.#target, served };
  }

  /** Sets the resource types to check, for all later scopes; returns that target. */
  setTypes(types: readonly ResourceType[], leftOut: Target["leftOut"]): Target {
    return this.#target = { ...this.#target, types, ...(leftOut && { leftOut }) };
  }

  /**
   * Opens a scope; `note` counts the words that the check notes, `clientOf` returns the client for its
   * requests.
   */
  async open(
    note: (word: string) => void = () => {},
    clientOf: (original: HttpClient) => HttpClient = (original) => original,
    { words = "", sharesNamespaces = false, isPatient = false }: ScopeWish = {},
  ): Promise<ExecutionScope> {
    const scope = new ExecutionScope({
      target: this.#target,
      client: clientOf(this.#target.client),
      run: this.#run,
      id: this.#ids.next(words),
      pool: this.#pool,
      namespaces: await this.#pool.take(sharesNamespaces),
      sharesNamespaces,
      states: this.#states,
      heads: this.#heads,
      patience: this.#patience,
      isPatient,
      reach: this.reach,
      deferred: this.#deferred,
      proofs: this.#proofs,
      refusals: this.refusals,
      note,
    });
    this.#open.add(scope);
    return scope;
  }

  /**
   * Asks the target in a scope of its own what no check judges: what fails now and then is sent again.
   *
   * @param unanswered Returns the answer for a target that is silent, which the checks report.
   * @throws {TargetUnreachable} without it
   */
  async survey<Answer>(
    ask: (scope: ExecutionScope) => Promise<Answer>,
    unanswered?: (error: TargetUnreachable) => Answer,
  ): Promise<Answer> {
    try {
      const retrying = (client: HttpClient) => new RetryingClient(client, this.refusals);
      const scope = await this.open(undefined, retrying);
      try {
        return await ask(scope);
      } finally {
        await this.close(scope);
      }
    } catch (error) {
      if (unanswered === undefined || !(error instanceof TargetUnreachable)) throw error;
      return unanswered(error);
    }
  }

  /** Returns these scopes, with another client for the requests of each. */
  through(clientOf: (original: HttpClient) => HttpClient): Pick<Scopes, "open" | "close"> {
    return {
      open: (note, _, wish) => this.open(note, clientOf, wish),
      close: (scope) => this.close(scope),
    };
  }

  /** Closes a scope and remembers what could not be removed. */
  async close(scope: ExecutionScope): Promise<void> {
    this.#open.delete(scope);
    this.#left.push(...await scope.close());
  }

  /** Returns what the target serves and no request of a scope reached. */
  unreached(): readonly string[] {
    return this.reach.unreached(this.#target);
  }

  /** Returns true if executions get namespaces of their own. */
  async exclusive(): Promise<boolean> {
    const namespaces = await this.#pool.take();
    if (namespaces !== undefined) await this.#pool.give(namespaces);
    return namespaces !== undefined;
  }

  /** Why executions get no namespaces of their own, once that is known. */
  get refusedNamespaces(): string | undefined {
    return this.#pool.refusal;
  }

  /** Returns true if executions get namespaces that the run creates. */
  async createsNamespaces(): Promise<boolean> {
    return this.#pool.creates && await this.exclusive();
  }

  /** Uses the given namespace for all later scopes, as objects in others are rejected. */
  refuseNamespaces(): void {
    this.#pool.refuse();
  }

  /** Closes what is still open and removes the namespaces; returns the paths of what is left. */
  async end(): Promise<string[]> {
    await Promise.all([...this.#open].map((scope) => this.close(scope)));
    this.#left.push(...await this.#deferred?.removeAll() ?? []);
    this.#left.push(...await this.#pool.emptyAll());
    const namespaces = await this.#pool.close();
    // Leftovers in a namespace may have been removed with it.
    return [...await this.remaining(this.#left), ...namespaces];
  }

  /** Returns the paths of objects that still exist. */
  async remaining(paths: readonly string[]): Promise<string[]> {
    const each = [...new Set(paths)];
    const left = await mapFewAtOnce(each, (path) => this.#isLeft(path), AT_ONCE);
    return each.filter((_, index) => left[index]);
  }

  async #isLeft(path: string): Promise<boolean> {
    try {
      return !await isAbsentAt(this.#target.client, path);
    } catch (error) {
      if (error instanceof TargetUnreachable) return true;
      throw error;
    }
  }
}
