/**
 * Requests of any shape: whatever is asked, the server answers, and never by a fault of its own.
 * `PLUMBLINE_FUZZ_RUNS` makes it as many as there is time for, `PLUMBLINE_FUZZ_SEED` the same again.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parse as parseYaml } from "@std/yaml";
import type { JsonObject } from "./object.ts";
import {
  type Answer,
  assertIsStatus,
  deploymentOf,
  type Question,
  secretOf,
  withServer,
} from "./testing.ts";

const RUNS = Number(Deno.env.get("PLUMBLINE_FUZZ_RUNS") ?? 300);
const SEED = Deno.env.get("PLUMBLINE_FUZZ_SEED");

const GROUP = "apis/rbac.authorization.svc.io/v1";
const RESOURCES = ["secrets", "deployments", "roles", "rolebindings", "clusterroles", "namespaces"];

const word = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "b", "default", "status", ...RESOURCES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }).map(encodeURIComponent) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "%zz", "%", "..", "%2e%2e", "__proto__", "constructor"),
    },
  );

const path = () =>
  fc.tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("api/v1", "apis/apps/v1", GROUP) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "api",
          "apis",
          "version",
          "readyz",
          "livez/ping",
          "openapi/v3",
          "",
        ),
      },
    ),
    fc.option(fc.constantFrom("namespaces/default", "namespaces/none"), {
      freq: 4,
      nil: undefined,
    }),
    fc.array(word(), { maxLength: 4 }),
  ).map(([root, namespace, words]) =>
    `/${[root, ...(namespace ? [namespace] : []), ...words].join("/")}`
  );

/** Where each kind lives, and a good object of it. */
const PLACES: readonly (readonly [path: string, object: JsonObject])[] = [
  [
    "/api/v1/namespaces/default/secrets",
    secretOf("a", { data: { a: "YQ==" }, metadata: { labels: { a: "b" } } }),
  ],
  ["/apis/apps/v1/namespaces/default/deployments", deploymentOf("a")],
  [
    `/${GROUP}/namespaces/default/roles`,
    {
      metadata: { name: "a" },
      rules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }],
    },
  ],
  [
    `/${GROUP}/clusterrolebindings`,
    {
      metadata: { name: "a" },
      roleRef: { kind: "ClusterRole", name: "a" },
      subjects: [{ kind: "User", name: "bob" }],
    },
  ],
  ["/api/v1/namespaces", { metadata: { name: "a" } }],
  [
    "/apis/authorization.svc.io/v1/subjectaccessreviews",
    { spec: { user: "bob", resourceAttributes: { verb: "get", resource: "secrets" } } },
  ],
  [
    "/apis/authorization.svc.io/v1/namespaces/default/localsubjectaccessreviews",
    { spec: { user: "bob", groups: ["a"], resourceAttributes: { verb: "get", resource: "b" } } },
  ],
  [
    "/apis/flowcontrol.apiserver.svc.io/v1beta3/flowschemas",
    {
      metadata: { name: "a" },
      spec: {
        priorityLevelConfiguration: { name: "a" },
        rules: [{
          subjects: [{ kind: "User", user: { name: "bob" } }],
          resourceRules: [{
            verbs: ["get"],
            apiGroups: [""],
            resources: ["secrets"],
            namespaces: ["*"],
          }],
        }],
      },
    },
  ],
];

const PARAMETERS = [
  "watch",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "labelSelector",
  "fieldSelector",
  "timeoutSeconds",
  "allowWatchBookmarks",
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "force",
  "gracePeriodSeconds",
  "propagationPolicy",
  "pretty",
  "sendInitialEvents",
  "includeObject",
  "verbose",
  "exclude",
];

const value = () =>
  fc.oneof(
    fc.constantFrom(
      "",
      "0",
      "1",
      "2",
      "true",
      "false",
      "All",
      "Exact",
      "NotOlderThan",
      "Strict",
      "Warn",
      "Ignore",
    ),
    fc.constantFrom(
      "a=b",
      "a!=b",
      "a in (b,c)",
      "!a",
      "metadata.name=a",
      "metadata.name!=a,",
      "a,,b",
      "(",
      "-1",
      "9007199254740993",
    ),
    fc.string({ maxLength: 12 }),
  );

const query = () =>
  fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value()), { maxLength: 3 }).map((entries) =>
    entries.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&")
  );

/** Anything JSON can say, with the field names of real objects among it. */
const json = () =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(null, true, 0, -1, 1.5, 1e21, "", "a", "Secret", "v1"),
      fc.string({ maxLength: 6 }),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          "metadata",
          "name",
          "labels",
          "spec",
          "data",
          "kind",
          "rules",
          "verbs",
          "template",
          "selector",
          "subjects",
          "roleRef",
          "status",
          "finalizers",
          "op",
          "path",
          "value",
          "__proto__",
          "toString",
        ),
        tie("value"),
        { maxKeys: 4 },
      ),
    ),
  })).value;

const OPTIONS = { preconditions: { uid: "a" }, propagationPolicy: "Orphan", dryRun: ["All"] };

