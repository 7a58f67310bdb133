import { assertEquals, assertStringIncludes } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { CheckResult, Exchange, Failure, RequirementSummary } from "./events.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const exchange = (method: string, path: string, status: number, body: unknown = ""): Exchange => ({
  method,
  path,
  identity: "admin",
  requestHeaders: {},
  status,
  responseHeaders: {},
  responseBody: typeof body === "string" ? body : JSON.stringify(body),
  sentAt: 0,
  duration: 1,
});

const summary = (checks: readonly CheckResult[]) =>
  causesOf({ checks }).map(({ id, verdict, checks }) => [id, verdict, checks.join(" ")]);

Deno.test("failures of one requirement are one cause, the shortest counterexample first", () => {
  const long = Array.from({ length: 9 }, () => exchange("GET", "/a", 200));
  const checks = [
    failed("a/long", { exchange: long }),
    failed("a/other", { requirement: "acme.b" }),
    failed("a/race", { confirmed: { attempts: 8, reproduced: 0 } }),
    failed("a/short", { exchange: long.slice(0, 2) }),
    failed("a/warned", {}, "warn"),
  ];
  assertEquals(summary(checks), [
    ["acme.a", "fail", "a/short a/long a/race a/warned"],
    ["acme.b", "fail", "a/other"],
  ]);
  assertEquals(causesOf({ checks: [] }), []);
});

Deno.test("a write answered with another version is named", () => {
  const object = (version: string) => ({
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "s0", namespace: "one", uid: "u1", resourceVersion: version },
    data: {},
  });
  const created = exchange("POST", "/api/v1/namespaces/one/secrets", 201, object("12"));
  const list = { kind: "SecretList", metadata: { resourceVersion: "14" }, items: [object("11")] };
  const own = failed("answers/one", {
    requirement: "resource-versions.answered-version",
    expected: "one/s0 at 12",
    actual: "one/s0 at 11",
    exchange: [created, exchange("GET", "/api/v1/secrets", 200, list)],
  });
  const other = failed("lists/one", {
    requirement: "acme.stale",
    expected: "one/s0 at 12",
    actual: "one/s0 at 11",
    exchange: own.failures[0]!.exchange,
  });
  const [cause, ...rest] = causesOf({ checks: [own, other] });
  assertEquals([cause!.checks.toSorted(), rest], [["answers/one", "lists/one"], []]);
  assertStringIncludes(cause!.title, "s0 answered as 12, is 11");
});

Deno.test("a server error, an ignored limit and a method that is not served are one cause each", () => {
  const items = { items: [{}, {}, {}] };
  const page = exchange("GET", "/api/v1/secrets?limit=2", 200, items);
  const patch = exchange("PATCH", "/api/v1/namespaces/one/secrets/a", 405);
  const deletion = exchange("DELETE", "/api/v1/namespaces/one/secrets", 405);
  const refusal = { expected: "success", actual: "405 MethodNotAllowed: no" };
  const cells = ["list-plain-first-unset", "list-plain-next-unset"];
  const checks = [
    failed("a/1", { requirement: "acme.c", actual: '500 limit 7 of "a1" is not implemented' }),
    failed("a/2", { requirement: "acme.d", actual: '500 limit 9 of "b2" is not implemented' }),
    failed("b/1", { requirement: "paging.limit-bounds-page", exchange: [page] }),
    ...cells.map((cell) =>
      failed(`b/${cell}`, { requirement: `resource-versions.${cell}`, exchange: [page] })
    ),
    failed("c/1", { ...refusal, requirement: "acme.e", exchange: [patch] }),
    failed("c/2", { ...refusal, requirement: "acme.f", exchange: [patch] }),
    failed("c/3", { ...refusal, requirement: "acme.g", exchange: [deletion] }),
  ];
  assertEquals(summary(checks).map(([id, , ids]) => [id, ids!.split(" ").length]), [
    ["limit is ignored", 3],
    ["405 for PATCH", 2],
    ["500 limit … of … is not implemented", 2],
    ["405 for DELETE of a collection", 1],
  ]);
});

Deno.test("a request without a response is named, also if it prepared the case", () => {
  const silent = (check: string, words: string) =>
    failed(check, { requirement: `acme.${check.at(-1)}`, expected: "a response", actual: words });
  const none =
    "none: http://a answers other requests, but not this one: no complete answer within 30 ms";
  assertEquals(
    causesOf({ checks: [silent("a/1", `${none} (GET /api/v1/secrets)`), silent("a/2", none)] })
      .map(({ title }) => title).toSorted(),
    ["No response to GET /api/v1/secrets", "Requests get no response"],
  );
  const unanswered = (check: string, body: string, method = "POST") => {
    const one = exchange(method, "/api/v1/namespaces/one/secrets", 0);
    const sent = { requestHeaders: { "content-type": "application/json" }, requestBody: body };
    const found = silent(check, none);
    return failed(check, { ...found.failures[0], exchange: [{ ...one, ...sent }] });
  };
  const bodies = ['"text"', "{", "[]", '{"kind":"Secret"}'];
  assertEquals(
    causesOf({ checks: bodies.map((body, at) => unanswered(`a/${at}`, body)) })
      .map(({ title, checks }) => `${checks.length} ${title}`).toSorted(),
    [
      "1 A create of secrets gets no response",
      "3 A create of secrets with a body that is no JSON object gets no response",
    ],
  );
});

