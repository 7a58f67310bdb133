/**
 * The events of a run, from which every report is derived. `events.ndjson` has one JSON document per
 * line.
 *
 * @module
 */

import type { Harm } from "./harm.ts";
import type { Level } from "./level.ts";
import type { Timeline, TimelineEvent } from "./timeline.ts";

export { type Level, LEVELS } from "./level.ts";

/**
 * The result of a check. Only `fail` makes a target not conformant; `error` means that the check
 * itself threw, and `skipped` that it did not run or had too few meaningful cases.
 */
export type Verdict =
  | "pass"
  | "fail"
  | "warn"
  | "known deviation"
  | "unsupported"
  | "skipped"
  | "error";

/** The verdicts in the order of the reports. */
export const VERDICTS: readonly Verdict[] = [
  "pass",
  "fail",
  "warn",
  "known deviation",
  "unsupported",
  "skipped",
  "error",
];

/** A request and its response, with secrets redacted. */
export interface Exchange {
  /** The HTTP method. */
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** The URL of the replica that the request was sent to; absent if the target has one server. */
  readonly replica?: string;
  /** The number of the request in its case, from 1; absent if the case has no timeline. */
  readonly number?: number;
  /** True if the request is one of those that show the failure. */
  readonly needed?: true;
  /** The name of the client that sent the request, if the case has several. */
  readonly client?: string;
  /** The name of the identity that sent the request, never its token; empty if anonymous. */
  readonly identity: string;
  /** The headers without credentials. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as sent, truncated if long; the number of its bytes if it is no text. */
  readonly requestBody?: string;
  /** The body as sent, in base64, if it is no text. */
  readonly requestBytes?: string;
  /** The HTTP status code; 0 if there was no response. */
  readonly status: number;
  /** The headers without credentials. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body, truncated if long. */
  readonly responseBody: string;
  /** Milliseconds from the start of the run. */
  readonly sentAt: number;
  /** Milliseconds from the request to the end of the response. */
  readonly duration: number;
  /** The documents that a watch received, at milliseconds from the start of the run. */
  readonly events?: readonly TimelineEvent[];
}

/** The verdict for a violated requirement. */
export type FailureVerdict = "fail" | "warn" | "known deviation";

/** The verdicts for violated requirements, worst first. */
export const FAILURE_VERDICTS: readonly FailureVerdict[] = ["fail", "warn", "known deviation"];

/** A failure, with the facts to understand and reproduce it. */
export interface Failure {
  /** The id of the violated requirement. */
  readonly requirement: string;
  /** The statement of that requirement. */
  readonly statement: string;
  /** The expected behaviour. */
  readonly expected: string;
  /** The actual behaviour. */
  readonly actual: string;
  /** The verdict for the requirement: by its level, or a known deviation. */
  readonly verdict: FailureVerdict;
  /** The reason of a known deviation. */
  readonly reason?: string;
  /** What it does to users, if that is less than the requirement states. */
  readonly harm?: Harm;
  /** True for a known deviation that every kube-apiserver has, too. */
  readonly everywhere?: true;
  /** The releases of kube-apiserver that do the same, as "kube-apiserver 1.26 and 1.36". */
  readonly sharedBy?: string;
  /** What the case could not judge after the violation. */
  readonly notJudged?: readonly string[];
  /** The smallest failing input, as data; absent for checks without generated input. */
  readonly counterexample?: unknown;
  /** True if the counterexample is the whole input and can be run again as it is. */
  readonly plain?: true;
  /** Number of steps by which the failing case was shrunk. */
  readonly shrinks: number;
  /** Path of fast-check to the smallest failing case. */
  readonly path?: string;
  /** Path of fast-check within a list of commands. */
  readonly replayPath?: string;
  /** The exchanges of the smallest failing case, in order. */
  readonly exchange: readonly Exchange[];
  /** Number of exchanges omitted from the middle, if there were too many to keep. */
  readonly omittedExchanges?: number;
  /** The requests and watches over time, if some of them overlap or an oracle names them. */
  readonly timeline?: Timeline;
  /** The namespaces that the run created for the requests that show it. */
  readonly namespaces?: readonly string[];
  /** The requests that show it, as curl commands. The answer to the last one is wrong. */
  readonly curl: readonly string[];
  /** The command that reproduces the failure. */
  readonly replay: string;
  /** Path, relative to the report's directory, of a file that reproduces the failure on any target. */
  readonly replayFile?: string;
  /** The number of repetitions of the smallest case, and of those that failed again. */
  readonly confirmed: {
    readonly attempts: number;
    readonly reproduced: number;
    /** Repetitions that ran side by side, so that a race had something to meet. */
    readonly loaded?: number;
  };
}

