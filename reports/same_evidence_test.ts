import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { addedTitle } from "./failure_titles.ts";
import { type Evident, withSameEvidence } from "./same_evidence.ts";

const answer = (method: string, path: string, status: number, body: unknown, sent?: unknown) =>
  ({
    method,
    path: `/apis/apps/v1/namespaces/one/${path}`,
    status,
    requestHeaders: { "content-type": "application/merge-patch+json" },
    ...(sent !== undefined && { requestBody: JSON.stringify(sent) }),
    responseBody: JSON.stringify(body),
  }) as unknown as Exchange;

const cause = (
  requirement: string,
  { isNamed = false, reproduced = 3, ...failure }: Partial<Failure> & {
    readonly isNamed?: boolean;
    readonly reproduced?: number;
  },
): Evident<{ readonly requirement: string; readonly failure: Failure }> => ({
  id: requirement,
  isNamed,
  members: [{
    requirement,
    failure: {
      requirement,
      statement: "",
      expected: "all objects",
      actual: "two",
      exchange: [],
      confirmed: { attempts: 3, reproduced },
      ...failure,
    } as unknown as Failure,
  }],
});

const joined = (...causes: readonly ReturnType<typeof cause>[]) =>
  withSameEvidence(causes).map(({ members }) =>
    members.map(({ requirement }) => requirement).sort().join()
  ).sort();

const deployment = (maxSurge: unknown, version = "7") => ({
  kind: "Deployment",
  apiVersion: "apps/v1",
  metadata: { name: "a", uid: "u", resourceVersion: version },
  spec: { strategy: { rollingUpdate: { maxSurge } } },
});

Deno.test("writes that are answered without the field that they send are one cause", () => {
  const sent = { spec: { strategy: { rollingUpdate: { maxSurge: "25%" } } } };
  const exchange = [answer("PATCH", "deployments/a", 200, deployment(25), sent)];
  const kept = cause("exchanges.fields-as-written", { exchange });
  const generation = cause("metadata.generation", { exchange, expected: "1", actual: "2" });
  const other = [answer("PATCH", "deployments/a", 200, deployment("25%"), sent)];
  assertEquals(joined(kept, generation), ["exchanges.fields-as-written,metadata.generation"]);
  // Whatever the write is about.
  const label = { metadata: { labels: { a: "b" } } };
  const unnamed = cause("requests.generation", {
    exchange: [
      answer("POST", "deployments", 201, deployment("25%")),
      answer("PATCH", "deployments/a", 200, deployment(25, "8"), label),
    ],
    expected: "1",
    actual: "2",
  });
  assertEquals(joined(kept, unnamed), ["exchanges.fields-as-written,requests.generation"]);
  // A field that is kept, a write that must be rejected, and a form of write say nothing.
  const apart = [
    cause("a.kept", { exchange: other }),
    cause("a.rejected", { exchange, expected: "an error" }),
    cause("a.form", { exchange, isNamed: true }),
    cause("a.once", { exchange, reproduced: 0 }),
  ];
  for (const one of apart) assertEquals(joined(kept, one).length, 2);
});

Deno.test("writes after which an object has a field that they do not name are one cause", () => {
  const paused = (object: ReturnType<typeof deployment>, paused?: boolean, type?: string) => ({
    ...object,
    spec: {
      ...object.spec,
      ...(paused !== undefined && { paused }),
      ...(type !== undefined && { strategy: { type, rollingUpdate: { maxSurge: 1 } } }),
    },
  });
  const created = answer("POST", "deployments", 201, deployment(1));
  const failing = (requirement: string, write: Exchange, actual: string) =>
    cause(requirement, { exchange: [created, write], expected: requirement, actual });
  const after = paused(deployment(1, "8"), false);
  const patched = failing("a.patch", answer("PATCH", "deployments/a", 200, after, {}), "2");
  const updated = failing(
    "a.update",
    answer("PUT", "deployments/a", 200, after, deployment(1)),
    "spec.paused: false",
  );
  assertEquals(joined(patched, updated), ["a.patch,a.update"]);
  const title = "Writes of deployments set `spec.paused`, which they do not name";
  assertEquals(
    addedTitle([...patched.members, ...updated.members].map(({ failure }) => failure)),
    title,
  );
  // What is sent is none, nor may be what is new beside what has changed.
  const sent = answer("PATCH", "deployments/a", 200, after, { spec: { paused: false } });
  assertEquals(joined(patched, failing("a.sent", sent, "3")).length, 2);
  const other = paused(deployment(1, "8"), false, "Recreate");
  const changed = answer("PATCH", "deployments/a", 200, other, {});
  assertEquals(joined(patched, failing("a.changed", changed, "4")).length, 2);
});

