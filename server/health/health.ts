/**
 * The health endpoints (specification, "Health endpoints"): no credentials are needed.
 *
 * @module
 */
import { unknownPath } from "../api_error.ts";
import type { HealthCheck, HealthChecks } from "./checks.ts";

/** The paths of health requests. */
export const HEALTH_PATH: RegExp = /^\/(readyz|livez|healthz)(\/|$)/;

/** The endpoints, each with what it is asked for. */
const ENDPOINTS: ReadonlyMap<string, "readiness" | "life"> = new Map([
  ["readyz", "readiness"],
  ["livez", "life"],
  ["healthz", "life"],
]);

/**
 * Answers health requests; undefined for every other path.
 *
 * @throws {ApiError} NotFound, from the function returned, for a check there is not
 */
export function healthHandler(
  checks: HealthChecks,
): (path: string, query: URLSearchParams) => Response | undefined {
  return (path, query) => {
    const slash = path.indexOf("/", 1);
    const endpoint = slash < 0 ? path.slice(1) : path.slice(1, slash);
    const concern = ENDPOINTS.get(endpoint);
    if (!concern) return undefined;
    const name = slash < 0 ? "" : path.slice(slash + 1);
    const all = checks.of(concern);
    // The names of checks may have slashes.
    const asked = name ? all.filter((check) => check.name === name) : all;
    if (asked.length === 0) throw unknownPath();
    return report(endpoint, asked, { checks, query });
  };
}

function report(
  endpoint: string,
  asked: readonly HealthCheck[],
  { checks, query }: { checks: HealthChecks; query: URLSearchParams },
): Response {
  const excluded = new Set(query.getAll("exclude"));
  const lines = asked.map((check) => {
    if (excluded.has(check.name)) return { well: true, text: `[+]${check.name} excluded: ok` };
    const failure = checks.failureOf(check);
    return failure === undefined
      ? { well: true, text: `[+]${check.name} ok` }
      : { well: false, text: `[-]${check.name} failed: ${failure}` };
  });
  const well = lines.every((line) => line.well);
  const unknown = [...excluded].filter((name) => !checks.names.includes(name));
  const detail = [
    ...lines.map(({ text }) => text),
    ...(unknown.length > 0 ? [unknownExcludes(unknown)] : []),
    well ? "healthz check passed" : `${endpoint} check failed`,
  ];
  const verbose = query.has("verbose") || !well;
  return new Response(verbose ? `${detail.join("\n")}\n` : "ok", {
    status: well ? 200 : 500,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache, private" },
  });
}

/** As real servers say it: an exclude that excludes nothing is no reason to refuse. */
const unknownExcludes = (names: readonly string[]): string =>
  `warn: some health checks cannot be excluded: no matches for ${
    names.map((name) => JSON.stringify(name)).join(",")
  }`;
