import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { type Seen, seenIn } from "./behaviour.ts";
import { PassingTraits } from "./passing_traits.ts";
import { suspectsIn } from "./suspects.ts";

/** Returns a list of a type with parameters. */
function listOf(type: string, query: HttpRequest["query"] = {}): Seen {
  const headers = new Headers({ "content-type": "application/json" });
  const response: HttpResponse = { status: 200, headers, text: "", json: { items: [] } };
  return seenIn({ method: "GET", path: `/api/v1/namespaces/a/${type}`, query }, response);
}

/** Returns what lists show that pass in as many checks each. */
function passingIn(checks: number, ...requests: readonly Seen[]): PassingTraits {
  const passing = new PassingTraits();
  for (let at = 0; at < checks; at++) passing.add(`a/passing-${at}`, { seen: requests });
  return passing;
}

const failing = (check: string, request: Seen, cause?: string) => ({
  failure: { check, requirement: "a.r" },
  requests: [request],
  cause,
});

const summary = (found: ReturnType<typeof suspectsIn>) =>
  found.map(({ text, failures }) => `${text}: ${failures.map(({ check }) => check).join()}`);

const unequal = { fieldSelector: "metadata.name!=x" };
const plain = [listOf("secrets"), listOf("secrets", { fieldSelector: "metadata.name=x" })];

Deno.test("failures of requests that no passing case has are put together", () => {
  const cases = [
    failing("a/1", listOf("secrets", unequal)),
    failing("a/2", listOf("roles", unequal)),
  ];
  assertEquals(summary(suspectsIn(cases, passingIn(9, ...plain))), [
    'A request with "!=" in fieldSelector: a/1,a/2',
  ]);
});

Deno.test("requests that many passing cases have, and types, are no suspects", () => {
  const cases = [
    failing("a/1", listOf("secrets", unequal)),
    failing("a/2", listOf("secrets", unequal)),
  ];
  const passing = passingIn(9, ...plain, listOf("roles", unequal), listOf("secrets", unequal));
  assertEquals(suspectsIn(cases, passing), []);
  const ofRoles = [failing("a/1", listOf("roles")), failing("a/2", listOf("roles"))];
  assertEquals(suspectsIn(ofRoles, passingIn(9, ...plain)), []);
});

Deno.test("a verb and its success are no form of request", () => {
  const path = "/api/v1/namespaces/a/secrets/s";
  const answer = (status: number): HttpResponse => ({
    status,
    headers: new Headers({ "content-type": "application/json" }),
    text: "",
    json: { kind: "Status" },
  });
  const deleted = (status: number) => seenIn({ method: "DELETE", path }, answer(status));
  const cases = [failing("a/1", deleted(200)), failing("a/2", deleted(200))];
  // The deletions of cases that pass are refused.
  const passing = passingIn(9, ...plain, ...Array.from({ length: 9 }, () => deleted(404)));
  assertEquals(summary(suspectsIn(cases, passing)), []);
});

Deno.test("two facts are suspected together if passing cases have each of them often", () => {
  const both = { limit: "1", resourceVersion: "0" };
  const cases = [failing("a/1", listOf("secrets", both)), failing("a/2", listOf("roles", both))];
  const each = [listOf("secrets", { limit: "1" }), listOf("secrets", { resourceVersion: "0" })];
  assertEquals(summary(suspectsIn(cases, passingIn(9, ...each))), [
    "A request with limit with resourceVersion: a/1,a/2",
  ]);
});

Deno.test("a cause that explains some failures of such requests has the others, too", () => {
  const cases = ["a/1", "a/2", "a/3"].map((check, at) =>
    failing(check, listOf("secrets", unequal), at < 2 ? "`fieldSelector` is ignored" : undefined)
  );
  assertEquals(summary(suspectsIn(cases, passingIn(9, ...plain))), [
    "`fieldSelector` is ignored: a/3",
  ]);
});

Deno.test("requests of which all fail are suspected though many others fail, too", () => {
  const form = { fieldSelector: "metadata.name!=x" };
  const rest = ["b/1", "b/2", "b/3"].map((check) => failing(check, listOf("secrets")));
  const cases = [failing("a/1", listOf("secrets", form)), failing("a/2", listOf("roles", form))];
  assertEquals(summary(suspectsIn([...cases, ...rest], passingIn(9, ...plain))), [
    'A request with "!=" in fieldSelector: a/1,a/2',
  ]);
  assertEquals(suspectsIn([...cases, ...rest], new PassingTraits()), []);
});

Deno.test("requests that leave a parameter out have that in common", () => {
  const headers = new Headers({ "content-type": "application/json" });
  const response: HttpResponse = { status: 201, headers, text: "", json: {} };
  const created = (query: Record<string, string>, body: Record<string, string>) =>
    seenIn({ method: "POST", path: "/api/v1/namespaces/a/secrets", query, body }, response);
  const unknown = { plumblineUnknown: "x" };
  const cases = [failing("a/1", created({}, unknown)), failing("a/2", created({}, unknown))];
  const passing = passingIn(9, created({}, {}), created({ fieldValidation: "Warn" }, unknown));
  assertEquals(summary(suspectsIn(cases, passing)), [
    "A request without fieldValidation that sends an unknown field: a/1,a/2",
  ]);
});

Deno.test("where hardly any case is right, those that repeat a reported violation stand for them", () => {
  const cases = ["secrets", "roles", "rolebindings"]
    .map((type, at) => failing(`a/${at}`, listOf(type, unequal)));
  const found = (right: number) => {
    const passing = passingIn(right, ...plain);
    for (let at = 0; at < 9; at++) {
      passing.addTolerated(`a/tolerated-${at}`, { seen: [listOf("secrets", unequal)] });
    }
    return suspectsIn(cases, passing).map(({ failures }) => failures.length);
  };
  assertEquals(found(3), []);
  assertEquals(found(12), [3]);
});

Deno.test("a cause that explains nearly all such failures explains the others", () => {
  const request = listOf("secrets", unequal);
  const titled = (...causes: readonly string[]) => {
    const explained = causes.map((cause, at) => failing(`a/${at}`, request, cause));
    const open = [failing("b/1", request), failing("b/2", request)];
    return suspectsIn([...explained, ...open], passingIn(9, ...plain)).map(({ text }) => text);
  };
  assertEquals(titled("x", "x", "x", "y"), ["x"]);
  assertEquals(titled("x", "x", "y", "y"), ['A request with "!=" in fieldSelector']);
});

Deno.test("two failures of different areas may have requests in common by chance", () => {
  const request = listOf("secrets", unequal);
  const of = (requirement: string) => ({
    ...failing(requirement, request),
    failure: { check: "a/1", requirement },
  });
  const foundIn = (...requirements: readonly string[]) =>
    suspectsIn(requirements.map(of), passingIn(9, ...plain)).length;
  assertEquals(foundIn("watch.a", "operations.b"), 0);
  assertEquals(foundIn("watch.a", "watch.b"), 1);
  assertEquals(foundIn("watch.a", "operations.b", "paging.c"), 1);
});