Deno.test("a cause is named by the field that writes do not keep", () => {
  const titleOf = (...expected: string[]) => {
    const failures = expected.map((text, at) =>
      failed(`a/${at}`, {
        requirement: "exchanges.fields-as-written",
        statement: "A response has the fields that were sent.",
        expected: text,
        exchange: [exchange("PUT", "/apis/apps/v1/namespaces/a/deployments/b/status", 200)],
      })
    );
    return causesOf({ checks: failures }).map(({ title }) => title).join("; ");
  };
  const lost = 'status.conditions[type=a].status: "True"';
  assertEquals(titleOf(lost), "`status.conditions` of deployments is not kept as it was sent");
  assertEquals(
    titleOf(lost, "status.replicas: 1"),
    "`status` of deployments is not kept as it was sent",
  );
  assertEquals(
    titleOf(lost, "spec.replicas: 1").replace(/ shows.*?(?=: A r)/, " shows …"),
    "An update of deployments/status shows …: A response has the fields that were sent.",
  );
});

Deno.test("a cause is named by what nearly all of its failures show of events and lists", () => {
  const titleOf = (facts: Partial<Failure>, ...more: Partial<Failure>[]) => {
    const failures = [facts, ...more].map((each, at) =>
      failed(`a/${at}`, { requirement: "acme.x", statement: "S.", ...each })
    );
    return causesOf({ checks: failures }).map(({ title }) => title).join("; ");
  };
  const added = { expected: "ADDED for the creation", actual: 'MODIFIED of {"kind": "A"}' };
  assertEquals(titleOf(added, added), "A watch sends MODIFIED in place of ADDED");
  const lost = {
    expected: "an event of deletecollection of a, which was acknowledged",
    actual: "none",
  };
  assertEquals(titleOf(lost, lost, lost), "A watch sends no event of a DELETE of a collection");
  const created = { ...lost, expected: "an event of the last create within 10 s" };
  assertEquals(titleOf(created, created, created), "A watch sends no event of a create");
  const any = { ...lost, expected: "an event of the object" };
  assertEquals(titleOf(any, any, any), "A watch sends no event of an object");
  // Half of them show something else.
  assertEquals(titleOf({ expected: "every change once", actual: "a twice" }, lost), "S.");
  const version = {
    requirement: "resource-versions.list-version-names-state",
    expected: "another resourceVersion than 7, which the list had when it showed the state after 2",
    actual: "no items",
  };
  assertEquals(titleOf(version), "A list has the same resourceVersion with other items");
  const unread = { ...version, requirement: "watch.unread-delays-nobody" };
  assertEquals(
    titleOf(unread),
    "A watch whose client does not read delays other requests and watches",
  );
});

Deno.test("a review that is not answered lets nobody in", () => {
  const harmOf = (actual: string, status: number, method = "POST") => {
    const check = failed("access/one", {
      requirement: "acme.review",
      expected: "allowed to system:authenticated",
      actual,
      exchange: [exchange(method, "/apis/authorization.k8s.io/v1/subjectaccessreviews", status)],
    });
    const facts = { id: "acme.review", harm: "security", level: "must" } as const;
    const requirements = [facts] as unknown as RequirementSummary[];
    return causesOf({ checks: [check], requirements })[0]?.harm;
  };
  assertEquals(harmOf("422 Invalid: SubjectAccessReview is invalid", 422), "availability");
  assertEquals(harmOf("review: 400 unknown kind", 400), "availability");
  assertEquals(harmOf("201 allowed", 201), "security");
  // A number that is no status.
  assertEquals(harmOf("422 rules more than permitted", 201), "security");
  assertEquals(harmOf("404 NotFound: not implemented", 404), "availability");
  // The existence of an object may be shown to who may not see it.
  assertEquals(harmOf("404 not found", 404, "GET"), "security");
});

Deno.test("a cause that is a 5xx status ranks as availability at worst", () => {
  const check = failed("a/1", {
    requirement: "acme.x",
    actual: "500 role x already exists",
    exchange: [exchange("POST", "/api/v1/namespaces/one/roles", 500)],
  });
  const requirements = [{ id: "acme.x", harm: "data-loss", level: "must" }] as RequirementSummary[];
  assertEquals(causesOf({ checks: [check], requirements })[0]!.harm, "availability");
});

Deno.test("a cause has the harm of its worst failures, but not that of an odd one", () => {
  const harms = ["misleading", "data-loss", "security"] as const;
  const requirements = harms.map((harm) =>
    ({ id: `acme.${harm}`, harm, level: "must" }) as RequirementSummary
  );
  const causeWith = (...of: readonly (typeof harms[number])[]) => {
    const checks = of.map((harm, at) => failed(`a/${at}`, { requirement: `acme.${harm}` }));
    const failures = checks.map(({ id, failures: [one] }) => ({
      check: id,
      requirement: one!.requirement,
    }));
    const explained = [{ id: "x", title: "A list does nothing", failures, seen: [], unseen: [] }];
    const [cause] = causesOf({ checks, requirements, explained });
    return [cause!.harm, cause!.requirements[0]];
  };
  const others = Array.from({ length: 5 }, () => "data-loss" as const);
  assertEquals(causeWith("security", ...others), ["data-loss", "acme.data-loss"]);
  assertEquals(causeWith("security", "security", ...others), ["security", "acme.security"]);
  assertEquals(causeWith("misleading", "data-loss"), ["data-loss", "acme.data-loss"]);
});

