import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { CheckResult } from "./events.ts";

const failing = (id: string, requirement = `${id}.r`, statement = "", method = "GET") => ({
  id,
  level: "must",
  failures: [{
    requirement,
    statement,
    expected: `one ${id}`,
    actual: `other ${id}`,
    exchange: [{
      method,
      path: "/api/v1/secrets",
      status: 200,
      requestHeaders: {},
      responseBody: "",
    }],
    confirmed: { attempts: 1, reproduced: 1 },
    verdict: "fail",
  }],
} as unknown as CheckResult);

Deno.test("what shows a behaviour at its violation belongs to the behaviour that explains others", () => {
  const title = "A list ignores `limit`";
  const explained = [{
    id: "limit is ignored",
    title,
    seen: [],
    unseen: [],
    failures: [{ check: "a", requirement: "a.r" }],
  }];
  const alike = [{
    title,
    seen: [],
    unseen: [],
    failures: [{ check: "b", requirement: "b.r" }],
  }];
  const checks = [failing("a"), failing("b", "b.r", "A `limit` limits."), failing("c")];
  const causes = causesOf({ checks, explained, alike });
  assertEquals(causes.map((cause) => cause.checks.toSorted()).toSorted(), [["a", "b"], ["c"]]);
});

Deno.test("what has other requests than a behaviour shows on is not of it, whatever it is like", () => {
  const title = "An apply is answered with a 5xx status";
  const like = (check: string, seen: readonly string[]) => ({
    title,
    seen,
    unseen: [],
    failures: [{ check, requirement: `${check}.r` }],
  });
  const id = "apply is answered with a 5xx status";
  const explained = [{ id, ...like("a", ["apply secrets"]) }];
  const checks = [failing("a", "a.r", "", "PATCH"), failing("b", "b.r", "", "POST")];
  const causes = causesOf({ checks, explained, alike: [like("b", ["create secrets"])] });
  assertEquals(causes.map((cause) => cause.id).toSorted(), [id, "b.r"]);
  assertEquals(causes.filter((cause) => cause.title.includes("5xx")).length, 1);
});

Deno.test("responses without a resourceVersion are those of objects that have none", () => {
  const one = (check: string, title: string) => ({
    title,
    seen: [],
    unseen: [],
    failures: [{ check, requirement: `${check}.r` }],
  });
  const id = "no resourceVersion of objects";
  const explained = [{ id, ...one("a", "Objects have no `resourceVersion`") }];
  const alike = [one("b", "A write is answered without metadata.resourceVersion")];
  const same = failing("c");
  Object.assign(same.failures[0]!, { expected: "another resourceVersion than undefined" });
  const causes = causesOf({ checks: [failing("a"), failing("b"), same], explained, alike });
  assertEquals(causes.map((cause) => [cause.id, cause.checks.toSorted()]), [[id, ["a", "b", "c"]]]);
});

Deno.test("a list that ignores its selector selects wrongly for that", () => {
  const cause = (id: string, check: string) => ({
    id,
    title: id,
    seen: [],
    unseen: [],
    failures: [{ check, requirement: `${check}.r` }],
  });
  const checks = [failing("a"), failing("b", "b.r", "A label selector selects.")];
  const alike = [cause("label selectors", "b")];
  const idsWith = (id: string) =>
    causesOf({ checks, explained: [cause(id, "a")], alike }).map((each) => each.id);
  assertEquals(idsWith("labelSelector is ignored"), ["labelSelector is ignored"]);
  assertEquals(idsWith("limit is ignored"), ["label selectors", "limit is ignored"]);
});

Deno.test("a requirement that one behaviour alone explains elsewhere is violated by it", () => {
  const explainedBy = (title: string, ...failures: readonly (readonly [string, string])[]) => ({
    id: title,
    title,
    seen: ["list secrets"],
    unseen: [],
    failures: failures.map(([check, requirement]) => ({ check, requirement })),
  });
  const checks = [
    failing("a", "x.same"),
    failing("b", "x.same"),
    // No list is among its requests.
    failing("f", "x.same", "", "PUT"),
    failing("c", "x.both"),
    failing("d", "x.both", "A dry run changes nothing."),
    failing("e", "x.both"),
  ];
  const explained = [
    explainedBy("limit is ignored", ["a", "x.same"], ["c", "x.both"]),
    explainedBy("dryRun is ignored", ["d", "x.both"]),
  ];
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map((cause) => cause.checks.toSorted().join()).toSorted(), [
    "a,b,c",
    "d",
    "e",
    "f",
  ]);
});

