/**
 * A rule about a part of the server's sources, and the kinds of reasons.
 *
 * @module
 */

/**
 * Why a mutant cannot be found: `equivalent` changes no response; `performance` changes only
 * how much work the server does; `unreachable` changes code that no request of a client gets to;
 * `allowed` changes responses in a way that the specification leaves open.
 */
export type MarkKind = "equivalent" | "performance" | "unreachable" | "allowed";

/** Parts of the sources, and why their mutants may survive. */
export interface Rule {
  /** The file, from the repository's root; `*` is any text without a slash. */
  readonly file: string;
  /**
   * The parts of the file: names of functions, methods, classes, variables and properties, as
   * `sort` or `List.sort`; and arguments, as `badRequest(0)`. All of the file if there are none.
   */
  readonly within?: readonly string[];
  readonly kind: MarkKind;
  readonly reason: string;
}

/**
 * Returns a rule for parts of several files, or for all of a file.
 *
 * @param files the parts by path from the repository's root, in `server/` without that
 */
export const inFiles = (
  files: Readonly<Record<string, readonly string[] | undefined>>,
  facts: Pick<Rule, "kind" | "reason">,
): Rule[] =>
  Object.entries(files).map(([name, within]) => ({
    file: /^(kubernetes|stores)\//.test(name) ? name : `server/${name}`,
    ...(within && { within }),
    ...facts,
  }));
