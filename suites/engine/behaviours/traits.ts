/**
 * What the exchanges of a case show, in words of the API: traits of single responses, and of what they
 * say of an object that earlier ones said otherwise.
 *
 * A trait is not a violation. What right servers show as well is known from the cases that pass.
 *
 * @module
 */
import type { Seen } from "./behaviour.ts";
import { answerTraits } from "./answer_traits.ts";
import { ONLY_VERSION, StateTraits, STORED } from "./state_traits.ts";
import { eventTraits } from "./event_traits.ts";
import { faultsOf } from "./faults.ts";

/** What exchanges show. */
export interface Trait {
  /** The index of the exchange that shows it. */
  readonly at: number;
  /** What it shows: in general, of the type, with the parameters. */
  readonly texts: readonly string[];
  /** The last name in the path of the field that it is about, or the media type. */
  readonly field?: string | undefined;
  /** True for what no right server shows. */
  readonly isFault?: true;
  /** True for a fault that changes no state: nothing follows from it. */
  readonly isLocal?: true;
  /** True for a fault that is a behaviour of the table. */
  readonly isBehaviour?: true;
  /** True for a fault of one field, whichever that is. */
  readonly isOfField?: true;
}

/** The path of a field within a text. */
const FIELD = /\b(?:metadata|spec|status|data|stringData|roleRef|subjects|rules)\b[\w.*]*/;

/** The traits that no right server has. */
const FAULTS = new RegExp(`${ONLY_VERSION}$|stores the \\w+${STORED}$`);

/** Returns the traits of exchanges. */
export function traitsOf(seen: readonly Seen[]): Trait[] {
  const states = new StateTraits();
  const traits = seen.flatMap((one, at): Trait[] =>
    [...answerTraits(one), ...eventTraits(one), ...states.of(one)]
      .map((texts) => ({
        at,
        texts,
        field: fieldIn(texts[0]!),
        ...(FAULTS.test(texts[0]!) && { isFault: true as const }),
      }))
  );
  return [...faultsOf(seen).map((fault) => ({ ...fault, isFault: true as const })), ...traits];
}

function fieldIn(text: string): string | undefined {
  const [, mediaType] = /\bis answered as (\S+\/[^\s,]+)/.exec(text) ?? [];
  if (mediaType !== undefined) return mediaType;
  if (text.endsWith("has no resourceVersion")) return "resourceVersion";
  return FIELD.exec(text)?.[0].split(".").findLast((name) => /^\w+$/.test(name));
}
