/**
 * The rules of injected faults: which requests fail, and how. Rules are data, so that they can be
 * sent over HTTP.
 *
 * @module
 */

/** A selection of requests: those that match every given field. */
export interface RequestMatch {
  /** The verb, or the method in lower case for paths outside of resources: `watch`, `patch`, … */
  readonly verb?: string;
  /**
   * The plural name, followed by the group if it matters, and by the subresource to affect it alone:
   * `secrets`, `deployments.apps`, `pods/status`.
   */
  readonly resource?: string;
  /** The namespace; empty for cluster-scoped resources and for all namespaces at once. */
  readonly namespace?: string;
  /** The object's name; empty for collections. */
  readonly name?: string;
  /** The name of the user, or of the impersonated user. */
  readonly user?: string;
}

/** A duration in milliseconds: fixed, uniform between two values, or log-normal. */
export type Duration =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** The effect on a request. */
export type FaultEffect =
  /** The request waits before it is processed. */
  | { readonly kind: "delay"; readonly time: Duration }
  /** The request fails; 429 and 503 carry Retry-After, 1 second by default. */
  | { readonly kind: "refuse"; readonly code: 429 | 500 | 503; readonly retryAfterSeconds?: number }
  /**
   * The request is not processed, and gets this response. A body of text is sent as it is, whatever
   * the type: malformed JSON, too. Other bodies are sent as JSON. Without a body, an error has a
   * Status of that code.
   */
  | {
    readonly kind: "respond";
    /** The HTTP status, from 200. */
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  }
  /** The request is processed, and the connection is cut after the response headers. */
  | { readonly kind: "reset" }
  /**
   * The request is processed, and the connection is cut after so many bytes of the body:
   * Content-Length announces more.
   */
  | { readonly kind: "truncate"; readonly bytes: number }
  /**
   * The request is processed, and this text is added to the body of the response, by default one that
   * makes it invalid JSON. With `afterEvents`, for watches in JSON only: after so many events, as a
   * line of its own, and the watch goes on.
   */
  | { readonly kind: "garbage"; readonly text?: string; readonly afterEvents?: number }
  /**
   * For a watch, or a list with a continue token or a resourceVersion: 410 Expired. With
   * `afterEvents`, for watches only: an ERROR event after so many other events.
   */
  | { readonly kind: "expire"; readonly afterEvents?: number }
  /** Number of events after which a watch ends as if it had timed out. */
  | { readonly kind: "drop"; readonly afterEvents: number }
  /** For a watch: each batch of events is delayed. */
  | { readonly kind: "slow"; readonly time: Duration }
  /** For an update or patch: 409 Conflict, as if another client had written first. */
  | { readonly kind: "conflict" }
  /**
   * Number of writes by which the response to a get, or to a list without resourceVersion, is
   * stale.
   */
  | { readonly kind: "stale"; readonly writes: number }
  /** Nothing happens: for a rule that moves a scenario. */
  | { readonly kind: "none" };

/** A place in a scenario: a named state that rules read and change. */
export interface ScenarioStep {
  /** The name of the scenario. A scenario begins in the state `started`. */
  readonly name: string;
  /** The state in which the rule applies; each by default. */
  readonly in?: string;
  /** The state after a request that the rule affected; unchanged by default. */
  readonly to?: string;
}

/** A rule: a selection of requests and an effect. */
export interface FaultRule {
  /** The selection; all requests by default. */
  readonly when?: RequestMatch;
  /** The effect. */
  readonly effect: FaultEffect;
  /** The number of the first affected request, counted from 1. @default {1} */
  readonly from?: number;
  /** The maximum number of affected requests; unlimited by default. */
  readonly times?: number;
  /** The probability that a selected request is affected. @default {1} */
  readonly probability?: number;
  /** The seed of all random choices of the rule. @default {1} */
  readonly seed?: number;
  /** The scenario, in whose states the rule applies. */
  readonly scenario?: ScenarioStep;
}
