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
  /** The incomplete rest, in pieces: to join them with each new one would take quadratic time. */
  #pieces: string[] = [];
  #pending = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Takes the next piece of text and returns what became whole with it. */
  push(text: string): FoundDocuments {
    const documents: string[] = [];
    const strays: string[] = [];
    let start = 0;
    const cutAt = (end: number): string => {
      const whole = this.#joined() + text.slice(start, end);
      this.#pieces = [];
      this.#pending = 0;
      start = end;
      return whole;
    };
    for (let index = 0; index < text.length; index++) {
      const character = text[index];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
        continue;
      }
      if (this.#depth === 0 && (character === "\n" || character === "{")) {
        const stray = cutAt(index).trim();
        if (stray !== "") strays.push(stray);
      }
      if (character === '"') this.#inString = this.#depth > 0;
      else if (character === "{") this.#depth++;
      else if (character === "}" && this.#depth > 0 && --this.#depth === 0) {
        documents.push(cutAt(index + 1));
      }
    }
    if (start < text.length) {
      this.#pieces.push(text.slice(start));
      this.#pending += text.length - start;
    }
    return { documents, strays };
  }

  /** The number of characters of the incomplete rest. */
  get pending(): number {
    return this.#pending;
  }

  /** Returns the incomplete rest; empty if the stream ended between documents. */
  rest(): string {
    return this.#joined().trim();
  }

  #joined(): string {
    return this.#pieces.length === 0 ? "" : this.#pieces.join("");
  }
}
