/**
 * Timelines as text: a line for each moment, with a column for each lane.
 *
 * @module
 */
import { answerOf, formatInstant, type Pause, pausesOf, type Timeline } from "./timeline.ts";
import { pluralize, safeLine } from "./text.ts";

/** A moment at which something was sent, received or ended. */
interface Moment {
  readonly at: number;
  /** The lane that the moment belongs to; undefined if it belongs to all. */
  readonly lane?: number;
  /** The mark in the column of the lane. */
  readonly mark: string;
  readonly text: string;
  readonly contradicts: boolean;
  /** True if the lane is in use from here on, false if it is free. */
  readonly opens?: boolean;
  /** The exchange that starts or ends. */
  readonly number?: number;
  /** False if the time is not shown. @default {true} */
  readonly isTimed?: boolean;
  /** Orders entries that have the same time. */
  readonly rank: number;
}

/** Returns a timeline as lines, safe to print: times from the start of the case, lanes, what happened. */
export function timelineLines(timeline: Timeline): string[] {
  const pauses = pausesOf(timeline);
  const moments = joined(
    [...momentsOf(timeline), ...disturbancesOf(timeline), ...pauses.map(pauseOf)].sort((a, b) =>
      a.at - b.at || a.rank - b.rank
    ),
  );
  const times = moments.map(({ at, isTimed }) => isTimed === false ? "" : formatInstant(at));
  const width = Math.max(...times.map((time) => time.length));
  const open = timeline.lanes.map(() => false);
  const lines = moments.map((moment, index) => {
    const { lane, mark, text, contradicts, opens } = moment;
    const columns = open.map((isOpen, at) => at === lane ? mark : isOpen ? "│" : " ");
    if (lane !== undefined && opens !== undefined) open[lane] = opens;
    const time = times[index]!.padStart(width);
    return `${contradicts ? ">" : " "} ${time}  ${columns.join(" ")}  ${text}`.trimEnd();
  });
  const indent = " ".repeat(width + 4);
  return [
    ...timeline.lanes.map((name, index) =>
      `${indent}${"│ ".repeat(index)}┌${"─".repeat(2 * (timeline.lanes.length - index))} ${
        safeLine(name, 100)
      }`
    ),
    ...lines,
    ...(timeline.omitted === undefined
      ? []
      : [`  ${pluralize(timeline.omitted, "earlier request")} omitted`]),
    ...(timeline.entries.some(({ contradicts }) => contradicts)
      ? ["  > marks the requests that contradict each other"]
      : []),
  ];
}

function momentsOf({ entries }: Timeline): Moment[] {
  return entries.flatMap((entry): Moment[] => {
    const { number, lane, title, from, to, events = [], omittedEvents = 0 } = entry;
    const contradicts = entry.contradicts === true;
    const shown = { lane, contradicts };
    const name = `#${number} ${safeLine(title, 120)}`;
    const answer = safeLine(answerOf(entry), 160);
    // A watch answers at once and goes on.
    const isWatch = entry.events !== undefined;
    const first = isWatch ? `${name} → ${answer}` : name;
    const last = isWatch ? `#${number} ends` : `${name} → ${answer}`;
    const received = events.map((event): Moment => {
      const { at, type, name, version, contradicts = false, missing = false } = event;
      const what = `${type} ${name}${version ? ` version ${version}` : ""}`;
      return {
        lane,
        contradicts,
        at,
        mark: missing ? "✗" : "●",
        rank: 1,
        text: safeLine(`#${number} ${missing ? "never receives" : "receives"} ${what}`),
      };
    });
    const rest = omittedEvents === 0 ? "" : `, ${pluralize(omittedEvents, "event")} more`;
    return [
      { ...shown, at: from, mark: "┬", text: first, opens: true, number, rank: 2 },
      ...received,
      {
        ...shown,
        at: Math.max(from, to),
        mark: "┴",
        text: last + rest,
        opens: false,
        number,
        rank: 0,
      },
    ];
  });
}

function disturbancesOf({ disturbances = [] }: Timeline): Moment[] {
  return disturbances.flatMap(({ title, from, to }) => [
    { at: from, mark: "", text: `!! ${safeLine(title, 100)}`, contradicts: false, rank: 0 },
    { at: to, mark: "", text: "!! healthy again", contradicts: false, rank: 0 },
  ]);
}

function pauseOf({ from, to }: Pause): Moment {
  const text = `… ${formatInstant(to - from)} without any request or event`;
  return {
    at: from + (to - from) / 2,
    mark: "",
    text,
    contradicts: false,
    rank: 3,
    isTimed: false,
  };
}

/** Joins the start and the end of an exchange if nothing happens between them. */
function joined(moments: readonly Moment[]): Moment[] {
  return moments.flatMap((moment, index) => {
    const [before, after] = [moments[index - 1], moments[index + 1]];
    const isSame = (other: Moment | undefined) =>
      other !== undefined && moment.number !== undefined && other.number === moment.number;
    if (isSame(before) && moment.opens === false) return [];
    if (!isSame(after) || moment.opens !== true) return [moment];
    const { text } = after!;
    const { opens: _, ...rest } = moment;
    return [{ ...rest, mark: "■", text: text.startsWith(moment.text) ? text : moment.text }];
  });
}
