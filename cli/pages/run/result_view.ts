/**
 * The results of checks as the live page shows them: escaped and truncated.
 *
 * @module
 */
import type { CheckResult, Exchange, Failure, Level, Verdict } from "@plumbline/reports/events";
import { safeLine, safeText, truncate } from "@plumbline/reports/text";

/** A request and its response as text. */
export interface ExchangeView {
  /** The HTTP method. */
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** The status code; 0 without a response. */
  readonly status: number;
  /** The name of the identity. */
  readonly identity: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Headers and body. */
  readonly request: string;
  /** Headers and body. */
  readonly response: string;
}

/** A failure, truncated. */
export interface FailureView {
  /** The id of the violated requirement. */
  readonly requirement: string;
  readonly statement: string;
  readonly expected: string;
  readonly actual: string;
  /** The counterexample as JSON. */
  readonly counterexample?: string;
  /** The number of repetitions, and of those that failed. */
  readonly confirmed: Failure["confirmed"];
  /** The command that reproduces the failure. */
  readonly replay: string;
  /** The file that reproduces it, if one was written. */
  readonly replayFile?: string;
  /** The first curl commands, and the number of omitted ones. */
  readonly curl: readonly string[];
  readonly omittedCurl: number;
  /** The first and the last exchanges, and the number of those between. */
  readonly first: readonly ExchangeView[];
  readonly last: readonly ExchangeView[];
  readonly between: number;
}

/** The result of a check that did not pass. */
export interface ResultView {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly verdict: Verdict;
  /** The reason, or the expected and actual behaviour, in one line. */
  readonly brief: string;
  /** The full reason. */
  readonly reason: string;
  readonly cases: number;
  readonly shrinks: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failure?: FailureView;
}

/** Limits: characters, lines, and exchanges from the start and from the end. */
const MAX = { brief: 300, text: 4_000, header: 300, lines: 40, exchanges: 10 };

/** Returns a result as the page shows it. */
export function resultView(result: CheckResult): ResultView {
  const { id, title, level, verdict, reason, cases, duration, failures: [failure] } = result;
  const why = reason ?? "unknown reason";
  return {
    id: safeLine(id, MAX.brief),
    title: safeLine(title, MAX.brief),
    level,
    verdict,
    brief: failure === undefined || verdict === "known deviation"
      ? safeLine(why, MAX.brief)
      : safeLine(`expected ${failure.expected}, actual ${failure.actual}`, MAX.brief),
    reason: safeExcerpt(why),
    cases,
    shrinks: failure?.shrinks ?? 0,
    duration,
    ...(failure !== undefined && { failure: failureView(failure) }),
  };
}

function failureView(failure: Failure): FailureView {
  const { counterexample, curl, exchange, omittedExchanges = 0, replayFile } = failure;
  const first = exchange.slice(0, MAX.exchanges);
  const last = exchange.slice(Math.max(MAX.exchanges, exchange.length - MAX.exchanges));
  return {
    requirement: safeLine(failure.requirement),
    statement: safeExcerpt(failure.statement),
    expected: safeExcerpt(failure.expected),
    actual: safeExcerpt(failure.actual),
    ...(counterexample !== undefined && {
      counterexample: safeExcerpt(JSON.stringify(counterexample, null, 1)),
    }),
    confirmed: failure.confirmed,
    replay: safeExcerpt(failure.replay),
    ...(replayFile !== undefined && { replayFile: safeLine(replayFile) }),
    curl: curl.slice(0, MAX.lines).map(safeExcerpt),
    omittedCurl: Math.max(0, curl.length - MAX.lines),
    first: first.map(exchangeView),
    last: last.map(exchangeView),
    between: exchange.length + omittedExchanges - first.length - last.length,
  };
}

function exchangeView(exchange: Exchange): ExchangeView {
  const { method, path, status, identity, duration } = exchange;
  return {
    method: safeLine(method, 20),
    path: safeLine(path, MAX.header),
    status,
    identity: safeLine(identity, 60),
    duration,
    request: messageText(exchange.requestHeaders, exchange.requestBody),
    response: messageText(exchange.responseHeaders, exchange.responseBody),
  };
}

function messageText(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${safeLine(value, MAX.header)}`);
  return safeExcerpt(lines.join("\n")) + (body ? `\n\n${safeExcerpt(body)}` : "") || "(empty)";
}

function safeExcerpt(text: string): string {
  return safeText(truncate(text, MAX.text));
}
