/**
 * Collects differences by class, for runs that do not stop at the first.
 *
 * @module
 */
import { type AnswerPair, causesOf } from "./explained/explanation.ts";
import { describeRequest, type Difference, differencesOf } from "./show.ts";
import type { Step } from "../../requests/sequences/step.ts";

/** Number of classes to print. */
const SHOWN = 400;

/** The longest text of a request or a value. */
const LENGTH = 400;

interface Class {
  count: number;
  size: number;
  lines: readonly string[];
}

/** Collects the differences of a run by kind, field and class. */
export class Survey {
  readonly #classes = new Map<string, Class>();

  /** Number of classes. */
  get size(): number {
    return this.#classes.size;
  }

  /**
   * Adds a sequence that ends with a difference.
   *
   * @param place the last step, and the path by which the sequence can be run again
   */
  add(exchanges: readonly AnswerPair[], { step, path }: { step: Step; path: string }): void {
    const last = exchanges.at(-1)!;
    for (const name of classesOf(last, step)) {
      const lines = [
        ...exchanges.slice(0, -1).filter((earlier) => isRelated(earlier, last)).slice(-3)
          .map(({ request }) => `  after ${describeRequest(request)}`),
        `  ${describeRequest(last.request)}`,
        `  to reproduce: --path ${path}`,
      ].map(short);
      const size = lines.join().length + lines.length * LENGTH;
      const known = this.#classes.get(name) ?? { count: 0, size: Infinity, lines };
      // The shortest example is kept.
      const example = size < known.size ? { size, lines } : known;
      this.#classes.set(name, { ...example, count: known.count + 1 });
    }
  }

  /** Formats the classes, most frequent first, each with an example. */
  *lines(): Generator<string> {
    const classes = [...this.#classes].sort(([, a], [, b]) => b.count - a.count);
    for (const [name, { count, lines }] of classes.slice(0, SHOWN)) {
      yield `${count} times: ${name}`;
      yield* lines;
    }
    if (classes.length > SHOWN) yield `and ${classes.length - SHOWN} classes more`;
  }
}

const short = (text: string): string => text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;

/** Returns the classes of a difference: a kind, a field, and what differs. */
function classesOf(exchange: AnswerPair, { type: { kind, apiVersion }, action }: Step): string[] {
  const { reference, real } = exchange;
  const where = `${kind} ${apiVersion}`;
  if (reference.status !== real.status || reference.status === 422) {
    const [ours, theirs] = [reference, real].map((answer) =>
      causesOf(answer).map(({ field, reason }) => `${generic(String(field))} ${reason}`)
    );
    const statuses = reference.status === real.status ? "" : ` ${reference.status}/${real.status}`;
    const causes = [
      ...ours!.filter((cause) => !theirs!.includes(cause)).map((cause) => `additional ${cause}`),
      ...theirs!.filter((cause) => !ours!.includes(cause)).map((cause) => `missing ${cause}`),
    ];
    if (causes.length > 0) {
      return [...new Set(causes)].map((cause) => `${where}${statuses} ${cause}`);
    }
    if (statuses) return [`${where}${statuses} ${action}`];
  }
  return [
    ...new Set(differencesOf(exchange).map((difference) => `${where} ${classOf(difference)}`)),
  ]
    .slice(0, 4);
}

/** Returns a path without the names in it. */
const generic = (path: string): string => path.replaceAll(/\d+/g, "#");

const classOf = ({ path, ours, theirs }: Difference): string => {
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? "nothing";
  return `${generic(path)}: reference ${text(ours)}, real ${text(theirs)}`;
};

/** True for a change of the same object or collection. */
function isRelated({ request }: AnswerPair, { request: last }: AnswerPair): boolean {
  const path = last.path.replace(/\/status$/, "");
  return request.method !== "GET" && request.query.dryRun !== "All" &&
    (path.startsWith(request.path) || request.path.startsWith(path));
}
