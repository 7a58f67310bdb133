import { assert, assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { alikeIn } from "./alike.ts";
import { seenIn } from "./behaviour.ts";
import { traitsOf } from "./traits.ts";

const PATH = "/api/v1/namespaces/a/secrets";

type Exchanged = readonly [
  method: HttpRequest["method"],
  path: string,
  status: number,
  answer: JsonObject,
  request?: Partial<HttpRequest>,
];

/** Returns the most general text of each trait that exchanges show. */
function textsOf(...exchanges: readonly Exchanged[]): string[] {
  const seen = exchanges.map(([method, path, status, json, request = {}]) => {
    const headers = new Headers({ "content-type": "application/json" });
    const response: HttpResponse = { status, headers, text: "", json };
    return seenIn({ method, path, ...request }, response);
  });
  return traitsOf(seen).map(({ texts }) => texts[0]!);
}

const object = (resourceVersion: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "a", uid: "u", resourceVersion, ...more },
});
const list = (...items: JsonObject[]): JsonObject => ({
  apiVersion: "v1",
  kind: "SecretList",
  metadata: { resourceVersion: "9" },
  items,
});
const created: Exchanged = ["POST", PATH, 201, object("1")];
const deleted: Exchanged = ["DELETE", `${PATH}/s`, 200, { kind: "Status", status: "Success" }];

const afterwards = (texts: readonly string[]) => texts.filter((text) => text.startsWith("After"));

Deno.test("what reads show of a write as it was answered is no trait", () => {
  const texts = textsOf(
    created,
    ["GET", `${PATH}/s`, 200, object("1")],
    ["GET", PATH, 200, list(object("1"))],
    ["PUT", `${PATH}/s`, 200, object("2"), { body: object("1") }],
    ["GET", `${PATH}/s`, 200, object("2")],
    deleted,
    ["GET", `${PATH}/s`, 404, { kind: "Status", reason: "NotFound", message: "" }],
    ["POST", PATH, 201, object("3", { uid: "other" })],
  );
  assertEquals(afterwards(texts), []);
});

Deno.test("a list without a kind is said to have none", () => {
  const { kind: _kind, apiVersion: _version, ...bare } = list(object("1"));
  assertEquals(textsOf(["GET", PATH, 200, bare]), ["A read is answered without a kind"]);
});

Deno.test("the Status of a deletion is no trait", () => {
  const status = { kind: "Status", status: "Success" };
  assertEquals(textsOf(deleted, ["DELETE", PATH, 200, status]), []);
});

Deno.test("whatever shows that a delete had no effect has the same trait", () => {
  const trait = ["After a DELETE, the object is still there"];
  const conflict = {
    kind: "Status",
    reason: "AlreadyExists",
    message: 'secrets "s" already exists',
  };
  assertEquals(
    afterwards(textsOf(created, deleted, ["GET", `${PATH}/s`, 200, object("1")])),
    trait,
  );
  assertEquals(afterwards(textsOf(created, deleted, ["GET", PATH, 200, list(object("1"))])), trait);
  assertEquals(
    afterwards(textsOf(created, deleted, ["POST", PATH, 409, conflict, { body: object("") }])),
    trait,
  );
});

Deno.test("what a read shows otherwise than the write before it is named by its field", () => {
  const other = { ...object("1"), data: { a: "b" } };
  assertEquals(
    afterwards(textsOf(created, ["GET", `${PATH}/s`, 200, other])),
    ["After a write, data.* is shown otherwise"],
  );
});

Deno.test("a resourceVersion that is no text is not called another resourceVersion", () => {
  const asNumber = { ...object("1"), metadata: { ...object("1").metadata as JsonObject } };
  (asNumber.metadata as JsonObject).resourceVersion = 1;
  assertEquals(afterwards(textsOf(created, ["GET", `${PATH}/s`, 200, asNumber])), [
    "After a write, metadata.resourceVersion is missing or no text",
  ]);
});

Deno.test("a write to a subresource that changes labels has a trait of its own", () => {
  const texts = textsOf(created, [
    "PUT",
    `${PATH}/s/status`,
    200,
    object("2", { labels: { a: "b" } }),
    { body: { status: {} } },
  ]);
  assert(texts.includes("A write changes metadata.labels.*, which it is not sent"));
});

Deno.test("what a page does not show may be on another one", () => {
  const page = (metadata: JsonObject, query: Record<string, string>): Exchanged => [
    "GET",
    PATH,
    200,
    { ...list(), metadata },
    { query },
  ];
  const after = (one: Exchanged) => afterwards(textsOf(created, one)).length > 0;
  assertEquals(after(page({ resourceVersion: "1", continue: "more" }, { limit: "1" })), false);
  assertEquals(after(page({ resourceVersion: "1" }, { limit: "1", continue: "more" })), false);
  assertEquals(after(page({ resourceVersion: "1" }, {})), true);
});

