/**
 * Runs a sequence against both servers and finds the first answer in which they differ.
 *
 * @module
 */
import { equal } from "@std/assert";
import { cleanUp, removeStray } from "./clean_up.ts";
import type { Template } from "../../requests/sequences/template.ts";
import { explain } from "./explained/mod.ts";
import type { AnswerPair, Explanation } from "./explained/explanation.ts";
import { type Place, requestOf } from "../../requests/sequences/request.ts";
import { Side } from "./side.ts";
import type { Step } from "../../requests/sequences/step.ts";
import type { ResourceKind } from "../../requests/kinds/kind.ts";
import type { WireAnswer } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";

/** The two servers. */
export interface Pair {
  readonly reference: Target;
  readonly real: Target;
  /** The real server's release, for example `1.26`. */
  readonly release: string;
  /** The types that both serve. */
  readonly types: readonly ResourceKind[];
  /** Explanations besides those of every run. */
  readonly explanations?: readonly Explanation[];
  /** The most types of one sequence. @default {2} */
  readonly together?: number;
  /** Query parameters newer than the real server's release. */
  readonly unknownParameters?: readonly string[];
  /** Keys of answers to ignore. */
  readonly ignored?: readonly string[];
}

/** An exchange in which the servers agreed, or whose differences are explained. */
export interface ComparedExchange extends AnswerPair {
  /** The ids of the explanations. */
  readonly explained: readonly string[];
}

/** The outcome of a sequence. */
export interface SequenceOutcome {
  /** The steps that were sent, one per exchange. */
  readonly played: readonly Step[];
  readonly exchanges: readonly ComparedExchange[];
  /** The unexplained part of the first difference; it is the last exchange. */
  readonly divergence?: AnswerPair;
}

/** Delay until roles and bindings reach the real server's authorizer, in milliseconds. */
const SETTLING = 30;

/** Sends the steps to both servers until they differ without an explanation. */
export async function playSequence(
  pair: Pair,
  steps: readonly Step[],
  place: Place,
): Promise<SequenceOutcome> {
  const reference = new Side(pair.reference, pair);
  const real = new Side(pair.real, pair);
  const types = [...new Set(steps.map(({ type }) => type))];
  const exchanges: ComparedExchange[] = [];
  const played: Step[] = [];
  try {
    for (const step of steps) {
      const request = requestOf(step, place);
      if (asksForPolicies(step)) await new Promise((resolve) => setTimeout(resolve, SETTLING));
      const [ours, theirs] = await Promise.all([reference.play(request), real.play(request)]);
      const isStray = request.method === "POST" && theirs.status === 201 && ours.status >= 300;
      if (isStray) await removeStray(pair.real, request.path, theirs);
      const answer = real.comparable(theirs);
      const exchange = { request, reference: reference.comparable(ours, answer), real: answer };
      const { used, rest, isWhole } = equal(exchange.reference, answer)
        ? { used: [], rest: exchange, isWhole: true }
        : explain(exchange, pair.release, pair.explanations);
      played.push(step);
      const explained = used.map(({ id }) => id);
      exchanges.push({ ...isWhole ? exchange : rest, explained });
      if (!isWhole) return { played, exchanges, divergence: rest };
      const isOver = used.some(({ endsSequence }) => endsSequence) ||
        leavesStates(ours, theirs) || awaitsCollector(request, theirs) ||
        endsInPart(step, [ours, theirs]);
      if (isOver) break;
    }
    return { played, exchanges };
  } finally {
    await Promise.all([
      cleanUp(pair.reference, types, place),
      cleanUp(pair.real, types, place),
    ]);
  }
}

/** True if one server did what the other rejected: everything after it would differ. */
const leavesStates = (ours: WireAnswer, theirs: WireAnswer) =>
  (ours.status < 300) !== (theirs.status < 300);

/** True for a deletion that a garbage collector ends, which does not run beside the real server. */
const awaitsCollector = ({ method }: Template, { text }: WireAnswer) =>
  method === "DELETE" && /"finalizers":\[[^\]]*"(orphan|foregroundDeletion)"/.test(text);

/**
 * True for a deletion of a collection that failed: the servers may have deleted different objects
 * before, as one of them rejected the options, or as no collector runs beside the real server.
 */
const endsInPart = ({ action }: Step, answers: readonly WireAnswer[]) =>
  action === "deletecollection" && answers.some(({ status }) => status === 409);

/** The real server authorizes from a cache of the policies. */
const asksForPolicies = ({ type, user }: Step) => type.isReview || user !== "admin";
