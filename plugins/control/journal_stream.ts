/**
 * The journal as it goes, for whoever is not in the server's process.
 *
 * @module
 */
import { respond } from "../../server/http/response.ts";
import type { Journal, JournalRange } from "../journal/journal.ts";

/**
 * An answer that has a line of JSON for each request, of those remembered first, and then as they
 * come, until the reader hangs up or the server ends. A reader who is too slow misses what the
 * journal forgets meanwhile, and sees so by the ids.
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
