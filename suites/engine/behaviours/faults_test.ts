import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { alikeIn } from "./alike.ts";
import { seenIn } from "./behaviour.ts";
import { faultsOf } from "./faults.ts";

const PATH = "/api/v1/namespaces/a/secrets";

type Exchanged = readonly [
  method: HttpRequest["method"],
  path: string,
  status: number,
  answer: JsonObject,
  request?: Partial<HttpRequest>,
];

const seenOf = ([method, path, status, json, request = {}]: Exchanged) => {
  const headers = new Headers({ "content-type": "application/json" });
  const response: HttpResponse = { status, headers, text: "", json };
  return seenIn({ method, path, ...request }, response);
};

/** Returns the most general text of each fault that exchanges show. */
function textsOf(...exchanges: readonly Exchanged[]): string[] {
  return faultsOf(exchanges.map(seenOf)).map(({ texts }) => texts[0]!);
}

const object = (resourceVersion: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "a", uid: "u", resourceVersion, ...more },
});
const created: Exchanged = ["POST", PATH, 201, object("1"), { body: object("") }];

Deno.test("an unknown field in an object is a fault, and a known one is none", () => {
  const withField = (field: string): JsonObject => ({ ...object("1"), [field]: "x" });
  assertEquals(textsOf(["POST", PATH, 201, withField("unknown0")]), ["An unknown field is kept"]);
  assertEquals(textsOf(["POST", PATH, 201, withField("immutable")]), []);
});

Deno.test("two writes that replace the same resourceVersion are a fault", () => {
  const written = (version: string): Exchanged => [
    "PUT",
    `${PATH}/s`,
    200,
    object(version),
    { body: object("1") },
  ];
  const text = "A write with a resourceVersion that is not the current one is accepted";
  assertEquals(textsOf(created, written("2"), written("3")), [text, text]);
  // The first one changed nothing.
  assertEquals(textsOf(created, written("1"), written("2")), []);
});

Deno.test("two creates of one name are a fault, unless the first object may be gone", () => {
  const again: Exchanged = ["POST", PATH, 201, object("3", { uid: "other" })];
  const deleted: Exchanged = ["DELETE", `${PATH}/s`, 200, { kind: "Status", status: "Success" }];
  const text = "A write with the name of an existing object is accepted";
  assertEquals(textsOf(created, again), [text]);
  assertEquals(textsOf(created, deleted, again), []);
});

Deno.test("a status that no such request is answered with is a fault", () => {
  const gone = { kind: "Status", reason: "Expired" };
  assertEquals(textsOf(["PATCH", `${PATH}/s`, 202, object("2")]), ["A write is answered with 202"]);
  assertEquals(textsOf(["GET", `${PATH}/s`, 410, gone]), ["A read is answered with 410"]);
  // An expired version, and what is allowed.
  assertEquals(textsOf(["GET", PATH, 410, gone]), []);
  assertEquals(textsOf(["POST", PATH, 202, object("2")], ["DELETE", `${PATH}/s`, 202, {}]), []);
});

Deno.test("the body of an error is no fault: it says nothing of why the request was refused", () => {
  const headers = new Headers({ "content-type": "application/json" });
  const refused = seenIn({ method: "PATCH", path: `${PATH}/s` }, {
    ...{ status: 400, headers, text: "{", json: undefined },
  });
  assertEquals(faultsOf([refused]), []);
});

Deno.test("an item of another namespace is a fault", () => {
  const list = (namespace: string): JsonObject => ({
    apiVersion: "v1",
    kind: "SecretList",
    metadata: { resourceVersion: "9" },
    items: [object("1", { namespace })],
  });
  const body = object("1", { namespace: "b" });
  const other = PATH.replace("/a/", "/b/");
  assertEquals(textsOf(["POST", other, 201, body, { body }], ["GET", PATH, 200, list("b")]), [
    "A read in one namespace shows objects of others",
  ]);
  assertEquals(textsOf(["GET", PATH, 200, list("a")]), []);
});

Deno.test("the object of a body in YAML is known", () => {
  const headers = { "content-type": "application/yaml" };
  const { body } = seenOf(["PUT", `${PATH}/s`, 200, object("2"), { body: "a: 1\n", headers }]);
  assertEquals(body, { a: 1 });
  const malformed = seenOf(["PUT", `${PATH}/s`, 400, {}, { body: "{", headers }]);
  assertEquals(malformed.body, undefined);
});

Deno.test("a fault at the violation counts although other checks pass with it", () => {
  const text = "A write with the name of an existing object is accepted";
  const failing = (check: string) => ({
    failure: { check, requirement: "r" },
    words: "",
    traits: [{ at: 3, texts: [text], isFault: true as const }],
    violatedAt: new Set([3]),
    writtenAt: 2,
  });
  const cases = [failing("a/1"), failing("a/2")];
  const joined = (isNew: boolean) =>
    alikeIn(cases, {
      count: () => 9,
      isNew: () => isNew,
      countTolerated: () => 0,
    }).length;
  // Unless cases of the check itself pass with it.
  assertEquals([joined(true), joined(false)], [1, 0]);
});

Deno.test("a fault before the violation joins failures, but not those of a field", () => {
  const text = "A write with the name of an existing object is accepted";
  const failing = (check: string, words: string) => ({
    failure: { check, requirement: "r" },
    words,
    traits: [{ at: 0, texts: [text], isFault: true as const }],
    violatedAt: new Set([3]),
    writtenAt: 2,
  });
  const cases = [failing("a/1", "ADDED"), failing("a/2", "one"), failing("a/3", "data.x as sent")];
  const [found, ...others] = alikeIn(cases, {
    count: () => 0,
    isNew: () => false,
    countTolerated: () => 0,
  });
  assertEquals(found?.failures.map(({ check }) => check), ["a/1", "a/2"]);
  assertEquals(others, []);
});

Deno.test("a review that is answered otherwise than before is a fault, if nothing was written", () => {
  const review = (allowed: boolean, verb = "get"): Exchanged => [
    "POST",
    "/apis/authorization.svc.io/v1/selfsubjectaccessreviews",
    201,
    { kind: "SelfSubjectAccessReview", status: { allowed } },
    { body: { spec: { resourceAttributes: { verb } } } },
  ];
  const text = "The same review is answered otherwise, with no write in between";
  assertEquals(textsOf(review(true), review(false)), [text]);
  assertEquals(textsOf(review(true), review(true), review(false, "list")), []);
  assertEquals(textsOf(review(true), created, review(false)), []);
});

Deno.test("a deletion that succeeds right after a read that finds nothing is a fault", () => {
  const [path, status] = [`${PATH}/s`, { kind: "Status" }];
  const missing: Exchanged = ["GET", path, 404, status];
  const deleted: Exchanged = ["DELETE", path, 200, status];
  const text = "A DELETE of an object that does not exist succeeds";
  assertEquals(textsOf(missing, deleted), [text]);
  // What runs name so is theirs alone.
  assertEquals(textsOf(["DELETE", `${PATH}/pr0a1b2c3-x-none`, 200, status]), [text]);
  assertEquals(textsOf(deleted), []);
  assertEquals(textsOf(missing, created, deleted), []);
  assertEquals(textsOf(["GET", path, 200, object("1")], deleted), []);
});
