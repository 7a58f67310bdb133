/**
 * Replays a recording and compares the answers.
 *
 * @module
 */
import { equal } from "@std/assert";
import type { Target } from "../../client/target.ts";
import { explain } from "./explained/mod.ts";
import type { AnswerPair } from "./explained/explanation.ts";
import type { RecordedExchange } from "./recording.ts";
import { Side } from "./side.ts";

/**
 * Sends a recorded sequence's requests to a server and compares the answers as the differential
 * run does. Returns the exchanges up to the first unexplained difference, or none if there is
 * no such difference.
 *
 * @param target a new server for the sequence, with the recording's namespace
 * @param release the recorded release, for example `1.26`
 */
export async function replay(
  target: Target,
  sequence: readonly RecordedExchange[],
  release: string,
): Promise<readonly AnswerPair[]> {
  const side = new Side(target);
  const exchanges: AnswerPair[] = [];
  for (const { request, answer } of sequence) {
    const reference = side.comparable(await side.play(request), answer);
    const exchange: AnswerPair = { request, reference, real: answer };
    exchanges.push(exchange);
    if (equal(reference, answer)) continue;
    const { used, rest, isWhole } = explain(exchange, release);
    if (!isWhole) return [...exchanges.slice(0, -1), rest];
    // A difference that was found later may be within a recorded sequence.
    if (used.some(({ endsSequence }) => endsSequence)) return [];
  }
  return [];
}
