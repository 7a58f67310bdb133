/**
 * Where a target is known to differ, and why: a file that turns failures into known deviations.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { CheckResult, RunEvent } from "../../reports/events.ts";
import { ConfigurationError } from "../client/configuration_error.ts";
import { readText } from "../client/text_file.ts";

/** One difference somebody has looked at. */
export interface KnownDeviation {
  /** The id of the check that shows it; any check where absent. */
  readonly check?: string;
  /** The requirement that is broken; any of the check's where absent. */
  readonly requirement?: string;
  /** Why this is so. */
  readonly reason: string;
  /** Which target, for readers: name and release. */
  readonly target: string;
  /** Where to read more. */
  readonly link?: string;
  /** The last day on which it is accepted, as `2027-01-31`; for ever where absent. */
  readonly expires?: string;
}

/** What a run has to hold known deviations against. */
export interface DeviationFacts {
  /** What became of the checks. */
  readonly results: readonly CheckResult[];
  /** The ids of all checks there are. */
  readonly catalogue: readonly string[];
  /** All requirements by their ids. */
  readonly requirements: Readonly<Record<string, unknown>>;
  /** The day of the run. */
  readonly today: Date;
}

/** The deviation that covers a failure of a check, if one does. */
export function coveringDeviation(
  known: readonly KnownDeviation[],
  check: string,
  requirement: string,
): KnownDeviation | undefined {
  return known.find((deviation) =>
    (deviation.check === undefined || deviation.check === check) &&
    (deviation.requirement === undefined || deviation.requirement === requirement)
  );
}

type StaleDeviation = Extract<RunEvent, { type: "stale deviation" }>;

/** The deviations that must go from their file: not found, no longer valid, or never so. */
export function staleDeviations(
  known: readonly KnownDeviation[],
  facts: DeviationFacts,
): StaleDeviation[] {
  return known.flatMap((deviation) => {
    const why = whyStale(deviation, facts);
    const { check, requirement } = deviation;
    if (why === undefined) return [];
    const name = check ?? requirement ?? "";
    return [{ type: "stale deviation", check: name, ...(requirement && { requirement }), why }];
  });
}

function whyStale(
  { check, requirement, expires }: KnownDeviation,
  { results, catalogue, requirements, today }: DeviationFacts,
): StaleDeviation["why"] | undefined {
  if (check !== undefined && !catalogue.includes(check)) return "there is no such check";
  if (requirement !== undefined && !(requirement in requirements)) {
    return "there is no such requirement";
  }
  // A day is over when it is over everywhere but in one place: nobody argues about time zones.
  if (expires !== undefined && today.toISOString().slice(0, 10) > expires) return "it has expired";
  const concerned = check === undefined
    ? results.filter((result) => result.requirements.includes(requirement!))
    : results.filter(({ id }) => id === check);
  const passed = concerned.length > 0 && concerned.every(({ verdict }) => verdict === "pass");
  if (!passed) return undefined;
  return check === undefined ? "no check failed for it" : "the check did not fail";
}

/**
 * Reads a file of known deviations.
 *
 * @throws {ConfigurationError} when it cannot be read or is no such list
 */
export async function readKnownDeviations(path: string): Promise<KnownDeviation[]> {
  return parseKnownDeviations(await readText(path, `the known deviations ${path}`), path);
}

/**
 * Reads a list of deviations written in YAML.
 *
 * @throws {ConfigurationError} for anything that is not such a list; it names the entry
 */
export function parseKnownDeviations(text: string, file: string): KnownDeviation[] {
  let entries: unknown;
  try {
    entries = parse(text) ?? [];
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${file} as YAML: ${messageOf(error)}`);
  }
  if (!Array.isArray(entries)) {
    throw new ConfigurationError(`Cannot read ${file} as it must hold a list of known deviations`);
  }
  return entries.map((entry, index) => readEntry(entry, `entry ${index + 1} of ${file}`));
}

const REQUIRED = ["reason", "target"] as const;
const FIELDS: readonly string[] = ["check", "requirement", ...REQUIRED, "link", "expires"];

function readEntry(entry: unknown, where: string): KnownDeviation {
  if (typeof entry !== "object" || entry === null) {
    throw new ConfigurationError(`Cannot use ${where} as it must be a map`);
  }
  const fields = Object.entries(entry).map(([field, value]) => [field, textOfDay(value)] as const);
  for (const [field, value] of fields) {
    if (!FIELDS.includes(field)) {
      throw new ConfigurationError(
        `Cannot use ${where} as it has an unknown field "${field}": the fields are ${
          FIELDS.join(", ")
        }`,
      );
    }
    if (typeof value !== "string" || value === "") {
      throw new ConfigurationError(`Cannot use ${where} as "${field}" must be a text`);
    }
  }
  for (const field of REQUIRED) {
    if (!(field in entry)) {
      throw new ConfigurationError(`Cannot use ${where} as it lacks "${field}"`);
    }
  }
  if (!("check" in entry) && !("requirement" in entry)) {
    throw new ConfigurationError(`Cannot use ${where} as it lacks "check" or "requirement"`);
  }
  const deviation = Object.fromEntries(fields) as unknown as KnownDeviation;
  const { expires } = deviation;
  if (expires !== undefined && !isDay(expires)) {
    throw new ConfigurationError(
      `Cannot use ${where} as "expires" must be a day such as 2027-01-31: "${expires}" given`,
    );
  }
  return deviation;
}

/** YAML takes a bare day for a time. */
function textOfDay(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.getTime()) &&
    time.toISOString().startsWith(text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
