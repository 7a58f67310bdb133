/**
 * The drawing of a timeline: requests and watches as bars over real time, a lane for each client. It
 * needs no script, and each bar is a link to its exchange.
 *
 * @module
 */
import { pluralize, truncate } from "../../text.ts";
import {
  answerOf,
  type Disturbance,
  formatInstant,
  type Pause,
  pausesOf,
  type Timeline,
  type TimelineEntry,
  type TimelineEvent,
} from "../../timeline.ts";
import { timelineLines } from "../../timeline_text.ts";
import { block, type Markup, markup } from "./markup.ts";

/** Widths and heights in the units of the drawing. */
const SIZE = { width: 1_120, labels: 176, end: 14, axis: 30, lane: 44, pause: 56, letter: 6.1 };

/** The least width of a bar. */
const LEAST_BAR = 4;

/** Maximum number of characters of the name of a lane. */
const MAX_NAME = 27;

/** Maximum number of characters of the text form. */
const MAX_TEXT = 40_000;

/** Returns the drawing with its legend and its text form. */
export function timelineDrawing(timeline: Timeline, idOf: (number: number) => string): Markup {
  const axis = new Axis(timeline);
  const { lanes, entries, omitted = 0 } = timeline;
  const height = SIZE.axis + lanes.length * SIZE.lane + 6;
  const named = entries.filter(({ contradicts }) => contradicts);
  const label = `Timeline of ${pluralize(entries.length, "request")} in ${
    pluralize(lanes.length, "lane")
  }`;
  return markup`<h4>Timeline</h4>
<div class="scroll timeline" tabindex="0" role="region" aria-label="Timeline">
<svg viewBox="0 0 ${SIZE.width} ${height}" role="group" aria-label="${label}">
${axis.ticks().map((time) => tick(axis, time, height))}
${axis.pauses.map((pause) => pauseBand(axis, pause, height))}
${timeline.disturbances?.map((each) => disturbanceBand(axis, each, height))}
${lanes.map(laneLine)}
${named.map((entry) => guides(axis, entry, height))}
${entries.map((entry) => bar(timeline, axis, entry, idOf))}
</svg></div>
<p class="legend"><span class="read">read</span> <span class="write">write</span> <span
class="watch">watch, with a dot for each event</span>${
    named.length > 0 && markup` <span class="wrong">✗ contradicts the others marked so</span>`
  }${omitted > 0 && markup` ${pluralize(omitted, "earlier request")} omitted.`}</p>
<details><summary>Timeline as text</summary>${
    block(timelineLines(timeline).join("\n"), { limit: MAX_TEXT, label: "Timeline as text" })
  }</details>`;
}

/** Maps times to positions: linear, without long pauses. */
class Axis {
  readonly pauses: readonly Pause[];
  readonly #start: number;
  readonly #end: number;
  /** Units per millisecond. */
  readonly #scale: number;

  /** Creates the axis of a timeline. */
  constructor(timeline: Timeline) {
    const { entries } = timeline;
    const times = entries.flatMap(({ from, to, events = [] }) => [
      from,
      to,
      ...events.map(({ at }) => at),
    ]).concat(timeline.disturbances?.flatMap(({ from, to }) => [from, to]) ?? []);
    this.pauses = pausesOf(timeline);
    this.#start = times.reduce((least, time) => Math.min(least, time), Infinity);
    this.#end = times.reduce((most, time) => Math.max(most, time), this.#start);
    const cut = this.pauses.reduce((sum, { from, to }) => sum + to - from, 0);
    const room = SIZE.width - SIZE.labels - SIZE.end - this.pauses.length * SIZE.pause;
    this.#scale = room / Math.max(0.001, this.#end - this.#start - cut);
  }