/** The combinations of values that the cases of a check covered. */
export interface Coverage {
  /** The number of dimensions whose values are combined: 2 for pairs. */
  readonly strength: number;
  /** Number of combinations that occurred in cases that were decided. */
  readonly covered: number;
  /** Number of combinations that are possible. */
  readonly combinations: number;
}

/** The result of one check. */
export interface CheckResult {
  /** The id of the check: `area/name`. */
  readonly id: string;
  /** The area of the check. */
  readonly area: string;
  /** The expected behaviour in one sentence. */
  readonly title: string;
  /** The ids of the requirements that the check covers. */
  readonly requirements: readonly string[];
  /** The strictest level of its requirements. */
  readonly level: Level;
  /** Version of the check, incremented when its judgement changes; 1 if absent. */
  readonly version?: number;
  /** The result: the worst verdict of its failures, if it has any. */
  readonly verdict: Verdict;
  /** The reason of every verdict but `pass`. */
  readonly reason?: string;
  /** Number of cases that ran and could have failed. */
  readonly cases: number;
  /** Number of cases that were discarded because their preconditions were not met. */
  readonly discards: number;
  /** Seed of fast-check, derived from the seed of the run and the id of the check. */
  readonly seed: number;
  /** Number of requests that the check sent. */
  readonly requests: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** Number of cases by the resource types they were about. */
  readonly types?: Readonly<Record<string, TypeCounts>>;
  /** True for a skipped check whose condition does not occur on the target. */
  readonly inapplicable?: true;
  /** Set for a skipped check that the time limit of the run left out or ended. */
  readonly outOfTime?: "not run" | "cut short";
  /**
   * Ids of requirements on every exchange that the check's exchanges violate, but that it is judged
   * without, as several other checks have reported them.
   */
  readonly passedOver?: readonly string[];
  /**
   * Variants of the inputs, as `verb=patch`, that no decided case had, as the cases were too few: the
   * check says nothing about them.
   */
  readonly unreached?: readonly string[];
  /** Number of cases by kind. */
  readonly spread?: Readonly<Record<string, number>>;
  /** The combinations of values that the cases covered, if the check enumerates them. */
  readonly coverage?: Coverage;
  /** A failure for each violated requirement, the worst verdict first. */
  readonly failures: readonly Failure[];
}

/** Failures with one probable cause. */
export interface FailureCause {
  /** The id of the violated requirement, or words for a symptom; the same in all runs. */
  readonly id: string;
  /** What is wrong, in one line. */
  readonly title: string;
  /** The worst verdict of its checks. */
  readonly verdict: "fail" | "warn";
  /** The harm of its worst failure; absent in reports of older versions. */
  readonly harm?: Harm;
  /** The level of its worst failure; absent in reports of older versions. */
  readonly level?: Level;
  /** The ids of the checks, in the order of their failures. */
  readonly checks: readonly string[];
  /** The ids of the violated requirements. */
  readonly requirements: readonly string[];
  /** The failures, each a check and a violated requirement: those that show the cause, the worst first. */
  readonly failures: readonly { readonly check: string; readonly requirement: string }[];
  /** True if the failures do not occur in the same cases without what the title says. */
  readonly isTried?: true;
  /** The verbs and resource types that it was seen on, such as `list secrets`. */
  readonly seen?: readonly string[];
  /** Those of the same cases that it was not seen on. */
  readonly unseen?: readonly string[];
  /** The seeds that showed it; only of a hunt. */
  readonly seeds?: readonly number[];
  /** The result with the shortest counterexample of all seeds, with that failure; only of a hunt. */
  readonly example?: CheckResult;
}

/** A behaviour of the target, and the failures that do not occur without it. */
export interface ExplainedCause {
  /** The same in all runs. */
  readonly id: string;
  /** What the target does, in words of the API. */
  readonly title: string;
  /** The feature that the target does not have if it behaves so. */
  readonly feature?: string;
  /** How it refuses requests now and then: other failures with such an answer belong to it, too. */
  readonly refusal?: "401" | "5xx";
  /** What it does to users, if that is more than the requirements say that the failures violate. */
  readonly harm?: Harm;
  /** The failures: each a check and the requirement that it found violated. */
  readonly failures: readonly { readonly check: string; readonly requirement: string }[];
  /** The verbs and resource types that it was seen on, such as `list secrets`. */
  readonly seen: readonly string[];
  /** Those of the same cases that it was not seen on. */
  readonly unseen: readonly string[];
}

