/**
 * One server's side of a sequence.
 *
 * @module
 */
import { send, type WireAnswer } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { type Comparable, normalizeAnswer, Tokens } from "./normalize.ts";
import { Memory, type Template } from "../../requests/sequences/template.ts";

/** Options of a side. */
export interface SideOptions {
  /** Keys of answers to ignore. */
  readonly ignored?: readonly string[];
}

/** Sends the requests of a sequence to one server and remembers values for later requests. */
export class Side {
  readonly #target: Target;
  readonly #options: SideOptions;
  readonly #memory = new Memory();
  readonly #tokens = new Tokens();

  constructor(target: Target, options: SideOptions = {}) {
    this.#target = target;
    this.#options = options;
  }

  /** Sends a request. */
  async play(template: Template): Promise<WireAnswer> {
    const answer = await send(this.#target, this.#memory.fill(template));
    this.#memory.remember(template, answer);
    return answer;
  }

  /** Normalizes an answer, with the names of the other server's answer if there is one. */
  comparable(answer: WireAnswer, guide?: Comparable): Comparable {
    const tokens = this.#tokens;
    return normalizeAnswer(answer, { ...this.#options, tokens, ...(guide && { guide }) });
  }
}
