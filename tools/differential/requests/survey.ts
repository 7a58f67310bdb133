/**
 * Collects differences by kind, for runs that do not stop at the first.
 *
 * @module
 */
import type { Exchange } from "./explained/explanation.ts";
import { describeRequest, differencesOf, showDifference } from "./show.ts";

/** Number of kinds to print. */
const SHOWN = 40;

/** Collects the differences of a run. */
export class Survey {
  readonly #kinds = new Map<string, { count: number; example: readonly Exchange[] }>();

  /** Number of kinds. */
  get size(): number {
    return this.#kinds.size;
  }

  /** Adds a sequence that ends with a difference. */
  add(exchanges: readonly Exchange[]): void {
    const kind = kindOf(exchanges.at(-1)!);
    const known = this.#kinds.get(kind);
    if (!known) this.#kinds.set(kind, { count: 1, example: exchanges });
    else {
      known.count++;
      // Prefer the shorter example.
      if (exchanges.length < known.example.length) known.example = exchanges;
    }
  }

  /** Formats the kinds, most frequent first, each with an example. */
  *lines(): Generator<string> {
    const kinds = [...this.#kinds].sort(([, a], [, b]) => b.count - a.count);
    for (const [, { count, example }] of kinds.slice(0, SHOWN)) {
      const last = example.at(-1)!;
      yield `${count} times:`;
      for (
        const { request } of example.slice(0, -1).filter((earlier) => isRelated(earlier, last))
      ) {
        yield `  ${describeRequest(request)}`;
      }
      yield `  ${describeRequest(last.request)}`;
      yield* showDifference(last);
    }
    if (kinds.length > SHOWN) yield `and ${kinds.length - SHOWN} kinds more`;
  }
}

/** Differences at the same paths with the same status codes are of one kind. */
function kindOf(exchange: Exchange): string {
  const { request, reference, real } = exchange;
  const paths = differencesOf(exchange).map(({ path }) => path.replaceAll(/\d+/g, "#"));
  return [
    request.method,
    reference.status,
    real.status,
    ...reference.status !== real.status ? [] : new Set(paths.map((path) => path.slice(0, 60))),
  ].join(" ");
}

/** True for a change of the same object or collection. */
function isRelated({ request }: Exchange, { request: last }: Exchange): boolean {
  const path = last.path.replace(/\/status$/, "");
  return request.method !== "GET" && request.query.dryRun !== "All" &&
    (path.startsWith(request.path) || request.path.startsWith(path));
}
