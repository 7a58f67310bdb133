/**
 * `events.ndjson`: the events of a run, one JSON document a line.
 *
 * @module
 */
import type { RunEvent } from "./events.ts";
import { safeJson } from "./text.ts";

/** The event as a line of the file, with its line break. */
export function eventLine(event: RunEvent): string {
  return `${safeJson(event)}\n`;
}

/**
 * Reads the events of a file's text. A last line that was cut off, as by a crash, is left out.
 *
 * @throws {SyntaxError} when another line is no JSON document; it names the line
 */
export function parseEvents(text: string): RunEvent[] {
  const lines = text.split("\n");
  // What follows the last line break is empty, or a line that was never finished.
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SyntaxError(`Cannot read line ${index + 1} of the events: ${why}`);
    }
  });
}

/** Writes events to a file as they happen. */
export class EventsFile implements Disposable {
  readonly #file: Deno.FsFile;

  /** Makes the file, or empties it. */
  constructor(path: string) {
    this.#file = Deno.openSync(path, { write: true, create: true, truncate: true });
  }

  /** Adds an event; it is in the file when this returns. */
  write(event: RunEvent): void {
    const bytes = new TextEncoder().encode(eventLine(event));
    for (let at = 0; at < bytes.length;) at += this.#file.writeSync(bytes.subarray(at));
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
  }
}
