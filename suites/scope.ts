/**
 * Where one execution of a check lives: its own names, its own label, its own namespaces where the
 * target lets them be made. What it creates it removes.
 *
 * @module
 */
import type { ResourceType } from "./resources/mod.ts";
import type { HttpRequest, HttpResponse, JsonObject, WatchStream } from "./client/http_client.ts";
import type { Target } from "./client/target.ts";

/** What one execution may use. */
export interface Scope {
  /** Who is checked. */
  readonly target: Target;
  /** Unique to this execution, fit for names and label values. */
  readonly id: string;
  /**
   * Namespaces to work in, at least two where own ones could be made, and nobody else works in
   * them meanwhile; else the one that was given.
   */
  readonly namespaces: readonly [string, ...string[]];
  /** True when the namespaces hold nothing but what this execution puts there. */
  readonly exclusive: boolean;
  /** The labels everything created carries: the run's and this execution's. */
  readonly labels: Readonly<Record<string, string>>;
  /** The selector for exactly what this execution created. */
  readonly selector: string;

  /** A name of this execution's own: always the same for the same words. */
  name(words: string): string;
  /** Asks the target; the exchange is kept as evidence. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Opens a watch that is closed with the scope at the latest. */
  watch(ask: Omit<HttpRequest, "method" | "body">): Promise<WatchStream>;
  /** A valid object of a type in this scope, with the scope's labels, not yet sent. */
  make(type: ResourceType, options?: {
    /** Words of its name. */
    name?: string;
    namespace?: string;
    /** Content differs for each number. */
    content?: number;
    labels?: Readonly<Record<string, string>>;
  }): JsonObject;
  /** Sends a POST for an object made by `make`. It will be removed with the scope. */
  create(
    type: ResourceType,
    object: JsonObject,
    query?: HttpRequest["query"],
  ): Promise<HttpResponse>;
  /** Counts this case under a word, for the spread in the report. */
  note(word: string): void;
}
