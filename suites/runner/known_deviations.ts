/**
 * Where a target is known to differ, and why: a file that turns failures into known deviations.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { CheckResult, RunEvent } from "../../reports/events.ts";
import { ConfigurationError } from "../target/configuration_error.ts";
import { readText } from "../target/text_file.ts";

/** One difference somebody has looked at. */
export interface KnownDeviation {
  /** The id of the check that shows it. */
  readonly check: string;
  /** The requirement that is broken; any of the check's where absent. */
  readonly requirement?: string;
  /** Why this is so. */
  readonly reason: string;
  /** Which target, for readers: name and release. */
  readonly target: string;
  /** Where to read more. */
  readonly link?: string;
}

/** The deviation that covers a failure of a check, if one does. */
export function coveringDeviation(
  known: readonly KnownDeviation[],
  check: string,
  requirement: string,
): KnownDeviation | undefined {
  return known.find((deviation) =>
    deviation.check === check &&
    (deviation.requirement === undefined || deviation.requirement === requirement)
  );
}

/** The deviations that a run should have found and did not. */
export function staleDeviations(
  known: readonly KnownDeviation[],
  results: readonly CheckResult[],
  catalogue: readonly string[],
): Extract<RunEvent, { type: "stale deviation" }>[] {
  const stale = (deviation: KnownDeviation) => {
    if (!catalogue.includes(deviation.check)) return "there is no such check";
    const result = results.find(({ id }) => id === deviation.check);
    return result?.verdict === "pass" ? "the check did not fail" : undefined;
  };
  return known.flatMap((deviation) => {
    const why = stale(deviation);
    const { check, requirement } = deviation;
    return why === undefined
      ? []
      : [{ type: "stale deviation", check, ...(requirement && { requirement }), why }];
  });
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

const REQUIRED = ["check", "reason", "target"] as const;
const FIELDS: readonly string[] = [...REQUIRED, "requirement", "link"];

function readEntry(entry: unknown, where: string): KnownDeviation {
  if (typeof entry !== "object" || entry === null) {
    throw new ConfigurationError(`Cannot use ${where} as it must be a map`);
  }
  for (const [field, value] of Object.entries(entry)) {
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
  return entry as KnownDeviation;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
