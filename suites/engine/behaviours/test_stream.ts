/**
 * Streams for the tests of what is shown in place of watches.
 *
 * @module
 */
import type { WatchDocument, WatchStream } from "../../client/http_client.ts";

/** Returns a stream of documents, to which a test may add. */
export function streamOf(documents: readonly WatchDocument[], status = 200): WatchStream {
  let ended = false;
  return {
    response: { status, headers: new Headers(), json: undefined, text: "" },
    begun: true,
    documents,
    get ended() {
      return ended;
    },
    malformed: [],
    waitFor: () => Promise.resolve(undefined),
    waitForEnd: () => Promise.resolve(false),
    close() {
      ended = true;
      return Promise.resolve();
    },
  };
}
