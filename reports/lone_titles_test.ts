import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { titleOfAll } from "./failure_titles.ts";
import { loneTitle } from "./lone_titles.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";

const request = (method: string, path: string, status = 200, headers = {}) =>
  ({
    method,
    path,
    status,
    requestHeaders: headers,
    responseBody: "",
  }) as unknown as Exchange;

const failure = (expected: string, actual: string, ...exchange: readonly Exchange[]) =>
  ({
    requirement: "a.b",
    statement: "It holds.",
    expected,
    actual,
    exchange,
  }) as unknown as Failure;

Deno.test("of answers that are alike, the one of the request that is shown is named", () => {
  const body = '{"kind":"Status","code":404}';
  const patch = { ...request("PATCH", `${SECRETS}/a`, 404), responseBody: body };
  const read = { ...request("GET", `${SECRETS}/a`, 404), responseBody: body };
  const one = failure("400 or 422", `404 ${body}`, patch, read);
  assertEquals(
    loneTitle(one),
    "A patch of secrets is answered with 404, not with 400 or 422: It holds.",
  );
});

Deno.test("a lone failure is named by what the server does with which request", () => {
  const titleOf = (...one: Parameters<typeof failure>) =>
    loneTitle(failure(...one)).replace(": It holds.", "");
  const create = request("POST", SECRETS, 201);
  const refused = request("POST", SECRETS, 409);
  const read = request("GET", `${SECRETS}/a`);
  const watch = request("GET", `${SECRETS}?watch=1`);
  const review = request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 201);
  const rejected = "an error: a 4xx status with a Status body";
  for (
    const [expected, actual, exchange, title] of [
      [rejected, "201 {}", [create, read], "A create of secrets that must be rejected is accepted"],
      [
        "items that match group=a ",
        '{"name":"b","labels":{"group":"b"}}',
        [create, request("GET", `${SECRETS}?labelSelector=group%3Da`)],
        "A list of secrets with labelSelector shows objects that its selector does not select",
      ],
      ["success", "409 AlreadyExists", [refused, read], "A create of secrets is answered with 409"],
      [
        "exactly one of 3 requests succeeds",
        "2 of 3 requests succeeded (201, 201); 1 × 409 Conflict",
        [create],
        "A create of secrets in a race: 2 of 3 requests succeeded, not exactly one",
      ],
      [
        "the mark 0-0, which patch of 0-0 shows, to be kept",
        "json patch of 1-0 shows {1-0}",
        [request("PATCH", `${SECRETS}/a`)],
        "A patch of secrets does not fit what other requests show",
      ],
      ["406", "409", [refused], "A create of secrets is answered with 409, not with 406"],
      ["a time", "undefined", [create, read], "A GET of secrets shows nothing in place of a time"],
      [
        "data.a: ",
        "data.a: undefined",
        [read],
        "A GET of secrets shows no `data.a` (due: an empty text)",
      ],
      [
        "data.a: YQ==",
        "data.a: ",
        [read],
        "A GET of secrets shows `data.a` as an empty text, not YQ==",
      ],
      [
        'b/a at 5, with metadata.uid: "1-2"',
        "b/a at 5, with metadata.uid: absent",
        [read],
        'A GET of secrets shows no `metadata.uid` (due: "1-2")',
      ],
      ["a at 5, b at 7", "b at 7", [read], "A GET of secrets is wrong"],
      ["one", '["two"] and three', [read], "A GET of secrets does not show one"],
      ["nothing", "a; none", [read], "A GET of secrets is wrong"],
      ["owners with [1]", "{}", [create], "A create of secrets does not show owners"],
      [
        'causes for {"a":"Invalid"}',
        "422 Invalid: a",
        [request("POST", SECRETS, 422)],
        "A create of secrets is answered with 422 (due: causes)",
      ],
      ["a group", "{}", [request("GET", "/apis/apps", 404)], "GET /apis/apps is answered with 404"],
      [
        "none of it",
        "none",
        [request("GET", "/apis/apps")],
        "GET /apis/apps shows none in place of none of it",
      ],
      [
        '200 {"metadata":{"generation":1},"spec":{"replicas":1}}',
        '200 {"metadata":{"generation":2},"spec":{"replicas":2}}',
        [create, read],
        "A GET of secrets shows other `metadata.generation`, `spec.replicas`",
      ],
      [
        "the record of Update one without rules, data.a",
        "rules, data.a",
        [create],
        "A create of secrets shows rules, data.a in the record of Update one, which must be absent",
      ],
      [
        "spec.template.spec.volumes[p].projected.sources[0].serviceAccountToken.expirationSeconds: 3600",
        "spec.template.spec.volumes[p].projected.sources[0].serviceAccountToken.expirationSeconds: undefined",
        [create],
        "A create of secrets shows no `…serviceAccountToken.expirationSeconds` (due: 3600)",
      ],
      [
        "annotations/a: eA==",
        "annotations/a: absent",
        [read],
        "A GET of secrets shows annotations/a: absent in place of annotations/a: eA==",
      ],
      [
        "deletionTimestamp undefined",
        "2001-02-03T04:05:06Z",
        [create, read],
        "A GET of secrets shows `deletionTimestamp` as 2001-02-03T04:05:06Z, which must be absent",
      ],
      ["200 and JSON", "404 text/html: x", [read], "A request is answered with 404, not with 200"],
      [
        "a conflict",
        "201 {}",
        [create],
        "A create of secrets is answered with 201 (due: a conflict)",
      ],
      ["no owners", '{"a":1}', [read], "A GET of secrets shows owners (due: none)"],
      ["404", "a still exists", [read], "A GET of secrets leaves an object that must be gone"],
      ["a rule", '[{"verbs":[]}]', [read], "A GET of secrets does not show a rule"],
      ["an event of delete a", "none", [watch], "A watch of secrets sends no event of delete a"],
      [
        "a reason or an evaluationError",
        '{"allowed":false}',
        [review],
        "A create of subjectaccessreviews reports no error",
      ],
      [
        "denied",
        '{"allowed":true}',
        [review],
        "A create of subjectaccessreviews says allowed: true, not false",
      ],
    ] as const
  ) assertEquals(titleOf(expected, actual, ...exchange), title);
  assertEquals(loneTitle({ ...failure("1", "2", read), statement: "" }), "expected 1, actual 2");
  assertEquals(
    loneTitle(failure("1", "2", read), { act: "A GET" }),
    "A GET shows 2 in place of 1: It holds.",
  );
});

