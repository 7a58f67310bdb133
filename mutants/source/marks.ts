/**
 * Marks: source mutants that no check can find, each with its reason. They are in `marks.jsonl`,
 * one JSON object in a line.
 *
 * @module
 */
import type { MarkKind } from "./rule.ts";
import { describe, type SourceMutant } from "./source_mutant.ts";

const KINDS: readonly string[] = ["equivalent", "performance", "unreachable", "allowed"];

/** A mark of a mutant. */
export interface Mark {
  readonly id: string;
  /** The change, for readers; without a line number, which would go stale. */
  readonly change: string;
  readonly kind: MarkKind;
  readonly reason: string;
}

/** Returns the change of a mutant as marks have it. */
export const changeOf = (mutant: SourceMutant): string =>
  describe(mutant).replace(/^([^:]*):\d+ /, "$1: ");

/** Reads the marks. */
export async function readMarks(
  file: URL = new URL("./marks.jsonl", import.meta.url),
): Promise<ReadonlyMap<string, Mark>> {
  const lines = (await Deno.readTextFile(file)).split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const mark: Mark = JSON.parse(line);
    if (!KINDS.includes(mark.kind) || !mark.reason) {
      throw new TypeError(`Cannot read the mark ${line} as it has no known kind or no reason`);
    }
    return [mark.id, mark];
  }));
}

/** Adds a mark for each mutant that a rule names, so that it is not run. */
export function withRules(
  marks: ReadonlyMap<string, Mark>,
  mutants: readonly SourceMutant[],
): ReadonlyMap<string, Mark> {
  const ruled = mutants.flatMap((mutant) => {
    const { id, rule } = mutant;
    if (rule === undefined) return [];
    const { kind, reason } = rule;
    return [[id, { id, change: changeOf(mutant), kind, reason }] as const];
  });
  return new Map([...ruled, ...marks]);
}

/** Returns the marks of mutants that there are no more. */
export function staleMarks(
  marks: ReadonlyMap<string, Mark>,
  mutants: readonly SourceMutant[],
): Mark[] {
  const changes = new Map(mutants.map((mutant) => [mutant.id, changeOf(mutant)]));
  return [...marks.values()].filter(({ id, change }) => changes.get(id) !== change);
}