Deno.test("applies that create nothing are one cause, whatever the type", () => {
  const applied = (check: string, type: string, expected = "success") =>
    failed(check, {
      requirement: `acme.${type}`,
      expected,
      actual: `404 NotFound: ${type} "a" not found`,
      exchange: [{
        ...exchange("PATCH", `/api/v1/namespaces/one/${type}/a`, 404),
        requestHeaders: { "content-type": "application/apply-patch+yaml" },
      }, exchange("GET", `/api/v1/namespaces/one/${type}/a`, 404)],
    });
  assertEquals(
    causesOf({ checks: [applied("a/1", "roles"), applied("b/2", "secrets")] })
      .map(({ title, checks }) => [title, checks]),
    [["An apply to a name that does not exist is answered with 404", ["a/1", "b/2"]]],
  );
  const [lost] = causesOf({
    checks: [applied("a/1", "roles", "an object that exists is changed")],
  });
  assertEquals(
    lost!.title,
    'expected an object that exists is changed, actual 404 NotFound: roles "a" not found',
  );
});

Deno.test("what one behaviour explains is one cause, with its name and where it was seen", () => {
  const checks = [
    failed("a/1", { requirement: "acme.x" }),
    failed("a/2", { requirement: "acme.y", expected: "c" }),
    failed("a/3", { requirement: "acme.z", expected: "c" }),
  ];
  const explained = [{
    id: "limit is ignored",
    title: "A list ignores `limit`",
    failures: [{ check: "a/1", requirement: "acme.x" }, { check: "a/2", requirement: "acme.y" }],
    seen: ["list secrets"],
    unseen: ["list roles"],
  }];
  const [cause, other] = causesOf({ checks, explained });
  assertEquals([cause!.title, cause!.checks, cause!.isTried], [
    "A list ignores `limit`",
    ["a/1", "a/2"],
    true,
  ]);
  assertEquals([cause!.seen, cause!.unseen], [["list secrets"], ["list roles"]]);
  assertEquals([other!.checks, other!.isTried], [["a/3"], undefined]);
});

Deno.test("reads of one verb that are behind are named by it", () => {
  const checks = [failed("a/1", { requirement: "acme.x" })];
  const failures = [{ check: "a/1", requirement: "acme.x" }];
  const title = "A GET or a list shows the state before the last write";
  const titleWith = (...seen: string[]) =>
    causesOf({ checks, explained: [{ id: "lag", title, failures, seen, unseen: [] }] })[0]!.title;
  assertEquals(titleWith("list roles", "get roles"), title);
  assertEquals(titleWith("list roles"), "A list shows the state before the last write");
});

Deno.test("requirements that the same smallest case violates are one cause", () => {
  const checks = [
    failed("a/1", { requirement: "acme.x", expected: "1" }),
    failed("b/1", { requirement: "other.y", expected: "2" }),
    failed("c/1", { requirement: "third.z", expected: "3" }),
  ];
  const causes = causesOf({ checks, together: [["acme.x", "other.y"]] });
  assertEquals(causes.map(({ requirements }) => requirements), [["acme.x", "other.y"], [
    "third.z",
  ]]);
});

Deno.test("what is not explained stands alone, however much there is", () => {
  const checks = Array.from(
    { length: 60 },
    (_, index) => failed(`a/${index}`, { requirement: `area${index % 20}.r${index}` }),
  );
  assertEquals(causesOf({ checks }).length, 60);
});

Deno.test("failures that need an ignored feature are one cause", () => {
  const requirements = ["acme.x", "acme.y"].map((id) => ({
    id,
    chapter: "",
    statement: "",
    level: "must" as const,
    features: ["dry-run"],
  }));
  const feature = {
    feature: "dry-run",
    about: "writes with dryRun=All",
    found: "ignored" as const,
    seen: "201, which created the object",
    verdict: "fail" as const,
    skippedRequirements: [],
  };
  const checks = ["acme.x", "acme.y"].map((requirement) =>
    failed(`d/${requirement}`, { requirement })
  );
  const [cause] = causesOf({ checks, requirements, features: [feature] });
  assertEquals([cause!.id, cause!.checks.length], ["feature dry-run", 2]);
  assertEquals(cause!.title, "writes with dryRun=All: 201, which created the object");
});

Deno.test("failures whose cases show the same are one cause, named by it", () => {
  const checks = [
    failed("a/1", { requirement: "acme.x", expected: "1" }),
    failed("b/1", { requirement: "other.y", expected: "2" }),
    failed("c/1", { requirement: "third.z", expected: "3" }),
  ];
  const [, ...failures] = checks.map(({ id, failures }) => ({
    check: id,
    requirement: failures[0]!.requirement,
  }));
  const title = "After a DELETE, the object is still there";
  const alike = [{ title, failures, seen: ["delete secrets"], unseen: [] }];
  const [cause, other] = causesOf({ checks, alike });
  assertEquals([cause!.title, cause!.checks, cause!.seen], [title, ["b/1", "c/1"], [
    "delete secrets",
  ]]);
  assertEquals(other!.checks, ["a/1"]);
});

