/**
 * The one stream everything else is derived from: what a run tells of itself, as it happens.
 * One JSON document a line in `events.ndjson`.
 *
 * @module
 */

/** How binding a requirement or a check is. */
export type Level = "must" | "should" | "convention";

/** The levels, most binding first. */
export const LEVELS: readonly Level[] = ["must", "should", "convention"];

/** What became of a check. Only `fail` makes a target not conformant. */
export type Verdict =
  | "pass"
  | "fail"
  | "warn"
  | "known deviation"
  | "unsupported"
  | "skipped"
  | "error";

/** The verdicts, in the order reports list them. */
export const VERDICTS: readonly Verdict[] = [
  "pass",
  "fail",
  "warn",
  "known deviation",
  "unsupported",
  "skipped",
  "error",
];

/** One request and what came back, with secrets redacted. */
export interface Exchange {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Who asked: the identity's name, never its token. */
  readonly identity: string;
  /** Without those that carry credentials. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as it was sent, cut where it is long. */
  readonly requestBody?: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** Without those that carry credentials. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body, cut where it is long. */
  readonly responseBody: string;
  /** Milliseconds since the run started. */
  readonly sentAt: number;
  /** Milliseconds from the request to the end of the answer. */
  readonly duration: number;
}

/** Everything a reader needs to see a failure for themselves. */
export interface Failure {
  /** The requirement that is broken. */
  readonly requirement: string;
  /** Its statement. */
  readonly statement: string;
  /** What should have been. */
  readonly expected: string;
  /** What was. */
  readonly actual: string;
  /** The smallest input found that shows it, as data; absent for an example. */
  readonly counterexample?: unknown;
  /** The counterexample is the whole input: it can be run again as it stands. */
  readonly plain?: true;
  /** The exchanges of the smallest failing case, in the order they were sent. */
  readonly exchange: readonly Exchange[];
  /** How many exchanges were left out in their middle, where there were too many to keep. */
  readonly exchangesLeftOut?: number;
  /** The exchanges as lines to paste into a shell. */
  readonly curl: readonly string[];
  /** The command that shows it again. */
  readonly replay: string;
  /** The file that shows it again on any target; its path within the report's directory. */
  readonly replayFile?: string;
  /** How often the smallest case was run again, and how often it failed again. */
  readonly confirmed: { readonly attempts: number; readonly reproduced: number };
}

/** What became of one check. */
export interface CheckResult {
  /** The check's id: its area and name. */
  readonly id: string;
  /** The area it belongs to. */
  readonly area: string;
  /** What holds when it passes. */
  readonly title: string;
  /** The ids of what it holds the target to. */
  readonly requirements: readonly string[];
  /** How binding it is. */
  readonly level: Level;
  /** Raised when the check judges otherwise than before; 1 where absent. */
  readonly version?: number;
  /** What became of it. */
  readonly verdict: Verdict;
  /** Why, for every verdict but `pass`. */
  readonly reason?: string;
  /** Cases that ran and could have failed. */
  readonly cases: number;
  /** Cases thrown away as they could not tell anything. */
  readonly discards: number;
  /** How many steps smaller the failing case became. */
  readonly shrinks: number;
  /** Fast-check's seed, which follows from the run's and the check's id. */
  readonly seed: number;
  /** Fast-check's path to the smallest failing case. */
  readonly path?: string;
  /** Fast-check's path within a list of commands. */
  readonly replayPath?: string;
  /** Requests the check sent. */
  readonly requests: number;
  /** Milliseconds. */
  readonly duration: number;
  /** How often each kind of case was seen. */
  readonly spread?: Readonly<Record<string, number>>;
  /** What a reader needs to see the failure, where there was one. */
  readonly failure?: Failure;
}

/** A requirement, as the stream names it. */
export interface RequirementSummary {
  /** The requirement's id. */
  readonly id: string;
  /** The section of the interface it comes from. */
  readonly chapter: string;
  /** What holds, in one sentence. */
  readonly statement: string;
  /** How binding it is. */
  readonly level: Level;
  /** The features it is about, where a target may lack them; absent where it is about none. */
  readonly features?: readonly string[];
}