Deno.test("responses that show one state of an object differently are one cause", () => {
  const list = (maxSurge: unknown) => ({ kind: "DeploymentList", items: [deployment(maxSurge)] });
  const exchange = [
    answer("GET", "deployments/a", 200, deployment(1)),
    answer("GET", "deployments", 200, list("1")),
  ];
  const lists = cause("lists", { exchange, isNamed: true });
  const single = cause("single objects", { exchange, isNamed: true });
  const snapshot = cause("exchanges.one-state-per-version", { exchange });
  assertEquals(joined(lists, single, snapshot), [
    "exchanges.one-state-per-version,lists,single objects",
  ]);
  const dry = [
    answer("GET", "deployments/a", 200, deployment(1)),
    answer("PATCH", "deployments/a?dryRun=All", 200, deployment(2)),
  ];
  assertEquals(joined(snapshot, cause("dry", { exchange: dry })).length, 2);
});

Deno.test("one requirement that is violated in the same words is one cause, whatever the type", () => {
  const violated = (requirement: string, type: string) =>
    cause(requirement, {
      expected: "1 warning about kind",
      actual: "no warning",
      exchange: [answer("GET", type, 200, {})],
    });
  const [secrets, deployments] = ["secrets", "deployments"].map((type) =>
    violated("requests.dropped-with-warning", type)
  );
  assertEquals(joined(secrets!, deployments!).length, 1);
  assertEquals(joined(secrets!, violated("exchanges.other", "secrets")).length, 2);
});

Deno.test("what lacks the same of one type and area is one cause, but what is refused is not", () => {
  const lacking = (requirement: string, more: Partial<Failure> = {}, type = "reviews") =>
    cause(requirement, {
      expected: "a rule with verbs",
      actual: requirement,
      exchange: [answer("POST", type, 201, {})],
      ...more,
    });
  const paths = lacking("reviews.path-rule-has-verbs");
  assertEquals(joined(paths, lacking("reviews.rule-has-verbs")).length, 1);
  for (
    const other of [
      lacking("access.rule-has-verbs"),
      lacking("reviews.other-type", {}, "roles"),
      lacking("reviews.refused", { actual: "400 BadRequest" }),
    ]
  ) assertEquals(joined(paths, other).length, 2);
});

Deno.test("generations that change too often are one cause, in whatever area", () => {
  const often = { expected: "generation 3, as before", actual: "generation 4" };
  const seldom = { expected: "a generation above 1", actual: "1" };
  const requirements = ["exchanges.generation-follows-spec", "metadata.generation-ignores-labels"];
  const [one, other] = requirements as [string, string];
  const found = joined(cause(one, often), cause(other, { expected: "1", actual: "2" }));
  assertEquals(found, [requirements.join()]);
  assertEquals(joined(cause(one, often), cause(other, seldom)).length, 2);
});

Deno.test("valid requests that are refused for one reason are one cause, in whatever encoding", () => {
  const reason = "immutable: Forbidden: field is immutable when `immutable` is set";
  const json = cause("negotiation.protobuf-bodies", {
    actual: `422 Invalid: "a" is invalid: ${reason}`,
  });
  const fields = ["a", "b"].map((name) =>
    cause(`${name}.warned`, {
      expected: "success",
      actual: `400 BadRequest: strict decoding error: unknown field "${name}0"`,
    })
  );
  assertEquals(joined(...fields), ["a.warned,b.warned"]);
  const yaml = cause("negotiation.yaml", { actual: `422 kind: Status message: "[${reason}]"` });
  const unlike = cause("secrets.data", { actual: "422 Invalid: a key must be in lower case" });
  assertEquals(joined(json, yaml, unlike), [
    "negotiation.protobuf-bodies,negotiation.yaml",
    "secrets.data",
  ]);
});

Deno.test("a parameter that is accepted with a value of a wrong form is one cause, but no selector", () => {
  const accepted = (query: string) => ({
    expected: "an error",
    actual: "200 with items",
    exchange: [answer("GET", `deployments?${query}`, 200, {})],
  });
  const limit = cause("paging.malformed-limit-rejected", accepted("limit=abc"));
  const integers = cause("operations.integer-parameters", accepted("limit=x1"));
  const negative = cause("paging.negative", accepted("limit=-1"));
  assertEquals(joined(limit, integers, negative), [
    "operations.integer-parameters,paging.malformed-limit-rejected",
    "paging.negative",
  ]);
  const unknown = cause("selectors.unknown-field", accepted("fieldSelector=a"));
  assertEquals(
    joined(unknown, cause("selectors.malformed", accepted("fieldSelector==")))
      .length,
    2,
  );
});

Deno.test("a long text of a target is compared in no time", () => {
  const long = `422 ${"a".repeat(1_000_000)}`;
  const found = joined(cause("a.b", { actual: long }), cause("c.d", { actual: `${long} b` }));
  assertEquals(found.length, 2);
});

Deno.test("another version of an object in a list is one cause, if nothing was written before it", () => {
  const list = { kind: "DeploymentList", items: [deployment(1, "9")] };
  const [read, listed] = [
    answer("GET", "deployments/a", 200, deployment(1)),
    answer("GET", "deployments", 200, list),
  ];
  const lists = cause("lists", { exchange: [read, listed], isNamed: true });
  const snapshot = (...exchange: Exchange[]) => cause("exchanges.list-is-current", { exchange });
  const write = answer("DELETE", "deployments/b", 200, {});
  const older = answer("GET", "deployments?resourceVersion=9", 200, list);
  assertEquals(joined(lists, snapshot(read, listed)).length, 1);
  assertEquals(joined(lists, snapshot(read, write, listed)).length, 2);
  assertEquals(joined(lists, snapshot(read, older)).length, 2);
  // Of requests of several clients, the order is not known.
  const race = [read, listed].map((one, at) => ({ ...one, client: String(at) }));
  assertEquals(joined(lists, snapshot(...race)).length, 2);
});

