/**
 * Verifies the reads of a session against the history: lists first, as they add to the history which
 * states their versions name.
 *
 * @module
 */
import { isFromProtobuf, withRead } from "../model/protobuf_metadata.ts";
import { type Discrepancy, withExchanges } from "../model/discrepancy.ts";
import { type GetRead, verifyGet } from "../model/get_oracle.ts";
import { allowedPositions } from "../model/freshness.ts";
import type { History } from "../model/history.ts";
import type { ReadResult } from "../model/list_oracle.ts";
import { verifyPages } from "../model/page_oracle.ts";
import { type PlacedRead, verifyReadOrder } from "../model/read_order.ts";
import type { Span, WriteTimeline } from "../model/timeline.ts";
import type { Page, PagedList } from "../model/page_oracle.ts";
import { keyOf, metadataOf, resourceVersionOf } from "../model/object.ts";
import type { JsonObject } from "../client/http_client.ts";
import type { Reader } from "./reader.ts";

/**
 * Verifies every read of a session; the positions of the lists' versions are added to the history.
 *
 * @param notes Receives the states that each read had to show, by the number of its request.
 */
export function verifyReads(
  history: History,
  timeline: WriteTimeline,
  reader: Reader,
  notes: Map<number, string> = new Map(),
): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  const placed: PlacedRead[] = [];
  reader.lists.forEach((read, index) => {
    const list = completed(history, read);
    const result = verifyPages(history, timeline, list);
    const [{ began, ended, exchange }] = list.pages;
    const pages = list.pages.map((page) => page.exchange);
    const allowed = allowedPositions(history, timeline, {
      began,
      ended,
      freshness: list.freshness,
    });
    if (exchange !== undefined) notes.set(exchange, noteOf(result, allowed));
    discrepancies.push(
      ...withExchanges(
        result.discrepancies,
        ...overlooked(timeline, list, list.pages[0]),
        ...pages,
      ),
    );
    if (result.positions.length === 0) return;
    placed.push({
      began,
      ended,
      exchange,
      title: `list ${index + 1}`,
      mostRecent: list.freshness.kind === "most recent",
      positions: result.positions,
    });
  });
  for (const read of reader.gets) {
    const { object } = read;
    const get = read.partial && object ? { ...read, object: wholeOf(history, object) } : read;
    const result = verifyGet(history, timeline, get);
    const allowed = allowedPositions(history, timeline, get);
    if (get.exchange !== undefined) notes.set(get.exchange, noteOf(result, allowed));
    discrepancies.push(
      ...withExchanges(result.discrepancies, ...overlooked(timeline, get, get), get.exchange),
    );
    if (result.positions.length === 0) continue;
    placed.push({
      began: get.began,
      ended: get.ended,
      exchange: get.exchange,
      title: `get ${get.key}`,
      mostRecent: get.freshness.kind === "most recent",
      positions: result.positions,
    });
  }
  return [...discrepancies, ...verifyReadOrder(placed)];
}

/** Returns the state that a read shows and those that it may show, as text. */
function noteOf({ positions }: ReadResult, allowed: readonly number[]): string {
  const may = textOf(allowed);
  if (positions.length === 0) return `may show state ${may}, and does not`;
  return positions.length === allowed.length
    ? `shows state ${may}`
    : `shows state ${textOf(positions)}, may show ${may}`;
}

/** Returns ascending positions as text, neighbours as a range. */
function textOf(positions: readonly number[]): string {
  const first = positions[0];
  const last = positions.at(-1);
  if (first === undefined || last === undefined) return "none";
  if (last - first !== positions.length - 1) return positions.join(", ");
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** Returns the request of the last write that a most recent read had to show. */
function overlooked(
  timeline: WriteTimeline,
  { freshness }: Pick<GetRead, "freshness">,
  read: Span,
): (number | undefined)[] {
  return freshness.kind === "most recent" ? [timeline.newestBefore(read)?.exchange] : [];
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
  if (object === undefined) return item;
  const metadata = isFromProtobuf(item)
    ? withRead(metadataOf(object), metadataOf(item))
    : metadataOf(item);
  return { ...object, metadata };
}