/** What became of a feature that a target may lack. */
export interface FeatureResult {
  /** Its name. */
  readonly feature: string;
  /** What it is. */
  readonly about: string;
  /** Whether the target is said to have it; absent where nothing is said of any feature. */
  readonly declared?: boolean;
  /** What a probe found. */
  readonly found: "present" | "absent" | "inconclusive";
  /** What the probe saw. */
  readonly seen: string;
  /**
   * `unsupported` where the target does not have or does not claim it, `fail` where it claims what
   * it lacks, `warn` where it has what it does not claim.
   */
  readonly verdict: "pass" | "fail" | "warn" | "unsupported";
  /** The requirements that fall away with it; none where it is expected. */
  readonly fallenAway: readonly string[];
}

/** Who was checked. */
export interface TargetSummary {
  /** Where the target is. */
  readonly url: string;
  /** How it spells group names. */
  readonly dialect: string;
  /** What the target's /version says, where it says something. */
  readonly version?: string;
}

/** How many objects of one type lie on a target, and whose they are. */
export interface ResourceCount {
  /** The plural name of the type. */
  readonly resource: string;
  /** How much of it who acts may list: all, what is in the run's own or given namespace, or none. */
  readonly seen: "all" | "one namespace" | "none";
  /** Made by this run. */
  readonly own: number;
  /** Made by other runs: left by them, or theirs still. */
  readonly earlier: number;
  /** Made by no run. */
  readonly others: number;
}

/** What became, while a run went on, of objects that no run made; by whom is not known. */
export interface OthersObjects {
  /** The paths of new ones. */
  readonly appeared: readonly string[];
  /** The paths of those with another version than before. */
  readonly changed: readonly string[];
  /** The paths of those that are gone. */
  readonly disappeared: readonly string[];
}

/** One thing that happened in a run. */
export type RunEvent =
  | {
    readonly type: "run started";
    /** The version of this stream's shape. */
    readonly schema: 1;
    readonly run: string;
    readonly suiteVersion: string;
    readonly target: TargetSummary;
    readonly seed: number;
    /** Cases a property; absent where an older version wrote the stream. */
    readonly runs?: number;
    /** An RFC 3339 time. */
    readonly at: string;
    readonly requirements: readonly RequirementSummary[];
    /** The ids of the checks that are due. */
    readonly checks: readonly string[];
  }
  /** What the target has of what it may lack, of all that the due checks are about. */
  | { readonly type: "features surveyed"; readonly features: readonly FeatureResult[] }
  | { readonly type: "check started"; readonly check: string; readonly area: string }
  | {
    readonly type: "check progress";
    readonly check: string;
    readonly area: string;
    readonly cases: number;
    readonly requests: number;
  }
  | { readonly type: "check finished"; readonly result: CheckResult }
  | {
    /** What lay on the target before the first check, or after everything was cleared away. */
    readonly type: "census";
    readonly moment: "before" | "after";
    readonly counts: readonly ResourceCount[];
    /** After a run that had one before: what became of what is not its own. */
    readonly others?: OthersObjects;
  }
  | { readonly type: "left behind"; readonly resources: readonly string[] }
  | {
    /** A known deviation that must go from its file. */
    readonly type: "stale deviation";
    /** The check, or the requirement where it names no check. */
    readonly check: string;
    readonly requirement?: string;
    readonly why:
      | "the check did not fail"
      | "no check failed for it"
      | "there is no such check"
      | "there is no such requirement"
      | "it has expired";
  }
  | {
    readonly type: "run finished";
    readonly at: string;
    readonly requests: number;
    /** What ended the run before its end, where something did. */
    readonly aborted?: string;
    /** True where that was a target that no longer answered. */
    readonly unreachable?: true;
  };
