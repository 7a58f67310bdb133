/**
 * Features that can be switched: the option `--feature-gates` (specification, "Versioning").
 *
 * @module
 */
import { ConfigurationError, readPairs } from "./configuration.ts";
import { type AnyRelease, isAtLeast, type Release } from "./api_version.ts";

/** The release in which a feature reached a stage. */
export interface FeatureStages {
  readonly alpha?: AnyRelease;
  readonly beta?: AnyRelease;
  /** From then on the feature is there to stay: its gate does nothing any more. */
  readonly stable?: AnyRelease;
  /** From then on the gate is there only so that naming it is no error. */
  readonly deprecated?: AnyRelease;
}

/** The gates this server knows. */
export const FEATURE_GATES = {
  /** `limit` and `continue`; without it a list comes whole. */
  APIListChunking: { alpha: "1.8", beta: "1.9", stable: "1.29" },
  /** Large answers are compressed for those who accept it. */
  APIResponseCompression: { alpha: "1.7", beta: "1.16" },
  CSIStorageCapacity: { alpha: "1.19", beta: "1.21", stable: "1.24" },
  DryRun: { alpha: "1.12", beta: "1.13", stable: "1.19" },
  /** Documents under `/openapi/v3`. */
  OpenAPIV3: { alpha: "1.23", beta: "1.24", stable: "1.27" },
  /** `remainingItemCount` in lists. */
  RemainingItemCount: { alpha: "1.15", beta: "1.16", stable: "1.29" },
  ServerSideApply: { alpha: "1.14", beta: "1.16", stable: "1.22" },
  /** `fieldValidation`; without it fields are dropped in silence. */
  ServerSideFieldValidation: { alpha: "1.23", beta: "1.25", stable: "1.27" },
  WatchBookmark: { alpha: "1.15", beta: "1.16", stable: "1.17" },
} as const satisfies Readonly<Record<string, FeatureStages>>;

/** The name of a gate. */
export type FeatureGate = keyof typeof FEATURE_GATES;

/** The features that are on. */
export type Features = ReadonlySet<FeatureGate>;

/** Switches by the gates' names. */
export type FeatureGateConfig = Readonly<Record<string, boolean>>;

/**
 * Reads the option's value: comma-separated pairs of a gate and true or false.
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

/** Where a feature stands in a release. */
export type FeatureStage = "absent" | keyof FeatureStages;

/** The stage of a feature in a release. */
function stageOf(stages: FeatureStages, release: Release): FeatureStage {
  const reached = (["deprecated", "stable", "beta", "alpha"] as const)
    .find((stage) => stages[stage] !== undefined && isAtLeast(release, stages[stage]));
  return reached ?? "absent";
}

/** What is on when the configuration does not say. */
const DEFAULTS: Readonly<Record<FeatureStage, boolean>> = {
  absent: false,
  alpha: false,
  beta: true,
  stable: true,
  deprecated: true,
};

/** The features under a configuration, and what is to be said of it. */
export interface SwitchedFeatures<Gate extends string> {
  /** The gates of the features that are on. */
  readonly enabled: ReadonlySet<Gate>;
  /** One sentence a gate that is named but does nothing any more. */
  readonly warnings: readonly string[];
}

/**
 * Switches features: alpha ones are off and beta ones on unless the configuration says otherwise;
 * gates of stable ones do nothing.
 *
 * @param gates all there are
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
