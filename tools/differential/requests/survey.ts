/**
 * Divergences by kind: many at once tell more than the first.
 *
 * @module
 */
import type { Exchange } from "./explained/explanation.ts";
import { describeRequest, differencesOf, showDifference } from "./show.ts";

/** How many kinds are shown. */
const SHOWN = 40;

/** Collects the divergences of a run. */
export class Survey {
  readonly #kinds = new Map<string, { count: number; example: readonly Exchange[] }>();

  /** How many kinds there are. */
  get size(): number {
    return this.#kinds.size;
  }

  /** Takes in a sequence that ends in a divergence. */
  add(exchanges: readonly Exchange[]): void {
    const kind = kindOf(exchanges.at(-1)!);
    const known = this.#kinds.get(kind);
    if (!known) this.#kinds.set(kind, { count: 1, example: exchanges });
    else {
      known.count++;
      // Of two examples the shorter is the better one.
      if (exchanges.length < known.example.length) known.example = exchanges;
    }
  }

  /** The kinds, the most frequent ones first, each with an example. */
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

/** Differences are of one kind where the same places differ under the same statuses. */
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

/** Only changes of the same object or collection lead to the last answer. */
function isRelated({ request }: Exchange, { request: last }: Exchange): boolean {
  const path = last.path.replace(/\/status$/, "");
  return request.method !== "GET" && request.query.dryRun !== "All" &&
    (path.startsWith(request.path) || request.path.startsWith(path));
}
