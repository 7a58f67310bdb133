/**
 * The scope of one execution of a check: its own names, label and, if the target permits it,
 * namespaces. Every object created through it is removed.
 *
 * @module
 */
import type { ResourceType } from "./resources/mod.ts";
import type { HttpRequest, HttpResponse, JsonObject, WatchStream } from "./client/http_client.ts";
import type { Target } from "./client/target.ts";

/**
 * State of a target that the executions of a run share:
 *
 * - `permissions of identities`: what roles grant to the identities of the target.
 */
export type SharedState = "permissions of identities";

/**
 * The names, namespaces and requests of one execution of a check.
 *
 * @example
 * ```ts
 * import type { Scope } from "@plumbline/plumbline/suites";
 * import type { ResourceType } from "@plumbline/plumbline/types";
 *
 * async function createTwice(scope: Scope, type: ResourceType): Promise<readonly number[]> {
 *   const object = scope.newObject(type, { name: "one" });
 *   const responses = [await scope.create(type, object), await scope.create(type, object)];
 *   return responses.map(({ status }) => status); // 201, 409
 * }
 * ```
 */
export interface Scope {
  /** The server under test. */
  readonly target: Target;
  /** Unique to this execution, fit for names and label values. */
  readonly id: string;
  /**
   * Namespaces to work in: at least two, which no other execution uses meanwhile, or the given one if
   * none can be created.
   */
  readonly namespaces: readonly [string, ...string[]];
  /** True if the namespaces contain nothing but what this execution creates. */
  readonly exclusive: boolean;
  /** The labels of every created object: of the run and of this execution. */
  readonly labels: Readonly<Record<string, string>>;
  /** The label selector for exactly what this execution created. */
  readonly selector: string;

  /**
   * Returns a unique name of this execution: always the same for the same words.
   *
   * @param type The type of an object with the name, whose names may be of a form of their own.
   */
  name(words: string, type?: Pick<ResourceType, "objectName">): string;
  /** Sends a request to the target; the exchange is recorded for the report. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Opens a watch, which is closed with the scope at the latest. */
  watch(request: Omit<HttpRequest, "method" | "body">): Promise<WatchStream>;
  /** Returns a valid object of a type, with the scope's labels. Nothing is sent. */
  newObject(type: ResourceType, options?: {
    /** The words of its name. */
    name?: string;
    namespace?: string;
    /** A number that the content depends on. */
    content?: number;
    /** True for fields that are valid also where they are merged into another content. */
    merges?: boolean;
    labels?: Readonly<Record<string, string>>;
  }): JsonObject;
  /** Sends a POST for an object from `make`. The object is removed with the scope. */
  create(
    type: ResourceType,
    object: JsonObject,
    query?: HttpRequest["query"],
  ): Promise<HttpResponse>;
  /**
   * Waits until no other execution changes a state that this one reads, or until no other one uses a
   * state that this one changes. The state is released when everything created has been removed.
   */
  hold(state: SharedState, access: "read" | "change"): Promise<void>;
  /** Records that the case decides nothing about a resource type, although it goes on. */
  undecidedType(resource: string, reason: string): void;
  /** Counts this case under a word, for the statistics in the report. */
  note(word: string): void;
}
