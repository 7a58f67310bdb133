/**
 * Writes the requests of failures as a script for bash, which sends them with curl, shows the
 * responses and removes what it created.
 *
 * @module
 */
import type { CheckResult, Exchange, Failure } from "../events.ts";
import { assignedValues, replaceAssigned } from "../exchange_flow.ts";
import type { Report } from "../report.ts";
import { safeLine } from "../text.ts";
import { PRELUDE } from "./prelude.ts";

/** What of a report the script needs. */
export type ScriptedReport = Pick<Report, "run" | "target" | "checks" | "started">;

/**
 * Returns a script that shows each failure. Credentials come from variables, of which it prints none.
 *
 * @param report The report of a run.
 * @param identity The name of the identity whose token is `$TOKEN`.
 */
export function curlScript(report: ScriptedReport, identity: string): string {
  const failures = report.checks.flatMap((check) =>
    check.failures.map((failure): [CheckResult, Failure] => [check, failure])
  );
  const tokens = [
    ...new Set(
      failures.flatMap(([, { exchange }]) => exchange.flatMap(({ identity }) => identity)),
    ),
  ].filter((name) => name !== "").map((name) => tokenVariable(name, identity));
  return [
    "#!/usr/bin/env bash",
    `# Shows ${failures.length} failures of ${comment(report.target.url)}, run ${report.run}.`,
    "#",
    "#   bash FILE      shows all of them",
    "#   bash FILE 2    shows the second one",
    "#",
    `# Takes bearer tokens from ${
      tokens.join(", ") || "no variable"
    }; CA is a file with the server's`,
    "# certificate authority, CERT and KEY are a client certificate, INSECURE=1 accepts any.",
    "# Removes what it creates. Exits with 1 if a failure is not shown.",
    // As the run did.
    ...(failures.some(([, { curl }]) => curl.some((line) => line.includes(" --insecure ")))
      ? ["INSECURE=${INSECURE-1}"]
      : []),
    `SERVER=\${SERVER:-${quote(report.target.url)}}`,
    `OWN=${quote(`^p${report.run}-`)}`,
    PRELUDE.trim(),
    "",
    ...[...new Set(["TOKEN", ...tokens])].map((name) => `${name}=\${${name}:-}`),
    ...failures.flatMap(([check, failure], index) => [
      "",
      ...failureLines(check, failure, { number: index + 1, identity, run: report.run }),
    ]),
    "",
    ...failures.flatMap(([, { confirmed, exchange }], index) => [
      `MODE_${index + 1}=${confirmed.loaded === undefined ? "ordered" : "together"}`,
      ...(isConcurrent(exchange) ? [`KIND_${index + 1}=concurrent`] : []),
    ]),
    "FIRST=${1:-1}",
    `LAST=\${1:-${failures.length}}`,
    "for ((NUMBER = FIRST; NUMBER <= LAST; NUMBER++)); do",
    "  MODE=MODE_$NUMBER KIND=KIND_$NUMBER",
    '  show "$NUMBER" "${!MODE}" "${!KIND:-}"',
    "done",
    "exit $FAILED",
    "",
  ].join("\n");
}

function failureLines(
  check: CheckResult,
  failure: Failure,
  { number, identity, run }: {
    readonly number: number;
    readonly identity: string;
    readonly run: string;
  },
): string[] {
  const exchanges = failure.exchange.filter(({ needed }) => needed);
  const head = [
    `# ${comment(`${check.id}: ${failure.requirement}`)}`,
    `failure_${number}() {`,
    ...[
      `${check.verdict.toUpperCase()} ${check.id}: ${check.title}`,
      `requirement  ${failure.requirement}: ${failure.statement}`,
      `expected     ${failure.expected}`,
      `actual       ${failure.actual}`,
    ].map((line) => `  echo ${quote(safeLine(line, 1_000))}`),
  ];
  const cut = exchanges.find(({ requestBody = "" }) => requestBody.endsWith(" in all)"));
  const isOfBefore = exchanges.some((_, index) => hasBytesOfBefore(exchanges, index));
  if (exchanges.length === 0 || cut !== undefined || isOfBefore) {
    const why = isOfBefore
      ? "a body that is no text has a uid of the run"
      : cut === undefined
      ? "no request is known"
      : "the body of a request is too long";
    return [...head, `  echo ${quote(`not scripted, as ${why}: ${failure.replay}`)}`, "}"];
  }
  const plan = planOf(exchanges);
  return [
    ...head,
    ...(failure.namespaces ?? []).map((name) => `  ${namespaceLine(name, run)}`),
    ...plan.flatMap((group) => groupLines(group, exchanges, identity)),
    "  close_watches",
    `  echo 'response to the last request:'`,
    `  jq . "$WORK/${exchanges.length - 1}.body" 2>/dev/null || cat "$WORK/${
      exchanges.length - 1
    }.body"`,
    `  compare ${comparedOrder(failure)} ${quote(JSON.stringify(exchanges.map(recordedOf)))} ${
      exchanges.map((_, index) => index).join(" ")
    }`,
    "  echo",
    "}",
  ];
}

/** Returns true for a body that is no text and has what the server assigned before: it cannot be replaced. */
function hasBytesOfBefore(exchanges: readonly Exchange[], index: number): boolean {
  const { requestBytes } = exchanges[index]!;
  if (requestBytes === undefined) return false;
  const text = atob(requestBytes);
  return exchanges.slice(0, index).some(({ responseBody }) =>
    [...responseBody.matchAll(/"uid": ?"([^"]+)"/g)].some(([, uid]) => text.includes(uid!))
  );
}