Deno.test("a behaviour of one status explains no failure without such a response", () => {
  const failed = (id: string, status: number) => {
    const check = failing(id, "x.same", "", "PUT");
    const [failure] = check.failures;
    const exchange = failure!.exchange.map((one) => ({ ...one, status }));
    return { ...check, failures: [{ ...failure!, exchange }] };
  };
  const title = "A write that is answered with 409 has an effect";
  const failures = [{ check: "a", requirement: "x.same" }];
  const explained = [{ id: title, title, seen: ["update secrets"], unseen: [], failures }];
  const checks = [failed("a", 409), failed("b", 409), failed("c", 401)] as CheckResult[];
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map(({ checks }) => checks.toSorted().join()).toSorted(), ["a,b", "c"]);
});

Deno.test("errors that are answered as successes explain no success without a Status", () => {
  const title =
    "A request that fails is answered with a 2xx status: only the Status in the body says so";
  const id = "errors are answered with a success";
  const own = [{ check: "a", requirement: "x.same" }];
  const explained = [{ id, title, seen: ["list secrets"], unseen: [], failures: own }];
  const checks = [failing("a", "x.same"), failing("b", "x.same"), failing("c", "x.same")];
  const [, shown] = checks.map(({ failures: [failure] }) => failure!.exchange[0]!);
  Object.assign(shown!, { responseBody: '{"kind": "Status", "status": "Failure"}' });
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map((cause) => [cause.id, cause.checks.toSorted()]), [
    [id, ["a", "b"]],
    ["x.same", ["c"]],
  ]);
});

Deno.test("a behaviour that does more harm than its failures show has its own", () => {
  const title = "A request that fails is answered with 200";
  const failures = [{ check: "a", requirement: "a.r" }];
  const explained = [{ id: title, title, seen: [], unseen: [], failures }];
  const harmOf = (more: { readonly harm?: "data-loss" }) =>
    causesOf({
      checks: [failing("a", "a.r")],
      requirements: [{ id: "a.r", statement: "", level: "must", chapter: "", harm: "detail" }],
      explained: explained.map((each) => ({ ...each, ...more })),
    })[0]!.harm;
  assertEquals([harmOf({}), harmOf({ harm: "data-loss" })], ["detail", "data-loss"]);
});

Deno.test("what the requests of failures have in common is named with what they violate", () => {
  const checks = [failing("a", "a.r", "It holds."), failing("b", "b.r", "It holds, too.")];
  const alike = [{
    title: "A list with limit",
    isRequest: true as const,
    seen: ["list secrets"],
    unseen: [],
    failures: [{ check: "a", requirement: "a.r" }, { check: "b", requirement: "b.r" }],
  }];
  const [cause, ...others] = causesOf({ checks, alike });
  assertEquals(others, []);
  assertEquals(cause!.title, "A list with limit shows other a in place of one a: It holds.");
  assertEquals(cause!.seen, ["list secrets"]);
});

Deno.test("a cause of valid requests that are refused names them and their status", () => {
  const refused = (id: string, type: string, expected = "a review") => {
    const [failure] = failing(id, "reviews.answered", "A review is answered.").failures;
    const last = { method: "POST", path: `/apis/a/v1/${type}`, status: 422, requestHeaders: {} };
    const exchange = [{ ...last, responseHeaders: {}, responseBody: "" }];
    return {
      id,
      level: "must",
      failures: [{ ...failure, expected, actual: "422 Invalid", exchange }],
    };
  };
  const titleOf = (...checks: readonly unknown[]) =>
    causesOf({ checks: checks as CheckResult[] }).map(({ title }) => title);
  assertEquals(titleOf(refused("a", "selfreviews"), refused("b", "reviews")), [
    "A create of reviews and selfreviews is answered with 422",
  ]);
  assertEquals(titleOf(refused("a", "reviews")), [
    "A create of reviews is answered with 422 (due: a review): A review is answered.",
  ]);
  const rejection = "an error: status 400 with a Status body";
  assertEquals(titleOf(refused("a", "reviews", rejection), refused("b", "reviews", rejection)), [
    "A create of reviews is answered with 422, not with 400: A review is answered.",
  ]);
});

Deno.test("what is denied against roles has one cause, but rules of paths have their own", () => {
  const allowed = (id: string, requirement: string) => {
    const check = failing(id, requirement);
    const [failure] = check.failures;
    return { ...check, failures: [{ ...failure, expected: "ann may do it" }] } as CheckResult;
  };
  const causes = causesOf({
    checks: [
      allowed("a", "access.only-verbs-listed"),
      allowed("b", "access.only-names-listed"),
      allowed("c", "access.only-paths-listed"),
    ],
  });
  assertEquals(causes.map((cause) => cause.checks.toSorted()).toSorted(), [["a", "b"], ["c"]]);
});

