/**
 * Streams the journal over HTTP.
 *
 * @module
 */
import { respond } from "@plumbline/server/parts";
import type { Journal, JournalRange } from "../journal/journal.ts";

/**
 * Returns a response with a line of JSON for each remembered request and then for each new one,
 * until the client disconnects or the server is closed. A slow client misses requests that the
 * journal forgets, and notices gaps in the ids.
 */
export function journalStream(
  journal: Journal,
  { after = 0, limit = Infinity }: JournalRange,
  stopped: AbortSignal,
): Response {
  let last = after;
  let first = true;
  let wake = () => {};
  let over = stopped.aborted;
  const forget = journal.listen(() => wake());
  const close = () => {
    over = true;
    forget();
    stopped.removeEventListener("abort", close);
    wake();
  };
  stopped.addEventListener("abort", close);

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (!over) {
      const entries = journal.entries({ after: last, limit: first ? limit : Infinity });
      first = false;
      if (entries.length > 0) {
        last = entries.at(-1)!.id;
        const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
        return controller.enqueue(new TextEncoder().encode(lines));
      }
      await new Promise<void>((resolve) => wake = resolve);
    }
    controller.close();
  }

  const body = new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 });
  return respond(200, "application/x-ndjson", body);
}
