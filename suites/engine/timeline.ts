/**
 * Builds the timeline of a failing case from its exchanges and from what the oracles say of them.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import type { Timeline, TimelineEntry } from "@plumbline/reports/timeline";
import type { MissingEvent, Violation } from "../check.ts";
import { placeOf } from "../client/request_place.ts";

/** Maximum number of entries: the last ones are kept, and those that contradict each other. */
const MAX_ENTRIES = 300;

/** Maximum number of documents of a watch. */
const MAX_EVENTS = 100;

/** Maximum number of characters of a title or a note. */
const MAX_TEXT = 200;

/**
 * Returns the timeline of a case; undefined if it was one sequence of requests and no oracle names any
 * of them.
 */
export function timelineOf(
  exchanges: readonly Exchange[],
  { exchanges: named, notes, versions, missing }: Pick<
    Violation,
    "exchanges" | "notes" | "versions" | "missing"
  >,
): Timeline | undefined {
  const [first] = exchanges;
  if (first === undefined) return undefined;
  if (named.length === 0 && notes.size === 0 && !overlap(exchanges)) return undefined;
  const lanes = new Lanes(exchanges);
  const shorten = withoutPrefix(exchanges);
  const all = exchanges.map((exchange, index): TimelineEntry => {
    const number = exchange.number ?? index + 1;
    const from = exchange.sentAt - first.sentAt;
    const version = versionOf(exchange);
    const note = notes.get(number);
    const { events } = exchange;
    return {
      number,
      lane: lanes.take(exchange),
      title: shorten(titleOf(exchange)).slice(0, MAX_TEXT),
      from: round(from),
      to: round(from + exchange.duration),
      status: exchange.status,
      ...(version !== undefined && { version }),
      ...(note !== undefined && { note: note.slice(0, MAX_TEXT) }),
      ...(named.includes(number) && { contradicts: true as const }),
      ...(events && {
        events: [
          ...events.slice(0, MAX_EVENTS).map(({ at, name, ...event }) => ({
            ...event,
            name: shorten(name).slice(0, MAX_TEXT),
            at: round(at - first.sentAt),
            ...(named.includes(number) && versions.includes(event.version ?? "") && {
              contradicts: true as const,
            }),
          })),
          ...(named.includes(number) ? missing : []).map(({ name, ...event }) => ({
            ...event,
            name: shorten(name).slice(0, MAX_TEXT),
            at: round(changedAt(exchanges, { name, ...event }, exchange) - first.sentAt),
            contradicts: true as const,
            missing: true as const,
          })),
        ].sort((one, other) => one.at - other.at),
        ...(events.length > MAX_EVENTS && { omittedEvents: events.length - MAX_EVENTS }),
      }),
    };
  });
  const entries = all.filter(({ contradicts }, index) =>
    contradicts || index >= all.length - MAX_ENTRIES
  );
  const omitted = all.length - entries.length;
  return { lanes: lanes.names, entries, ...(omitted > 0 && { omitted }) };
}

/** Returns when an event could have been sent: after the response to the write, while the watch was open. */
function changedAt(
  exchanges: readonly Exchange[],
  { name, version }: MissingEvent,
  watch: Exchange,
): number {
  const write = exchanges.findLast(({ method, path, requestBody, responseBody, events }) =>
    events === undefined && method !== "GET" &&
    (path.includes(name) || nameIn(requestBody) === name) &&
    (version === undefined || responseBody.includes(`"${version}"`))
  );
  const end = watch.sentAt + watch.duration;
  return write === undefined ? end : Math.min(end, write.sentAt + write.duration);
}

/** Returns true if one exchange was sent before an earlier one ended. */
function overlap(exchanges: readonly Exchange[]): boolean {
  let end = -Infinity;
  return exchanges.some(({ sentAt, duration }) => {
    const overlaps = sentAt < end;
    end = Math.max(end, sentAt + duration);
    return overlaps;
  });
}