Deno.test("what a deletion of a collection does not select is known to be there", () => {
  const deletion = (labelSelector: string): Exchanged => [
    "DELETE",
    PATH,
    200,
    { kind: "Status", status: "Success" },
    { query: { labelSelector } },
  ];
  const [missing, there]: Exchanged[] = [
    ["GET", PATH, 200, list()],
    ["GET", PATH, 200, list(object("1"))],
  ];
  const after = (...exchanges: Exchanged[]) => afterwards(textsOf(created, ...exchanges));
  assertEquals(after(deletion("group=x"), missing!), [
    "After a DELETE of a collection, the object is missing",
  ]);
  assertEquals(after(deletion("group=x"), there!), []);
  assertEquals(after(deletion("!group"), there!), [
    "After a DELETE of a collection, the object is still there",
  ]);
  assertEquals(after(deletion("!group"), missing!), []);
});

Deno.test("a list of what its selectors do not select has a trait, in YAML, too", () => {
  const trait = "A read has an item that its selectors do not select";
  const query = { fieldSelector: "metadata.name=t" };
  assertEquals(textsOf(["GET", PATH, 200, list(object("1")), { query }]).includes(trait), true);
  const headers = new Headers({ "content-type": "application/yaml" });
  const text =
    "kind: SecretList\nmetadata: {resourceVersion: '9'}\nitems: [{metadata: {name: s}}]\n";
  const request = { method: "GET", path: PATH, query, headers: { accept: "application/yaml" } };
  const seen = seenIn(request as HttpRequest, { status: 200, headers, text, json: undefined });
  assertEquals(traitsOf([seen]).some(({ texts }) => texts[0] === trait), true);
});

Deno.test("a media type that no request accepts is the same in reads and writes", () => {
  const shown = (method: HttpRequest["method"], type: string) => {
    const headers = new Headers({ "content-type": type });
    const request = { method, path: `${PATH}/s`, headers: { accept: "application/yaml" } };
    const seen = seenIn(request, { status: 200, headers, text: "", json: undefined });
    return traitsOf([seen]).flatMap(({ texts }) => texts[0]!)
      .find((text) => text.includes("does not accept"));
  };
  const other = (["GET", "PUT"] as const).map((method) => shown(method, "text/csv"));
  assertEquals(other[0], "A response is text/csv, which the request does not accept");
  assertEquals(other[1], other[0]);
  // JSON in place of YAML may have a reason in one verb.
  assertEquals(shown("GET", "application/json") === shown("PUT", "application/json"), false);
});

Deno.test("a write that changes nothing and gets another resourceVersion is a fault", () => {
  const managed = (manager: string, time: string) => ({ managedFields: [{ manager, time }] });
  const written = (before: JsonObject, after: JsonObject, request = {}) =>
    textsOf(["POST", PATH, 201, object("1", before)], [
      "PUT",
      `${PATH}/s`,
      200,
      object("2", after),
      { body: object("1"), ...request },
    ]).filter((text) => text.includes("changes nothing"));
  const fault = ["A write that changes nothing gets another resourceVersion"];
  assertEquals(written({}, {}), fault);
  assertEquals(written(managed("a", "1"), managed("a", "2")), fault);
  // Another manager owns its fields from then on, and a dry run is answered with any version.
  assertEquals(written(managed("a", "1"), managed("b", "1")), []);
  assertEquals(written({}, {}, { query: { dryRun: "All" } }), []);
});

Deno.test("an unknown field that is dropped is said of all such fields, and a known one by its name", () => {
  const drops = (more: JsonObject) =>
    textsOf(["POST", PATH, 201, object("1"), { body: { ...object(""), ...more } }])
      .filter((text) => text.startsWith("A write") && text.includes("drops"))
      .filter((text) => !text.includes("of secrets"));
  assertEquals(drops({ immutable: true }), ["A write drops the immutable that it is sent"]);
  assertEquals(drops({ unknown0: "a" }), [
    "A write with fieldValidation=none drops an unknown field with no warning",
  ]);
});

Deno.test("a server that stores a field of its own as it is sent is named so", () => {
  const time = "2001-02-03T04:05:06Z";
  const texts = textsOf(
    ["POST", PATH, 201, object("1"), { body: object("", { uid: "mine" }) }],
    ["PUT", `${PATH}/s`, 200, object("2", { deletionTimestamp: time }), {
      body: object("1", { deletionTimestamp: time }),
    }],
    ["GET", `${PATH}/s`, 200, object("2", { deletionTimestamp: time })],
  );
  assert(texts.includes("A write stores the deletionTimestamp that it is sent"), texts.join("\n"));
  // It is stored, and not deleted.
  assertEquals(afterwards(texts), []);
  const stores = (texts: readonly string[]) => texts.filter((text) => text.includes("stores"));
  assertEquals(
    stores(textsOf(["POST", PATH, 201, object("1"), { body: object("", { uid: "u" }) }])),
    ["A write stores the uid that it is sent"],
  );
  // What a client read before.
  const deleted = object("3", { deletionTimestamp: time, finalizers: ["a/b"] });
  assertEquals(
    stores(textsOf(
      created,
      ["DELETE", `${PATH}/s`, 200, deleted],
      ["PUT", `${PATH}/s`, 200, deleted, { body: deleted }],
    )),
    [],
  );
});

