/**
 * Holds everything a session has seen against the history, in the order in which one judgement
 * builds on the other.
 *
 * @module
 */
import type { Discrepancy } from "../model/discrepancy.ts";
import { verifyGet } from "../model/get_oracle.ts";
import type { History } from "../model/history.ts";
import { verifyPages } from "../model/page_oracle.ts";
import { type PlacedRead, verifyReadOrder } from "../model/read_order.ts";
import type { Timeline } from "../model/timeline.ts";
import type { Reader } from "./reader.ts";

/** Judges every read of a session; the history learns what the lists' versions name. */
export function verifyReads(history: History, timeline: Timeline, reader: Reader): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  const placed: PlacedRead[] = [];
  reader.lists.forEach((walk, index) => {
    const judged = verifyPages(history, timeline, walk);
    discrepancies.push(...judged.discrepancies);
    if (judged.positions.length === 0) return;
    const { began, ended } = walk.pages[0];
    placed.push({
      began,
      ended,
      title: `list ${index + 1}`,
      mostRecent: walk.freshness.kind === "most recent",
      positions: judged.positions,
    });
  });
  for (const get of reader.gets) {
    const judged = verifyGet(history, timeline, get);
    discrepancies.push(...judged.discrepancies);
    if (judged.positions.length === 0) continue;
    placed.push({
      began: get.began,
      ended: get.ended,
      title: `get ${get.key}`,
      mostRecent: get.freshness.kind === "most recent",
      positions: judged.positions,
    });
  }
  return [...discrepancies, ...verifyReadOrder(placed)];
}
