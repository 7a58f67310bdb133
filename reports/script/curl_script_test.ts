import { assert, assertStringIncludes } from "@std/assert";
import type { CheckResult, Exchange, Failure } from "../events.ts";
import type { Report } from "../report.ts";
import { curlScript } from "./curl_script.ts";

const exchange = (method: string, path: string, more: Partial<Exchange> = {}): Exchange => ({
  method,
  path,
  needed: true,
  identity: "admin",
  requestHeaders: {},
  status: 200,
  responseHeaders: {},
  responseBody: "{}",
  sentAt: 0,
  duration: 1,
  ...more,
});

function scriptOf(...exchanges: readonly Exchange[]): string {
  const failure = {
    requirement: "a.b",
    statement: "A statement.",
    expected: "a",
    actual: "b",
    verdict: "fail",
    shrinks: 0,
    exchange: exchanges,
    curl: [],
    replay: "",
    confirmed: { attempts: 3, reproduced: 3 },
  } as unknown as Failure;
  const check = { id: "a/b", title: "A title", verdict: "fail", failures: [failure] };
  return curlScript({
    run: "r1234567",
    target: { url: "http://127.0.0.1" },
    checks: [check as unknown as CheckResult],
  } as unknown as Report, "admin");
}

const SECRETS = "/api/v1/namespaces/a/secrets";

Deno.test("a watch that is refused is a request like others", () => {
  const path = `${SECRETS}?watch=1`;
  assertStringIncludes(scriptOf(exchange("GET", path, { events: [] })), "  watch 0 ");
  const refused = exchange("GET", path, { events: [], status: 403 });
  assertStringIncludes(scriptOf(refused), '  send 0 "$TOKEN" GET ');
});

Deno.test("a body that is no text is sent from a file", () => {
  const requestBytes = btoa("k8s\0 uid-1");
  const sent = exchange("POST", SECRETS, { requestBody: "(9 bytes)", requestBytes });
  const script = scriptOf(sent);
  assertStringIncludes(script, `base64 -d >"$WORK/0.sent" <<<'${requestBytes}'`);
  assertStringIncludes(script, '--data-binary @"$WORK/0.sent"');
  assert(!script.includes("9 bytes"));
});

Deno.test("a body that is no text with a uid of the run cannot be sent again", () => {
  const responseBody = JSON.stringify({ metadata: { uid: "uid-1" } });
  const sent = exchange("PUT", `${SECRETS}/a`, {
    requestBody: "(9 bytes)",
    requestBytes: btoa("k8s\0 uid-1"),
  });
  const script = scriptOf(exchange("GET", `${SECRETS}/a`, { responseBody }), sent);
  assertStringIncludes(script, "not scripted, as a body that is no text has a uid of the run");
});