Deno.test("what messages of several checks say of one field is one cause, whatever form explains some", () => {
  const said = (id: string, requirement: string, actual: string) => {
    const check = failing(id, requirement);
    const [failure] = check.failures;
    return { ...check, failures: [{ ...failure, actual }] } as CheckResult;
  };
  const words = 'unknown field "metadata.uid"';
  const checks = [
    said("a", "one.a", `400 BadRequest: strict decoding error: ${words}`),
    said("b", "two.b", `2 warnings: 299 - ${JSON.stringify(words)}, 299 - "unknown field "x""`),
    said("c", "three.c", '1 warning: 299 - unknown field "spec.uid"'),
    // An object says nothing.
    said("d", "four.d", `{"a": ${words}}`),
  ];
  const form = { id: "patches", title: "A patch does nothing" };
  const alike = [{
    ...form,
    failures: [{ check: "a", requirement: "one.a" }],
    seen: [],
    unseen: [],
  }];
  const causes = causesOf({ checks, alike });
  assertEquals(causes.map((cause) => cause.checks.toSorted()).toSorted(), [["a", "b"], ["c"], [
    "d",
  ]]);
  assertEquals(
    causes.find(({ checks }) => checks.includes("a"))!.title,
    `A response says: ${words}`,
  );
});

Deno.test("errors now and then of one verb are those of the verb that always gets one", () => {
  const error = (id: string) => {
    const check = failing(id, `${id}.a`);
    const [failure] = check.failures;
    return { ...check, failures: [{ ...failure, actual: "500 Internal error" }] } as CheckResult;
  };
  const cause = (id: string, check: string, seen: readonly string[], refusal?: "5xx") => ({
    id,
    title: id,
    failures: [{ check, requirement: `${check}.a` }],
    seen,
    unseen: [],
    ...(refusal && { refusal }),
  });
  const always = cause("update is answered with a 5xx status", "a", ["update roles"]);
  const causesWith = (...seen: readonly string[]) =>
    causesOf({
      checks: [error("a"), error("b")],
      explained: [always, cause("errors now and then", "b", seen, "5xx")],
    }).map((cause) => cause.checks.toSorted());
  assertEquals(causesWith("update secrets", "update roles"), [["a", "b"]]);
  assertEquals(causesWith("update secrets", "get secrets").length, 2);
});

Deno.test("a cause that was seen on requests of few verbs names them", () => {
  const titleOf = (title: string, ...seen: string[]) => {
    const failures = [{ check: "a", requirement: "a.r" }];
    const explained = [{ id: title, title, seen, unseen: [], failures }];
    return causesOf({ checks: [failing("a")], explained }).map((cause) => cause.title).join();
  };
  const collection = "deletecollection secrets";
  assertEquals(
    titleOf("`dryRun` is ignored", collection),
    "A DELETE of a collection ignores `dryRun`",
  );
  assertEquals(
    titleOf("`dryRun` is ignored", collection, "create secrets"),
    "A create and a DELETE of a collection ignore `dryRun`",
  );
  const writes = ["create", "update", "patch", "apply"].map((verb) => `${verb} secrets`);
  assertEquals(titleOf("`dryRun` is ignored", ...writes), "Writes ignore `dryRun`");
  assertEquals(
    titleOf("`dryRun` is ignored", ...writes, "get secrets"),
    "Requests ignore `dryRun`",
  );
  assertEquals(
    titleOf("A DELETE removes an object although it has finalizers", collection),
    "A DELETE of a collection removes an object although it has finalizers",
  );
  assertEquals(
    titleOf("A write that is answered with 404 has an effect", "update roles", "update secrets"),
    "An update that is answered with 404 has an effect",
  );
  assertEquals(
    titleOf("A DELETE of a collection ignores `limit`", collection),
    "A DELETE of a collection ignores `limit`",
  );
  assertEquals(titleOf("A write is refused"), "A write is refused");
});

