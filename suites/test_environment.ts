/**
 * The target and options of a run under `deno test`, from the environment.
 *
 * @module
 */
import { environmentVariable } from "@plumbline/runtime/process";
import type { ConformanceOptions } from "./conformance.ts";
import { type Feature, FEATURE_NAMES } from "./features.ts";
import { type KnownDeviation, readKnownDeviations } from "./engine/known_deviations.ts";
import { ConfigurationError } from "./client/configuration.ts";
import { connect } from "./connect/connect.ts";
import { type DialectName, DIALECTS } from "./client/dialect.ts";
import { startEmbedded } from "./embedded/embedded_target.ts";
import type { Identity, Target } from "./client/target.ts";

/** The options that follow from the environment. */
export type EnvironmentOptions = Omit<ConformanceOptions, "areas" | "checks" | "target"> & {
  /** Opens the target. */
  target(): Promise<Target>;
};

/**
 * Reads `TARGET_URL`, `TARGET_TOKEN`, `TARGET_CA`, `TARGET_DIALECT`, `TARGET_NAMESPACE`,
 * `TARGET_RUNS`, `TARGET_SEED`, `TARGET_HISTORY` (how long history is kept, in seconds), and, with
 * commas between several, `TARGET_IDENTITIES` (`name=token`), `TARGET_FEATURES` and `TARGET_KNOWN`
 * (files). `TARGET_REPORT` is a directory for reports, a file an area. Without a URL the reference
 * server is the target.
 *
 * @throws {ConfigurationError} when a value makes no sense
 */
export async function optionsFromEnvironment(
  env: (name: string) => string | undefined = environmentVariable,
): Promise<EnvironmentOptions> {
  const text = (name: string) => env(name) || undefined;
  const dialect = dialectOf(text("TARGET_DIALECT"));
  const url = text("TARGET_URL");
  const history = integerOf("TARGET_HISTORY", text("TARGET_HISTORY"));
  const identities = wordsOf(text("TARGET_IDENTITIES")).map(identityOf);
  // If it is set to nothing, the target supports none.
  const said = env("TARGET_FEATURES");
  const features = said === undefined ? undefined : wordsOf(said).map(featureOf);
  const report = text("TARGET_REPORT");
  const seed = integerOf("TARGET_SEED", text("TARGET_SEED"));
  if (report !== undefined && seed === undefined) {
    throw new ConfigurationError(
      "TARGET_REPORT needs TARGET_SEED: reports of different seeds are not merged",
    );
  }
  const known: KnownDeviation[] = [];
  for (const file of wordsOf(text("TARGET_KNOWN"))) {
    known.push(...await readKnownDeviations(file));
  }
  return {
    target: () =>
      url === undefined ? startEmbedded(dialect && { dialect }) : connect({
        url,
        dialect,
        token: text("TARGET_TOKEN"),
        ca: text("TARGET_CA"),
        namespace: text("TARGET_NAMESPACE"),
        identities,
        features,
        ...(history !== undefined && { waits: { history: history * 1_000 } }),
      }),
    runs: integerOf("TARGET_RUNS", text("TARGET_RUNS")),
    seed,
    known,
    report,
  };
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");
}

function identityOf(text: string): Identity {
  const [, name, token] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined && token !== undefined) return { name, token };
  // The text may hold a token, so it is not repeated.
  throw new ConfigurationError("TARGET_IDENTITIES must be name=token, with commas between several");
}

function featureOf(text: string): Feature {
  const found = FEATURE_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new ConfigurationError(
    `TARGET_FEATURES has no feature "${text}": there are ${FEATURE_NAMES.join(", ")}`,
  );
}

function dialectOf(text: string | undefined): DialectName | undefined {
  if (text === undefined || text in DIALECTS) return text as DialectName | undefined;
  const names = Object.keys(DIALECTS).join(" or ");
  throw new ConfigurationError(`TARGET_DIALECT must be ${names}: "${text}" given`);
}

function integerOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name} must be a whole number: "${text}" given`);
}
