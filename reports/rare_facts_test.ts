import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { withRareFacts } from "./rare_facts.ts";

const exchange = (method: string, path: string, status = 200): Exchange => ({
  method,
  path,
  status,
  requestHeaders: { accept: "application/json" },
  responseHeaders: {},
  responseBody: "",
  time: 0,
  duration: 1,
} as unknown as Exchange);

/** Returns failures of as many checks that violate a requirement alike. */
function group(
  requirement: string,
  actual: string,
  request: Exchange,
  { count = 1, isTried = false, expected = "success" } = {},
) {
  const failure = {
    requirement,
    statement: "",
    expected,
    actual,
    exchange: [request],
  } as unknown as Failure;
  return { id: requirement, members: Array(count).fill({ requirement, failure }), isTried };
}

const joined = (...groups: ReturnType<typeof group>[]) =>
  withRareFacts(groups).map(({ members }) =>
    [...new Set(members.map((one) => one.requirement))].sort().join()
  ).toSorted();

const secrets = "/api/v1/namespaces/a/secrets";
/** Causes of a report that have nothing in common. */
const OTHERS = [
  group(
    "watch.sends-bookmarks",
    "no BOOKMARK within a minute",
    exchange("GET", `${secrets}?watch=1`),
  ),
  group(
    "access.role-permits",
    "403 Forbidden: roles say no",
    exchange("POST", "/api/v1/namespaces/b/roles", 403),
  ),
  group("health.answers", "404 NotFound: no such page", exchange("GET", "/readyz", 404)),
];
const page = exchange("GET", `${secrets}?limit=2&continue=token`);
const pages = group("paging.pages-show-all", "1 of 3 items on both pages", page, { count: 4 });
const last = group("paging.last-page-ends", "an item of the first pages", page);

Deno.test("few failures that share most of what is rare are part of the cause", () => {
  assertEquals(joined(pages, last, ...OTHERS).filter((one) => one.startsWith("paging")), [
    "paging.last-page-ends,paging.pages-show-all",
  ]);
  assertEquals(joined(pages, last, ...OTHERS).length, 4);
});

Deno.test("what every cause of a report has joins none of them", () => {
  assertEquals(joined(pages, last).length, 2);
  assertEquals(joined(...OTHERS).length, 3);
});

Deno.test("many failures stay alone, and a behaviour that was tried takes and gives none", () => {
  const many = group("paging.last-page-ends", "an item of the first pages", page, { count: 3 });
  assertEquals(joined(pages, many, ...OTHERS).length, 5);
  assertEquals(joined(pages, { ...last, isTried: true }, ...OTHERS).length, 5);
  assertEquals(joined({ ...pages, isTried: true }, last, ...OTHERS).length, 5);
});

Deno.test("an invalid request that is accepted is no part of what is answered wrongly", () => {
  const invalid = group("paging.last-page-ends", "200 with an item of the first pages", page, {
    expected: "an error: a 4xx status",
  });
  assertEquals(joined(pages, invalid, ...OTHERS).length, 5);
});

Deno.test("invalid requests that are accepted are of one cause if a rule is about the same", () => {
  const change = exchange("PATCH", `${secrets}/a?force=true&fieldManager=m&fieldValidation=Strict`);
  const accepted = (requirement: string, actual: string, count = 1) =>
    group(requirement, actual, change, { count, expected: "an error: a 4xx status" });
  const shown =
    '200 {"kind":"Secret","apiVersion":"v1","metadata":{"name":"a","creationTimestamp":1}}';
  const finalizers = accepted("lifecycle.finalizers-qualified", shown, 4);
  const patches = accepted("patch.operations-known", shown);
  assertEquals(joined(finalizers, patches, ...OTHERS).length, 5);
  const added = accepted("patch.finalizers-added", shown);
  assertEquals(joined(finalizers, added, ...OTHERS).length, 4);
});

Deno.test("a valid request that is refused is no part of what is answered wrongly", () => {
  const refused = group("paging.last-page-ends", "400 with an item of the first pages", page);
  assertEquals(joined(pages, refused, ...OTHERS).length, 5);
});

Deno.test("who may do what is no part of what is answered wrongly", () => {
  const access = { ...last.members[0]!, requirement: "access.last-page-ends" };
  const failure = { ...access.failure, requirement: access.requirement };
  const granted = { ...last, members: [{ ...access, failure }] };
  assertEquals(joined(pages, granted, ...OTHERS).length, 5);
});

Deno.test("one of many failures is near by chance", () => {
  const far = group("paging.pages-show-all", "no Status", exchange("PUT", `${secrets}/a`, 409), {
    count: 16,
  });
  const many = { ...pages, members: [...far.members, ...pages.members.slice(0, 1)] };
  assertEquals(joined(many, last, ...OTHERS).length, 5);
});

Deno.test("the words of who may not do what are no reason", () => {
  const forbidden = (name: string) =>
    `403 Forbidden: roles "wanted" is forbidden: user "author" attempts to ${name} permissions`;
  const [role, binding] = ["roles", "rolebindings"].map((type) =>
    exchange("POST", `/apis/rbac.authorization.k8s.io/v1/namespaces/a/${type}`, 403)
  );
  const escalation = group("access.escalate-permits", forbidden("grant"), role!);
  const bound = group("access.binding-within", forbidden("grant"), binding!);
  assertEquals(joined(escalation, bound, pages).includes("access.escalate-permits"), true);
});