Deno.test("an answer that is as it must be is not named, but what it says wrong", () => {
  const failures = [{ check: "a", requirement: "a.r" }];
  const titleWith = (
    expected: string,
    actual: string,
    title = "A GET is answered with 404 NotFound: … not found",
  ) =>
    causesOf({
      checks: [failing("a")].map((check) => ({
        ...check,
        failures: check.failures.map((each) => ({
          ...each,
          ...{ expected, actual, statement: "It is named." },
        })),
      })),
      alike: [{ title, failures, seen: ["get secrets"], unseen: [] }],
    }).map((cause) => cause.title).join();
  const notFound = "A GET is answered with 404 NotFound: … not found";
  assertEquals(titleWith("200", "404 NotFound"), notFound);
  assertEquals(titleWith("success", "none"), notFound);
  const text = "GET /readyz is answered with 200 and text/plain";
  assertEquals(titleWith("application/json", "text/plain", text), text);
  assertEquals(
    titleWith("[+]ping excluded: ok", "ping passed", text),
    "A list of secrets shows ping passed in place of [+]ping excluded: ok: It is named.",
  );
  assertEquals(
    titleWith("details that name s0", "one/s0"),
    "A list of secrets shows one/s0 in place of details that name s0: It is named.",
  );
});

Deno.test("what names the parameter that is ignored shows it first", () => {
  const explained = [{
    id: "limit is ignored",
    title: "A list ignores `limit`",
    seen: ["list secrets"],
    unseen: [],
    failures: [{ check: "a", requirement: "a.r" }, { check: "b", requirement: "b.r" }],
  }];
  const checks = [failing("a"), failing("b", "b.r", "A page has at most `limit` items.")];
  const [cause] = causesOf({ checks, explained });
  assertEquals(cause?.checks, ["b", "a"]);
});

Deno.test("requests of one form that have another fault than most are no part of the form", () => {
  const observed = (id: string, expected: string, actual: string) => {
    const check = failing(id, `${id}.a`);
    return { ...check, failures: [{ ...check.failures[0], expected, actual }] } as CheckResult;
  };
  const checks = [
    observed("a", "spec.a: 1", "spec.a: 2"),
    observed("b", "no field b", "a field"),
    observed("c", "an error: status 409", "400 BadRequest: not so"),
  ];
  const title = "An update does not do what a merge patch with the same changes does";
  const failures = ["a", "b", "c"].map((check) => ({ check, requirement: `${check}.a` }));
  const causes = causesOf({
    checks,
    alike: [{ id: "updates", title, failures, seen: [], unseen: [] }],
  });
  assertEquals(
    causes.map((cause) => [cause.checks.toSorted().join(), cause.title === title]).toSorted(),
    [["a,b", true], ["c", false]],
  );
});

Deno.test("what is shown otherwise is named by the field, if most failures show it in one", () => {
  const object = (type: string | undefined) =>
    JSON.stringify({
      kind: "Secret",
      metadata: { name: "a", uid: "u", resourceVersion: "7", managedFields: [{ type }] },
    });
  const one = { status: 200, requestHeaders: {}, requestBody: "{}" };
  const exchange = [
    { ...one, method: "POST", path: "/api/v1/namespaces/a/secrets", responseBody: object("V1") },
    { ...one, method: "GET", path: "/api/v1/namespaces/a/secrets/a", responseBody: object("") },
  ];
  const check = failing("a", "a.a");
  const title = "A write is not answered with the object that a GET shows";
  const failures = [{ check: "a", requirement: "a.a" }];
  const causes = causesOf({
    checks: [
      { ...check, failures: [{ ...check.failures[0], exchange }] } as unknown as CheckResult,
    ],
    alike: [{ id: "answers of writes", title, failures, seen: [], unseen: [] }],
  });
  assertEquals(causes[0]?.title, `${title}: \`metadata.managedFields.type\` differs`);
});

Deno.test("lists without items are one cause, whatever form explains some", () => {
  const shown = (id: string, path: string) => {
    const check = failing(id, `${id}.a`);
    const exchange = [{
      method: "GET",
      path,
      status: 200,
      requestHeaders: {},
      responseBody: '{"kind":"SecretList","items":null}',
    }];
    const failure = { ...check.failures[0], expected: "items: a list", actual: "items: null" };
    return { ...check, failures: [{ ...failure, exchange }] } as unknown as CheckResult;
  };
  const title = "A list with `labelSelector` does not show what the whole list does";
  const failures = [{ check: "a", requirement: "a.a" }];
  const causes = causesOf({
    checks: [shown("a", "/api/v1/secrets?labelSelector=a"), shown("b", "/api/v1/secrets")],
    alike: [{ id: "label selectors", title, failures, seen: [], unseen: [] }],
  });
  assertEquals(causes.map((cause) => [cause.checks.length, cause.title]), [
    [2, "A list without objects has no array of `items`"],
  ]);
});
