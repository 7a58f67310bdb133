/**
 * Recordings: requests with a real server's answers, to be held against where no such server is.
 *
 * @module
 */
import type { Exchange } from "./explanation.ts";
import type { Comparable } from "./normalize.ts";
import type { Options } from "./options.ts";
import type { ComparedExchange } from "./run.ts";
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

/** One exchange for each explanation by its id: the smallest that it accounts for. */
export type Examples = Readonly<Record<string, Exchange>>;

/** What a recording is made of. */
export interface RecordingSource {
  readonly pair: { readonly release: string };
  readonly namespace: string;
  readonly agreed: readonly (readonly ComparedExchange[])[];
  readonly options: Pick<Options, "seed" | "recordSize">;
}

/** Writes `exchanges.json`, as many sequences as the size allows, and `explained.json`. */
export function writeRecording(folder: string, source: RecordingSource): void {
  const { pair, namespace, agreed, options } = source;
  const head: Omit<Recording, "sequences"> = {
    release: pair.release,
    seed: options.seed,
    date: new Date().toISOString().slice(0, 10),
    namespace,
  };
  const lines = chosenOf(agreed, options.recordSize * 1_000).map((sequence) =>
    JSON.stringify(sequence.map(recorded))
  );
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(
    `${folder}/exchanges.json`,
    `${JSON.stringify(head).slice(0, -1)},"sequences":[\n${lines.join(",\n")}\n]}\n`,
  );
  const examples = Object.entries(examplesOf(agreed)).sort()
    .map(([id, exchange]) => `${JSON.stringify(id)}:${JSON.stringify(exchange)}`);
  Deno.writeTextFileSync(`${folder}/explained.json`, `{\n${examples.join(",\n")}\n}\n`);
}

const recorded = ({ request, real }: Exchange): RecordedExchange => ({ request, answer: real });

/**
 * The sequences that show most for their size: each is worth the kinds of requests, answers and
 * explanations that those before it do not have.
 */
export function chosenOf(
  sequences: readonly (readonly ComparedExchange[])[],
  limit: number,
): readonly (readonly ComparedExchange[])[] {
  const left = new Set(sequences.map((exchanges) => ({
    exchanges,
    shows: new Set(exchanges.flatMap(featuresOf)),
    size: JSON.stringify(exchanges.map(recorded)).length,
  })));
  const chosen: (readonly ComparedExchange[])[] = [];
  const seen = new Set<string>();
  let size = 0;
  for (;;) {
    for (const one of left) if (size + one.size > limit) left.delete(one);
    const [first, ...others] = left;
    if (!first) return chosen;
    const worthOf = ({ shows, size }: typeof first) => shows.difference(seen).size / size;
    const best = others.reduce((a, b) => worthOf(b) > worthOf(a) ? b : a, first);
    left.delete(best);
    chosen.push(best.exchanges);
    size += best.size;
    best.shows.forEach((feature) => seen.add(feature));
  }
}

function featuresOf({ request, real, explained }: ComparedExchange): string[] {
  const { method, path, contentType = "", accept, query } = request;
  const resource = path.replaceAll(/[^/]*\d[^/]*(?=\/|$)|differential-[^/]*/g, "*");
  return [
    [method, resource, contentType, real.status].join(" "),
    [method, resource, accept, real.status].join(" "),
    ...Object.entries(query).map(([name, value]) => `${method} ${name}=${value} ${real.status}`),
    ...explained,
  ];
}

/** One example for each explanation that was needed, alone wherever it was. */
export function examplesOf(sequences: readonly (readonly ComparedExchange[])[]): Examples {
  const best = new Map<string, { size: number; example: Exchange }>();
  for (const { request, reference, real, explained } of sequences.flat()) {
    const example = { request, reference, real };
    const size = JSON.stringify(example).length * explained.length;
    for (const id of explained) {
      if (size < (best.get(id)?.size ?? Infinity)) best.set(id, { size, example });
    }
  }
  return Object.fromEntries([...best].map(([id, { example }]) => [id, example]));
}