Deno.test("a failure of a requirement that one form alone violates elsewhere is of this form", () => {
  const idsWith = (requirement: string) => {
    const shown = [exchange("GET", "/api/v1/namespaces/one/secrets", 200)];
    const checks = ["a/1", "b/1", "c/1"].map((check) =>
      failed(check, {
        requirement,
        exchange: check === "c/1" ? [exchange("GET", "/api/v1/pods", 200)] : shown,
      })
    );
    const failures = checks.slice(0, 2).map(({ id }) => ({ check: id, requirement }));
    const alike = [{ id: "pages", title: "Pages.", failures, seen: [], unseen: [] }];
    return causesOf({ checks, alike }).map(({ checks }) => checks.length);
  };
  assertEquals(idsWith("acme.x"), [3]);
  // What holds of every exchange is violated for many reasons.
  assertEquals(idsWith("exchanges.x"), [2, 1]);
});

Deno.test("valid requests that are rejected with the same message are one cause", () => {
  const path = "/apis/apps/v1/namespaces/one/deployments/d7/status";
  const rejection = (message: string) => ({
    expected: "success",
    actual: `422 Invalid: ${message}`,
    exchange: [exchange("PUT", path, 422, { kind: "Status", message })],
  });
  const checks = [
    failed("a/1", { requirement: "acme.x", ...rejection("resourceVersion: Invalid value: 10") }),
    failed("b/1", { requirement: "other.y", ...rejection("resourceVersion: Invalid value: 20") }),
    failed("c/1", { requirement: "third.z", ...rejection("spec: Required value") }),
  ];
  assertEquals(summary(checks).map(([, , ids]) => ids), ["a/1 b/1", "c/1"]);
});

Deno.test("invalid requests of one verb and type that are accepted are one cause", () => {
  const acceptance = (method: string, type: string) => ({
    expected: "an error: a 4xx status with a Status body",
    actual: "200 {}",
    exchange: [exchange(method, `/apis/acme/v1/${type}/a`, 200)],
  });
  // Cases shrink to the usual type: others say more, whatever the verb.
  const checks = [
    failed("a/1", { requirement: "acme.x", ...acceptance("PUT", "rolebindings") }),
    failed("b/1", { requirement: "other.y", ...acceptance("PATCH", "clusterrolebindings") }),
    failed("c/1", { requirement: "third.z", ...acceptance("PUT", "secrets") }),
    failed("c/2", { requirement: "third.z", ...acceptance("PUT", "secrets") }),
    failed("d/1", { requirement: "zeroth.z", ...acceptance("PATCH", "secrets") }),
  ];
  assertEquals(summary(checks).map(([, , ids]) => ids), ["a/1 b/1", "c/1 c/2", "d/1"]);
  // Two rules of two areas may be missing for two reasons.
  const patch = acceptance("PATCH", "secrets");
  const two = [
    failed("a/1", { requirement: "acme.x", ...patch }),
    failed("b/1", { requirement: "other.y", ...patch }),
  ];
  assertEquals(summary(two).map(([, , ids]) => ids), ["a/1", "b/1"]);
  const three = [...two, failed("c/1", { requirement: "third.z", ...patch })];
  assertEquals(summary(three).map(([, , ids]) => ids), ["a/1 b/1 c/1"]);
});

Deno.test("failures that name the same field of a type are one cause", () => {
  const about = (type: string, expected: string, actual = "other") => ({
    expected,
    actual,
    exchange: [exchange("PUT", `/apis/apps/v1/namespaces/one/${type}/a`, 200)],
  });
  const checks = [
    failed("a/1", { requirement: "acme.x", ...about("deployments", "spec.replicas: 0") }),
    failed("b/1", { requirement: "other.y", ...about("deployments", ".spec.replicas as sent") }),
    failed("c/1", {
      requirement: "third.z",
      ...about("deployments", "success", "409 Conflict: conflict with a: .spec.replicas"),
    }),
    failed("d/1", { requirement: "fourth.z", ...about("deployments", "spec.paused: true") }),
    failed("e/1", { requirement: "fifth.z", ...about("jobs", "spec.replicas: 0") }),
  ];
  assertEquals(summary(checks).map(([, , ids]) => ids), ["a/1 b/1 c/1", "e/1", "d/1"]);
});

Deno.test("one status for a family of requests is one cause", () => {
  const forbidden = (verb: string) => ({
    expected: "401",
    actual: `403 Forbidden: things.acme "a" is forbidden: User "nobody" cannot ${verb} things`,
    exchange: [exchange("GET", "/apis/acme/v1/things/a", 403)],
  });
  const checks = [
    failed("a/1", { requirement: "acme.unknown-get", ...forbidden("get") }),
    failed("a/1", { requirement: "acme.unknown-delete", ...forbidden("delete") }),
    failed("a/1", { requirement: "acme.missing-get", ...forbidden("get") }),
  ];
  assertEquals(summary(checks).length, 2);
});

