/**
 * What a rule is: which requests are hit at run time, and by what. Rules are data, so that they
 * can be sent to a running server as well.
 *
 * @module
 */

/** Which requests are meant: all that agree with every field that is there. */
export interface RequestMatch {
  /** The verb, or the method in lower case for paths outside of resources: `watch`, `patch`, … */
  readonly verb?: string;
  /** The resource's name in the path, plural: `secrets`. */
  readonly resource?: string;
  /** The namespace; empty for cluster-scoped resources and for all namespaces at once. */
  readonly namespace?: string;
  /** The object's name; empty for collections. */
  readonly name?: string;
  /** The name of who asks, or as whom they act. */
  readonly user?: string;
}

/** A time in milliseconds: fixed, evenly spread between two, or log-normal around a median. */
export type Duration =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** What happens to a request. */
export type FaultEffect =
  /** It waits before anything is done. */
  | { readonly kind: "delay"; readonly time: Duration }
  /** It is refused: 429 and 503 say after how many seconds to try again, 1 by default. */
  | { readonly kind: "refuse"; readonly code: 429 | 500 | 503; readonly retryAfterSeconds?: number }
  /** It is done, and the connection breaks behind the head of the answer. */
  | { readonly kind: "reset" }
  /** It is done, and the connection breaks after so many bytes of the answer's body. */
  | { readonly kind: "truncate"; readonly bytes: number }
  /**
   * Of a watch, or a list that goes on or is at a version: 410. With `afterEvents`, of watches only,
   * by an event of type ERROR behind so many others.
   */
  | { readonly kind: "expire"; readonly afterEvents?: number }
  /** Of a watch: it ends behind so many events, as if its time was over. */
  | { readonly kind: "drop"; readonly afterEvents: number }
  /** Of a watch: what is sent at once comes so much later. */
  | { readonly kind: "slow"; readonly time: Duration }
  /** Of an update or patch: 409, as if somebody else had been faster. */
  | { readonly kind: "conflict" }
  /** Of a get or list of no particular version: it shows what was there so many writes ago. */
  | { readonly kind: "stale"; readonly writes: number };

/** A rule. */
export interface FaultRule {
  /** Which requests; all where absent. */
  readonly when?: RequestMatch;
  /** What happens to them. */
  readonly effect: FaultEffect;
  /** The first of these requests that is hit, counted from 1. @default {1} */
  readonly from?: number;
  /** How many are hit; all from then on where absent. */
  readonly times?: number;
  /** How probable it is that one is hit. @default {1} */
  readonly probability?: number;
  /** What all drawing follows from, so that it can be had again. @default {1} */
  readonly seed?: number;
}
