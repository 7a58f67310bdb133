/**
 * The health endpoints (interface, "Health endpoints"): no credentials are asked for.
 *
 * @module
 */

import { unknownPath } from "../api_error.ts";

/** One thing that can be well or not. */
export interface HealthCheck {
  readonly name: string;
  /** Why it is not well; undefined when it is. */
  fault(): string | undefined;
}

const ENDPOINTS = ["readyz", "livez", "healthz"];

/**
 * Answers health requests; undefined for every other path.
 *
 * @throws {ApiError} NotFound, from the function returned, for a check there is not
 */
export function healthHandler(
  checks: readonly HealthCheck[],
): (path: string, query: URLSearchParams) => Response | undefined {
  return (path, query) => {
    const [endpoint = "", name, ...rest] = path.slice(1).split("/");
    if (!ENDPOINTS.includes(endpoint) || rest.length > 0) return undefined;
    if (!name) return report(endpoint, checks, query);
    const check = checks.find((candidate) => candidate.name === name);
    if (!check) throw unknownPath();
    return report(endpoint, [check], query);
  };
}

function report(
  endpoint: string,
  checks: readonly HealthCheck[],
  query: URLSearchParams,
): Response {
  const excluded = new Set(query.getAll("exclude"));
  const lines = checks.map((check) => {
    if (excluded.has(check.name)) return { well: true, text: `[+]${check.name} excluded: ok` };
    const fault = check.fault();
    return fault === undefined
      ? { well: true, text: `[+]${check.name} ok` }
      : { well: false, text: `[-]${check.name} failed: ${fault}` };
  });
  const well = lines.every((line) => line.well);
  const verbose = query.has("verbose") || !well;
  const detail = lines.map(({ text }) => `${text}\n`).join("");
  const summary = well ? "healthz check passed\n" : `${endpoint} check failed\n`;
  return new Response(verbose ? detail + summary : "ok", {
    status: well ? 200 : 500,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache, private" },
  });
}