/** Failures whose cases show the same, which cases that pass do not show. */
export interface AlikeFailures {
  /** The id of the behaviour that they show, if it is one that runs try. */
  readonly id?: string;
  /** What they show, in words of the API. */
  readonly title: string;
  /** True if the title says which requests fail, and not what they show. @default {false} */
  readonly isRequest?: true;
  /** The failures: each a check and the requirement that it found violated. */
  readonly failures: readonly { readonly check: string; readonly requirement: string }[];
  /** The verbs and resource types that it was seen on, such as `list secrets`. */
  readonly seen: readonly string[];
  /** Those of the same cases that it was not seen on. */
  readonly unseen: readonly string[];
}

/** The cases of a check about one resource type. */
export interface TypeCounts {
  /** Number of cases that could have failed. */
  readonly decided: number;
  /** Number of cases that were discarded. */
  readonly discarded: number;
  /** The reason of the first discarded case, if none decided. */
  readonly reason?: string;
}

/** A requirement of the catalogue. */
export interface RequirementSummary {
  /** The id: `area.name`. */
  readonly id: string;
  /** The section of the specification. */
  readonly chapter: string;
  /** The required behaviour in one sentence. */
  readonly statement: string;
  /** The level. */
  readonly level: Level;
  /** What a violation does to the users of a server; absent in reports of older versions. */
  readonly harm?: Harm;
  /** The optional features that the requirement depends on, if any. */
  readonly features?: readonly string[];
  /** Number of checks that verify it, selected or not; absent in reports of older versions. */
  readonly coverage?: number;
}

/** The result of probing an optional feature. */
export interface FeatureResult {
  /** The name of the feature. */
  readonly feature: string;
  /** A description of the feature. */
  readonly about: string;
  /** True if the target is declared to support the feature; absent if no features were declared. */
  readonly declared?: boolean;
  /** The result of the probe: `ignored` if the request was accepted and had another effect. */
  readonly found: "present" | "absent" | "ignored" | "inconclusive";
  /** The response that the probe received, in a few words. */
  readonly seen: string;
  /**
   * `unsupported` if the target does not support the feature or does not declare it, `fail` if it
   * declares a feature that it does not support, or ignores it without a declaration, `warn` if it supports one that it does not declare.
   */
  readonly verdict: "pass" | "fail" | "warn" | "unsupported";
  /** The requirements that are not checked because of this; none if support is expected. */
  readonly skippedRequirements: readonly string[];
}

/** The result of trying out a resource type that the target lists. */
export interface TypeResult {
  /** The plural name, with the group unless it is the core group: `leases.coordination.k8s.io`. */
  readonly name: string;
  /** The version of the group; absent if the target lists no such type. */
  readonly version?: string;
  /** The place of its objects; absent if the target lists no such type. */
  readonly scope?: "namespace" | "cluster";
  /** `covered` if checks use the type. */
  readonly verdict: "covered" | "skipped";
  /** The origin of its objects. */
  readonly from?: "specification" | "schema" | "example" | "metadata alone";
  /** The reason why it is skipped. */
  readonly reason?: string;
  /** The fields that vary in its objects. */
  readonly varied?: readonly string[];
  /** True if the target rejects updates without a resourceVersion. */
  readonly conditionalUpdates?: true;
  /** The name in the results of checks, if another type has the same plural name. */
  readonly resource?: string;
  /** What the run does beside the requests of checks, so that objects behave as those of others. */
  readonly adapted?: readonly string[];
  /** The verbs that the target does not serve for it. */
  readonly unserved?: readonly string[];
}

/** The server under test. */
export interface TargetSummary {
  /** The base URL. */
  readonly url: string;
  /** The dialect: the spelling of API group names. */
  readonly dialect: string;
  /** The version from `/version`, if the target returns one. */
  readonly version?: string;
}