/** Returns the command that creates a namespace of the case, as the run did. */
function namespaceLine(name: string, run: string): string {
  const metadata = { name, labels: { "plumbline/run": run } };
  const body = JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata });
  return 'send namespace "$TOKEN" POST /api/v1/namespaces ' +
    `-H 'content-type: application/json' --data-binary ${quote(body)}`;
}

/**
 * Returns the indices of requests, those that were under way at the same time in one group, in the
 * order in which the server executed them.
 */
function planOf(exchanges: readonly Exchange[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let end = -Infinity;
  for (const [index, exchange] of exchanges.entries()) {
    const { sentAt, duration } = exchange;
    const isWatch = isOpened(exchange);
    if (!isWatch && sentAt < end) groups.at(-1)!.push(index);
    else groups.push([index]);
    end = isWatch ? -Infinity : Math.max(end, sentAt + duration);
  }
  return groups.map((group) =>
    group.toSorted((a, b) => orderOf(exchanges[a]!) - orderOf(exchanges[b]!))
  );
}

/** Returns true for a watch that was not refused: a refusal is a response like others. */
function isOpened({ events, status }: Exchange): boolean {
  return events !== undefined && status < 400;
}

function isConcurrent(exchanges: readonly Exchange[]): boolean {
  return planOf(exchanges.filter(({ needed }) => needed)).some(({ length }) => length > 1);
}

/** Returns a number that orders concurrent requests: the resourceVersion, if it is a number. */
function orderOf({ responseBody, sentAt, duration }: Exchange): number {
  const version = /"resourceVersion": ?"(\d+)"/.exec(responseBody)?.[1];
  return version === undefined ? sentAt + duration : Number(version);
}

function groupLines(
  group: readonly number[],
  exchanges: readonly Exchange[],
  identity: string,
): string[] {
  const lines = group.map((index) => requestLines(index, exchanges, identity));
  const values = lines.flatMap(({ values }) => values);
  if (group.length === 1) return [...values, `  ${lines[0]!.line}`];
  return [...values, ...lines.map(({ line }) => `  together ${line}`), "  meet"];
}

/** Returns the command of a request, and those that read the values it needs. */
function requestLines(
  index: number,
  exchanges: readonly Exchange[],
  identity: string,
): { readonly values: readonly string[]; readonly line: string } {
  const exchange = exchanges[index]!;
  const assigned = assignedValues(exchanges, index);
  // A control character marks the place of a variable until the text is quoted.
  const withMarks = (text: string) =>
    assigned.reduce((rest, each, at) => replaceAssigned(rest, each, `\u0001${at}\u0002`), text);
  const word = (text: string) =>
    quote(withMarks(text)).replaceAll(
      // deno-lint-ignore no-control-regex -- the marks
      /\u0001(\d+)\u0002/g,
      (_, at: string) => `'"$V${index}_${at}"'`,
    );
  const values = assigned.map(({ from, jq, value }, at) => {
    const encode = exchange.path.includes(encodeURIComponent(value)) &&
        encodeURIComponent(value) !== value
      ? " | @uri"
      : "";
    return `  V${index}_${at}=$(value ${from} ${quote(jq + encode)})`;
  });
  const token = exchange.identity === "" || "authorization" in exchange.requestHeaders
    ? "-"
    : `"$${tokenVariable(exchange.identity, identity)}"`;
  const options = [
    ...Object.entries(exchange.requestHeaders).flatMap(([name, value]) =>
      value.split("\n").map((each) => `-H ${quote(`${name}: ${each}`)}`)
    ),
    // curl would send one of its own.
    ...(exchange.requestBody !== undefined && !("content-type" in exchange.requestHeaders)
      ? ["-H 'content-type:'"]
      : []),
    ...(exchange.requestBody === undefined ? [] : [
      exchange.requestBytes === undefined
        ? `--data-binary ${word(exchange.requestBody)}`
        : `--data-binary @"$WORK/${index}.sent"`,
    ]),
    ...(exchange.method === "HEAD" ? ["--head"] : []),
  ];
  if (exchange.requestBytes !== undefined) {
    values.push(`  base64 -d >"$WORK/${index}.sent" <<<${quote(exchange.requestBytes)}`);
  }
  const call = isOpened(exchange)
    ? ["watch", index, token, word(exchange.path)]
    : ["send", index, token, exchange.method, word(exchange.path)];
  return { values, line: [...call, ...options].join(" ") };
}

/** Words of a failure that is about an order. */
const ORDER = /\border|\bsorted\b|\bbefore\b/i;

/** Returns which order of items and events shows a failure: `any`, unless it is about one. */
function comparedOrder({ statement, expected }: Failure): "any" | "same" {
  return ORDER.test(`${statement} ${expected}`) ? "same" : "any";
}

/** Returns the response as the script compares it. */
function recordedOf(exchange: Exchange): unknown {
  const { status, responseHeaders, responseBody, events = [] } = exchange;
  const type = (responseHeaders["content-type"] ?? "").split(";")[0]!.trim();
  const warned = "warning" in responseHeaders;
  if (!isOpened(exchange)) return { status: statusText(status), type, warned, body: responseBody };
  const lines = events.map(({ type, name }) =>
    JSON.stringify({ type, object: { metadata: { name: name === "" ? null : name } } })
  );
  return { status: "", type, warned, body: lines.join("\n"), events: true };
}

/** Returns a status as curl writes it: 000 if there is no response. */
function statusText(status: number): string {
  return String(status).padStart(3, "0");
}

/** Returns the name of the variable for an identity's token. */
function tokenVariable(name: string, main: string): string {
  return name === main ? "TOKEN" : `TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

/** Returns text that cannot end a comment. */
function comment(text: string): string {
  return safeLine(text, 300);
}

/** Returns the text quoted for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
