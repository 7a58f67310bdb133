/**
 * Bad input gets a clear Status, and nothing is lost by it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Reason } from "./api_error.ts";
import {
  assertIsStatus,
  assertRefused,
  deploymentOf,
  type Question,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "./testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const MERGE = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";

/** A request that must be refused. */
type Case = readonly [what: string, method: string, path: string, Question, Reason];

/** Everything there is, with the version of each collection. */
async function everything(server: TestServer): Promise<string[]> {
  const lists = [SECRETS, DEPLOYMENTS, "/api/v1/namespaces"].map((path) => server.ask("GET", path));
  return (await Promise.all(lists)).map(({ text }) => text);
}

async function withContent(test: (server: TestServer) => Promise<void>): Promise<void> {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { app: "x" } } }),
    });
    await server.must("POST", SECRETS, { body: secretOf("b", { data: { key: "dmFsdWU=" } }) });
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("d") });
    await test(server);
  });
}

async function refuseAll(cases: readonly Case[]): Promise<void> {
  await withContent(async (server) => {
    const before = await everything(server);
    for (const [what, method, path, question, reason] of cases) {
      const answer = await server.ask(method, path, question);
      try {
        assertRefused(answer, reason);
        assertEquals(await everything(server), before);
      } catch (error) {
        throw new Error(`${what}: ${method} ${path}`, { cause: error });
      }
    }
  });
}

const bytes = (...values: number[]) => new Uint8Array(values);
const text = (value: unknown) => JSON.stringify(value);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const NEW = text(secretOf("new"));

Deno.test("bodies that are no JSON object are refused", async () => {
  await refuseAll([
    ["half a document", "POST", SECRETS, { body: NEW.slice(0, -1) }, "BadRequest"],
    ["nothing", "POST", SECRETS, { body: "" }, "BadRequest"],
    ["no body at all", "POST", SECRETS, {}, "BadRequest"],
    ["white space", "POST", SECRETS, { body: " \n" }, "BadRequest"],
    ["null", "POST", SECRETS, { body: "null" }, "BadRequest"],
    ["a list", "POST", SECRETS, { body: `[${NEW}]` }, "BadRequest"],
    ["a string", "POST", SECRETS, { body: text(NEW) }, "BadRequest"],
    ["a number", "POST", SECRETS, { body: "1" }, "BadRequest"],
    ["something behind it", "POST", SECRETS, { body: `${NEW}x` }, "BadRequest"],
    ["two documents", "POST", SECRETS, { body: `${NEW}\n${NEW}` }, "BadRequest"],
    ["a byte order mark", "POST", SECRETS, { body: `\ufeff${NEW}` }, "BadRequest"],
    [
      "no UTF-8",
      "POST",
      SECRETS,
      { body: bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) },
      "BadRequest",
    ],
    ["half a character", "POST", SECRETS, { body: bytes(0x22, 0xc3, 0x22) }, "BadRequest"],
    [
      "a surrogate in UTF-8",
      "POST",
      SECRETS,
      { body: bytes(0x22, 0xed, 0xa0, 0x80, 0x22) },
      "BadRequest",
    ],
    ["zeros", "POST", SECRETS, { body: new Uint8Array(100) }, "BadRequest"],
    ["deep lists", "POST", SECRETS, { body: `{"x":${nested(300_000)}}` }, "BadRequest"],
    ["deep objects", "POST", SECRETS, { body: '{"a":'.repeat(300_000) }, "BadRequest"],
    ["a deep field", "PUT", `${SECRETS}/a`, {
      body: `{"metadata":{"name":"a","managedFields":[{"fieldsV1":${nested(100_000)}}]}}`,
    }, "BadRequest"],
    ["a deep merge patch", "PATCH", `${SECRETS}/a`, {
      body: `{"x":${nested(200_000)}}`,
      type: MERGE,
    }, "BadRequest"],
    ["a deep JSON patch", "PATCH", `${SECRETS}/a`, {
      body: `[{"op":"add","path":"/data","value":${nested(200_000)}}]`,
      type: JSON_PATCH,
    }, "BadRequest"],
    ["no patch", "PATCH", `${SECRETS}/a`, { body: "", type: MERGE }, "BadRequest"],
    ["half a patch", "PATCH", `${SECRETS}/a`, { body: "{", type: MERGE }, "BadRequest"],
    [
      "a merge patch that is a list",
      "PATCH",
      `${SECRETS}/a`,
      { body: "[]", type: MERGE },
      "BadRequest",
    ],
    [
      "a merge patch that is null",
      "PATCH",
      `${SECRETS}/a`,
      { body: "null", type: MERGE },
      "BadRequest",
    ],
    [
      "a JSON patch that is an object",
      "PATCH",
      `${SECRETS}/a`,
      { body: "{}", type: JSON_PATCH },
      "BadRequest",
    ],
    ["options that are no JSON", "DELETE", `${SECRETS}/a`, { body: "{" }, "BadRequest"],
    ["options that are a list", "DELETE", `${SECRETS}/a`, { body: "[]" }, "BadRequest"],
    ["options for a collection that are no JSON", "DELETE", SECRETS, { body: "{" }, "BadRequest"],
    ["no YAML", "POST", SECRETS, { body: "a: [", type: "application/yaml" }, "BadRequest"],
    [
      "two YAML documents",
      "POST",
      SECRETS,
      { body: "a: 1\n---\nb: 2\n", type: "application/yaml" },
      "BadRequest",
    ],
    ["a YAML list", "POST", SECRETS, { body: "- a\n", type: "application/yaml" }, "BadRequest"],
    ["a YAML circle", "POST", SECRETS, {
      body: "metadata: {name: new}\ndata: &a\n  x: *a\n",
      type: "application/yaml",
    }, "BadRequest"],
    ["deep YAML", "POST", SECRETS, {
      body: `metadata: {name: new}\nx: ${nested(100_000)}\n`,
      type: "application/yaml",
    }, "BadRequest"],
    ["YAML that unfolds without end", "POST", SECRETS, {
      body: unfolding(40),
      type: "application/yaml",
    }, "BadRequest"],
  ]);
});

