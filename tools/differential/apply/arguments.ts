/**
 * The arguments of the comparisons.
 *
 * @module
 */

/** How a comparison is run. */
export interface Arguments {
  /** The real server. */
  readonly url: string;
  /** The file with the authority of its certificate. */
  readonly ca: string | undefined;
  readonly token: string;
  /** The kind to compare; all of them if none is named. */
  readonly kind: string | undefined;
  /** How many histories a kind. */
  readonly runs: number;
  /** When to stop with a kind. */
  readonly seconds: number;
  readonly seed: number;
  /** How many histories to keep. */
  readonly keep: number;
  /** The file to keep them in. */
  readonly record: string | undefined;
}

/** Reads the arguments: the server's URL, then pairs of `--name value`. */
export function readArguments(
  [url = "https://localhost:17443", ...rest]: readonly string[],
): Arguments {
  const words = new Map<string, string>();
  for (let index = 0; index < rest.length; index += 2) words.set(rest[index]!, rest[index + 1]!);
  return {
    url,
    ca: words.get("--ca"),
    token: words.get("--token") ?? "admin-token",
    kind: words.get("--kind"),
    runs: Number(words.get("--runs") ?? 100),
    seconds: Number(words.get("--seconds") ?? 600),
    seed: Number(words.get("--seed") ?? 1),
    keep: Number(words.get("--keep") ?? 20),
    record: words.get("--record"),
  };
}
