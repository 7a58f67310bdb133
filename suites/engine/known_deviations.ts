/**
 * Known deviations: a file of explained failures that do not fail a run.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { CheckResult, RunEvent } from "@plumbline/reports/events";
import { covers } from "@plumbline/reports/unjudged";
import { ConfigurationError, readText } from "../client/configuration.ts";

/** A known and explained failure of a target. */
export interface KnownDeviation {
  /** The id of the check that fails; any check if absent. */
  readonly check?: string;
  /** The id of the violated requirement; any of the check's if absent. */
  readonly requirement?: string;
  /**
   * Requirements that cannot be judged on the target, in place of a check and a requirement: an id,
   * or the beginning of ids followed by `*`.
   */
  readonly unjudged?: string;
  /** The reason for the difference. */
  readonly reason: string;
  /** The name and release of the target, for readers. */
  readonly target: string;
  /** A link to more information. */
  readonly link?: string;
  /** The last day on which it is accepted, such as `2027-01-31`; without end if absent. */
  readonly expires?: string;
  /**
   * `sometimes` if it depends on the generated cases whether the check fails: the entry is not stale
   * when the check passes. Always if absent.
   */
  readonly shows?: "sometimes";
  /** True for one that every kube-apiserver has; files cannot state it. */
  readonly everywhere?: true;
}

/** The facts of a run that decide whether a known deviation is stale. */
export interface DeviationFacts {
  /** The results of the checks. */
  readonly results: readonly CheckResult[];
  /** The ids of all checks. */
  readonly catalogue: readonly string[];
  /** All requirements by their ids. */
  readonly requirements: Readonly<Record<string, unknown>>;
  /** The day of the run. */
  readonly today: Date;
}

/** Returns the known deviation that covers a failure of a check, if there is one. */
export function coveringDeviation(
  known: readonly KnownDeviation[],
  check: string,
  requirement: string,
): KnownDeviation | undefined {
  return known.find((deviation) =>
    deviation.unjudged === undefined &&
    (deviation.check === undefined || deviation.check === check) &&
    (deviation.requirement === undefined || deviation.requirement === requirement)
  );
}

/** Returns the events that accept requirements which cannot be judged. */
export function acceptancesOf(
  known: readonly KnownDeviation[],
): Extract<RunEvent, { type: "unjudged accepted" }>[] {
  return known.flatMap(({ unjudged, reason }) =>
    unjudged === undefined ? [] : [{ type: "unjudged accepted", requirement: unjudged, reason }]
  );
}

type StaleDeviation = Extract<RunEvent, { type: "stale deviation" }>;

/** Returns the known deviations to remove from their file: expired, unknown, or no longer found. */
export function staleDeviations(
  known: readonly KnownDeviation[],
  facts: DeviationFacts,
): StaleDeviation[] {
  return known.flatMap((deviation) => {
    const why = whyStale(deviation, facts);
    const { check, requirement, unjudged } = deviation;
    if (why === undefined) return [];
    const name = check ?? requirement ?? unjudged ?? "";
    return [{ type: "stale deviation", check: name, ...(requirement && { requirement }), why }];
  });
}

function whyStale(
  { check, requirement, unjudged, expires, shows }: KnownDeviation,
  { results, catalogue, requirements, today }: DeviationFacts,
): StaleDeviation["why"] | undefined {
  if (check !== undefined && !catalogue.includes(check)) return "there is no such check";
  if (requirement !== undefined && !(requirement in requirements)) {
    return "there is no such requirement";
  }
  const accepts = unjudged !== undefined;
  const accepted = Object.keys(requirements).filter((id) => accepts && covers(unjudged, id));
  if (accepts && accepted.length === 0) return "there is no such requirement";
  // The day in UTC.
  if (expires !== undefined && today.toISOString().slice(0, 10) > expires) return "it has expired";
  if (accepts) {
    const covering = results.filter((result) =>
      result.requirements.some((id) => accepted.includes(id))
    );
    const isOpen = covering.some(({ verdict }) =>
      verdict === "skipped" || verdict === "unsupported"
    );
    return covering.length === 0 || isOpen ? undefined : "all its checks ran";
  }
  if (shows === "sometimes") return undefined;
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
 * @throws {ConfigurationError} if it cannot be read or is not a list of known deviations
 */
export async function readKnownDeviations(path: string): Promise<KnownDeviation[]> {
  return parseKnownDeviations(await readText(path, `the known deviations ${path}`), path);
}

/**
 * Parses a list of known deviations in YAML.
 *
 * @throws {ConfigurationError} if the text is not such a list; the message names the entry
 */
export function parseKnownDeviations(text: string, file: string): KnownDeviation[] {
  let entries: unknown;
  try {
    entries = parse(text) ?? [];
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${file} as YAML: ${messageOf(error)}`);
  }
  if (!Array.isArray(entries)) {
    throw new ConfigurationError(
      `Cannot read ${file} as it must contain a list of known deviations`,
    );
  }
  return entries.map((entry, index) => readEntry(entry, `entry ${index + 1} of ${file}`));
}

const REQUIRED = ["reason", "target"] as const;
const FIELDS: readonly string[] = [
  "check",
  "requirement",
  "unjudged",
  ...REQUIRED,
  "link",
  "expires",
  "shows",
];

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
      throw new ConfigurationError(
        `Cannot use ${where} as "${field}" must be a string that is not empty`,
      );
    }
  }
  for (const field of REQUIRED) {
    if (!(field in entry)) {
      throw new ConfigurationError(`Cannot use ${where} as "${field}" is missing`);
    }
  }
  if ("unjudged" in entry && ("check" in entry || "requirement" in entry)) {
    throw new ConfigurationError(
      `Cannot use ${where} as "unjudged" stands in place of "check" and "requirement"`,
    );
  }
  if (!("check" in entry) && !("requirement" in entry) && !("unjudged" in entry)) {
    throw new ConfigurationError(
      `Cannot use ${where} as "check" and "requirement" are missing. Give at least one`,
    );
  }
  const deviation = Object.fromEntries(fields) as unknown as KnownDeviation;
  const { expires, shows } = deviation;
  if (shows !== undefined && shows !== "sometimes") {
    throw new ConfigurationError(
      `Cannot use ${where} as "shows" can only be "sometimes": "${shows}" given`,
    );
  }
  if (expires !== undefined && !isDay(expires)) {
    throw new ConfigurationError(
      `Cannot use ${where} as "expires" must be a day such as 2027-01-31: "${expires}" given`,
    );
  }
  return deviation;
}

/** Undoes that YAML parses a bare day as a time. */
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
