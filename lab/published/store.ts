/**
 * Stores the report of a run on a real server beside the others:
 *
 * ```sh
 * deno run -P=program lab/published/store.ts NAME out/report.json
 * ```
 *
 * Of each failure, the file has the requests that show it, with shortened bodies. It has no curl
 * commands, timelines and paths of this machine.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import type { Failure } from "@plumbline/reports/events";
import type { Report } from "@plumbline/reports/report";

/** The most characters of a body. */
const MAX_BODY = 1_200;

/** The most exchanges of a failure. */
const MAX_EXCHANGES = 12;

/** Returns the failure with what people read of it. */
function reduced(
  { timeline: _, namespaces: _n, replayFile: _r, exchange, ...rest }: Failure,
): Failure {
  const needed = exchange.filter(({ needed }) => needed);
  const kept = (needed.length > 0 ? needed : exchange).slice(-MAX_EXCHANGES);
  const omitted = (rest.omittedExchanges ?? 0) + exchange.length - kept.length;
  return {
    ...rest,
    ...{ curl: [], replay: "" },
    expected: shortened(rest.expected),
    actual: shortened(rest.actual),
    exchange: kept.map((one) => ({
      ...one,
      responseBody: shortened(one.responseBody),
      ...(one.requestBody !== undefined && { requestBody: shortened(one.requestBody) }),
    })),
    ...(omitted > 0 && { omittedExchanges: omitted }),
  };
}

const shortened = (text: string): string =>
  text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;

/** Returns a report with what people read of its failures. */
export function reducedReport(report: Report): Report {
  const checks = report.checks.map((check) => ({
    ...check,
    failures: check.failures.map(reduced),
  }));
  return { ...report, checks };
}

if (import.meta.main) {
  const [name, file] = Deno.args;
  if (name === undefined || file === undefined) {
    throw new Error("deno run -P=program lab/published/store.ts NAME out/report.json");
  }
  const report: Report = JSON.parse(await Deno.readTextFile(file));
  const text = JSON.stringify(reducedReport(report));
  const target = new URL(`./${name}.json.gz`, import.meta.url);
  await Deno.writeFile(target, gzipSync(text, { level: 9 }));
}
