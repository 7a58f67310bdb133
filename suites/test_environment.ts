/**
 * Which target the suites are held against under `deno test`, from the environment.
 *
 * @module
 */
import type { ConformanceOptions } from "./conformance.ts";
import { type KnownDeviation, readKnownDeviations } from "./runner/known_deviations.ts";
import { ConfigurationError } from "./target/configuration_error.ts";
import { connect } from "./target/connect.ts";
import { type DialectName, DIALECTS } from "./target/dialect.ts";
import { startEmbedded } from "./target/embedded.ts";

/** The options that follow from the environment. */
export type EnvironmentOptions = Omit<ConformanceOptions, "checks">;

/**
 * Reads `TARGET_URL`, `TARGET_TOKEN`, `TARGET_CA`, `TARGET_DIALECT`, `TARGET_RUNS`, `TARGET_SEED`
 * and `TARGET_KNOWN` (files, divided by commas). Without a URL the reference server is the target.
 *
 * @throws {ConfigurationError} when a value makes no sense
 */
export async function optionsFromEnvironment(
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): Promise<EnvironmentOptions> {
  const text = (name: string) => env(name) || undefined;
  const dialect = dialectOf(text("TARGET_DIALECT"));
  const url = text("TARGET_URL");
  const known: KnownDeviation[] = [];
  for (const file of text("TARGET_KNOWN")?.split(",") ?? []) {
    known.push(...await readKnownDeviations(file.trim()));
  }
  return {
    target: () =>
      url === undefined
        ? startEmbedded(dialect && { dialect })
        : connect({ url, dialect, token: text("TARGET_TOKEN"), ca: text("TARGET_CA") }),
    runs: integerOf("TARGET_RUNS", text("TARGET_RUNS")),
    seed: integerOf("TARGET_SEED", text("TARGET_SEED")),
    known,
  };
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
