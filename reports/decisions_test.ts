import { assertEquals } from "@std/assert";
import { decisionTitle, ofDecidedVerbs } from "./decisions.ts";
import type { Failure } from "./events.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";
const REVIEWS = "/apis/authorization.example/v1/subjectaccessreviews";

const failed = (
  requirement: string,
  expected: string,
  actual: string,
  { method = "GET", path = SECRETS, verb = "" } = {},
) => ({
  requirement,
  failure: {
    requirement,
    expected,
    actual,
    exchange: [{
      method: verb === "" ? method : "POST",
      path: verb === "" ? path : REVIEWS,
      status: 200,
      requestHeaders: {},
      requestBody: JSON.stringify({ spec: { resourceAttributes: { verb } } }),
    }],
  } as unknown as Failure,
});

const denied = failed("access.user-bound", "bob may list secrets", '{"allowed":false}', {
  verb: "list",
});
const refused = failed(
  "access.group-bound",
  "list of secrets allowed with list",
  "403 Forbidden: no",
);
const permitted = failed("access.changed-rules", "list of secrets forbidden without it", "200 {}");

Deno.test("decisions about one verb are one cause, as a review or as a request", () => {
  const other = failed("access.named-object", "may get secrets", "403 Forbidden", {
    path: `${SECRETS}/a`,
  });
  const content = failed("requests.list", "2 items", "1");
  assertEquals(ofDecidedVerbs([denied, refused, permitted, other, content]), [
    [denied, refused, permitted],
  ]);
  // Two requirements may be violated on a list for two reasons.
  assertEquals(ofDecidedVerbs([denied, refused, other, content]), []);
});

Deno.test("decisions about a verb that are required of it, or are few of all, have other causes", () => {
  const ofVerb = ["access.verb-list", "access.apply-needs-list"].map((requirement) => ({
    ...refused,
    requirement,
  }));
  assertEquals(ofDecidedVerbs([denied, ...ofVerb]), []);
  const others = ["a", "b", "c"].map((name) =>
    failed(`access.${name}`, "bob may get secrets", "403 Forbidden", { path: `${SECRETS}/a` })
  );
  assertEquals(ofDecidedVerbs([denied, refused, permitted, ...others]), []);
});

Deno.test("a title says of the verb whether too much is permitted or too little", () => {
  const too = { ...refused, requirement: "access.named-object" };
  assertEquals(
    decisionTitle([denied, refused, too]),
    "The verb `list` is not permitted where a rule grants it",
  );
  assertEquals(
    decisionTitle([denied, refused, permitted]),
    "The verb `list` is permitted where no rule grants it, and not where one does",
  );
  assertEquals(decisionTitle([denied, refused]), undefined);
});

Deno.test("what small cases ask about is no cause", () => {
  const get = { path: `${SECRETS}/a` };
  const all = ["a", "b", "c"].map((name) =>
    failed(`access.${name}`, "bob may get secrets", "403 Forbidden", get)
  );
  assertEquals(ofDecidedVerbs(all), []);
  assertEquals(decisionTitle(all), undefined);
});
