/**
 * Runs a sequence against both servers and finds the first answer in which they differ.
 *
 * @module
 */
import { equal } from "@std/assert";
import { cleanUp } from "./clean_up.ts";
import { type Peer, send, type WireAnswer } from "./client.ts";
import { explain } from "./explained.ts";
import type { Exchange } from "./explanation.ts";
import { normalize, Tokens } from "./normalize.ts";
import { type Place, requestOf } from "./request.ts";
import type { Step } from "./step.ts";
import { Memory, type Template } from "./template.ts";
import type { ComparedType } from "./types.ts";

/** The two servers. */
export interface Pair {
  readonly reference: Peer;
  readonly real: Peer;
  /** The real server's release, for example `1.26`. */
  readonly release: string;
  /** The types that both serve. */
  readonly types: readonly ComparedType[];
  /** Query parameters that came after the real server's release. */
  readonly unknownParameters?: readonly string[];
  /** Keys of answers that are not compared. */
  readonly ignored?: readonly string[];
}

/** What came of a sequence. */
export interface Outcome {
  /** The steps that were played. */
  readonly played: readonly Step[];
  readonly exchanges: readonly Exchange[];
  /** The first difference nobody has explained. */
  readonly divergence?: Exchange;
  /** How often each explained difference was seen, by its id. */
  readonly explained: ReadonlyMap<string, number>;
}

/** How long roles and bindings take to reach the real server's authorizer, in milliseconds. */
const SETTLING = 30;

/** One server's side of a sequence. */
class Side {
  readonly #peer: Peer;
  readonly #memory = new Memory();
  readonly tokens = new Tokens();

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  async play(template: Template): Promise<WireAnswer> {
    const answer = await send(this.#peer, this.#memory.fill(template));
    this.#memory.remember(template, answer);
    return answer;
  }
}

/** Plays the steps on both servers until they differ without an explanation. */
export async function playSequence(
  pair: Pair,
  steps: readonly Step[],
  place: Place,
): Promise<Outcome> {
  const { ignored = [], release } = pair;
  const sides = { reference: new Side(pair.reference), real: new Side(pair.real) };
  const exchanges: Exchange[] = [];
  const played: Step[] = [];
  const explained = new Map<string, number>();
  try {
    for (const step of steps) {
      const request = requestOf(step, place);
      if (asksForPolicies(step)) await new Promise((resolve) => setTimeout(resolve, SETTLING));
      const [ours, theirs] = await Promise.all([
        sides.reference.play(request),
        sides.real.play(request),
      ]);
      const real = normalize(theirs, { tokens: sides.real.tokens, ignored });
      const reference = normalize(ours, { tokens: sides.reference.tokens, guide: real, ignored });
      const exchange: Exchange = { request, reference, real };
      exchanges.push(exchange);
      played.push(step);
      if (equal(reference, real)) continue;
      const { used, rest, isWhole } = explain(exchange, release);
      if (!isWhole) {
        exchanges.splice(-1, 1, rest);
        return { played, exchanges, divergence: rest, explained };
      }
      used.forEach(({ id }) => explained.set(id, (explained.get(id) ?? 0) + 1));
      if (used.some(({ endsSequence }) => endsSequence) || leavesStates(ours, theirs)) break;
    }
    return { played, exchanges, explained };
  } finally {
    await Promise.all([
      cleanUp(pair.reference, pair.types, place),
      cleanUp(pair.real, pair.types, place),
    ]);
  }
}

/** Where one server did what the other refused, all that follows would differ as well. */
const leavesStates = (ours: WireAnswer, theirs: WireAnswer) =>
  (ours.status < 300) !== (theirs.status < 300);

/** The real server decides by a copy of the policies that is a moment old. */
const asksForPolicies = ({ type, user }: Step) => type.isReview || user !== "admin";
