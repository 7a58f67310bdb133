/**
 * What a live page shows of a check's result: as much as a reader takes in, harmless as it stands.
 *
 * @module
 */
import type { CheckResult, Exchange, Failure, Level, Verdict } from "../../reports/events.ts";
import { safeLine, safeText, truncate } from "../../reports/text.ts";

/** An exchange with its messages as text. */
export interface ShownExchange {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** Who asked. */
  readonly identity: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Headers and body. */
  readonly request: string;
  /** Headers and body. */
  readonly answer: string;
}

/** A failure's package, cut where it is long. */
export interface ShownFailure {
  /** The requirement that is broken, and what it says. */
  readonly requirement: string;
  readonly statement: string;
  readonly expected: string;
  readonly actual: string;
  /** The smallest input as JSON. */
  readonly counterexample?: string;
  /** How often it failed again. */
  readonly confirmed: Failure["confirmed"];
  /** The command that shows it again. */
  readonly replay: string;
  /** The file that does, where one was written. */
  readonly replayFile?: string;
  /** Lines to paste into a shell, and how many there are beside these. */
  readonly curl: readonly string[];
  readonly curlLeftOut: number;
  /** The first exchanges, the last ones, and how many there were between them. */
  readonly first: readonly ShownExchange[];
  readonly last: readonly ShownExchange[];
  readonly between: number;
}

/** A check that did not just pass. */
export interface ShownResult {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly verdict: Verdict;
  /** Why it has its verdict, or what was expected and what was. */
  readonly brief: string;
  /** The whole reason. */
  readonly reason: string;
  readonly cases: number;
  readonly shrinks: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failure?: ShownFailure;
}

/** How much is shown: characters, lines, and exchanges from each end. */
const SHOWN = { brief: 300, text: 4_000, header: 300, lines: 40, exchanges: 10 };

/** What is shown of a result. */
export function shownResult(result: CheckResult): ShownResult {
  const { id, title, level, verdict, reason, cases, shrinks, duration, failure } = result;
  const why = reason ?? "no reason is known";
  return {
    id: safeLine(id, SHOWN.brief),
    title: safeLine(title, SHOWN.brief),
    level,
    verdict,
    brief: failure === undefined || verdict === "known deviation"
      ? safeLine(why, SHOWN.brief)
      : safeLine(`expected ${failure.expected}, actual ${failure.actual}`, SHOWN.brief),
    reason: shown(why),
    cases,
    shrinks,
    duration,
    ...(failure !== undefined && { failure: shownFailure(failure) }),
  };
}

function shownFailure(failure: Failure): ShownFailure {
  const { counterexample, curl, exchange, omittedExchanges = 0, replayFile } = failure;
  const first = exchange.slice(0, SHOWN.exchanges);
  const last = exchange.slice(Math.max(SHOWN.exchanges, exchange.length - SHOWN.exchanges));
  return {
    requirement: safeLine(failure.requirement),
    statement: shown(failure.statement),
    expected: shown(failure.expected),
    actual: shown(failure.actual),
    ...(counterexample !== undefined && {
      counterexample: shown(JSON.stringify(counterexample, null, 1)),
    }),
    confirmed: failure.confirmed,
    replay: shown(failure.replay),
    ...(replayFile !== undefined && { replayFile: safeLine(replayFile) }),
    curl: curl.slice(0, SHOWN.lines).map(shown),
    curlLeftOut: Math.max(0, curl.length - SHOWN.lines),
    first: first.map(shownExchange),
    last: last.map(shownExchange),
    between: exchange.length + omittedExchanges - first.length - last.length,
  };
}

function shownExchange(exchange: Exchange): ShownExchange {
  const { method, path, status, identity, duration } = exchange;
  return {
    method: safeLine(method, 20),
    path: safeLine(path, SHOWN.header),
    status,
    identity: safeLine(identity, 60),
    duration,
    request: messageText(exchange.requestHeaders, exchange.requestBody),
    answer: messageText(exchange.responseHeaders, exchange.responseBody),
  };
}

function messageText(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${safeLine(value, SHOWN.header)}`);
  return shown(lines.join("\n")) + (body ? `\n\n${shown(body)}` : "") || "(empty)";
}

function shown(text: string): string {
  return safeText(truncate(text, SHOWN.text));
}
