/**
 * Reads and writes `events.ndjson`: the events of a run, one JSON document per line.
 *
 * @module
 */
import { OutputFile } from "@plumbline/runtime/files";
import type { RunEvent } from "./events.ts";
import { eventOfAnySchema } from "./schema_1.ts";
import { safeJson } from "./text.ts";

/** Returns the event as a line of the file, including the line break. */
export function eventLine(event: RunEvent): string {
  return `${safeJson(event)}\n`;
}

/**
 * Parses the text of an events file, of this schema or an older one. Ignores an incomplete last line, as after a crash.
 *
 * @throws {SyntaxError} if another line is not a JSON document
 */
export function parseEvents(text: string): RunEvent[] {
  const lines = text.split("\n");
  // The text after the last line break is empty or incomplete.
  lines.pop();
  return lines.map((line, index) => {
    try {
      return eventOfAnySchema(JSON.parse(line));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SyntaxError(`Cannot read line ${index + 1} of the events: ${why}`);
    }
  });
}

/** Writes events to a file as they happen. */
export class EventsFile implements Disposable {
  readonly #file: OutputFile;

  /** Creates the file, or truncates an existing one. */
  constructor(path: string) {
    this.#file = new OutputFile(path);
  }

  /** Appends an event. It is in the file when this returns. */
  write(event: RunEvent): void {
    this.#file.write(eventLine(event));
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}