  /** Returns the place of a time. */
  at(time: number): number {
    let place = SIZE.labels;
    let since = this.#start;
    for (const { from, to } of this.pauses) {
      if (time <= from) break;
      place += (from - since) * this.#scale;
      const share = Math.min(1, (time - from) / (to - from));
      place += share * SIZE.pause;
      since = to;
      if (time < to) return round(place);
    }
    return round(place + (time - since) * this.#scale);
  }

  /** Returns round times that are far enough from one another, outside of the pauses. */
  ticks(): number[] {
    const least = 100 / this.#scale;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least)!;
    const ticks: number[] = [];
    let last = -Infinity;
    const parts = [this.#start, ...this.pauses.map(({ to }) => to)];
    parts.forEach((from, index) => {
      const to = this.pauses[index]?.from ?? this.#end;
      for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
        const place = this.at(time);
        if (place - last < 80) continue;
        ticks.push(time);
        last = place;
      }
    });
    return ticks;
  }
}

function tick(axis: Axis, time: number, height: number): Markup {
  const x = axis.at(time);
  const anchor = x > SIZE.width - 40 ? "end" : "middle";
  return markup`<g class="tick"><line x1="${x}" x2="${x}" y1="${
    SIZE.axis - 8
  }" y2="${height}" /><text x="${x}" y="14" text-anchor="${anchor}">${tickText(time)}</text></g>\n`;
}

/** Returns a round time without superfluous zeros. */
function tickText(time: number): string {
  return time < 1_000
    ? `${Number(time.toPrecision(6))} ms`
    : `${Number((time / 1_000).toPrecision(6))} s`;
}

function pauseBand(axis: Axis, { from, to }: Pause, height: number): Markup {
  const x = axis.at(from) + 8;
  const width = SIZE.pause - 16;
  return markup`<g class="pause"><rect x="${x}" y="${SIZE.axis - 8}" width="${width}" height="${
    height - SIZE.axis + 8
  }" /><text x="${x + width / 2}" y="${height - 8}" text-anchor="middle">${
    formatInstant(to - from).replace(/\.?0+ /, " ")
  }</text></g>\n`;
}

function disturbanceBand(axis: Axis, { title, from, to }: Disturbance, height: number): Markup {
  const [x, end] = [axis.at(from), axis.at(to)];
  const room = Math.floor((end - x - 6) / SIZE.letter);
  const caption = title.length <= room ? title : room > 3 ? `${title.slice(0, room - 1)}…` : "";
  const text = `${truncate(title, 200)}, healthy again at ${formatInstant(to)}`;
  return markup`<g class="hurt"><title>${text}</title><rect x="${x}" y="${SIZE.axis - 8}" width="${
    round(end - x)
  }" height="${height - SIZE.axis + 8}" /><text x="${x + 3}" y="${
    height - 4
  }">${caption}</text></g>\n`;
}

function laneLine(name: string, lane: number): Markup {
  const y = topOf(lane) + 26;
  return markup`<text class="lane" x="0" y="${y + 4}">${
    name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`
  }<title>${
    truncate(name, 200)
  }</title></text><line class="lane" x1="${SIZE.labels}" x2="${SIZE.width}" y1="${y}" y2="${y}" />\n`;
}

/** Returns lines at the start and end of a contradicting exchange, to compare it with the others. */
function guides(axis: Axis, { from, to, events }: TimelineEntry, height: number): Markup {
  return markup`${
    (events === undefined ? [from, to] : [from]).map((time) =>
      markup`<line class="guide" x1="${axis.at(time)}" x2="${axis.at(time)}" y1="${
        SIZE.axis - 4
      }" y2="${height}" />`
    )
  }\n`;
}

function bar(
  timeline: Timeline,
  axis: Axis,
  entry: TimelineEntry,
  idOf: (number: number) => string,
): Markup {
  const { number, lane, title, from, to, status, events } = entry;
  const x = axis.at(from);
  const width = round(Math.max(LEAST_BAR, axis.at(to) - x));
  const top = topOf(lane);
  const isWatch = events !== undefined;
  const kind = isWatch ? "watch" : title.startsWith("GET ") ? "read" : "write";
  const failed = status === 0 ? " lost" : status >= 400 ? " rejected" : "";
  const wrong = entry.contradicts ? " wrong" : "";
  const [y, height] = isWatch ? [top + 22, 8] : [top + 17, 18];
  const text = `#${number} ${truncate(title, 200)} → ${truncate(answerOf(entry), 200)}, from ${
    formatInstant(from)
  } to ${formatInstant(to)}${entry.contradicts ? ", contradicts" : ""}`;
  return markup`<a href="#${idOf(number)}" class="${kind}${failed}${wrong}" aria-label="${text}">