Deno.test("what one behaviour explains begins with a failure that ends with it", () => {
  const checks = [
    failed("a/1", {
      requirement: "acme.x",
      exchange: [exchange("GET", "/apis/acme/v1/things", 200)],
    }),
    failed("b/1", {
      requirement: "acme.y",
      exchange: [
        exchange("GET", "/apis/acme/v1/things", 200),
        exchange("PATCH", "/apis/acme/v1/things/a", 500),
      ],
    }),
  ];
  const explained = [{
    id: "apply is answered with a 5xx status",
    title: "An apply is answered with a 5xx status",
    failures: [{ check: "a/1", requirement: "acme.x" }, { check: "b/1", requirement: "acme.y" }],
    seen: ["apply things"],
    unseen: [],
  }];
  assertEquals(causesOf({ checks, explained })[0]!.checks, ["b/1", "a/1"]);
});

Deno.test("a cause that stands alone is named by its requirement and request", () => {
  const [cause] = causesOf({
    checks: [failed("a/1", {
      statement: "A deletion takes effect.",
      exchange: [
        exchange("POST", "/api/v1/namespaces/one/secrets", 201),
        exchange("DELETE", "/api/v1/namespaces/one/secrets/s", 200),
        // It shows what the deletion did.
        exchange("GET", "/api/v1/namespaces/one/secrets/s", 200),
      ],
    })],
  });
  assertEquals(cause!.title, "A DELETE of secrets shows b in place of a: A deletion takes effect.");
});

Deno.test("a requirement on every exchange that different types violate has several causes", () => {
  const failing = (id: string, type: string, requirement: string) =>
    failed(id, { requirement, exchange: [exchange("GET", `/api/v1/namespaces/one/${type}`, 200)] });
  const checks = [
    failing("a/1", "secrets", "exchanges.one-state-per-version"),
    failing("b/1", "roles", "exchanges.one-state-per-version"),
    failing("c/1", "clusterroles", "exchanges.one-state-per-version"),
    failing("d/1", "secrets", "acme.x"),
    failing("e/1", "roles", "acme.x"),
  ];
  const causes = causesOf({ checks });
  assertEquals(causes.map(({ checks }) => checks.toSorted().join(" ")).toSorted(), [
    "a/1",
    "b/1 c/1",
    "d/1 e/1",
  ]);
});

Deno.test("a valid request that is refused has the cause that refuses requests now and then", () => {
  const refused = failed("a/raw", { expected: "200 and a list", actual: "401 Unauthorized" });
  const demanded = failed("a/forbidden", {
    requirement: "acme.b",
    expected: "403",
    actual: "401 Unauthorized",
  });
  const explained = [{
    id: "refused",
    title: "Requests are refused",
    refusal: "401" as const,
    failures: [{ check: "a/tried", requirement: "acme.c" }],
    seen: [],
    unseen: [],
  }];
  const checks = [failed("a/tried", { requirement: "acme.c" }), refused, demanded];
  const causes = causesOf({ checks, explained }).map(({ id, checks }) => [id, checks.toSorted()]);
  assertEquals(causes.toSorted(), [
    ["acme.b", ["a/forbidden"]],
    ["refused", ["a/raw", "a/tried"]],
  ]);
});

Deno.test("reads that are accepted with the same invalid parameter are one cause", () => {
  const read = (requirement: string, method: string, path: string) =>
    failed(`${requirement}/1`, {
      requirement,
      expected: "an error: a 4xx status with a Status body",
      actual: "200 {}",
      exchange: [exchange(method, path, 200)],
    });
  const checks = [
    read("acme.list", "GET", "/api/v1/secrets?fieldSelector=spec.nowhere%3D1"),
    read("acme.watch", "GET", "/apis/apps/v1/deployments?watch=1&fieldSelector=metadata.uid%3Da"),
    read("other.form", "GET", "/api/v1/secrets?fieldSelector=metadata.name"),
    read("other.delete", "DELETE", "/api/v1/namespaces/a/secrets?fieldSelector=spec.nowhere%3D1"),
    read("other.limit", "GET", "/api/v1/secrets?limit=-1"),
    read("third.get", "GET", "/api/v1/secrets?labelSelector=plumbline%2Fscope%3Da-1"),
    read("third.get-of-another", "GET", "/api/v1/pods?labelSelector=plumbline%2Fscope%3Da-2"),
  ];
  assertEquals(summary(checks).map(([id]) => id).toSorted(), [
    "acme.list",
    "other.form",
    "other.limit",
    "third.get",
  ]);
});

Deno.test("a conflict has the cause of others with its message, unless it states a state", () => {
  const conflict = (requirement: string, type: string, message: string) =>
    failed(`${requirement}/1`, {
      requirement,
      expected: "200",
      actual: "409 Conflict",
      exchange: [exchange("PUT", `/api/v1/namespaces/a/${type}/b`, 409, { message })],
    });
  const owned = "the update changes a field of an applier";
  const modified = "the object has been modified";
  const checks = [
    conflict("acme.x", "secrets", owned),
    conflict("other.y", "roles", owned),
    conflict("third.z", "secrets", modified),
    conflict("fourth.z", "roles", modified),
  ];
  assertEquals(summary(checks).map(([, , checks]) => checks).toSorted(), [
    "acme.x/1 other.y/1",
    "fourth.z/1",
    "third.z/1",
  ]);
});

