/**
 * Shows the exchanges of a failure to a reader.
 *
 * @module
 */
import type { Exchange } from "./events.ts";
import { harmless, oneLine } from "./text.ts";

/** How much of a body is shown. */
const SHOWN = 2_000;

/** Each request with who sent it and what came back, bodies cut where they are long. */
export function exchangeLines(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const { method, path, identity, requestBody, status, responseBody } = exchange;
    return [
      `> ${method} ${oneLine(path, SHOWN)}${identity === "" ? "" : `  (${oneLine(identity)})`}`,
      ...bodyLines(">", requestBody ?? ""),
      `< ${status === 0 ? "no answer" : status}`,
      ...bodyLines("<", responseBody),
    ];
  });
}

function bodyLines(mark: string, body: string): string[] {
  if (body === "") return [];
  // What a target said must not steer the terminal it is shown on.
  const shown = harmless(body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body);
  return shown.trimEnd().split("\n").map((line) => `${mark}   ${line}`);
}
