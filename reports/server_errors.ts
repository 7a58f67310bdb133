/**
 * The messages of answers with a 5xx status: the same message is one cause, whatever was requested.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { typeOf } from "./likeness.ts";
import { withoutRunNames } from "./text.ts";

/** What a server says of its error. */
export interface ServerError {
  readonly status: number;
  /** The message, without names of the run. */
  readonly message: string;
  /** The same for messages that differ in names, types and numbers. */
  readonly words: string;
  /** The method of the request, with the form of a patch. */
  readonly act: string;
  /** True if it says no more than the status does. */
  readonly isGeneric: boolean;
  /** True if it says enough to be the same error wherever it is met. */
  readonly isSpecific: boolean;
}

/** The number of characters of a message that are compared. */
const MAX_TEXT = 300;

/** The words of a message from which on it names one error. */
const SPECIFIC = 3;

/** Messages that say no more than the status does; a page of HTML is none. */
const GENERIC = /^<|internal (server )?error|unknown error|unexpected error|unavailable$/i;

/** Characters of an encoding other than text. */
// deno-lint-ignore no-control-regex
const BINARY = /[\u0000-\u0008]/;

/** The beginning of messages that say more. */
const OCCURRED = /^Internal error occurred: (?=\S)/;

/** The characters of a message that are alike; what follows may be cut off. */
const MAX_WORDS = 100;

/** Paths of files, such as those of a store. */
const PATHS = /(?<![\w.:/])(?:\/[^\s/"'():,;]+){2,}/g;

/** The end of a message about an object, after its type and name. */
const OF_OBJECT = /^(?:\S+ ){1,2}(already exists|not found)$/;

/** Returns what the last answer of a failure with a 5xx status says; undefined without one. */
export function serverErrorOf({ actual, exchange }: Failure): ServerError | undefined {
  const last = exchange.findLast(({ status }) => status >= 500);
  const [, code, said = ""] = /^(5\d\d)\b\s*(.*)/s.exec(actual.slice(0, MAX_TEXT)) ?? [];
  if (code === undefined && last === undefined) return undefined;
  // What a check reports may be the status alone, or the body as it is encoded.
  const own = last?.status === Number(code ?? last?.status) ? messageIn(last!) : "";
  const text = own === "" ? said : own;
  const message = withoutRunNames(
    text.replace(/^(InternalError|ServiceUnavailable):?\s+/, "").replace(OCCURRED, ""),
  )
    .trim();
  const type = last === undefined ? "" : typeOf(last).replace(/s$/, "");
  const general = message.replaceAll(PATHS, "…");
  const words = (type === "" ? general : general.replaceAll(new RegExp(`${type}s?`, "gi"), "…"))
    .replaceAll(/"[^"]*"|\([^)]*\)|[\w./-]*\d[\w./-]*/g, "…").replaceAll(/…[\w.]*/g, "…")
    .replace(OF_OBJECT, "… $1").trim().slice(0, MAX_WORDS);
  const isGeneric = message === "" || GENERIC.test(message) || BINARY.test(message);
  const isSpecific = !isGeneric && (words.match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC;
  const form = last?.method === "PATCH" ? last.requestHeaders["content-type"] ?? "" : "";
  const act = `${last?.method ?? ""} ${form}`.trim();
  return { status: Number(code ?? last!.status), act, message, words, isGeneric, isSpecific };
}

function messageIn({ responseBody }: Exchange): string {
  try {
    const { message } = JSON.parse(responseBody);
    return typeof message === "string" ? message.slice(0, MAX_TEXT) : "";
  } catch {
    return "";
  }
}

/** The part of the errors from which on their message is that of a cause: one may be in another encoding. */
const MOST = 0.75;

/** Returns the message of nearly all of these errors, as words if it differs; undefined without one. */
export function commonMessage(errors: readonly ServerError[]): string | undefined {
  const alike = [...Map.groupBy(errors.filter(({ isGeneric }) => !isGeneric), ({ words }) => words)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0]?.[1] ?? [];
  const [first, ...others] = alike;
  if (first === undefined || alike.length < MOST * errors.length) return undefined;
  return others.some(({ message }) => message !== first.message) ? first.words : first.message;
}

/** What a message says of a field of every object: such fields are not named by cases. */
const OF_FIELD =
  /((?:[a-z]+ )+)\\*"((?:metadata|spec|status|roleRef|rules|subjects)(?:[.[][\w\].]*)?)\\*"/g;

/** The words before a field from which on they say what is wrong with it. */
const MOST_WORDS = 3;

/** Returns what the messages of an observed response say of fields, such as `unknown field "metadata.uid"`. */
export function saidOfFields({ actual }: Failure): string[] {
  const isMessage = /^4\d\d\b|\bwarnings?\b/.test(actual.slice(0, MAX_TEXT));
  return !isMessage
    ? []
    : [...actual.slice(0, MAX_TEXT).matchAll(OF_FIELD)].map(([, words, field]) =>
      `${words!.trim().split(" ").slice(-MOST_WORDS).join(" ")} "${field}"`
    );
}