/** A YAML document of which each level says the one before twice. */
function unfolding(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, level) => `  l${level + 1}: &l${level + 1} {a: *l${level}, b: *l${level}}`,
  );
  return `metadata: {name: new}\nunfolding:\n  l0: &l0 {a: b}\n${lines.join("\n")}\n`;
}

Deno.test("objects of another kind, version, name or namespace are refused", async () => {
  const secret = secretOf("new");
  await refuseAll([
    ["another kind", "POST", SECRETS, { body: { ...secret, kind: "ConfigMap" } }, "BadRequest"],
    ["a list kind", "POST", SECRETS, { body: { ...secret, kind: "SecretList" } }, "BadRequest"],
    [
      "a kind in other letters",
      "POST",
      SECRETS,
      { body: { ...secret, kind: "secret" } },
      "BadRequest",
    ],
    ["a kind that is no text", "POST", SECRETS, { body: { ...secret, kind: 1 } }, "BadRequest"],
    ["another version", "POST", SECRETS, { body: { ...secret, apiVersion: "v2" } }, "BadRequest"],
    [
      "another group",
      "POST",
      SECRETS,
      { body: { ...secret, apiVersion: "apps/v1" } },
      "BadRequest",
    ],
    [
      "a version that is no text",
      "POST",
      SECRETS,
      { body: { ...secret, apiVersion: {} } },
      "BadRequest",
    ],
    ["metadata that is a list", "POST", SECRETS, { body: { metadata: [] } }, "BadRequest"],
    ["a name that is a number", "POST", SECRETS, { body: { metadata: { name: 1 } } }, "BadRequest"],
    ["labels that are a list", "POST", SECRETS, {
      body: secretOf("new", { metadata: { labels: [] } }),
    }, "BadRequest"],
    ["a label that is a number", "POST", SECRETS, {
      body: secretOf("new", { metadata: { labels: { a: 1 } } }),
    }, "BadRequest"],
    ["no name", "POST", SECRETS, { body: { metadata: {} } }, "Invalid"],
    ["a namespace of no name", "POST", "/api/v1/namespaces", { body: {} }, "Invalid"],
    ["another namespace", "POST", SECRETS, {
      body: secretOf("new", { metadata: { namespace: "other" } }),
    }, "BadRequest"],
    ["a version where there is none yet", "POST", SECRETS, {
      body: secretOf("new", { metadata: { resourceVersion: "1" } }),
    }, "BadRequest"],
    ["the name of another", "PUT", `${SECRETS}/a`, { body: secretOf("b") }, "BadRequest"],
    ["no name on the way to one", "PUT", `${SECRETS}/a`, { body: { metadata: {} } }, "BadRequest"],
    ["the uid of another", "PUT", `${SECRETS}/a`, {
      body: secretOf("a", { metadata: { uid: "x" } }),
    }, "Conflict"],
    ["a name that is taken", "POST", SECRETS, { body: secretOf("a") }, "AlreadyExists"],
    ["a PUT to nothing", "PUT", `${SECRETS}/none`, { body: secretOf("none") }, "NotFound"],
    ["a patch of nothing", "PATCH", `${SECRETS}/none`, { body: {}, type: MERGE }, "NotFound"],
    ["a patch to another name", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { name: "c" } },
      type: MERGE,
    }, "BadRequest"],
    ["a patch to another namespace", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { namespace: "c" } },
      type: MERGE,
    }, "BadRequest"],
    ["a patch to another kind", "PATCH", `${SECRETS}/a`, {
      body: { kind: "ConfigMap" },
      type: MERGE,
    }, "Invalid"],
    ["a patch to another uid", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { uid: "c" } },
      type: MERGE,
    }, "Conflict"],
    ["a JSON patch to a number", "PATCH", `${SECRETS}/a`, {
      body: [{ op: "replace", path: "", value: 1 }],
      type: JSON_PATCH,
    }, "Invalid"],
    ["a deletion by another kind", "DELETE", `${SECRETS}/a`, { body: secretOf("a") }, "BadRequest"],
    [
      "data that is no base64",
      "POST",
      SECRETS,
      { body: secretOf("new", { data: { a: "?" } }) },
      "BadRequest",
    ],
    ["a number that is none", "POST", DEPLOYMENTS, {
      body: text(deploymentOf("new")).replace('"spec":{', '"spec":{"replicas":1e999,'),
    }, "BadRequest"],
    [
      "replicas in words",
      "POST",
      DEPLOYMENTS,
      { body: deploymentOf("new", { replicas: "two" }) },
      "BadRequest",
    ],
  ]);
});

Deno.test("options of a deletion that cannot be read delete nothing", async () => {
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

Deno.test("versions that were never issued are refused wherever they are given", async () => {
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

Deno.test("queries that cannot be read are refused", async () => {
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

Deno.test("media types that are not known are refused, and what would be asked is not done", async () => {
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
    "/",
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
  ];
  await refuseAll([
    ...unknown.flatMap((path) =>
      ["GET", "DELETE", "PUT"].map((method): Case => ["unknown", method, path, {}, "NotFound"])
    ).filter(([, method, path]) => method === "GET" || path !== "/"),
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

Deno.test("every refusal is a Status, also where nobody knows who asks", async () => {
  await withServer(async (server) => {
    for (const path of [SECRETS, "/nope", `${SECRETS}/%zz`]) {
      for (const token of [null, "nobody", "bob-token"]) {
        assertIsStatus(await server.ask("GET", path, { token }));
      }
    }
  });
});
