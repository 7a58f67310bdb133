/**
 * The output of containers: `GET …/pods/NAME/log`.
 *
 * @module
 */
import { badRequest, type Cause, invalid } from "@plumbline/server/api";
import { textAt } from "@plumbline/server/resources";
import { invalidCause } from "@plumbline/server/rules";
import { readBoolean } from "@plumbline/server/codec";
import type { ConnectContext } from "@plumbline/server/connections";
import type { ContainerStatement, Printed } from "./containers.ts";
import { hasEnded, notStated, placeIn, startOf, type StatedContainers } from "./stated.ts";
import { bytesOf, linesOf } from "./text.ts";
import type { ContainerPlace, Output } from "./types.ts";

/** A line of output at a time, in milliseconds since 1970. */
interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** Answers a request for the output of a container. */
export async function answerLog(
  stated: StatedContainers,
  { query, name, read }: ConnectContext,
): Promise<Response> {
  const options = readOptions(query, name, stated.clock.now());
  const pod = await read();
  const place = placeIn(pod, query.get("container"));
  const statement = stated.find(place, options.previous ? "previous" : "output");
  const printing = options.previous ? [] : stated.all(place);
  const hasLines = printing.some(({ printed }) => printed.length > 0);
  if (!statement && !hasLines) {
    if (options.previous) {
      throw badRequest(
        `previous terminated container "${place.container}" in pod "${name}" not found`,
      );
    }
    // Real servers answer so for a Pod that is on no node.
    if (textAt(pod, "spec.nodeName") === "") return textResponse("");
    throw notStated(place, "output", 'containers({ output: ["…"] })');
  }
  const lines = linesFor(statement, printing, place, options.previous);
  const selected = select(lines, options);
  const isOver = !options.follow || options.previous || hasEnded(pod, place.container);
  const writer = new LimitedWriter(options);
  if (isOver) {
    return textResponse(selected.map((line) => writer.write(line)).join(""));
  }
  return textResponse(followed(stated, place, { printing, selected, writer }));
}

const textResponse = (body: string | ReadableStream): Response =>
  new Response(body, { headers: { "content-type": "text/plain" } });

/** Returns the lines of a container in the order of their times. */
function linesFor(
  statement: ContainerStatement | undefined,
  printing: readonly ContainerStatement[],
  place: ContainerPlace,
  previous: boolean,
): LogLine[] {
  const start = startOf(place);
  const output = statement?.options[previous ? "previous" : "output"];
  const lines = output === undefined ? [] : outputLines(output, place, start);
  for (const { printed } of printing) {
    for (const one of printed) if (isFor(one, place)) lines.push(...printedLines(one));
  }
  return lines.sort((a, b) => a.time - b.time);
}

function outputLines(output: Output, place: ContainerPlace, start: number): LogLine[] {
  const given = typeof output === "function" ? output(place) : output;
  return (typeof given === "string" ? linesOf(given) : given).flatMap((line) =>
    typeof line === "string"
      ? linesOf(`${line}\n`).map((text) => ({ time: start, text }))
      : [{ time: line.time === undefined ? start : Date.parse(line.time), text: line.text }]
  );
}

const isFor = ({ pod, container }: Printed, place: ContainerPlace): boolean =>
  (pod === undefined || pod === place.pod.metadata.name) &&
  (container === undefined || container === place.container);

const printedLines = ({ lines, time = 0 }: Printed): LogLine[] =>
  lines.map((text) => ({ time, text }));

