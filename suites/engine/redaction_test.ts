import { assertEquals } from "@std/assert";
import type { CheckResult } from "@plumbline/reports/events";
import type { Target } from "../client/target.ts";
import { withoutSecrets } from "./redaction.ts";

const target = { identities: [{ name: "admin", token: "the-token" }] } as unknown as Target;

/** What becomes of an answer to a request with this body. */
function answerAfter(responseBody: string, requestBody = "", type = "application/json") {
  const exchange = [{
    method: "GET",
    path: "/api/v1/secrets?limit=1",
    requestBody,
    responseHeaders: { "content-type": type },
    responseBody,
  }];
  const failure = { expected: "", actual: responseBody, exchange, curl: ["the-token"] };
  const result = { reason: responseBody, failures: [failure] } as unknown as CheckResult;
  const { failures: [clean], reason } = withoutSecrets(result, target);
  return {
    body: clean!.exchange[0]!.responseBody,
    actual: clean!.actual,
    reason,
    curl: clean!.curl,
  };
}

Deno.test("data of foreign Secrets is redacted everywhere", () => {
  for (
    const text of [
      '{"data":{"a.b":"c2VjcmV0","c":"c2VjcmV0"},"kind":"Secret"}',
      '{ "data": {\n "a": "c2VjcmV0" } }',
      '{"data":{"a":"c2VjcmV0… (20000 characters in all)',
      '{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\\"data\\":{\\"a\\":\\"c2VjcmV0\\"}}"}}',
      '{ data: { a: "c2VjcmV0" } }',
      '"{\\"data\\":{\\"a\\":\\"c2VjcmV0\\"}}"',
    ]
  ) {
    const { body, actual, reason } = answerAfter(text);
    for (const shown of [body, actual, reason!]) {
      assertEquals(
        [shown.includes("c2VjcmV0"), shown.includes("[redacted]")],
        [false, true],
        shown,
      );
    }
  }
});

Deno.test("data that the run sent is kept, encoded and as plain text", () => {
  const body = '{"data":{"a":"c2VjcmV0"}}';
  assertEquals(answerAfter(body, body).body, body);
  assertEquals(answerAfter(body, '{"stringData":{"a":"secret"}}').body, body);
});

Deno.test("a list of Secrets in an unreadable encoding is not kept", () => {
  const { body } = answerAfter("k8s secret", "", "application/vnd.kubernetes.protobuf");
  assertEquals(body, "(10 characters of application/vnd.kubernetes.protobuf, not kept)");
});

Deno.test("a token is redacted everywhere", () => {
  assertEquals(answerAfter("the-token is refused").reason, "[redacted] is refused");
  assertEquals(answerAfter("").curl, ["[redacted]"]);
});

Deno.test("a token that is an ordinary word hides no part of words, no path and no command", () => {
  const target = {
    identities: [{ name: "admin", token: "secrets" }, { name: "alice", token: "t" }],
  };
  const failure = {
    requirement: "secrets.type-kept",
    expected: "the type of secrets",
    actual: 'the token "t" of Bearer secrets',
    replay: "deno task check --only secrets/types --token $TOKEN",
    curl: ["curl /api/v1/namespaces/a/secrets"],
    exchange: [{
      method: "GET",
      path: "/api/v1/secrets/a",
      responseHeaders: { "content-type": "application/json" },
      responseBody: "secretset t tt",
    }],
  };
  const result = { failures: [failure] } as unknown as CheckResult;
  const clean = withoutSecrets(result, target as unknown as Target).failures[0]!;
  assertEquals(
    clean,
    {
      ...failure,
      actual: 'the token "[redacted]" of Bearer [redacted]',
      exchange: [{ ...failure.exchange[0]!, responseBody: "secretset [redacted] tt" }],
    } as unknown as typeof clean,
  );
});

Deno.test("a token in the reason why a type's cases were discarded is redacted", () => {
  const types = { secrets: { decided: 0, discarded: 3, reason: "rejected: 500 Bearer the-token" } };
  const result = withoutSecrets({ types, failures: [] } as unknown as CheckResult, target);
  assertEquals(result.types!.secrets!.discarded, 3);
  assertEquals(JSON.stringify(result).includes("the-token"), false);
});