Deno.test("failures of small cases with one operator of selectors are one cause", () => {
  const selecting = (requirement: string, selector: string, more: Partial<Failure> = {}) =>
    failed(`${requirement}/1`, {
      requirement,
      expected: `${requirement} a`,
      exchange: [
        exchange("GET", `/api/v1/secrets?labelSelector=${encodeURIComponent(selector)}`, 200),
      ],
      ...more,
    });
  const checks = [
    selecting("acme.list", "tier notin (a,b),plumbline/scope=a-1"),
    selecting("other.watch", "plumbline/scope=a-2,k notin (c)"),
    selecting("third.two", "k notin (c),l=d"),
    selecting("fourth.equals", "l=d"),
    selecting("fifth.large", "k notin (c)", { omittedExchanges: 9 }),
    selecting("sixth.race", "k notin (c)", { confirmed: { attempts: 8, reproduced: 0 } }),
  ];
  assertEquals(summary(checks).map(([, , checks]) => checks).toSorted(), [
    "acme.list/1 other.watch/1",
    "fifth.large/1",
    "fourth.equals/1",
    "sixth.race/1",
    "third.two/1",
  ]);
});

Deno.test("a cause names the watch or list that its requirement is about, not the write before", () => {
  const [read, watch, write] = [
    exchange("GET", "/api/v1/secrets?limit=1", 200),
    exchange("GET", "/api/v1/secrets?watch=1", 200),
    exchange("POST", "/api/v1/namespaces/one/secrets", 201),
  ];
  const titleOf = (statement: string) =>
    causesOf({ checks: [failed("a/1", { statement, exchange: [read!, watch!, write!] })] })[0]!
      .title;
  const sent = "Every change after the requested resourceVersion is sent.";
  assertEquals(
    titleOf(sent),
    `A watch of secrets across all namespaces shows b in place of a: ${sent}`,
  );
  const page = "A page of a list contains at most `limit` items.";
  assertEquals(
    titleOf(page),
    `A list of secrets across all namespaces with limit shows b in place of a: ${page}`,
  );
});

Deno.test("failures of a behaviour that cases show are one cause with those of its symptom", () => {
  const ignored = { requirement: "paging.limit-bounds-page", expected: "at most 1 items" };
  const checks = [
    failed("a/1", { requirement: "exchanges.list-limit", actual: "2 items" }),
    failed("b/1", { ...ignored, actual: "2 items" }),
  ];
  const alike = [{
    id: "limit is ignored",
    title: "A list ignores `limit`",
    failures: [{ check: "a/1", requirement: "exchanges.list-limit" }],
    seen: [],
    unseen: [],
  }];
  const causes = causesOf({ checks, alike });
  assertEquals(causes.map(({ title, checks }) => [title, checks.toSorted()]), [
    ["A list ignores `limit`", ["a/1", "b/1"]],
  ]);
});

Deno.test("whatever is expected of it, a 5xx status belongs to the verb that always gets one", () => {
  const apply = {
    ...exchange("PATCH", "/api/v1/namespaces/one/secrets/s", 500),
    requestHeaders: { "content-type": "application/apply-patch+yaml" },
  };
  const racing = failed("a/race", {
    requirement: "acme.b",
    expected: "an error: status 409",
    actual: "500 no type found",
    exchange: [apply],
  });
  const patched = failed("a/patch", {
    requirement: "acme.c",
    actual: "500 no type found",
    exchange: [exchange("PATCH", "/api/v1/namespaces/one/secrets/s", 500)],
  });
  const explained = [{
    id: "apply is answered with a 5xx status",
    title: "An apply is answered with a 5xx status",
    failures: [{ check: "a/tried", requirement: "acme.d" }],
    seen: ["apply secrets"],
    unseen: [],
  }];
  const checks = [failed("a/tried", { requirement: "acme.d" }), racing, patched];
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map(({ checks }) => checks.toSorted().join(" ")).toSorted(), [
    "a/patch",
    "a/race a/tried",
  ]);
});

Deno.test("the same error of a server is one cause, named by its message and requests", () => {
  const failing = (check: string, method: string, actual: string) =>
    failed(check, {
      requirement: `acme.${check.replace("/", "-")}`,
      expected: "an error: a 4xx status",
      actual,
      exchange: [
        exchange(method, `/api/v1/namespaces/one/roles${method === "PUT" ? "/r" : ""}`, 500),
      ],
    });
  const checks = [
    failing("a/1", "POST", '500 unsupported role reference kind: ""'),
    failing("a/2", "PUT", '500  unsupported role reference kind: "x"'),
    failing("a/3", "POST", "500 Internal Server Error"),
    failing("a/4", "PUT", "500 Internal Server Error"),
  ];
  const explained = ["create", "update"].map((verb, at) => ({
    id: `${verb} is answered with a 5xx status`,
    title: `${verb} is answered with a 5xx status`,
    failures: [at, at + 2].map((index) => ({
      check: checks[index]!.id,
      requirement: checks[index]!.failures[0]!.requirement,
    })),
    seen: [`${verb} roles`],
    unseen: [],
  }));
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map(({ title, checks }) => [title, checks.toSorted().join()]).toSorted(), [
    [
      "A create of roles, an update of roles: answered with 500: unsupported … reference kind: …",
      "a/1,a/2",
    ],
    // Nothing says that these are one error.
    ["create is answered with 500", "a/3"],
    ["update is answered with 500", "a/4"],
  ]);
});

