import { assertEquals } from "@std/assert";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { completeRow } from "./facets.ts";
import { judge, type ObservedRequest } from "./outcome.ts";

const role = (metadata: JsonObject = {}, rules: string[] = ["get"]): JsonObject => ({
  kind: "Role",
  metadata: { name: "a", uid: "u", creationTimestamp: "t", resourceVersion: "1", ...metadata },
  rules: [{ verbs: rules }],
});

const answered = (status: number, json: JsonObject, warning?: string): HttpResponse => ({
  status,
  headers: new Headers(warning === undefined ? {} : { warning }),
  text: JSON.stringify(json),
  json,
});

const CHANGED = role({ labels: { written: "changed" }, resourceVersion: "2" });
const STATUS = { kind: "Status", status: "Failure" };

/** A merge patch of a label that did what it was to do. */
const CORRECT: ObservedRequest = {
  action: "merge-patch",
  row: completeRow({ resource: "roles" }),
  before: role(),
  earlierUid: undefined,
  sent: role(),
  edits: [{ path: ["metadata", "labels", "written"], value: "changed" }],
  response: answered(200, CHANGED),
  after: CHANGED,
  listed: [CHANGED],
  events: [{ type: "MODIFIED", object: CHANGED }],
};

const violated = (observed: Partial<ObservedRequest>) =>
  judge({ ...CORRECT, ...observed }).map(({ requirement }) => requirement);

/** A request that changed nothing. */
const UNCHANGED = { after: role(), listed: [role()], events: [] };

Deno.test("a request that did what it was to do violates nothing", () => {
  assertEquals(violated({}), []);
});

Deno.test("a valid request must succeed, and a refused one change nothing", () => {
  const response = answered(400, STATUS);
  assertEquals(violated({ response, ...UNCHANGED }), ["requests.accepted"]);
  assertEquals(violated({ response }), [
    "requests.accepted",
    "requests.refused-changes-nothing",
    "requests.watch-silent",
  ]);
});

Deno.test("a flaw must be refused, by convention with the code of its cause", () => {
  const row = completeRow({ resource: "roles", flaw: "wrong type in content" });
  assertEquals(violated({ row }), ["requests.wrong-type-refused"]);
  assertEquals(violated({ row, ...UNCHANGED, response: answered(422, STATUS) }), []);
  const other = answered(404, STATUS);
  assertEquals(violated({ row, ...UNCHANGED, response: other }), ["requests.refusal-code"]);
});

Deno.test("an unknown caller who is rejected with another code is not let in", () => {
  const row = completeRow({ resource: "roles", flaw: "unknown caller" });
  const harmOf = (response: HttpResponse) =>
    judge({ ...CORRECT, row, response, ...UNCHANGED }).map(({ requirement, harm }) => [
      requirement,
      harm,
    ]);
  const id = "requests.unauthenticated-refused";
  assertEquals(harmOf(answered(403, STATUS)), [[id, "misleading"]]);
  assertEquals(harmOf(answered(200, role())).at(0), [id, undefined]);
  assertEquals(harmOf(answered(401, STATUS)), []);
});

Deno.test("a dry run answers the result and changes nothing", () => {
  const row = completeRow({ resource: "roles", dryRun: "All" });
  assertEquals(violated({ row, ...UNCHANGED }), []);
  assertEquals(violated({ row }), ["requests.dry-run-changes-nothing", "requests.watch-silent"]);
});

Deno.test("a write changes what it gives, and nothing else", () => {
  const [after] = [role({ labels: { written: "changed" }, resourceVersion: "2" }, ["list"])];
  const response = answered(200, after!);
  const events = [{ type: "MODIFIED", object: after! }];
  assertEquals(violated({ after, listed: [after!], response, events }), [
    "requests.answer-is-result",
    "requests.write-takes-effect",
  ]);
});

Deno.test("a change gives another resourceVersion, and an event", () => {
  const after = role({ labels: { written: "changed" } });
  const response = answered(200, after);
  assertEquals(violated({ after, listed: [after], response, events: [] }), [
    "requests.version-changes",
    "requests.watch-shows-change",
  ]);
});

Deno.test("uid and creationTimestamp stay", () => {
  const after = role({ labels: { written: "changed" }, resourceVersion: "2", uid: "v" });
  const found = violated({
    after,
    listed: [after],
    response: answered(200, after),
    events: undefined,
  });
  assertEquals(found.includes("requests.identity-kept"), true);
});

Deno.test("a list that shows another state than a get is reported", () => {
  assertEquals(violated({ listed: [role()] }), ["requests.list-agrees"]);
});

Deno.test("objects of other scopes that a list shows are none that the write created", () => {
  const labelled = (name: string, scope: string, labels: JsonObject = {}) =>
    role({ name, resourceVersion: "2", labels: { ...labels, "plumbline/scope": scope } });
  const own = labelled("a", "one", { written: "changed" });
  const before = role({ labels: { "plumbline/scope": "one" } });
  const facts = { before, sent: before, after: own, response: answered(200, own) };
  const found = (...others: readonly JsonObject[]) =>
    violated({ ...facts, events: undefined, listed: [own, ...others] }).includes(
      "requests.write-takes-effect",
    );
  assertEquals([
    found(labelled("b", "two")),
    found(labelled("b", "one")),
    found(role({ name: "b" })),
  ], [
    false,
    true,
    true,
  ]);
});

Deno.test("a dropped field gives a warning unless validation ignores it", () => {
  const row = completeRow({ resource: "roles", dropped: "unknown field" });
  assertEquals(violated({ row }), ["requests.dropped-with-warning"]);
  const warning = '299 - "unknown field \\"plumblineUnknown\\""';
  assertEquals(violated({ row, response: answered(200, CHANGED, warning) }), []);
});

Deno.test("a delete removes an object, or marks one that has finalizers", () => {
  const removed = {
    action: "delete",
    edits: [],
    response: answered(200, { kind: "Status" }),
    after: undefined,
    listed: [],
    events: [{ type: "DELETED", object: role() }],
  } as const;
  assertEquals(violated(removed), []);
  assertEquals(violated({ ...removed, ...UNCHANGED, events: undefined }), [
    "requests.delete-removes",
  ]);
  const row = completeRow({ resource: "roles", state: "held" });
  assertEquals(violated({ ...removed, row }), ["requests.delete-waits"]);
});

Deno.test("the garbage collector may remove an object that waits for it between two reads", () => {
  const row = completeRow({ resource: "roles", propagation: "Orphan" });
  const deletion = { action: "delete", row, edits: [], response: answered(200, STATUS) } as const;
  const waiting = (finalizer: string, resourceVersion: string) =>
    role({ deletionTimestamp: "t", finalizers: [finalizer], resourceVersion });
  const observed = (finalizer: string) => ({
    ...deletion,
    after: waiting(finalizer, "2"),
    listed: [],
    events: [
      { type: "MODIFIED", object: waiting(finalizer, "2") },
      { type: "MODIFIED", object: waiting(finalizer, "3") },
    ],
  });
  assertEquals(violated(observed("orphan")), []);
  assertEquals(violated(observed("example.com/own")), [
    "requests.watch-shows-change",
    "requests.list-agrees",
  ]);
  // An event of the state that a read shows must come all the same.
  assertEquals(violated({ ...observed("orphan"), events: [] }), ["requests.watch-shows-change"]);
});
