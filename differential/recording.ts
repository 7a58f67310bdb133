/**
 * Recordings: requests with a real server's answers, to be held against where no such server is.
 *
 * @module
 */
import type { Exchange } from "./explanation.ts";
import type { Comparable } from "./normalize.ts";
import type { Options } from "./options.ts";
import type { Template } from "./template.ts";

/** One request with the real server's answer, normalized. */
export interface RecordedExchange {
  readonly request: Template;
  readonly answer: Comparable;
}

/** Sequences of one run. */
export interface Recording {
  /** The real server's release, for example `1.26`. */
  readonly release: string;
  readonly seed: number;
  /** When it was made, as a date. */
  readonly date: string;
  /** The namespace that the requests name. */
  readonly namespace: string;
  readonly sequences: readonly (readonly RecordedExchange[])[];
}

/** What a recording is made of. */
export interface RecordingSource {
  readonly pair: { readonly release: string };
  readonly namespace: string;
  readonly agreed: readonly (readonly Exchange[])[];
  readonly options: Pick<Options, "seed" | "recordSize">;
}

/** Writes as many of the sequences as the size allows, spread over the run. */
export function writeRecording(file: string, source: RecordingSource): void {
  const { pair, namespace, agreed, options } = source;
  const all = agreed.map((exchanges) =>
    exchanges.map(({ request, real }) => ({ request, answer: real }))
  );
  const limit = options.recordSize * 1_000;
  const sequences: RecordedExchange[][] = [];
  let size = 0;
  for (const sequence of all) {
    const length = JSON.stringify(sequence).length;
    if (size + length > limit) continue;
    size += length;
    sequences.push(sequence);
  }
  const recording: Recording = {
    release: pair.release,
    seed: options.seed,
    date: new Date().toISOString().slice(0, 10),
    namespace,
    sequences,
  };
  const { sequences: _, ...head } = recording;
  const lines = sequences.map((sequence) => JSON.stringify(sequence)).join(",\n");
  Deno.writeTextFileSync(
    file,
    `${JSON.stringify(head).slice(0, -1)},"sequences":[\n${lines}\n]}\n`,
  );
}
