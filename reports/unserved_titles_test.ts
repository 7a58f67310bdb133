import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { CheckResult, Exchange, RequirementSummary } from "./events.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";

const exchange = (method: string, path: string, status: number, headers = {}): Exchange => ({
  method,
  path,
  identity: "admin",
  requestHeaders: headers,
  status,
  responseHeaders: {},
  responseBody: "",
  sentAt: 0,
  duration: 1,
});

const apply = (type: string, status: number) =>
  exchange("PATCH", `/api/v1/namespaces/one/${type}/a`, status, {
    "content-type": "application/apply-patch+yaml",
  });

/** Failures that a verb explains which is always answered with a 5xx status. */
function always(
  words: string,
  verb: string,
  checks: readonly CheckResult[],
  { seen = [`${verb} secrets`], unseen = [] }: {
    readonly seen?: readonly string[];
    readonly unseen?: readonly string[];
  } = {},
) {
  const explained = [{
    id: `${verb} is answered with a 5xx status`,
    title: `${words} is answered with a 5xx status`,
    failures: checks.map(({ id, failures: [one] }) => ({
      check: id,
      requirement: one!.requirement,
    })),
    seen,
    unseen,
  }];
  return causesOf({ checks, explained }).map(({ title }) => title);
}

Deno.test("an invalid write that is refused as every valid one is belongs to the cause of these", () => {
  const missing = 'roles "a" not found';
  const refused = (check: string, expected: string, one: Exchange, actual = `${one.status}`) =>
    failed(check, { requirement: `acme.${check}`, expected, actual, exchange: [one] });
  const checks = [
    refused("applied", "success", apply("roles", 404), `404 NotFound: ${missing}`),
    refused("flawed", "400 or 422, because of: x", apply("roles", 404), `404 NotFound: ${missing}`),
    refused("patched", "success", exchange("PATCH", `${SECRETS}/a`, 405)),
    refused("absent", "404", exchange("PATCH", `${SECRETS}/b`, 405)),
    refused("updated", "404", exchange("PUT", `${SECRETS}/b`, 405)),
  ];
  assertEquals(
    causesOf({ checks }).map(({ id, checks }) => [id, checks.join(" ")]).toSorted(),
    [["405 for PATCH", "patched absent"], ["acme.updated", "updated"], [
      "apply does not create",
      "applied flawed",
    ]],
  );
});

Deno.test("an apply that is refused where it must create loses nothing", () => {
  const checks = [failed("a/1", {
    requirement: "acme.a",
    expected: "success",
    actual: '404 NotFound: roles "a" not found',
    exchange: [apply("roles", 404)],
  })];
  const flawed = ["b", "c", "d", "e", "f"].map((name) =>
    failed(`${name}/1`, {
      requirement: `acme.${name}`,
      expected: "400 or 422, because of: x",
      actual: '404 NotFound: roles "a" not found',
      exchange: [apply("roles", 404)],
    })
  );
  const stated = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    id: `acme.${name}`,
    level: "must",
    harm: name === "a" ? "data-loss" : "misleading",
  }));
  const requirements = stated as unknown as RequirementSummary[];
  for (const others of [[], flawed]) {
    const causes = causesOf({ checks: [...checks, ...others], requirements });
    assertEquals(causes.map(({ harm }) => harm), ["availability"]);
  }
});

Deno.test("what is always answered with a 5xx status is named by its place and by what is due", () => {
  const error = (check: string, one: Exchange, expected = "success", text = "") =>
    failed(check, {
      requirement: `acme.${check}`,
      expected,
      actual: `501${text}`,
      exchange: [one],
    });
  const across = exchange("GET", "/api/v1/secrets", 501);
  const listed = failed("a/1", {
    requirement: "acme.a",
    expected: "a list",
    actual: "501",
    exchange: [exchange("GET", SECRETS, 200), across],
  });
  assertEquals(always("A list", "list", [listed]), [
    "A list across all namespaces is answered with 501",
  ]);
  assertEquals(always("A list", "list", [error("a/1", exchange("GET", SECRETS, 501))]), [
    "A list is answered with 501",
  ]);
  const update = error("a/1", exchange("PUT", `${SECRETS}/a/status`, 501));
  const title = "An update of secrets/status is answered with 501";
  const status = { seen: ["update secrets/status"] };
  assertEquals(always("An update", "update", [update], status), [title]);
  const read = error("a/1", exchange("GET", `${SECRETS}/a`, 501));
  assertEquals(always("A GET of an object", "get", [read], { unseen: ["get roles"] }), [
    "A GET of secrets is answered with 501",
  ]);
  const document = error("a/1", exchange("GET", "/apis/apps", 501), "a group", " not here yet");
  assertEquals(always("A GET of an object", "get", [document]), [
    "GET /apis/apps is answered with 501: not here yet",
  ]);
  assertEquals(
    always("A create", "create", [error("a/1", exchange("POST", SECRETS, 501), "405")]),
    [
      "A create is answered with 501, not with 405",
    ],
  );
});

Deno.test("who ignores Accept does so in every response", () => {
  const accepting = (accept: string, status = 200) => exchange("GET", SECRETS, status, { accept });
  const found = (requirement: string, ...exchange: readonly Exchange[]) =>
    causesOf({ checks: [failed("a/1", { requirement, exchange })] })[0]!.id;
  const foreign = accepting("text/x-plumbline-1, image/x-plumbline-2;q=0.5");
  const id = "Accept is ignored";
  assertEquals(found("exchanges.media-type", foreign), id);
  assertEquals(found("negotiation.documents", foreign), id);
  assertEquals(found("acme.a", foreign) === id, false);
  assertEquals(found("negotiation.json", accepting("application/json")) === id, false);
  assertEquals(found("negotiation.json", accepting("text/x-plumbline-1", 406)) === id, false);
});

Deno.test("a list without metadata, or of no type, is named by that", () => {
  const listed = (body: unknown, expected = "a SecretList with metadata and items") =>
    causesOf({
      checks: [failed("a/1", {
        requirement: "acme.a",
        expected,
        actual: "200",
        exchange: [{ ...exchange("GET", SECRETS, 200), responseBody: JSON.stringify(body) }],
      })],
    })[0]!.title;
  const metadata = { resourceVersion: "1" };
  assertEquals(listed({ kind: "SecretList", items: [] }), "A list has no `metadata`");
  assertEquals(
    listed({ kind: "List", metadata, items: [] }),
    "A list has the kind `List`, not the one of its type",
  );
  const others = [
    listed({ kind: "SecretList", metadata, items: [] }),
    listed({ kind: "List", items: [] }, "success"),
  ];
  assertEquals(others.some((title) => /^A list has/.test(title)), false);
});
