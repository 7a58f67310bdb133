/**
 * Features that can be enabled and disabled: the option `--feature-gates` (specification, "Versioning").
 *
 * @module
 */
import { ConfigurationError, readPairs } from "./configuration.ts";
import { type AnyRelease, isAtLeast, type Release } from "../release.ts";

/** The release in which a feature reached a stage. */
export interface FeatureStages {
  readonly alpha?: AnyRelease;
  readonly beta?: AnyRelease;
  /** The feature is always enabled: its gate has no effect any more. */
  readonly stable?: AnyRelease;
  /** The gate has no effect and remains only so that old configurations are accepted. */
  readonly deprecated?: AnyRelease;
}

/** The feature gates of this server. */
export const FEATURE_GATES = {
  /** `limit` and `continue`; without it a list is always complete. */
  APIListChunking: { alpha: "1.8", beta: "1.9", stable: "1.29" },
  /** Large responses are compressed for clients that accept it. */
  APIResponseCompression: { alpha: "1.7", beta: "1.16" },
  /** One discovery document for all groups, if the client accepts it. */
  AggregatedDiscoveryEndpoint: { alpha: "1.26", beta: "1.27", stable: "1.30" },
  CSIStorageCapacity: { alpha: "1.19", beta: "1.21", stable: "1.24" },
  DryRun: { alpha: "1.12", beta: "1.13", stable: "1.19" },
  /** Documents under `/openapi/v3`. */
  OpenAPIV3: { alpha: "1.23", beta: "1.24", stable: "1.27" },
  /** `remainingItemCount` in lists. */
  RemainingItemCount: { alpha: "1.15", beta: "1.16", stable: "1.29" },
  ServerSideApply: { alpha: "1.14", beta: "1.16", stable: "1.22" },
  /** `fieldValidation`; without it unknown fields are dropped without a warning. */
  ServerSideFieldValidation: { alpha: "1.23", beta: "1.25", stable: "1.27" },
  WatchBookmark: { alpha: "1.15", beta: "1.16", stable: "1.17" },
  /** `sendInitialEvents` of a watch. */
  WatchList: { alpha: "1.27", beta: "1.32" },
} as const satisfies Readonly<Record<string, FeatureStages>>;

/** The name of a gate. */
export type FeatureGate = keyof typeof FEATURE_GATES;

/** The features that are enabled. */
export type Features = ReadonlySet<FeatureGate>;

/** The configured values by the names of the gates. */
export type FeatureGateConfig = Readonly<Record<string, boolean>>;

/**
 * Parses the option's value: comma-separated pairs of a gate and true or false.
 *
 * @throws {ConfigurationError} for anything else
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readFeatureGates } from "./feature_gates.ts";
 *
 * assertEquals(readFeatureGates("APIListChunking=false"), { APIListChunking: false });
 * ```
 */
export function readFeatureGates(text: string): FeatureGateConfig {
  return readPairs(text, { option: "the feature gates", valueMayBeOmitted: false });
}

/** The stage of a feature. */
export type FeatureStage = "absent" | keyof FeatureStages;

/** Returns the stage of a feature in a release. */
function stageOf(stages: FeatureStages, release: Release): FeatureStage {
  const reached = (["deprecated", "stable", "beta", "alpha"] as const)
    .find((stage) => stages[stage] !== undefined && isAtLeast(release, stages[stage]));
  return reached ?? "absent";
}

/** Returns true if a feature is enabled by default. */
const DEFAULTS: Readonly<Record<FeatureStage, boolean>> = {
  absent: false,
  alpha: false,
  beta: true,
  stable: true,
  deprecated: true,
};

/** The enabled features of a configuration, and its warnings. */
export interface SwitchedFeatures<Gate extends string> {
  /** The gates of the enabled features. */
  readonly enabled: ReadonlySet<Gate>;
  /** One warning for each configured gate that has no effect any more. */
  readonly warnings: readonly string[];
}

/**
 * Selects features: alpha ones are disabled and beta ones enabled unless configured otherwise;
 * gates of stable ones have no effect.
 *
 * @param gates all feature gates
 * @throws {ConfigurationError} for a gate that the release does not have
 */
export function switchFeatures<Gate extends string>(
  config: FeatureGateConfig,
  release: Release,
  gates: Readonly<Record<Gate, FeatureStages>>,
): SwitchedFeatures<Gate> {
  const warnings: string[] = [];
  const enabled = new Set<string>();
  const stages = new Map(
    Object.entries<FeatureStages>(gates).map(([gate, stages]) => [gate, stageOf(stages, release)]),
  );
  for (const [gate, stage] of stages) if (DEFAULTS[stage]) enabled.add(gate);
  for (const [gate, value] of Object.entries(config)) {
    const stage = stages.get(gate) ?? "absent";
    if (stage === "absent") throw unknownGate(gate, stages);
    if (stage !== "alpha" && stage !== "beta") warnings.push(warningOf(gate, stage, release));
    else if (value) enabled.add(gate);
    else enabled.delete(gate);
  }
  return { enabled: enabled as ReadonlySet<string> as ReadonlySet<Gate>, warnings };
}

function unknownGate(gate: string, stages: ReadonlyMap<string, FeatureStage>): ConfigurationError {
  const known = [...stages.keys()].filter((name) => stages.get(name) !== "absent").join(", ");
  return new ConfigurationError(
    `Cannot switch features as there is no gate "${gate}": use one of ${known}`,
  );
}

const warningOf = (gate: string, stage: FeatureStage, release: Release): string =>
  `The feature gate ${gate} is ${
    stage === "stable" ? "that of a stable feature" : "deprecated"
  } in release ${release} and does nothing: leave it out`;