/** Assigns exchanges to lanes in which none overlaps another. */
class Lanes {
  readonly names: string[] = [];
  /** The ends of the lanes, and the client, replica or watch that each belongs to. */
  readonly #lanes: { readonly owner: string; end: number }[] = [];
  #watches = 0;
  #clients = 0;
  readonly #others: string;

  /** Names the lanes of requests without a client. */
  constructor(exchanges: readonly Exchange[]) {
    this.#others = exchanges.some(({ client }) => client !== undefined) ? "main" : "client";
  }

  /** Returns the lane of an exchange; they must come in the order they were sent. */
  take({ client, replica, events, sentAt, duration }: Exchange): number {
    const isWatch = events !== undefined;
    const owner = `${isWatch} ${client} ${replica}`;
    const end = sentAt + duration;
    const free = this.#lanes.findIndex((lane) => lane.owner === owner && lane.end <= sentAt);
    if (free >= 0) {
      this.#lanes[free]!.end = end;
      return free;
    }
    const name = isWatch
      ? `watch ${++this.#watches}`
      : client ?? (replica === undefined ? `${this.#others} ${++this.#clients}` : "");
    const host = replica === undefined ? "" : hostOf(replica);
    this.names.push(name === "" || host === "" ? name + host : `${name} at ${host}`);
    return this.#lanes.push({ owner, end }) - 1;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Returns the method and what it is about. */
function titleOf({ method, path, requestBody, events }: Exchange): string {
  const [whole = "", query = ""] = path.split("?");
  const place = placeOf(whole);
  const about = place === undefined || place.isIrregular
    ? whole
    : [place.resource, place.name, place.subresource].filter((part) => part !== "").join("/");
  const name = method === "POST" ? nameIn(requestBody) : undefined;
  const parameters = [...new URLSearchParams(query)]
    .filter(([key]) => SHOWN.includes(key)).map(([key, value]) => `${key}=${value}`);
  const suffix = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return `${events === undefined ? method : "WATCH"} ${about}${
    name === undefined ? "" : `/${name}`
  }${suffix}`;
}

/** The parameters that decide which state a request is about. */
const SHOWN = [
  "resourceVersion",
  "resourceVersionMatch",
  "limit",
  "fieldSelector",
  "dryRun",
];

function nameIn(body: string | undefined): string | undefined {
  return body === undefined ? undefined : /"name": ?"([^"]+)"/.exec(body)?.[1];
}

/** Returns the resourceVersion of the object or list in a response. */
function versionOf({ responseBody, status, events }: Exchange): string | undefined {
  if (status < 200 || status >= 300 || events !== undefined) return undefined;
  try {
    const { resourceVersion } = JSON.parse(responseBody).metadata;
    return typeof resourceVersion === "string" ? resourceVersion : undefined;
  } catch {
    // A body that was cut off: the metadata of a list comes before its items.
    const [head = ""] = responseBody.split(/"items" ?:/, 1);
    return /"resourceVersion": ?"([^"]+)"/.exec(head)?.[1];
  }
}

/** Returns a function that removes the prefix that the names of all objects of a case share. */
function withoutPrefix(exchanges: readonly Exchange[]): (text: string) => string {
  const names = exchanges.flatMap(({ method, requestBody }) =>
    method === "POST" ? nameIn(requestBody) ?? [] : []
  );
  const [first] = names;
  if (first === undefined) return (text) => text;
  const parts = first.split("-");
  let shared = parts.length - 1;
  const prefixOf = (length: number) => `${parts.slice(0, length).join("-")}-`;
  while (shared > 0 && !names.every((name) => name.startsWith(prefixOf(shared)))) shared--;
  const prefix = prefixOf(shared);
  return shared === 0 ? (text) => text : (text) => text.replaceAll(prefix, "");
}

/** Rounds milliseconds to microseconds. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
