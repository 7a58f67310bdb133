import { assertEquals } from "@std/assert";
import type { Exchange } from "@plumbline/reports/events";
import { neededRequests, type ViolatingRequests } from "./needed_requests.ts";

const send = (line: string, status = 200, responseBody = "{}"): Exchange => {
  const [method = "", path = ""] = line.split(" ");
  return {
    method,
    path,
    identity: "",
    requestHeaders: {},
    status,
    responseHeaders: {},
    responseBody,
    sentAt: 0,
    duration: 1,
  };
};

const needed = (exchanges: readonly Exchange[], violation: Partial<ViolatingRequests> = {}) =>
  [...neededRequests(exchanges, {
    named: [],
    isObserved: false,
    expected: "",
    actual: "",
    ...violation,
  })].map(({ method, path }) => `${method} ${path}`);

const SECRETS = "/api/v1/namespaces/a/secrets";

Deno.test("writes lead to the failure, reads before them do not", () => {
  const sent = [
    send(`GET ${SECRETS}`),
    send(`POST ${SECRETS}`, 201),
    send(`GET ${SECRETS}/one`),
    send(`PUT ${SECRETS}/one`, 409),
    send(`GET ${SECRETS}/one`),
    send(`GET ${SECRETS}`),
  ];
  const expected = [1, 3, 4, 5].map((index) => `${sent[index]!.method} ${sent[index]!.path}`);
  assertEquals(needed(sent), expected);
  assertEquals(needed(sent, { named: [1] }), [`GET ${SECRETS}`, ...expected]);
});

Deno.test("writes to other types are left out, unless they are policies", () => {
  const sent = [
    send("POST /apis/apps/v1/namespaces/a/deployments", 201),
    send("POST /apis/rbac.authorization.svc.io/v1/clusterroles", 201),
    send(`GET ${SECRETS}`),
  ];
  assertEquals(needed(sent), [
    "POST /apis/rbac.authorization.svc.io/v1/clusterroles",
    `GET ${SECRETS}`,
  ]);
});

Deno.test("one response that is wrong needs no more than the object that it is about", () => {
  const sent = [
    send("POST /apis/rbac.authorization.svc.io/v1/clusterroles", 201),
    send(`POST ${SECRETS}`, 201),
    send(`GET ${SECRETS}`),
    send(`GET ${SECRETS}/one`, 504),
    send(`DELETE ${SECRETS}/one`),
  ];
  assertEquals(needed(sent, { named: [4], isObserved: true }), [
    `POST ${SECRETS}`,
    `GET ${SECRETS}/one`,
  ]);
});

Deno.test("a request whose response is needed later is kept", () => {
  const sent = [
    send(`GET ${SECRETS}?limit=1`, 200, '{"metadata":{"continue":"t1"}}'),
    send(`DELETE ${SECRETS}/one`),
    send(`GET ${SECRETS}?limit=1&continue=t1`),
  ];
  assertEquals(needed(sent).length, 3);
});

Deno.test("the response with the value that was observed is shown", () => {
  const sent = [
    send(`GET ${SECRETS}`, 200, '{"apiVersion":"core/v1"}'),
    send(`POST ${SECRETS}`, 201, '{"apiVersion":"v1"}'),
  ];
  assertEquals(needed(sent, { expected: "v1 v1", actual: "core/v1 v1" }).length, 2);
  assertEquals(needed(sent, { expected: "v1 v1", actual: "v1" }).length, 1);
});

Deno.test("what is done to a namespace leads to a failure in it", () => {
  const body = (name: string) => ({
    ...send("POST /api/v1/namespaces", 201),
    requestBody: JSON.stringify({ kind: "Namespace", metadata: { name } }),
  });
  const sent = [
    body("a"),
    body("other"),
    send("GET /api/v1/namespaces/a"),
    send("DELETE /api/v1/namespaces/a"),
    send("DELETE /api/v1/namespaces/other"),
    send("POST /apis/apps/v1/namespaces/a/deployments", 201),
    send(`PATCH ${SECRETS}/one`, 403),
  ];
  assertEquals(needed(sent), [
    "POST /api/v1/namespaces",
    "DELETE /api/v1/namespaces/a",
    `PATCH ${SECRETS}/one`,
  ]);
});
