/**
 * Recordings: requests with the answers of a real server, replayed in tests.
 *
 * @module
 */
import { EXPLANATIONS } from "./explained/mod.ts";
import { type AnswerPair, causesOf, objectOf, succeeded } from "./explained/explanation.ts";
import type { Comparable } from "./normalize.ts";
import type { Options } from "../options.ts";
import type { ComparedExchange } from "./run.ts";
import type { Template } from "../../requests/sequences/template.ts";
import type { Json } from "@plumbline/server/api";

/** A request with the normalized answer of the real server. */
export interface RecordedExchange {
  readonly request: Template;
  readonly answer: Comparable;
}

/** The sequences of one run. */
export interface Recording {
  /** The real server's release, for example `1.26`. */
  readonly release: string;
  readonly seed: number;
  /** The date of the recording. */
  readonly date: string;
  /** The namespace of the requests. */
  readonly namespace: string;
  readonly sequences: readonly (readonly RecordedExchange[])[];
}

/** The smallest exchange for each explanation, by the explanation's id. */
export type Examples = Readonly<Record<string, AnswerPair>>;

/** The input of a recording. */
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
  const file = `${folder}/explained.json`;
  const examples = Object.entries({ ...knownExamples(file), ...examplesOf(agreed) }).sort()
    .map(([id, exchange]) => `${JSON.stringify(id)}:${JSON.stringify(exchange)}`);
  Deno.writeTextFileSync(file, `{\n${examples.join(",\n")}\n}\n`);
}

/** Examples from earlier runs that still apply: some differences are rare. */
function knownExamples(file: string): Examples {
  try {
    const examples = Object.entries(JSON.parse(Deno.readTextFileSync(file)) as Examples);
    return Object.fromEntries(
      examples.filter(([id]) => EXPLANATIONS.some((explanation) => explanation.id === id)),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

const recorded = ({ request, real }: AnswerPair): RecordedExchange => ({ request, answer: real });

/**
 * Selects the sequences that show most for their size: each is worth the kinds of requests, answers and
 * explanations that those before it do not have. Of a sequence, requests that changed nothing and
 * show nothing new are left out.
 */
export function chosenOf(
  sequences: readonly (readonly ComparedExchange[])[],
  limit: number,
): readonly (readonly ComparedExchange[])[] {
  const left = new Set(sequences.map((exchanges) => exchanges.map(weighed)));
  const chosen: (readonly ComparedExchange[])[] = [];
  const seen = new Set<string>();
  let room = limit;
  for (;;) {
    let best: { of: Weighed[]; kept: Weighed[]; size: number; worth: number } | undefined;
    for (const of of left) {
      const kept = of.filter(({ changes, shows }) => changes || !shows.isSubsetOf(seen));
      const size = kept.reduce((sum, { size }) => sum + size, 0);
      const shows = new Set(kept.flatMap(({ shows }) => [...shows]));
      const worth = shows.difference(seen).size / size;
      if (size > room || kept.length === 0) left.delete(of);
      else if (!best || worth > best.worth) best = { of, kept, size, worth };
    }
    if (!best || best.worth === 0) return chosen;
    left.delete(best.of);
    chosen.push(best.kept.map(({ exchange }) => exchange));
    room -= best.size;
    best.kept.forEach(({ shows }) => shows.forEach((feature) => seen.add(feature)));
  }
}

/** An exchange with its features and its size. */
interface Weighed {
  readonly exchange: ComparedExchange;
  readonly shows: ReadonlySet<string>;
  /** Its size in characters. */
  readonly size: number;
  /** True if later exchanges may depend on it. */
  readonly changes: boolean;
}

const weighed = (exchange: ComparedExchange): Weighed => ({
  exchange,
  shows: new Set(featuresOf(exchange)),
  size: JSON.stringify(recorded(exchange)).length,
  changes: succeeded(exchange.real) || succeeded(exchange.reference),
});

function featuresOf({ request, real, explained }: ComparedExchange): string[] {
  const { method, path, contentType = "", accept, query } = request;
  const { status } = real;
  const resource = path.replaceAll(/[^/]*\d[^/]*(?=\/|$)|differential-[^/]*/g, "*");
  const details = succeeded(real)
    ? [
      ...fieldsOf(request.body ?? null).map((field) => [method, resource, field].join(" ")),
      [resource, accept].join(" "),
    ]
    : causesOf(real).map(({ field, reason }) => [resource, field, reason].join(" "));
  return [
    [method, resource, contentType, status].join(" "),
    ...Object.entries(query).map(([name, value]) =>
      [method, name, value.replaceAll(/\bs[0-9a-f]{7,}/g, "*"), status, countOf(real)].join(" ")
    ),
    ...details,
    ...explained,
  ];
}

/** Returns the fields of a body as dotted paths with their values. */
function fieldsOf(body: Json, path = ""): string[] {
  if (typeof body !== "object" || body === null) {
    return path.startsWith(".metadata") ? [`${path} ${typeof body}`] : [`${path} ${body}`];
  }
  const inner = Array.isArray(body)
    ? body.flatMap((item) => fieldsOf(item, `${path}.#`))
    : Object.entries(body).flatMap(([key, value]) => fieldsOf(value, `${path}.${key}`));
  return inner.length > 0 ? inner : [`${path} empty`];
}

/** Returns whether an answer lists no, one or several objects. */
function countOf({ body }: Comparable): string {
  const { items, rows } = objectOf(body);
  const listed = items ?? rows;
  return Array.isArray(listed) ? String(Math.min(listed.length, 2)) : "";
}

/** Selects one example for each explanation that was needed, if possible one that needs no other. */
export function examplesOf(sequences: readonly (readonly ComparedExchange[])[]): Examples {
  const best = new Map<string, { size: number; example: AnswerPair }>();
  for (const { request, reference, real, explained } of sequences.flat()) {
    const example = { request, reference, real };
    const size = JSON.stringify(example).length * explained.length;
    for (const id of explained) {
      if (size < (best.get(id)?.size ?? Infinity)) best.set(id, { size, example });
    }
  }
  return Object.fromEntries([...best].map(([id, { example }]) => [id, example]));
}