/** The number of objects of one resource on a target, by the run that created them. */
export interface ResourceCount {
  /** The plural name of the resource. */
  readonly resource: string;
  /** The part that the current identity may list: all, only the run's namespace, or none. */
  readonly seen: "all" | "one namespace" | "none";
  /** Objects created by this run. */
  readonly own: number;
  /** Objects created by other runs, finished or not. */
  readonly earlier: number;
  /** Objects not created by any run. */
  readonly others: number;
}

/** Changes, during a run, of objects that no run created. Their cause is not known. */
export interface OthersObjects {
  /** The paths of new objects. */
  readonly appeared: readonly string[];
  /** The paths of objects with another resourceVersion than before. */
  readonly changed: readonly string[];
  /** The paths of objects that no longer exist. */
  readonly disappeared: readonly string[];
}

/** The repetitions of one failed case. */
export interface ReplaySummary {
  /** Number of repetitions. */
  readonly repetitions: number;
  /** The requirement that the case violated; absent if any violation counts. */
  readonly requirement?: string;
}

/** An event of a run. */
export type RunEvent =
  | {
    readonly type: "run started";
    /** The version of the event format. */
    readonly schema: 2;
    readonly run: string;
    readonly suiteVersion: string;
    readonly target: TargetSummary;
    readonly seed: number;
    /** Cases per property; absent in files of older versions. */
    readonly runs?: number;
    /** Set if the run repeats one case: it says whether that fails again, and judges nothing else. */
    readonly replay?: ReplaySummary;
    /** An RFC 3339 time. */
    readonly at: string;
    readonly requirements: readonly RequirementSummary[];
    /** The ids of the selected checks. */
    readonly checks: readonly string[];
  }
  /** The optional features that the selected checks depend on. */
  | { readonly type: "features surveyed"; readonly features: readonly FeatureResult[] }
  /** What the target was found to serve and what the run judges: at most ten lines. */
  | { readonly type: "target described"; readonly lines: readonly string[] }
  /** The resource types that the target lists; only if the run is about the types of the target. */
  | { readonly type: "types surveyed"; readonly types: readonly TypeResult[] }
  | {
    /** Requirements that need not be judged: the run conforms without them. */
    readonly type: "unjudged accepted";
    /** The id of a requirement, or the beginning of ids followed by `*`. */
    readonly requirement: string;
    readonly reason: string;
  }
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
    /** The objects on the target before the first check, or after the clean-up. */
    readonly type: "census";
    readonly moment: "before" | "after";
    readonly counts: readonly ResourceCount[];
    /** The changes of objects that no run created; only after the run. */
    readonly others?: OthersObjects;
  }
  | {
    /** The end of a hunt: several runs, each with another seed. */
    readonly type: "hunted";
    readonly seeds: readonly number[];
    /** The causes that any of them showed. */
    readonly causes: readonly FailureCause[];
  }
  | {
    /** The checks have ended; failed cases run again, to find out what explains them. */
    readonly type: "explaining failures";
    readonly failures: number;
    /** The most milliseconds that this takes, but for the cases that run then. */
    readonly time: number;
  }
  | {
    /** What explains failures: tried after the last check, by cases that ran again. */
    readonly type: "failures explained";
    readonly causes: readonly ExplainedCause[];
    /** Pairs of requirements whose smallest cases violate both. */
    readonly together: readonly (readonly [string, string])[];
    /** Failures whose cases show the same, which no case that passes shows. */
    readonly alike: readonly AlikeFailures[];
    /** True if the time did not suffice for all experiments. */
    readonly isOutOfTime?: true;
  }
  | {
    /** The paths of the objects that the run created and could not remove. */
    readonly type: "left behind";
    readonly resources: readonly string[];
    /** Why the last attempt to remove them failed, in a few words. */
    readonly reason?: string;
  }
  | {
    /** A known deviation that no longer applies. */
    readonly type: "stale deviation";
    /** The id of the check, or of the requirement if the deviation names no check. */
    readonly check: string;
    readonly requirement?: string;
    readonly why:
      | "the check did not fail"
      | "no check failed for it"
      | "all its checks ran"
      | "there is no such check"
      | "there is no such requirement"
      | "it has expired";
  }
  | {
    readonly type: "run finished";
    readonly at: string;
    readonly requests: number;
    /** What the target serves and no request reached, of a run of all checks. */
    readonly unreached?: readonly string[];
    /** The reason why the run ended early, if it did. */
    readonly aborted?: string;
    /** True if the target stopped responding. */
    readonly unreachable?: true;
  };
