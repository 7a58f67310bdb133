/**
 * Requests of any shape: whatever is asked, the server answers, and never by a fault of its own.
 * `PLUMBLINE_FUZZ_RUNS` makes it as many as there is time for, `PLUMBLINE_FUZZ_SEED` the same again.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parse as parseYaml } from "@std/yaml";
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

const resourcePath = () =>
  fc.tuple(
    fc.constantFrom(
      "/api/v1/namespaces/default/secrets",
      "/apis/apps/v1/namespaces/default/deployments",
      `/${GROUP}/namespaces/default/roles`,
      `/${GROUP}/clusterrolebindings`,
      "/api/v1/namespaces",
    ),
    fc.constantFrom("", "/a", "/b", "/a/status"),
  ).map((parts) => parts.join(""));

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

/** A good object with one place made bad. */
const damaged = () =>
  fc.tuple(
    fc.constantFrom(
      secretOf("a", { data: { a: "YQ==" }, metadata: { labels: { a: "b" } } }),
      deploymentOf("a"),
      {
        metadata: { name: "a" },
        rules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }],
      },
      {
        metadata: { name: "a" },
        roleRef: { kind: "ClusterRole", name: "a" },
        subjects: [{ kind: "User", name: "bob" }],
      },
      { preconditions: { uid: "a" }, propagationPolicy: "Orphan", dryRun: ["All"] },
    ),
    fc.nat(),
    json(),
  ).map(([object, at, bad]) => damage(structuredClone(object), at, bad));

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

const body = () =>
  fc.oneof(
    { weight: 4, arbitrary: damaged().map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: json().map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: jsonPatch().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) =>
        new Uint8Array([0x6b, 0x38, 0x73, 0, ...bytes])
      ),
    },
  );

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

const request = () =>
  fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE") },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "FOO", "get", "list") },
    ),
    path: fc.oneof({ weight: 3, arbitrary: resourcePath() }, { weight: 1, arbitrary: path() }),
    query: query(),
    type: fc.constantFrom(...TYPES),
    accept: fc.constantFrom(...ACCEPTS),
    body: fc.option(body(), { freq: 5, nil: undefined }),
  });

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
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(request(), { minLength: 1, maxLength: 3 }), async (requests) => {
        for (const { method, path, query, type, accept, body } of requests) {
          const bodiless = ["GET", "HEAD", "get"].includes(method);
          const question: Question = {
            type,
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
    // The requests are no use where all are refused at the door.
    for (const status of [200, 201, 400, 404, 405, 406, 415, 422]) {
      assert(seen.has(status), `no request was answered by ${status}`);
    }
  });
});
