/**
 * The settings and state that all checks of a run share.
 *
 * @module
 */
import type { FeatureResult } from "@plumbline/reports/events";
import type { Area, CatalogueEntry } from "../area.ts";
import type { Target } from "../client/target.ts";
import type { CommonBehaviours } from "./behaviours/common_behaviours.ts";
import type { PassingTraits } from "./behaviours/passing_traits.ts";
import type { CommonViolations } from "./common_violations.ts";
import type { KnownDeviation } from "./known_deviations.ts";
import type { Limits } from "./limits.ts";
import type { CheckPlace } from "./places.ts";
import type { Replay } from "./repetitions.ts";
import type { Scopes } from "./scopes.ts";
import type { ShrinkBudget } from "./shrink_budget.ts";

/** The target and settings of a run. */
export interface RunContext {
  readonly target: Target;
  readonly scopes: Scopes;
  readonly areas: readonly Area[];
  /** The requirements of the areas, by id. */
  readonly requirements: Readonly<Record<string, CatalogueEntry>>;
  /** The run's seed. */
  readonly seed: number;
  /** Cases per property. */
  readonly runs: number;
  readonly limits: Limits;
  readonly shrinking: ShrinkBudget;
  /** The optional features of the target. */
  readonly features: readonly FeatureResult[];
  /** The requirements that the target cannot be judged by, with the reason. */
  readonly undecidable?: ReadonlyMap<string, string> | undefined;
  readonly known: readonly KnownDeviation[];
  /** The requirements on every exchange that checks of the run have reported. */
  readonly common: CommonViolations;
  /** What cases that pass show; absent if failures are not explained. */
  readonly passing?: PassingTraits | undefined;
  /** What most failing checks fail for; absent if failures are not explained. */
  readonly usual?: CommonBehaviours | undefined;
  /** Aborted if the run is to end, or its time is up: no case is begun after it. */
  readonly signal: AbortSignal;
  /** Aborted if the run ends early: what a case finds from then on does not count. */
  readonly ending?: AbortSignal | undefined;
  /** The areas that left a request unanswered, with the reason not to run their other checks. */
  readonly cutOff?: Map<string, string>;
  /** Aborted, with the reason, if the time of the run is up or it has found what it was to. */
  readonly timeUp?: AbortSignal | undefined;
  /** The command that checks this target; options can be appended. */
  readonly command: string;
  /** Runs this one case instead of all. */
  readonly path?: string | undefined;
  readonly replayPath?: string | undefined;
  /** Runs that case so many times instead of once. */
  readonly replay?: Replay | undefined;
  /** The place of the check among those that are busy. @default {it needs none} */
  readonly place?: CheckPlace | undefined;
  /**
   * True if every wait for an event takes the time that a check asks for.
   *
   * @default {true for one case, or its repetitions}
   */
  readonly isPatient?: boolean;
}
