/**
 * The minimal failing sequences that the site shows: for each requirement, a seeded bug that violates
 * it, and the requests by which a check found the bug. They are computed by `record.ts` and stored.
 *
 * @module
 */

/** A request of a sequence, and the response. */
export interface SequenceStep {
  readonly method: string;
  readonly path: string;
  /** The headers that matter, such as the type of a patch. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** 0 if there was no response. */
  readonly status: number;
  readonly response: string;
  /** The name of the identity if it is not the first one; empty if anonymous. */
  readonly identity?: string;
}

/** How a check found a seeded bug. */
export interface Sequence {
  readonly requirement: string;
  /** The requirement that the check reported as violated, if it is another one. */
  readonly reportedAs?: string;
  readonly bug: string;
  readonly check: string;
  readonly seed: number;
  readonly expected: string;
  readonly actual: string;
  readonly steps: readonly SequenceStep[];
  /** The number of requests that are left out, as they are not needed to show it. */
  readonly leftOut: number;
}

/** All sequences, and when they were computed. */
export interface Sequences {
  /** An RFC 3339 date. */
  readonly recorded: string;
  readonly sequences: readonly Sequence[];
}

const FILE = new URL("./sequences.json.gz", import.meta.url);

/** Reads the stored sequences. */
export async function readSequences(): Promise<Sequences> {
  const zipped = new Blob([await Deno.readFile(FILE)]).stream();
  return await new Response(zipped.pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Stores the sequences. */
export async function writeSequences(sequences: Sequences): Promise<void> {
  const text = new Blob([JSON.stringify(sequences)]).stream();
  const zipped = await new Response(text.pipeThrough(new CompressionStream("gzip"))).bytes();
  await Deno.writeFile(FILE, zipped);
}
