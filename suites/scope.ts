/**
 * The scope of one execution of a check: its own names, its own label, its own namespaces if the
 * target permits them. Whatever is created through it is removed.
 *
 * @module
 */
import type { ResourceType } from "./resources/mod.ts";
import type { HttpRequest, HttpResponse, JsonObject, WatchStream } from "./client/http_client.ts";
import type { Target } from "./client/target.ts";

/** The names, namespaces and requests of one execution of a check. */
export interface Scope {
  /** The server under test. */
  readonly target: Target;
  /** Unique to this execution, fit for names and label values. */
  readonly id: string;
  /**
   * Namespaces to work in: at least two if own ones could be created, and no other execution uses
   * them meanwhile; otherwise the given one.
   */
  readonly namespaces: readonly [string, ...string[]];
  /** True if the namespaces contain nothing but what this execution creates. */
  readonly exclusive: boolean;
  /** The labels of every created object: of the run and of this execution. */
  readonly labels: Readonly<Record<string, string>>;
  /** The label selector for exactly what this execution created. */
  readonly selector: string;

  /** Returns a unique name of this execution: always the same for the same words. */
  name(words: string): string;
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
    labels?: Readonly<Record<string, string>>;
  }): JsonObject;
  /** Sends a POST for an object from `make`. The object is removed with the scope. */
  create(
    type: ResourceType,
    object: JsonObject,
    query?: HttpRequest["query"],
  ): Promise<HttpResponse>;
  /** Counts this case under a word, for the statistics in the report. */
  note(word: string): void;
}