Deno.test("what seems to have no effect belongs to reads that are behind, if those show it", () => {
  const created = { kind: "Deployment", metadata: { name: "a", resourceVersion: "1" } };
  const create = answer("POST", "deployments", 201, created);
  const list = answer("GET", "deployments", 200, { items: [] });
  const found = answer("GET", "deployments/a", 200, created);
  const gone = answer("GET", "deployments/a", 404, {});
  const lag = cause("reads lag behind writes", { exchange: [create, list], isNamed: true });
  const lone = cause("a.lone", { exchange: [create, list] });
  const form = cause("a.form", { exchange: [create, list, found], isNamed: true });
  // By chance, on the way to something else; or a create without an effect.
  const other = cause("a.other", { exchange: [create, list, found] });
  const lost = cause("a.lost", { exchange: [create, list, gone] });
  assertEquals(joined(lag, lone, form, other, lost), [
    "a.form,a.lone,reads lag behind writes",
    "a.lost",
    "a.other",
  ]);
});

Deno.test("requests of one verb that are accepted without a warning are one cause", () => {
  const unwarned = (name: string, method: string, expected = "a warning: x", actual = "none") =>
    cause(name, { expected, actual, exchange: [answer(method, "deployments", 201, {})] });
  const others = [
    unwarned("a.update", "PUT"),
    unwarned("a.warned", "POST", "no warning", "none"),
    unwarned("a.other", "POST", "a warning: x", "a warning: y"),
  ];
  assertEquals(joined(unwarned("a.one", "POST"), unwarned("b.two", "POST"), ...others), [
    "a.one,b.two",
    "a.other",
    "a.update",
    "a.warned",
  ]);
});

Deno.test("a verb that is answered with another status of success is one cause", () => {
  const dryRun = answer("PATCH", "deployments/a?dryRun=All", 202, deployment(25));
  const invariant = cause("exchanges.success-status", {
    isNamed: true,
    exchange: [dryRun],
    expected: "patch: status 200, 201 or an error",
    actual: "202",
  });
  const twin = cause("dry-run.status", {
    exchange: [dryRun, answer("PATCH", "deployments/a", 200, deployment(25))],
    expected: "status 200, like the real request",
    actual: "202 {}",
  });
  const other = cause("a.other", {
    exchange: [answer("DELETE", "deployments/a", 202, {})],
    expected: "200",
    actual: "202 {}",
  });
  assertEquals(joined(invariant, twin, other), [
    "a.other",
    "dry-run.status,exchanges.success-status",
  ]);
});

Deno.test("another form than the one that is due is one cause, in whatever order they are accepted", () => {
  const form = (requirement: string, expected: string, actual: string) =>
    cause(requirement, { expected, actual });
  const first = form("negotiation.first-supported-type", "table", "protobuf");
  const best = form("negotiation.quality-orders", "json", "protobuf");
  const other = form("negotiation.other", "json", "yaml");
  assertEquals(joined(first, best, other), [
    "negotiation.first-supported-type,negotiation.quality-orders",
    "negotiation.other",
  ]);
});

Deno.test("pages of one kind that end too early are one cause", () => {
  const page = (body: unknown) => [answer("GET", "deployments?limit=1", 200, body)];
  const table = page({ kind: "Table", metadata: {}, rows: [{ cells: ["a"] }] });
  const list = page({ kind: "DeploymentList", metadata: {}, items: [{ metadata: {} }] });
  const more = page({ kind: "Table", metadata: { continue: "t" }, rows: [{ cells: ["a"] }] });
  const failure = (exchange: readonly Exchange[], expected: string) => ({ exchange, expected });
  assertEquals(
    joined(
      cause("paging.continue-when-more", failure(table, "a, b")),
      cause("negotiation.table-pages", failure(table, "two rows")),
      cause("paging.of-lists", failure(list, "c, d")),
      cause("paging.of-others", failure(more, "e, f")),
      cause("negotiation.table-columns", failure(table, "g, h")),
    ),
    [
      "negotiation.table-columns",
      "negotiation.table-pages,paging.continue-when-more",
      "paging.of-lists",
      "paging.of-others",
    ],
  );
});

Deno.test("what the answers of several named causes lack joins none of them", () => {
  const list = answer("GET", "deployments", 200, {
    kind: "DeploymentList",
    metadata: {},
    items: [{ metadata: { name: "a" } }],
  });
  const named = ["limit", "labels", "fields"].map((name) =>
    cause(`a.${name}`, { isNamed: true, expected: name, actual: `no ${name}`, exchange: [list] })
  );
  assertEquals(withSameEvidence(named).map(({ members }) => members.length), [1, 1, 1]);
  // One of them may well be the reason of another.
  assertEquals(withSameEvidence(named.slice(0, 2)).length, 1);
});
