/**
 * Tests that bad requests get a clear Status and change nothing.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Reason } from "./api_error.ts";
import { type Case, DEPLOYMENTS, MERGE, refuseAll, withContent } from "./testing_refusals.ts";
import { assertIsStatus, type Question, secretOf, SECRETS, withServer } from "./testing.ts";

const bytes = (...values: number[]) => new Uint8Array(values);
const text = (value: unknown) => JSON.stringify(value);
const NEW = text(secretOf("new"));
Deno.test("a deletion with invalid options deletes nothing", async () => {
  const options: readonly [Question["body"], Reason][] = [
    [{ preconditions: "x" }, "BadRequest"],
    [{ preconditions: [] }, "BadRequest"],
    [{ preconditions: { uid: 5 } }, "BadRequest"],
    [{ preconditions: { resourceVersion: 5 } }, "BadRequest"],
    [{ preconditions: { uid: "other" } }, "Conflict"],
    [{ preconditions: { resourceVersion: "1" } }, "Conflict"],
    [{ gracePeriodSeconds: "5" }, "BadRequest"],
    [{ gracePeriodSeconds: [] }, "BadRequest"],
    [{ gracePeriodSeconds: 1.5 }, "BadRequest"],
    [{ dryRun: "All" }, "BadRequest"],
    [{ dryRun: ["Some"] }, "Invalid"],
    [{ propagationPolicy: "Sideways" }, "Invalid"],
    [{ propagationPolicy: { toString: null } }, "BadRequest"],
  ];
  await refuseAll([
    ...options.map((
      [body, reason],
    ): Case => [text(body), "DELETE", `${SECRETS}/a`, { body }, reason]),
    ["a query that is no number", "DELETE", `${SECRETS}/a?gracePeriodSeconds=x`, {}, "BadRequest"],
    ["a query with another policy", "DELETE", `${SECRETS}/a?propagationPolicy=x`, {}, "Invalid"],
    ["another dry run", "DELETE", `${SECRETS}/a?dryRun=Some`, {}, "Invalid"],
    ["another dry run of many", "DELETE", `${SECRETS}?dryRun=All&dryRun=Some`, {}, "Invalid"],
    ["a selector that is none", "DELETE", `${SECRETS}?labelSelector=a,,b`, {}, "BadRequest"],
    ["a token that is none", "DELETE", `${SECRETS}?continue=x`, {}, "BadRequest"],
    [
      "many by preconditions of one",
      "DELETE",
      SECRETS,
      { body: { preconditions: { uid: "x" } } },
      "Conflict",
    ],
  ]);
});

Deno.test("resourceVersions that were never issued are rejected in every parameter", async () => {
  const strange = ["abc", "-1", "1.5", "1e3", "0x1", "99999999999999999999", "1%20", "%201", "%00"];
  const ahead = "9007199254740991";
  await refuseAll([
    ...strange.flatMap((version): Case[] => [
      ["get", "GET", `${SECRETS}/a?resourceVersion=${version}`, {}, "BadRequest"],
      ["list", "GET", `${SECRETS}?resourceVersion=${version}`, {}, "BadRequest"],
      [
        "list exactly",
        "GET",
        `${SECRETS}?resourceVersion=${version}&resourceVersionMatch=Exact`,
        {},
        "BadRequest",
      ],
      ["list a page", "GET", `${SECRETS}?resourceVersion=${version}&limit=1`, {}, "BadRequest"],
      ["watch", "GET", `${SECRETS}?resourceVersion=${version}&watch=1`, {}, "BadRequest"],
      ["delete many", "DELETE", `${SECRETS}?resourceVersion=${version}`, {}, "BadRequest"],
      ["update", "PUT", `${SECRETS}/a`, {
        body: secretOf("a", { metadata: { resourceVersion: decodeURIComponent(version) } }),
      }, "Conflict"],
      ["patch", "PATCH", `${SECRETS}/a`, {
        body: { metadata: { resourceVersion: decodeURIComponent(version) } },
        type: MERGE,
      }, "Conflict"],
    ]),
    ["get ahead", "GET", `${SECRETS}/a?resourceVersion=${ahead}`, {}, "Timeout"],
    ["list ahead", "GET", `${SECRETS}?resourceVersion=${ahead}`, {}, "Timeout"],
    [
      "list ahead exactly",
      "GET",
      `${SECRETS}?resourceVersion=${ahead}&resourceVersionMatch=Exact`,
      {},
      "Timeout",
    ],
    ["delete many ahead", "DELETE", `${SECRETS}?resourceVersion=${ahead}`, {}, "Timeout"],
  ]);
});

Deno.test("invalid queries are rejected", async () => {
  const queries: readonly [query: string, Reason][] = [
    ["limit=x", "BadRequest"],
    ["limit=1.5", "BadRequest"],
    ["limit=99999999999999999999", "BadRequest"],
    ["timeoutSeconds=x", "BadRequest"],
    ["resourceVersionMatch=Exact", "Invalid"],
    ["resourceVersionMatch=Sometimes&resourceVersion=1", "Invalid"],
    ["resourceVersionMatch=Exact&resourceVersion=0", "Invalid"],
    ["labelSelector=a=b=c", "BadRequest"],
    ["labelSelector=%zz", "BadRequest"],
    ["labelSelector=%ff", "BadRequest"],
    ["fieldSelector=spec.unknown=1", "BadRequest"],
    ["fieldSelector=metadata.name", "BadRequest"],
    ["fieldSelector=constructor=1", "BadRequest"],
    ["continue=x", "BadRequest"],
    ["watch=1&resourceVersion=1&resourceVersionMatch=NotOlderThan", "Invalid"],
  ];
  const dryRuns = ["some", "all", "All,All", "true"];
  await refuseAll([
    ...queries.map(([query, reason]): Case => [query, "GET", `${SECRETS}?${query}`, {}, reason]),
    ...dryRuns.flatMap((value): Case[] => [
      ["create", "POST", `${SECRETS}?dryRun=${value}`, { body: NEW }, "Invalid"],
      [
        "update",
        "PUT",
        `${SECRETS}/a?dryRun=${value}`,
        { body: secretOf("a", { type: "b" }) },
        "Invalid",
      ],
      ["patch", "PATCH", `${SECRETS}/a?dryRun=${value}`, { body: {}, type: MERGE }, "Invalid"],
    ]),
    ["another validation", "POST", `${SECRETS}?fieldValidation=Soft`, { body: NEW }, "Invalid"],
    [
      "force without apply",
      "PATCH",
      `${SECRETS}/a?force=true`,
      { body: {}, type: MERGE },
      "Invalid",
    ],
  ]);
});

Deno.test("unknown media types are rejected, and nothing is written", async () => {
  const types = [
    "text/plain",
    "application/xml",
    "constructor",
    "__proto__",
    "application/jsonp",
    "json",
    ";",
  ];
  const accepts = [
    "text/html",
    "application/xml",
    "application/json;as=Other;g=meta.svc.io;v=v1",
    ";;,",
  ];
  await refuseAll([
    ...types.flatMap((type): Case[] => [
      ["create", "POST", SECRETS, { body: NEW, type }, "UnsupportedMediaType"],
      ["update", "PUT", `${SECRETS}/a`, { body: secretOf("a"), type }, "UnsupportedMediaType"],
      [
        "patch",
        "PATCH",
        `${SECRETS}/a`,
        { body: { data: { c: "" } }, type },
        "UnsupportedMediaType",
      ],
      ["delete", "DELETE", `${SECRETS}/a`, { body: {}, type }, "UnsupportedMediaType"],
    ]),
    ["a patch as an object", "PATCH", `${SECRETS}/a`, { body: {} }, "UnsupportedMediaType"],
    ["a patch of no type", "PATCH", `${SECRETS}/a`, {
      body: bytes(0x7b, 0x7d),
      headers: { "content-type": "" },
    }, "UnsupportedMediaType"],
    ...accepts.flatMap((accept): Case[] => [
      ["get", "GET", `${SECRETS}/a`, { headers: { accept } }, "NotAcceptable"],
      ["list", "GET", SECRETS, { headers: { accept } }, "NotAcceptable"],
      ["watch", "GET", `${SECRETS}?watch=1`, { headers: { accept } }, "NotAcceptable"],
      ["create", "POST", SECRETS, { body: NEW, headers: { accept } }, "NotAcceptable"],
      ["delete", "DELETE", `${SECRETS}/a`, { headers: { accept } }, "NotAcceptable"],
    ]),
  ]);
});

Deno.test("unknown paths are 404, unknown methods 405", async () => {
  const unknown = [
    "/nope",
    "/api/v2/secrets",
    "/apis/nope/v1/things",
    "/apis/apps/v9/deployments",
    "/api/v1/namespaces/default/things",
    "/api/v1/things",
    "/api/v1//secrets",
    "//api/v1/secrets",
    "/api/v1/namespaces/default//secrets",
    `${SECRETS}//a`,
    `${SECRETS}/a/status`,
    `${DEPLOYMENTS}/d/nope`,
    `${DEPLOYMENTS}/d/status/more`,
    `${DEPLOYMENTS}/d/constructor`,
    `${DEPLOYMENTS}/d/__proto__`,
    "/api/v1/secrets/a",
    "/api/v1/namespaces/default/namespaces",
    "/apis/rbac.authorization.svc.io/v1/namespaces/default/clusterroles",
    "/api/v1/constructor",
    "/api/constructor/secrets",
  ];
  const misplaced: readonly [method: string, path: string][] = [
    ["PUT", SECRETS],
    ["PATCH", SECRETS],
    ["POST", `${SECRETS}/a`],
    ["POST", `${DEPLOYMENTS}/d/status`],
    ["DELETE", `${DEPLOYMENTS}/d/status`],
    ["POST", "/api/v1/secrets"],
    ["DELETE", "/api/v1/secrets"],
    ["OPTIONS", SECRETS],
    ["OPTIONS", `${SECRETS}/a`],
    ["WATCH", SECRETS],
    ["LIST", SECRETS],
    ["DELETECOLLECTION", SECRETS],
    ["patch", SECRETS],
    ["constructor", `${SECRETS}/a`],
    ["POST", "/apis"],
    ["DELETE", "/api"],
    ["PUT", "/version"],
    ["DELETE", "/"],
  ];
  await refuseAll([
    ...unknown.flatMap((path) =>
      ["GET", "DELETE", "PUT"].map((method): Case => ["unknown", method, path, {}, "NotFound"])
    ),
    ...misplaced.map(([method, path]): Case => ["misplaced", method, path, {}, "MethodNotAllowed"]),
    ["a name that is no percent-encoding", "GET", `${SECRETS}/%zz`, {}, "BadRequest"],
    ["a name that is no UTF-8", "GET", `${SECRETS}/%ff`, {}, "BadRequest"],
    [
      "a namespace that is no percent-encoding",
      "DELETE",
      "/api/v1/namespaces/%/secrets",
      {},
      "BadRequest",
    ],
  ]);
});

Deno.test("HEAD answers as GET does, without a body", async () => {
  await withContent(async (server) => {
    for (const path of [SECRETS, `${SECRETS}/a`, `${SECRETS}/none`, "/nope", "/apis", "/readyz"]) {
      const [get, head] = [await server.ask("GET", path), await server.ask("HEAD", path)];
      assertEquals(
        [head.status, head.headers.get("content-type"), head.text],
        [get.status, get.headers.get("content-type"), ""],
      );
    }
  });
});

Deno.test("a HEAD of a watch leaves no watch behind", async () => {
  await withContent(async (server) => {
    assertEquals((await server.ask("HEAD", `${SECRETS}?watch=1`)).status, 200);
    await server.clock.settled();
  });
});

Deno.test("every error is a Status, for unauthenticated requests too", async () => {
  await withServer(async (server) => {
    for (const path of [SECRETS, "/nope", `${SECRETS}/%zz`]) {
      for (const token of [null, "nobody", "bob-token"]) {
        assertIsStatus(await server.ask("GET", path, { token }));
      }
    }
  });
});
