/**
 * Tells of the features that a target may lack.
 *
 * @module
 */
import type { FeatureResult } from "./events.ts";

/** A line for each feature that is not both expected and there. */
export function featureLines(features: readonly FeatureResult[]): string[] {
  return features.filter(({ verdict }) => verdict !== "pass").map((result) => {
    const { feature, verdict, seen, declared, fallenAway } = result;
    const away = fallenAway.length === 0 ? "" : `; ${fallenAway.length} requirements fall away`;
    switch (verdict) {
      case "fail":
        return `FAIL ${feature}: it is declared and the target lacks it: ${seen}`;
      case "warn":
        return `WARN ${feature}: the target has it and does not declare it: ${seen}${away}`;
      default:
        return `unsupported ${feature}: ${
          declared === false ? "not declared, " : ""
        }${seen}${away}`;
    }
  });
}
