import { assertEquals } from "@std/assert";
import type { Failure } from "./events.ts";
import {
  counterpartOf,
  deniedBy,
  missedEvent,
  selectorForms,
  wrongAnswers,
} from "./wrong_answers.ts";

const answered = (
  [method, path, status, body, requestBody]: readonly [string, string, number, unknown, string?],
  more: Partial<Failure>,
): string[] =>
  wrongAnswers({
    requirement: "acme.rule",
    statement: "",
    expected: "success",
    actual: "…",
    exchange: [{
      method,
      path,
      status,
      requestHeaders: {},
      responseBody: JSON.stringify(body),
      ...(requestBody && { requestBody }),
    }],
    confirmed: { attempts: 1, reproduced: 1 },
    ...more,
  } as unknown as Failure);

Deno.test("a kind in place of another one is wrong whatever says so", () => {
  const list = ["GET", "/apis/rbac.authorization.svc.io/v1/clusterroles", 200, {}] as const;
  const expected = "a ClusterRoleList with limit";
  const key = '["answer","kind","ClusterRoleList","RoleList"]';
  assertEquals(answered(list, { expected, actual: "RoleList" }), [key]);
  assertEquals(answered(list, { expected, actual: '200 {"kind":"RoleList","items":[]}' }), [key]);
  assertEquals(answered(list, { expected: "an error with a Status", actual: "200 RoleList" }), []);
});

Deno.test("an object has the version of its path", () => {
  const secret = { kind: "Secret", apiVersion: "v1" };
  const path = "/api/v77/namespaces/a/secrets/b";
  assertEquals(answered(["GET", path, 200, secret], {}), ['["answer","version","v77","secrets"]']);
  assertEquals(answered(["GET", path.replace("77", "1"), 200, secret], {}), []);
  assertEquals(answered(["GET", path, 200, { kind: "Table", apiVersion: "meta/v1" }], {}), []);
});

Deno.test("a valid request that is not served is refused in its form", () => {
  const lists = ["GET", "/api/v1/secrets", 404, {}] as const;
  const key = '["answer","refused","404","list","secrets","","true",""]';
  assertEquals(answered(lists, { actual: "404 NotFound" }), [key]);
  assertEquals(answered(lists, { actual: "404 NotFound", expected: "an error: 406" }), []);
  // An object may be missing.
  const get = ["GET", "/api/v1/namespaces/a/secrets/b", 404, {}] as const;
  assertEquals(answered(get, { actual: "404 NotFound" }), []);
});

Deno.test("what is accepted lacks a parameter, or has one that is wrong", () => {
  const error = { expected: "an error", actual: "200 {}" };
  const statement = "An apply without `fieldManager` is rejected.";
  const apply = ["PATCH", "/api/v1/namespaces/a/secrets/b?force=true", 200, {}, "{}"] as const;
  const key = '["answer","accepted without","patch","fieldManager"]';
  assertEquals(answered(apply, { ...error, statement })[0], key);
  const path = "/api/v1/namespaces/a/secrets/b?gracePeriodSeconds=x";
  const deletion = ["DELETE", path, 200, {}] as const;
  assertEquals(answered(deletion, error), [
    '["answer","accepted","secrets","gracePeriodSeconds","a text"]',
  ]);
});

Deno.test("no answer lacks what each has", () => {
  const metadata = { name: "a", uid: "u", resourceVersion: "1", creationTimestamp: "t" };
  const lists = (item: unknown) =>
    answered(["GET", "/api/v1/secrets", 200, { kind: "SecretList", metadata: {}, items: [item] }], {
      expected: "…",
    });
  assertEquals(lists({ metadata }), []);
  assertEquals(lists({ metadata: { ...metadata, uid: undefined } }), [
    '["answer","lacks","secrets","uid"]',
  ]);
  const status = { kind: "Status", status: "Failure", code: 0 };
  const get = ["GET", "/api/v1/secrets/b", 404, status] as const;
  assertEquals(answered(get, { actual: "0" }), ['["answer","status","code"]']);
});

Deno.test("a decision against what is granted is one of requests, or of one type of reviews", () => {
  const review = [
    "POST",
    "/apis/authorization.svc.io/v1/selfsubjectaccessreviews",
    201,
    {},
  ] as const;
  const denied = (requirement: string, actual: string) => {
    const [method, path, status] = review;
    const exchange = [{ method, path, status, requestHeaders: {}, responseBody: "" }];
    return deniedBy({ requirement, actual, exchange } as unknown as Failure);
  };
  assertEquals(denied("access.a", "403 Forbidden"), '["denied","request"]');
  assertEquals(denied("access.a", '{"allowed":false}'), '["denied","selfsubjectaccessreviews"]');
  assertEquals(denied("access.a", '{"allowed":true}'), undefined);
  // What may be granted to others has rules of its own.
  assertEquals(denied("access.no-escalation", "403 Forbidden"), undefined);
  assertEquals(denied("paging.a", "403 Forbidden"), undefined);
});

Deno.test("an event is missed of the last write", () => {
  const one = (method: string, path: string) => ({
    method,
    path,
    status: 200,
    requestHeaders: {},
    responseBody: "",
  });
  const missed = (expected: string, actual: string, ...exchange: readonly unknown[]) =>
    missedEvent({ expected, actual, exchange } as unknown as Failure);
  const watch = one("GET", "/api/v1/secrets?watch=1");
  const deletion = one("DELETE", "/api/v1/namespaces/a/secrets/b");
  assertEquals(missed("DELETED b", "no event", watch, deletion), '["missed","delete"]');
  assertEquals(missed("no event", "none", watch, deletion), undefined);
  assertEquals(missed("DELETED b", "no event", deletion), undefined);
});

Deno.test("a field that an error does not name is one that is accepted", () => {
  const path = "/apis/rbac.authorization.svc.io/v1/clusterrolebindings";
  const due = 'causes with a message for {"subjects[0].name":"Required","roleRef.kind":"Required"}';
  const found = '422 Invalid: … causes [{"field":"roleRef.kind"}]';
  const [unnamed] = answered(["POST", path, 422, {}, "{}"], { expected: due, actual: found });
  assertEquals(unnamed, '["answer","unvalidated","rolebindings","name","unnamed"]');
  const statement = "A subject whose `name` is empty is rejected.";
  const accepted = answered(["POST", path.replace("cluster", ""), 201, {}, "{}"], {
    ...{ statement, expected: "an error", actual: "201 {}" },
  });
  assertEquals(accepted, [counterpartOf(unnamed!)]);
});

Deno.test("a failure of selectors has the forms of its label selector", () => {
  const formsOf = (selector: string, requirement = "selectors.watch-selects") =>
    selectorForms({
      requirement,
      expected: "",
      exchange: [{ path: `/api/v1/secrets?labelSelector=${encodeURIComponent(selector)}` }],
    } as unknown as Failure);
  assertEquals(formsOf("a notin (b),plumbline/scope=x"), ['["selector form","notin"]']);
  assertEquals(formsOf("a=,!b"), ['["selector form","absent"]', '["selector form","empty"]']);
  assertEquals(formsOf("a=b"), []);
  assertEquals(formsOf("a notin (b)", "paging.limit"), []);
});
