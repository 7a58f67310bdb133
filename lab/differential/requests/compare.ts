/**
 * Generates sequences of requests and compares the answers of two servers, until enough requests were
 * sent or the servers differ.
 *
 * @module
 */
import fc from "fast-check";
import { commandOf, type Options } from "../options.ts";
import { type ComparedExchange, type Pair, playSequence, type SequenceOutcome } from "./run.ts";
import { describeRequest, showDifference, showDivergence } from "./show.ts";
import { sequences } from "../../requests/sequences/step.ts";
import { Survey } from "./survey.ts";
import { Tally } from "./tally.ts";

/** The namespace and names of a comparison, and its output. */
export interface Surroundings {
  /** A namespace that exists on both servers. */
  readonly namespace: string;
  /** The prefix of the names of cluster-scoped objects. */
  readonly prefix: string;
  say(line: string): void;
}

/** The result of a comparison. */
export interface ComparisonResult {
  /** True if all differences are explained. */
  readonly isEqual: boolean;
  /** Number of requests compared. */
  readonly requests: number;
  /** The sequences in which the servers agreed. */
  readonly agreed: readonly (readonly ComparedExchange[])[];
}

/** Requests between two lines of progress. */
const PROGRESS = 1_000;

/** Compares two servers. */
export async function compare(
  servers: Pair,
  options: Options,
  { namespace, prefix, say }: Surroundings,
): Promise<ComparisonResult> {
  const pair = { ...servers, ignored: options.ignored };
  const { requests, seed, path, kinds, actions } = options;
  const tally = new Tally();
  const survey = new Survey();
  const agreed: (readonly ComparedExchange[])[] = [];
  const unconfirmed: (readonly ComparedExchange[])[] = [];
  let count = 0;
  let generated = 0;
  let failing: SequenceOutcome | undefined;
  const property = fc.asyncProperty(
    sequences({
      types: pair.types.filter(({ kind }) => !kinds || kinds.includes(kind)),
      ...(actions && { actions }),
      ...(pair.unknownParameters && { unknownParameters: pair.unknownParameters }),
      ...(pair.together && { together: pair.together }),
      users: pair.together === 1 ? ["bob"] : ["bob", "stranger"],
    }),
    async (steps) => {
      const index = path ?? String(generated++);
      if (tally.requests >= requests && !failing) return;
      const outcome = await playConfirmed();
      if (outcome.divergence && options.survey) {
        survey.add(outcome.exchanges, { step: outcome.played.at(-1)!, path: index });
      } else if (outcome.divergence) {
        failing = outcome;
        throw new Error("they differ");
      }
      if (failing) return;
      const before = tally.requests;
      tally.add(outcome);
      if (Math.floor(before / PROGRESS) < Math.floor(tally.requests / PROGRESS)) {
        say(tally.summary());
      }
      if (!outcome.divergence) agreed.push(outcome.exchanges);

      /** Other clients may use the real server: they may cause a difference that does not repeat. */
      async function playConfirmed(): Promise<SequenceOutcome> {
        const play = () => playSequence(pair, steps, { namespace, id: `${prefix}${count++}` });
        const first = await play();
        if (!first.divergence) return first;
        const second = await play();
        if (!second.divergence) unconfirmed.push(first.exchanges);
        return second;
      }
    },
  );
  const details = await fc.check(property, { seed, numRuns: requests, ...(path && { path }) });
  // Any other error is an error of the comparison itself.
  if (details.failed && !failing) throw details.errorInstance;
  say(`${tally.summary()}, seed ${seed}, release ${pair.release}`);
  for (const line of tally.lines()) say(line);
  if (unconfirmed.length > 0) say(`  ${unconfirmed.length} differences did not repeat:`);
  for (const exchanges of unconfirmed) {
    say(`  ${describeRequest(exchanges.at(-1)!.request)}`);
    for (const line of showDifference(exchanges.at(-1)!)) say(`  ${line}`);
  }
  for (const line of survey.lines()) say(line);
  if (failing) {
    say("the servers differ:");
    for (const line of showDivergence(failing.exchanges)) say(line);
    say(`to reproduce: ${commandOf(options, seed, details.counterexamplePath ?? "")}`);
  }
  return { isEqual: !failing && survey.size === 0, requests: tally.requests, agreed };
}
