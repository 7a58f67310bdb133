/**
 * Verifies the reads of a session against the history: lists first, as they add to the history which
 * states their versions name.
 *
 * @module
 */
import type { Discrepancy } from "../model/discrepancy.ts";
import { verifyGet } from "../model/get_oracle.ts";
import type { History } from "../model/history.ts";
import { verifyPages } from "../model/page_oracle.ts";
import { type PlacedRead, verifyReadOrder } from "../model/read_order.ts";
import type { Timeline } from "../model/timeline.ts";
import type { Page, PagedList } from "../model/page_oracle.ts";
import { keyOf, metadataOf, resourceVersionOf } from "../model/object.ts";
import type { JsonObject } from "../client/http_client.ts";
import type { Reader } from "./reader.ts";

/** Verifies every read of a session; the positions of the lists' versions are added to the history. */
export function verifyReads(history: History, timeline: Timeline, reader: Reader): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  const placed: PlacedRead[] = [];
  reader.lists.forEach((read, index) => {
    const list = completed(history, read);
    const result = verifyPages(history, timeline, list);
    discrepancies.push(...result.discrepancies);
    if (result.positions.length === 0) return;
    const { began, ended } = list.pages[0];
    placed.push({
      began,
      ended,
      title: `list ${index + 1}`,
      mostRecent: list.freshness.kind === "most recent",
      positions: result.positions,
    });
  });
  for (const read of reader.gets) {
    const { object } = read;
    const get = read.partial && object ? { ...read, object: wholeOf(history, object) } : read;
    const result = verifyGet(history, timeline, get);
    discrepancies.push(...result.discrepancies);
    if (result.positions.length === 0) continue;
    placed.push({
      began: get.began,
      ended: get.ended,
      title: `get ${get.key}`,
      mostRecent: get.freshness.kind === "most recent",
      positions: result.positions,
    });
  }
  return [...discrepancies, ...verifyReadOrder(placed)];
}

/** Returns a list whose items have the content that belongs to the metadata that a Table shows. */
function completed(history: History, list: PagedList): PagedList {
  if (!list.pages.some(({ partial }) => partial)) return list;
  const [first, ...more] = list.pages.map((page): Page =>
    page.partial ? { ...page, items: page.items.map((item) => wholeOf(history, item)) } : page
  );
  return { ...list, pages: [first!, ...more] };
}

function wholeOf(history: History, item: JsonObject): JsonObject {
  const object = history.objectWith(keyOf(item), resourceVersionOf(item));
  return object === undefined ? item : { ...object, metadata: metadataOf(item) };
}
