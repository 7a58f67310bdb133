/**
 * Selects source mutants: by file, id or slice, or a random sample.
 *
 * @module
 */
import type { SourceMutant } from "./source_mutant.ts";

/** Which mutants to select. */
export interface Selection {
  /** A pattern of files: `*` is any text without a slash, `**` any text. */
  readonly file?: string | undefined;
  /** Ids or the beginnings of ids. */
  readonly ids?: readonly string[] | undefined;
  /** The part and the number of parts: every Nth mutant in the order of ids, which is random. */
  readonly slice?: readonly [part: number, parts: number] | undefined;
}

/** Returns the selected mutants. */
export function select(
  mutants: readonly SourceMutant[],
  { file, ids, slice: [part, parts] = [1, 1] }: Selection,
): SourceMutant[] {
  const pattern = file === undefined ? /^/ : patternOf(file);
  const chosen = mutants.filter(({ file, id }) =>
    pattern.test(file) && (ids?.some((prefix) => id.startsWith(prefix)) ?? true)
  );
  if (parts === 1) return chosen;
  return chosen.toSorted(byId).filter((_, index) => index % parts === part - 1);
}

const byId = (a: SourceMutant, b: SourceMutant) => a.id < b.id ? -1 : 1;

function patternOf(glob: string): RegExp {
  const text = RegExp.escape(glob).replaceAll("\\*\\*", ".*").replaceAll("\\*", "[^/]*");
  return new RegExp(`^(?:server/|kubernetes/|stores/)?${text}$`);
}

/** Returns so many mutants at random; a seed gives the same ones as long as the code is the same. */
export function sample<T>(all: readonly T[], size: number, seed: number): T[] {
  const rest = [...all];
  const random = randomNumbers(seed);
  return Array.from(
    { length: Math.min(size, rest.length) },
    () => rest.splice(Math.floor(random() * rest.length), 1)[0]!,
  );
}

/** The generator mulberry32: numbers from 0 to below 1. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