Deno.test("a request that roles decide otherwise is named by what they say of it", () => {
  const listed = { ...request("GET", SECRETS), responseBody: '{"kind":"SecretList"}' };
  const [forbidden, create] = [request("GET", SECRETS, 403), request("POST", SECRETS, 200)];
  const review = request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 201);
  const titleOf = (...one: Parameters<typeof failure>) =>
    loneTitle(failure(...one)).replace(": It holds.", "");
  assertEquals(
    titleOf("ann's list of secrets allowed", "request: 403 Forbidden: no", forbidden, review),
    "A list of secrets is forbidden, although a rule permits it",
  );
  assertEquals(
    titleOf("not allowed", 'request: 200 {"kind":"SecretList"}', listed, create),
    "A list of secrets is answered with 200, although no rule permits it",
  );
  const act = "A request with force that is answered with 403 Forbidden";
  assertEquals(
    loneTitle(failure("allowed to ann", "403 Forbidden: no", forbidden), { act }),
    "A request with force is forbidden, although a rule permits it: It holds.",
  );
});

Deno.test("a title names no parameter that most other requests with the same cause lack", () => {
  const list = (query: string) => failure("two", "one", request("GET", `${SECRETS}?${query}`));
  const first = list("limit=1&resourceVersion=5");
  const title = (...others: readonly string[]) =>
    loneTitle(first, { alike: [first, ...others.map(list)] }).replace(/ shows .*/, "");
  assertEquals(title(), "A list of secrets with limit and resourceVersion");
  assertEquals(title("limit=2", "limit=3"), "A list of secrets with limit");
  assertEquals(title("limit=2", "watch=0", "continue=a"), "A list of secrets with limit");
  assertEquals(title("a=b", "watch=0", "continue=a"), "A list of secrets");
});

Deno.test("of several requests with one status the title names that with the body that is shown", () => {
  const answered = (method: string, responseBody: string) => ({
    ...request(method, SECRETS, 200),
    responseBody,
  });
  const exchange = [answered("DELETE", '{"kind":"Status"}'), answered("GET", '{"kind":"List"}')];
  assertEquals(
    loneTitle(failure("all deleted", '200 {"kind":"Status"}', ...exchange)),
    "A DELETE of a collection of secrets is answered with 200 (due: all deleted): It holds.",
  );
});

Deno.test("of two objects the title names the fields that differ", () => {
  const read = request("GET", `${SECRETS}/a`);
  const shown = (expected: string, actual: string) =>
    loneTitle(failure(expected, actual, read)).replace(/^A GET of secrets |: It holds\.$/g, "");
  assertEquals(shown('{"a":{"b":1},"c":2}', '{"a":{"b":1},"c":3}'), "shows `c` as 3, not 2");
  assertEquals(shown('as stored: {"a":{"b":1}}', '{"a":{}}'), "shows no `a.b`");
  assertEquals(
    shown("{}", '{"a":1,"b":2,"c":3}'),
    "shows `a`, `b` and 1 more, which must be absent",
  );
  assertEquals(shown('{"a":1,"b":2}', '{"a":3,"b":4}'), "shows other `a`, `b`");
  assertEquals(shown("spec.a: 1", "spec.a: 2"), "shows `spec.a` as 2, not 1");
  assertEquals(shown('["a"]', `["${"b".repeat(80)}"]`), "shows other content than is due");
});

Deno.test("defaults that are not set are named together", () => {
  const unset = (field: string, actual = "none") => ({
    ...failure("1", actual),
    requirement: `a.${field}`,
    statement: `The default of \`${field}\` is 1.`,
  });
  assertEquals(
    titleOfAll([unset("a"), unset("b", "undefined"), unset("c", "type: null")]),
    "Defaults are not set: `a`, `b`, `c`",
  );
  assertEquals(titleOfAll([unset("a"), unset("b", "2"), unset("c")]), undefined);
});