/** An object, as it is or with one place made bad. */
const damaged = (object: JsonObject) =>
  fc.option(fc.tuple(fc.nat(), json()), { freq: 3, nil: undefined }).map((place) =>
    place ? damage(structuredClone(object), ...place) : object
  );

function damage(object: unknown, at: number, bad: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(object);
  const [holder, key] = places[at % places.length]!;
  holder[key] = bad;
  return object;
}

const jsonPatch = () =>
  fc.array(
    fc.record({
      op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "", "constructor"),
      path: fc.constantFrom(
        "",
        "/",
        "/metadata",
        "/metadata/name",
        "/metadata/labels/a",
        "/data",
        "/spec/replicas",
        "/rules/-",
        "/rules/0",
        "/metadata/finalizers/-",
        "/__proto__/a",
        "/a~2",
        "x",
      ),
      from: fc.constantFrom("", "/metadata", "/data", "/rules/0", "/none"),
      value: json(),
    }, { requiredKeys: ["op", "path"] }),
    { maxLength: 4 },
  );

const text = (value: unknown) => JSON.stringify(value);

const body = (object: JsonObject) =>
  fc.oneof(
    { weight: 8, arbitrary: damaged(object).map(text) },
    { weight: 1, arbitrary: damaged(OPTIONS).map(text) },
    { weight: 1, arbitrary: json().map(text) },
    { weight: 2, arbitrary: jsonPatch().map(text) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 30 })
        .map((bytes) => new Uint8Array([0x6b, 0x38, 0x73, 0, ...bytes])),
    },
  );

const MERGE = "application/merge-patch+json";
const TYPES = [
  "application/json",
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
  "application/yaml",
  "application/vnd.svc.protobuf",
  "text/plain",
];
const ACCEPTS = [
  "application/json",
  "*/*",
  "application/yaml",
  "application/vnd.svc.protobuf",
  "application/json;as=Table;g=meta.svc.io;v=v1",
  "application/json;as=PartialObjectMetadata;g=meta.svc.io;v=v1, application/json;q=0.5",
  "application/json;as=PartialObjectMetadataList;g=meta.svc.io;v=v1",
  "text/html",
  ";q=,",
];

const method = () =>
  fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "FOO", "get", "list");

/** What can be done with a collection and with one of its objects. */
const TARGETS = [
  ["GET", ""],
  ["POST", ""],
  ["DELETE", ""],
  ["GET", "/a"],
  ["PUT", "/a"],
  ["PATCH", "/a"],
  ["PATCH", "/a/status"],
  ["DELETE", "/a"],
] as const;

const request = () =>
  fc.constantFrom(...PLACES).chain(([collection, object]) =>
    fc.record({
      target: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(...TARGETS).map((
            [method, rest],
          ) => [method, collection + rest]),
        },
        { weight: 1, arbitrary: fc.tuple(method(), path()) },
        { weight: 1, arbitrary: fc.tuple(method(), fc.constant(`${collection}/a`)) },
      ),
      query: query(),
      type: fc.oneof(fc.constant("application/json"), fc.constantFrom(...TYPES)),
      accept: fc.oneof(fc.constant("application/json"), fc.constantFrom(...ACCEPTS)),
      body: fc.option(body(object), { freq: 5, nil: undefined }),
    })
  );

/** A refusal comes in the encoding that was asked for. */
function assertIsRefusal(answer: Answer): void {
  switch (answer.headers.get("content-type")) {
    case "application/vnd.svc.protobuf":
      return assert(answer.text.startsWith("k8s\0"), "Protobuf begins with four bytes of its own");
    case "application/yaml":
      return assertIsStatus({
        ...answer,
        headers: new Headers({ "content-type": "application/json" }),
        body: parseYaml(answer.text) as Answer["body"],
      });
    default:
      assertIsStatus(answer);
  }
}

Deno.test("whatever is asked is answered, by a Status where it is refused, and never by a fault", async () => {
  await withServer(async (server) => {
    for (const [path, body] of PLACES) await server.must("POST", path, { body });
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(request(), { minLength: 1, maxLength: 3 }), async (requests) => {
        for (const { target: [method = "", path = ""], query, type, accept, body } of requests) {
          const bodiless = ["GET", "HEAD", "get"].includes(method);
          const question: Question = {
            type: method === "PATCH" && type === "application/json" ? MERGE : type,
            headers: { accept },
            ...(body !== undefined && !bodiless && { body }),
          };
          // A watch that is let in would stay open.
          const url = `${path}?${query.replace(/\bwatch=[^&]*/, "watch=false")}`;
          const answer = await server.ask(method, url, question);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          assertEquals(server.faults.splice(0), []);
          assert(answer.status < 500 || answer.status === 504, answer.text);
          if (answer.status >= 400 && answer.text !== "") assertIsRefusal(answer);
        }
      }),
      {
        numRuns: RUNS,
        ...(SEED !== undefined && { seed: Number(SEED) }),
        interruptAfterTimeLimit: 1_000_000,
      },
    );
    // The requests are no use where all of them are refused, or none.
    const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
    const done = (seen.get(200) ?? 0) + (seen.get(201) ?? 0);
    assert(done > all / 20 && done < all * 0.8, JSON.stringify([...seen]));
  });
});