Deno.test("errors of several verbs that accept one encoding are one cause", () => {
  const refused = (id: string, method: string, accept = "application/vnd.kubernetes.protobuf") =>
    failed(id, {
      requirement: `acme.${id[0]}`,
      actual: "500 Internal Server Error",
      exchange: [{ ...exchange(method, "/api/v1/secrets/a", 500), requestHeaders: { accept } }],
    });
  const errors = (checks: readonly CheckResult[]) => {
    const explained = ["get", "update"].map((verb, at) => ({
      id: `${verb} is answered with a 5xx status`,
      title: `${verb} is answered with a 5xx status`,
      failures: checks.slice(at, at + 1).map(({ id, failures: [one] }) => ({
        check: id,
        requirement: one!.requirement,
      })),
      seen: [],
      unseen: [],
    }));
    return causesOf({ checks, explained }).map(({ title }) => title);
  };
  assertEquals(errors([refused("a/1", "GET"), refused("b/1", "PUT")]), [
    "A request that accepts application/vnd.kubernetes.protobuf is answered with 500",
  ]);
  const json = refused("b/1", "PUT", "application/json");
  assertEquals(errors([refused("a/1", "GET"), json]).length, 2);
});

Deno.test("a verb that always gets the same error is named with its message", () => {
  const checks = ["a", "b"].map((name) =>
    failed(`x/${name}`, {
      requirement: `acme.${name}`,
      actual: `500 role pr0123abc-00ab-${name} already exists`,
      exchange: [exchange("POST", "/api/v1/namespaces/one/roles", 500)],
    })
  );
  const explained = [{
    id: "create is answered with a 5xx status",
    title: "A create is answered with a 5xx status",
    failures: checks.map(({ id, failures: [one] }) => ({
      check: id,
      requirement: one!.requirement,
    })),
    seen: ["create roles"],
    unseen: [],
  }];
  assertEquals(causesOf({ checks, explained }).map(({ title }) => title), [
    "A create is answered with 500: … already exists",
  ]);
});

Deno.test("an unknown token that is accepted has another cause than an invalid body", () => {
  const accepted = (check: string, requirement: string, expected: string) =>
    failed(check, {
      requirement,
      expected,
      actual: "201 created",
      exchange: [exchange("POST", "/api/v1/namespaces/one/secrets", 201)],
    });
  const token = "an error, because of: unknown caller";
  const checks = [
    accepted("a/1", "requests.unauthenticated-refused", token),
    accepted("b/1", "requests.body-refused", "an error, because of: other kind"),
    accepted("c/1", "errors.unknown-create", "401"),
    accepted("f/1", "errors.unknown-token-rejected", "an error"),
    failed("g/1", { requirement: "errors.unauthenticated-changes-nothing", actual: "changed" }),
    accepted("d/1", "acme.x", "an error: a 4xx status"),
    accepted("h/1", "requests.name-refused", "an error, because of: name"),
    accepted("e/1", "negotiation.not-acceptable", "406"),
  ];
  assertEquals(causesOf({ checks }).map(({ checks }) => checks.toSorted().join(" ")).toSorted(), [
    "a/1 c/1 f/1 g/1",
    "b/1 d/1 h/1",
    "e/1",
  ]);
  const named = causesOf({ checks: [checks[0]!, checks[2]!] }).map(({ title }) => title);
  assertEquals(named, ["A request with an unknown bearer token is let in"]);
});

Deno.test("an invalid read that is accepted has another cause than the write before it", () => {
  const created = exchange("POST", "/api/v1/namespaces/one/secrets", 201);
  const read = exchange("GET", "/api/v1/secrets?resourceVersion=abc", 200);
  const checks = [
    failed("a/read", {
      requirement: "acme.read",
      expected: "an error: a 4xx status",
      actual: "200 {}",
      exchange: [created, read],
    }),
    failed("a/write", {
      requirement: "acme.write",
      expected: "an error: a 4xx status",
      actual: "201 {}",
      exchange: [created],
    }),
  ];
  assertEquals(causesOf({ checks }).length, 2);
});

Deno.test("a cause begins with a failure that happens again", () => {
  const checks = [
    failed("a/once", { confirmed: { attempts: 20, reproduced: 0 } }),
    failed("a/always", {}),
  ];
  assertEquals(causesOf({ checks })[0]!.checks, ["a/always", "a/once"]);
});

