/**
 * Cuts a stream of text into the JSON documents in it, however they are laid out: one a line, all
 * on one line, or each over several lines.
 *
 * @module
 */

/** The documents in a piece of the stream. */
export interface FoundDocuments {
  /** Whole JSON objects, as text. */
  readonly documents: readonly string[];
  /** Lines outside any object that are not empty. */
  readonly strays: readonly string[];
}

/** Keeps what is not yet whole from one piece of text to the next. */
export class DocumentSplitter {
  #pending = "";
  #scanned = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Takes the next piece of text and returns what became whole with it. */
  push(text: string): FoundDocuments {
    const documents: string[] = [];
    const strays: string[] = [];
    const buffer = this.#pending + text;
    let start = 0;
    for (let index = this.#scanned; index < buffer.length; index++) {
      const character = buffer[index];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
        continue;
      }
      if (this.#depth === 0 && (character === "\n" || character === "{")) {
        const stray = buffer.slice(start, index).trim();
        if (stray !== "") strays.push(stray);
        start = index;
      }
      if (character === '"') this.#inString = this.#depth > 0;
      else if (character === "{") this.#depth++;
      else if (character === "}" && this.#depth > 0 && --this.#depth === 0) {
        documents.push(buffer.slice(start, index + 1));
        start = index + 1;
      }
    }
    this.#pending = buffer.slice(start);
    this.#scanned = this.#pending.length;
    return { documents, strays };
  }

  /** The number of characters of the incomplete rest. */
  get pending(): number {
    return this.#pending.length;
  }

  /** Returns the incomplete rest; empty if the stream ended between documents. */
  rest(): string {
    return this.#pending.trim();
  }
}
