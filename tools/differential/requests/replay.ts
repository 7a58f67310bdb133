/**
 * Replays a recording and compares the answers.
 *
 * @module
 */
import { equal } from "@std/assert";
import type { Peer } from "../client.ts";
import { explain } from "./explained/mod.ts";
import type { Exchange } from "./explained/explanation.ts";
import type { RecordedExchange } from "./recording.ts";
import { Side } from "./side.ts";

/**
 * Sends a recorded sequence's requests to a server and compares the answers as the differential
 * run does. Returns the exchanges up to the first difference that is not explained, none where
 * there is no such difference.
 *
 * @param peer a server of its own for the sequence, with the recording's namespace
 * @param release the release that was recorded, for example `1.26`
 */
export async function replay(
  peer: Peer,
  sequence: readonly RecordedExchange[],
  release: string,
): Promise<readonly Exchange[]> {
  const side = new Side(peer);
  const exchanges: Exchange[] = [];
  for (const { request, answer } of sequence) {
    const reference = side.comparable(await side.play(request), answer);
    const exchange: Exchange = { request, reference, real: answer };
    exchanges.push(exchange);
    if (equal(reference, answer)) continue;
    const { rest, isWhole } = explain(exchange, release);
    if (!isWhole) return [...exchanges.slice(0, -1), rest];
  }
  return [];
}