Deno.test("what a watch does not show as objects leave its selector is one cause", () => {
  const checks = [
    failed("a/1", { requirement: "watch.leaving-selector-is-deleted" }),
    failed("b/1", { requirement: "selectors.watch-follows-selector", expected: "b: none" }),
    failed("c/1", { requirement: "watch.entering-selector-is-added", expected: "c: none" }),
  ];
  assertEquals(causesOf({ checks }).map(({ checks }) => checks.toSorted().join(" ")).toSorted(), [
    "a/1 b/1",
    "c/1",
  ]);
});

Deno.test("events of another namespace than that of their watch are one cause", () => {
  const sent = (id: string, actual: string, path = "/api/v1/namespaces/one/secrets?watch=true") =>
    failed(id, {
      requirement: `acme.${id[0]}`,
      actual,
      exchange: [exchange("GET", path, 200, { object: { metadata: { namespace: "two" } } })],
    });
  const checks = [
    sent("a/1", "MODIFIED of v1 Secret two/s1 at 6"),
    sent("b/1", "ADDED of two/s1 at 5,DELETED of one/s1 at 7"),
    sent("c/1", "ADDED of one/s1 at 5"),
    sent("d/1", "ADDED of two/s1 at 5", "/api/v1/secrets?watch=true"),
  ];
  assertEquals(summary(checks).map(([id, , ids]) => [id, ids]), [
    ["namespaces are not kept apart", "a/1 b/1"],
    ["acme.c", "c/1"],
    ["acme.d", "d/1"],
  ]);
});

Deno.test("a list in place of a stream is one cause, in whatever order its members are", () => {
  const expected = "a JSON document with the type of an event and an object";
  const checks = [
    failed("a/1", { actual: "a SecretList instead of a stream" }),
    failed("b/1", {
      requirement: "acme.b",
      expected,
      actual: '{"apiVersion":"v1","kind":"SecretList","metadata":{}}',
    }),
    failed("c/1", { requirement: "acme.c", expected, actual: '{"kind":"RoleList","items":[]}' }),
  ];
  assertEquals(causesOf({ checks }).map(({ title, checks }) => [title, checks.toSorted()]), [[
    "A watch is answered with a list instead of a stream",
    ["a/1", "b/1", "c/1"],
  ]]);
});

Deno.test("requests without credentials that are answered otherwise than with 401 have one cause", () => {
  const answered = (id: string, name: string, actual: string) =>
    failed(id, { requirement: `errors.missing-${name}`, expected: "401 or 403", actual });
  const checks = [
    answered("a/1", "list", "200 {}"),
    answered("b/1", "delete", "404 NotFound: none"),
    failed("c/1", {
      requirement: "errors.missing-object-not-found",
      expected: "404",
      actual: "200",
    }),
  ];
  const causes = causesOf({ checks });
  assertEquals(causes.map(({ checks }) => checks.toSorted().join(" ")).toSorted(), [
    "a/1 b/1",
    "c/1",
  ]);
  const [title] = causesOf({ checks: checks.slice(0, 2) }).map(({ title }) => title);
  assertEquals(title, "A request without credentials is not answered with 401 or 403");
});

Deno.test("creates that must be rejected and are accepted are named by that, not by one of them", () => {
  const accepted = (requirement: string, expected: string, method = "POST") =>
    failed(`a/${requirement}`, {
      requirement,
      expected,
      actual: '201 {"kind":"Foo"}',
      exchange: [exchange(method, "/apis/a/v1/namespaces/one/foos", 201)],
    });
  const checks = [
    accepted("acme.kind", "an error, because of: other kind"),
    accepted("acme.name", "an error: a 4xx status with a Status body"),
    accepted("acme.place", "an error, because of: other namespace"),
    failed("a/other", { requirement: "acme.other" }),
  ];
  const together = checks.slice(1).map(({ failures }): [string, string] => [
    "acme.kind",
    failures[0]!.requirement,
  ]);
  const titleOf = (checks: readonly CheckResult[]) => causesOf({ checks, together })[0]!.title;
  const title = "A create of foos that must be rejected is accepted: other kind, other namespace";
  assertEquals(titleOf(checks), title);
  // Writes of other forms are accepted, too.
  const update = accepted("acme.name", "an error: a 4xx status with a Status body", "PUT");
  const any = "A write of foos that must be rejected is accepted: other kind, other namespace";
  assertEquals(titleOf(checks.with(1, update)), any);
  // Two requirements name themselves.
  assertEquals(titleOf(checks.slice(0, 2)).includes("must be rejected"), false);
});

Deno.test("a user who may do less than is granted is let in nowhere", () => {
  const decided = (expected: string, actual: string) => {
    const requirements = [{ id: "access.a", level: "must", harm: "security" }];
    const checks = [failed("access/one", { requirement: "access.a", expected, actual })];
    return causesOf({ checks, requirements: requirements as unknown as RequirementSummary[] })[0]!
      .harm;
  };
  const denied = 'review: {"allowed":false}';
  assertEquals(decided("list of secrets allowed with {}", denied), "availability");
  assertEquals(decided("ann may list secrets", "403 Forbidden: no"), "availability");
  assertEquals(
    decided("list of secrets not allowed with {}", 'review: {"allowed":true}'),
    "security",
  );
  assertEquals(decided("ann may not list secrets", "200 {}"), "security");
});