/** Sends the selected lines and each that is printed, until the container has ended. */
function followed(
  stated: StatedContainers,
  place: ContainerPlace,
  { printing, selected, writer }: {
    readonly printing: readonly ContainerStatement[];
    readonly selected: readonly LogLine[];
    readonly writer: LimitedWriter;
  },
): ReadableStream<Uint8Array> {
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      let isOpen = true;
      const end = () => {
        stop();
        if (isOpen) controller.close();
        isOpen = false;
      };
      const send = (lines: readonly LogLine[]) => {
        const text = lines.map((line) => writer.write(line)).join("");
        if (text !== "") controller.enqueue(bytesOf(text));
        if (writer.isFull) end();
      };
      const ends = printing.map((statement) =>
        statement.follow((printed) => {
          if (isFor(printed, place)) send(printedLines(printed));
        })
      );
      const unfollow = stated.onEnd(place, end);
      stop = () => {
        unfollow();
        for (const each of ends) each();
      };
      send(selected);
    },
    cancel: () => stop(),
  });
}

/** Calls back with each text that is printed, until the container has ended or the signal aborts. */
export async function printFrom(
  stated: StatedContainers,
  place: ContainerPlace,
  { write, signal }: {
    readonly write: (text: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const ends = stated.all(place).map((statement) =>
    statement.follow((printed) => {
      if (isFor(printed, place)) write(printed.lines.map((line) => `${line}\n`).join(""));
    })
  );
  await new Promise<void>((resolve) => {
    const stop = stated.onEnd(place, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
    ends.push(stop);
  });
  for (const end of ends) end();
}

/** Writes lines until the limit of bytes. */
class LimitedWriter {
  readonly #timestamps: boolean;
  #left: number;

  constructor({ timestamps, limitBytes = Infinity }: LogOptions) {
    this.#timestamps = timestamps;
    this.#left = limitBytes;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  write({ time, text }: LogLine): string {
    if (this.isFull) return "";
    const whole = `${this.#timestamps ? `${timeText(time)} ` : ""}${text}\n`;
    const bytes = bytesOf(whole);
    const part = bytes.length <= this.#left
      ? whole
      : new TextDecoder().decode(bytes.subarray(0, this.#left));
    this.#left -= bytes.length;
    return part;
  }
}

/** Returns a time with nine digits behind the seconds, as kubelets print it. */
const timeText = (time: number): string => new Date(time).toISOString().replace("Z", "000000Z");

interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number | undefined;
  readonly limitBytes?: number | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** The last lines are counted first, as kubelets count them. */
function select(lines: readonly LogLine[], { tailLines, since }: LogOptions): readonly LogLine[] {
  const last = tailLines === undefined ? lines : lines.slice(Math.max(lines.length - tailLines, 0));
  return since === undefined ? last : last.filter(({ time }) => time >= since);
}

/** @throws {ApiError} BadRequest for values that are no numbers or times, Invalid for wrong ones */
function readOptions(query: URLSearchParams, name: string, now: number): LogOptions {
  const causes: Cause[] = [];
  const integer = (field: string, least: number): number | undefined => {
    const text = query.get(field);
    if (text === null || text === "") return undefined;
    if (!/^[-+]?\d+$/.test(text)) {
      throw badRequest(
        `Cannot read ${field} as it must be a whole number: current value is "${text}"`,
      );
    }
    const value = Number(text);
    const why = least === 0 ? "must be greater than or equal to 0" : "must be greater than 0";
    if (value < least) causes.push(invalidCause(field, value, why));
    return value;
  };
  const tailLines = integer("tailLines", 0);
  const limitBytes = integer("limitBytes", 1);
  const seconds = integer("sinceSeconds", 1);
  const time = query.get("sinceTime");
  if (time && Number.isNaN(Date.parse(time))) {
    throw badRequest(
      `Cannot read sinceTime as it must be a time in RFC 3339: current value is "${time}"`,
    );
  }
  if (time && seconds !== undefined) {
    const reason = "FieldValueForbidden";
    const message = "Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified";
    causes.push({ reason, field: "", message });
  }
  if (causes.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, name, causes);
  const since = seconds === undefined ? time ? Date.parse(time) : undefined : now - seconds * 1000;
  return {
    follow: readBoolean(query, "follow"),
    previous: readBoolean(query, "previous"),
    timestamps: readBoolean(query, "timestamps"),
    ...{ tailLines, limitBytes, since },
  };
}
