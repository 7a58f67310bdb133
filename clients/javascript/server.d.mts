/** A running server. */
export interface Server {
  readonly url: string;
  /** The bearer token of an administrator. */
  readonly token: string;
  /** The path of a kubeconfig. */
  readonly kubeconfig: string;
  /** The certificate authority to trust, in PEM; absent without `--tls`. */
  readonly caCertificate?: string;
  /** Sends a request of the control API, as `control("POST", "/clock", { advance: 1000 })`. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Adds a rule of injected faults, and returns its id. */
  fault(rule: FaultRule): Promise<string>;
  /** Rejects if a rule affected no request. */
  assertFaultsUsed(): Promise<void>;
  /** Restores the initial objects, and removes injected faults and seeded bugs. */
  reset(): Promise<void>;
  /** Ends the server. */
  stop(): Promise<void>;
}

/** Milliseconds: fixed, uniform between two values, or log-normal. */
export type Duration =
  | number
  | { readonly from: number; readonly to: number }
  | { readonly median: number; readonly sigma: number };

/** A rule of injected faults: a selection of requests and an effect. */
export interface FaultRule {
  /** The requests with all these facts; all requests by default. */
  readonly when?: {
    readonly verb?: string;
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly user?: string;
  };
  readonly effect:
    | { readonly kind: "delay" | "slow"; readonly time: Duration }
    | {
      readonly kind: "refuse";
      readonly code: 429 | 500 | 503;
      readonly retryAfterSeconds?: number;
    }
    | {
      readonly kind: "respond";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
    | { readonly kind: "reset" | "conflict" | "none" }
    | { readonly kind: "garbage"; readonly text?: string; readonly afterEvents?: number }
    | { readonly kind: "truncate"; readonly bytes: number }
    | { readonly kind: "expire"; readonly afterEvents?: number }
    | { readonly kind: "drop"; readonly afterEvents: number }
    | { readonly kind: "stale"; readonly writes: number };
  /** The number of the first affected request, counted from 1. */
  readonly from?: number;
  /** The most affected requests; any number by default. */
  readonly times?: number;
  readonly probability?: number;
  readonly seed?: number;
  /** The rule applies in the state `in`, `started` at first, and moves the scenario to `to`. */
  readonly scenario?: { readonly name: string; readonly in?: string; readonly to?: string };
}

/** Returns the command of the program. */
export function program(): string[];

/** Starts a server on a free port, with further options of `serve`. */
export function start(options?: readonly string[]): Promise<Server>;
