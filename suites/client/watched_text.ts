/**
 * How much the open watches of a client have sent, beyond what the writes of their cases explain: a
 * burst of writes makes every watch of it long, and is no flood.
 *
 * @module
 */
import type { Transcript } from "./http_client.ts";

/**
 * The characters of events for each character of a response to a write: an object is sent as it was
 * created and as it was deleted, and the response to a deletion may be a short Status.
 */
const EVENTS_OF_WRITE = 4;

/** The characters of responses to the writes of a case, from whichever replica they came. */
const writtenBy = new WeakMap<Transcript, number>();

/** Adds the characters of a response to a write. */
export function countWrite(transcript: Transcript | undefined, characters: number): void {
  if (transcript) writtenBy.set(transcript, (writtenBy.get(transcript) ?? 0) + characters);
}

/** What one open watch has sent. */
export interface StreamText {
  /** Adds characters that were received. */
  add(characters: number): void;
  /** The characters that the writes of the case do not explain. */
  unexplained(): number;
  /** Called once the watch has ended. */
  end(): void;
}

/** What all open watches of a client have sent. */
export class WatchedText {
  readonly #open = new Set<StreamText>();

  /** Begins to count for a watch of a case. */
  open(transcript: Transcript | undefined): StreamText {
    let received = 0;
    const written = () => transcript && writtenBy.get(transcript) || 0;
    const stream: StreamText = {
      add: (characters) => received += characters,
      unexplained: () => Math.max(0, received - EVENTS_OF_WRITE * written()),
      end: () => this.#open.delete(stream),
    };
    this.#open.add(stream);
    return stream;
  }

  /** The characters of all open watches that writes do not explain. */
  unexplained(): number {
    let sum = 0;
    for (const stream of this.#open) sum += stream.unexplained();
    return sum;
  }
}
