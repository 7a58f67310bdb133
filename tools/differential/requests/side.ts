/**
 * One server's side of a sequence.
 *
 * @module
 */
import { type Peer, send, type WireAnswer } from "../client.ts";
import { type Comparable, normalize, Tokens } from "./normalize.ts";
import { Memory, type Template } from "./template.ts";

/** What a side may be told. */
export interface SideOptions {
  /** Keys of answers that are not compared. */
  readonly ignored?: readonly string[];
}

/** Sends a sequence's requests to one server and keeps what later ones need of its answers. */
export class Side {
  readonly #peer: Peer;
  readonly #options: SideOptions;
  readonly #memory = new Memory();
  readonly #tokens = new Tokens();

  constructor(peer: Peer, options: SideOptions = {}) {
    this.#peer = peer;
    this.#options = options;
  }

  /** Sends a request. */
  async play(template: Template): Promise<WireAnswer> {
    const answer = await send(this.#peer, this.#memory.fill(template));
    this.#memory.remember(template, answer);
    return answer;
  }

  /** An answer as it is compared, named by the other server's where there is one. */
  comparable(answer: WireAnswer, guide?: Comparable): Comparable {
    const tokens = this.#tokens;
    return normalize(answer, { ...this.#options, tokens, ...(guide && { guide }) });
  }
}