Deno.test("the same error has the same trait, whatever the names in it", () => {
  const errorFor = (name: string): Exchanged => ["PUT", `${PATH}/${name}`, 422, {
    kind: "Status",
    reason: "Invalid",
    message: `Secret "${name}" is invalid: metadata.x: Invalid value: 17: must not be set`,
  }];
  assertEquals(textsOf(errorFor("a")), textsOf(errorFor("b")));
});

Deno.test("failures are alike by a trait of the violating request that no passing check has", () => {
  const caseOf = (check: string, texts: readonly string[], at: number, more = {}) => ({
    failure: { check, requirement: check },
    words: "expected success, actual spec.replicas: 1",
    traits: [{ at, texts }],
    violatedAt: new Set([at]),
    writtenAt: -1,
    ...more,
  });
  const field = { at: 1, texts: ["A write changes the spec.paused"], field: "paused" };
  const named = { at: 1, texts: ["A list shows maxSurge otherwise"], field: "maxSurge" };
  const words = "expected maxSurge to be 1";
  const cases = [
    caseOf("a/1", ["A DELETE fails", "A DELETE of secrets fails"], 2),
    caseOf("b/1", ["A DELETE fails", "A DELETE of roles fails"], 3),
    // A GET shows what the DELETE before it did.
    caseOf("c/1", ["A DELETE fails"], 2, { violatedAt: new Set([3]), writtenAt: 2 }),
    // Others show it as well, but in their preparation, or after the violation.
    caseOf("d/1", ["A DELETE fails"], 1, { violatedAt: new Set([3]), writtenAt: 2 }),
    caseOf("e/1", ["A GET succeeds"], 1),
    caseOf("f/1", ["A GET succeeds"], 1),
    // The id of a requirement names a field, too.
    caseOf("i/1", [], 1, { traits: [named], words }),
    caseOf("j/1", [], 1, { traits: [named], words: "deployments.max-surge-kept 0" }),
    // They are about another field.
    caseOf("g/1", [], 1, { traits: [field] }),
    caseOf("h/1", [], 1, { traits: [field] }),
  ];
  const passing = {
    isNew: () => false,
    countTolerated: () => 0,
    count: (text: string) => text === "A GET succeeds" ? 9 : 0,
  };
  assertEquals(
    alikeIn(cases, passing).map(({ text, failures }) => [text, failures.map(({ check }) => check)]),
    [
      ["A DELETE fails", ["a/1", "b/1", "c/1"]],
      ["A list shows maxSurge otherwise", ["i/1", "j/1"]],
    ],
  );
});

Deno.test("a fault that most checks go along with, or of an answer, explains no failure after it", () => {
  const caseOf = (check: string, violatedAt: number, isLocal?: true) => ({
    failure: { check, requirement: check },
    words: "expected success, actual nothing",
    traits: [{
      at: 1,
      texts: ["An unknown field is kept"],
      isFault: true as const,
      ...(isLocal && { isLocal }),
    }],
    violatedAt: new Set([violatedAt]),
    writtenAt: -1,
  });
  const cases = [caseOf("a/1", 1), caseOf("a/2", 1), caseOf("b/1", 3), caseOf("b/2", 3)];
  const joined = (tolerated: number) =>
    alikeIn(cases, { count: () => 0, isNew: () => false, countTolerated: () => tolerated })
      .map(({ failures }) => failures.map(({ check }) => check));
  assertEquals(joined(1), [["a/1", "a/2", "b/1", "b/2"]]);
  assertEquals(joined(9), [["a/1", "a/2"]]);
  const local = [caseOf("a/1", 1, true), caseOf("a/2", 1, true), caseOf("b/1", 3, true)];
  const passing = { count: () => 0, isNew: () => false, countTolerated: () => 0 };
  assertEquals(alikeIn(local, passing).map(({ failures }) => failures.length), [2]);
});

Deno.test("a behaviour at the violation explains no requirement that others violate without it", () => {
  const caseOf = (check: string, requirement: string, isShown = true) => ({
    failure: { check, requirement },
    words: "expected success, actual nothing",
    traits: isShown
      ? [{
        at: 1,
        texts: ["A list ignores `limit`"],
        isFault: true as const,
        isBehaviour: true as const,
      }]
      : [],
    violatedAt: new Set([1]),
    writtenAt: -1,
  });
  const cases = [
    ...[1, 2, 3].map((at) => caseOf(`a/${at}`, "paging.limit")),
    ...[1, 2].map((at) => caseOf(`b/${at}`, "exchanges.other")),
    ...[1, 2].map((at) => caseOf(`c/${at}`, "exchanges.other", false)),
  ];
  const found = alikeIn(cases, { count: () => 0, isNew: () => false, countTolerated: () => 0 });
  assertEquals(found.map(({ failures }) => failures.map(({ check }) => check)), [
    ["a/1", "a/2", "a/3"],
  ]);
});