<title>${text}</title><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" /></a>${
    caption(timeline, axis, entry)
  }${events?.map((event, index) => dot(axis, event, { y: top + 26, next: events[index + 1] }))}\n`;
}

function caption(timeline: Timeline, axis: Axis, entry: TimelineEntry): Markup | false {
  const x = axis.at(entry.from);
  // The caption of a contradicting entry takes the room of those after it.
  const isCovered = !entry.contradicts &&
    timeline.entries.some((other) =>
      other.contradicts && other.lane === entry.lane && other.number < entry.number &&
      axis.at(other.from) + widthOf(captionText(timeline, axis, other) ?? "") > x
    );
  const text = isCovered ? undefined : captionText(timeline, axis, entry);
  return text !== undefined &&
    markup`<text${entry.contradicts && markup` class="wrong"`} x="${x}" y="${
      topOf(entry.lane) + 12
    }">${truncate(text, 120)}</text>`;
}

/** Returns the longest description of an entry that fits before the next entry. */
function captionText(timeline: Timeline, axis: Axis, entry: TimelineEntry): string | undefined {
  const { number, lane, title, from, version, contradicts } = entry;
  const next = timeline.entries.find((other) =>
    other.lane === lane && other.number > number && (!contradicts || other.contradicts)
  );
  const room = (next === undefined ? SIZE.width : axis.at(next.from)) - axis.at(from);
  const mark = contradicts ? "✗ " : "";
  const short = title.replace(/^(\w+) [^/?]*\//, "$1 ");
  return [
    `${mark}#${number} ${title}${version === undefined ? "" : ` → ${version}`}`,
    `${mark}#${number} ${short}${version === undefined ? "" : ` → ${version}`}`,
    `${mark}#${number} ${short}`,
    `${mark}#${number}`,
    ...(contradicts ? ["✗"] : []),
  ].find((text) => widthOf(text) < room);
}

function widthOf(text: string): number {
  return text.length * SIZE.letter + 4;
}

function dot(
  axis: Axis,
  event: TimelineEvent,
  { y, next }: { readonly y: number; readonly next: TimelineEvent | undefined },
): Markup {
  const { at, type, name, version = "", contradicts, missing } = event;
  const x = axis.at(at);
  const room = (next === undefined ? SIZE.width : axis.at(next.at)) - x;
  const text = missing
    ? `${type} ${name} ${version} is missing: the change was at ${formatInstant(at)}`
    : `${type} ${name} ${version} at ${formatInstant(at)}`;
  // What is missing is named in any case.
  const caption = missing ? `✗ ${type} ${name} missing` : [`${type} ${name} ${version}`, version]
    .find((each) => each !== "" && each.length * SIZE.letter < room - 4);
  const kind = missing ? "wrong missing" : "wrong";
  return markup`<circle${contradicts && markup` class="${kind}"`} cx="${x}" cy="${y}" r="${
    contradicts ? 6 : 4
  }"><title>${truncate(text, 200)}</title></circle>${
    caption !== undefined &&
    markup`<text class="${missing ? "event wrong" : "event"}" x="${x - 3}" y="${y + 15}">${
      truncate(caption, 100)
    }</text>`
  }`;
}

function topOf(lane: number): number {
  return SIZE.axis + lane * SIZE.lane;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
