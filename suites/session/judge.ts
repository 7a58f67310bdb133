/**
 * Holds everything a session has seen against the history, in the order in which one judgement
 * builds on the other.
 *
 * @module
 */
import type { Finding } from "../model/finding.ts";
import { judgeGet } from "../model/get_oracle.ts";
import type { History } from "../model/history.ts";
import { judgeWalk } from "../model/page_oracle.ts";
import { judgeReadOrder, type PlacedRead } from "../model/read_order.ts";
import type { Timeline } from "../model/timeline.ts";
import type { Reader } from "./reader.ts";

/** Judges every read of a session; the history learns what the lists' versions name. */
export function judgeReads(history: History, timeline: Timeline, reader: Reader): Finding[] {
  const findings: Finding[] = [];
  const placed: PlacedRead[] = [];
  reader.walks.forEach((walk, index) => {
    const judged = judgeWalk(history, timeline, walk);
    findings.push(...judged.findings);
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
    const judged = judgeGet(history, timeline, get);
    findings.push(...judged.findings);
    if (judged.positions.length === 0) continue;
    placed.push({
      began: get.began,
      ended: get.ended,
      title: `get ${get.key}`,
      mostRecent: get.freshness.kind === "most recent",
      positions: judged.positions,
    });
  }
  return [...findings, ...judgeReadOrder(placed)];
}
