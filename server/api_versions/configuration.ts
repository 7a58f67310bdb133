/**
 * Parses options of the form `KEY=true,KEY=false`.
 *
 * @module
 */

/** An error in the configuration of a server; the message contains the remedy. */
export class ConfigurationError extends Error {
  /** The name of the error class. */
  override readonly name = "ConfigurationError";
}

/** Options of {@linkcode readPairs}. */
export interface PairOptions {
  /** The name of the option in messages. */
  readonly option: string;
  /** True if a key alone means true. */
  readonly valueMayBeOmitted: boolean;
}

/**
 * Reads comma-separated pairs of a key and true or false. White space around them does not count.
 *
 * @throws {ConfigurationError} for an empty key, another value, a missing one where it may not be
 *   omitted, or a key that is given twice
 */
export function readPairs(
  text: string,
  { option, valueMayBeOmitted }: PairOptions,
): Readonly<Record<string, boolean>> {
  const pairs = new Map<string, boolean>();
  for (const part of text.split(",").map((word) => word.trim()).filter((word) => word !== "")) {
    const [key = "", ...rest] = part.split("=").map((word) => word.trim());
    const value = rest.length === 0 && valueMayBeOmitted ? "true" : rest.join("=");
    if (key === "" || (value !== "true" && value !== "false")) {
      const form = valueMayBeOmitted ? "KEY, KEY=true or KEY=false" : "KEY=true or KEY=false";
      throw new ConfigurationError(
        `Cannot read ${option} as each part must be ${form}: current value is "${part}"`,
      );
    }
    if (pairs.has(key)) {
      throw new ConfigurationError(`Cannot read ${option} as it names "${key}" twice`);
    }
    pairs.set(key, value === "true");
  }
  return Object.fromEntries(pairs);
}
