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

Deno.test("a lone failure is named by what the server does", () => {
  const titleOf = (...one: Parameters<typeof failure>) => loneTitle([failure(...one)]);
  const create = request("POST", SECRETS, 201);
  const refused = request("POST", SECRETS, 409);
  const read = request("GET", `${SECRETS}/a`);
  assertEquals(
    titleOf("an error: a 4xx status with a Status body", "201 {}", create, read),
    "A create of secrets that must be rejected is accepted: It holds.",
  );
  assertEquals(
    titleOf("success", "409 AlreadyExists", refused, read),
    "A create of secrets is answered with 409: It holds.",
  );
  assertEquals(
    titleOf("406", "409", refused),
    "A create of secrets is answered with 409, not with 406: It holds.",
  );
  assertEquals(
    titleOf("a time", "undefined", create, read),
    "A GET of secrets shows nothing in place of a time: It holds.",
  );
  // Objects, long texts and what is read as gone take more words.
  assertEquals(titleOf('{"a":1}', '{"a":2}', read), undefined);
  assertEquals(titleOf("404", "a still exists", read), undefined);
  assertEquals(loneTitle([failure("1", "2", read), failure("a", "b", read)]), undefined);
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
