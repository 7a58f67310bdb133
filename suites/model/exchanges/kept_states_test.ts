import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { ExchangeObserver } from "./observer.ts";

const PATH = "/apis/apps/v1/namespaces/ns/deployments/a";
const GET: HttpRequest = { method: "GET", path: PATH };

let versions = 0;

/** A Deployment; each has another version. */
const deployment = (more: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "a",
    namespace: "ns",
    uid: "u1",
    resourceVersion: String(++versions),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { empty: "", step: "one" },
    ...metadata,
  },
  spec: {
    replicas: 0,
    paused: true,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c" }] } },
    ...more,
  },
  status: { conditions: [{ type: "A", status: "True", lastUpdateTime: "2026-01-01T00:00:00Z" }] },
});

function patch(type: string, body: HttpRequest["body"], more: Partial<HttpRequest> = {}) {
  const headers = { "content-type": `application/${type}` };
  return { method: "PATCH", path: PATH, headers, body: body!, ...more } as const;
}

function responseOf(json: JsonObject): HttpResponse {
  const headers = new Headers({ "content-type": "application/json" });
  return { status: 200, json, text: JSON.stringify(json), headers };
}

type Exchanged = readonly [HttpRequest, JsonObject, boolean?];

/** Returns what a change of the object shows after it was written and read. */
function violated(...exchanges: readonly Exchanged[]): string[] {
  const observer = new ExchangeObserver();
  const written = deployment();
  const create: HttpRequest = { method: "PUT", path: PATH, body: written };
  for (const [request, json, alone = true] of [[create, written] as const, ...exchanges]) {
    observer.exchanged(request, responseOf(json), alone);
  }
  const ids = observer.violations.map(({ requirement }) => requirement);
  return ids.filter((id) => /unnamed|as-written|last-write/.test(id))
    .map((id) => id.replace("exchanges.", ""));
}

const LABEL = { metadata: { labels: { step: "two" } } };
const OPERATIONS = [{ op: "replace", path: "/metadata/labels/step", value: "two" }];
const STEPPED = { labels: { empty: "", step: "two" } };

Deno.test("a patch that changes what it does not name is reported, whatever its form", () => {
  for (
    const request of [
      patch("merge-patch+json", LABEL),
      patch("strategic-merge-patch+json", LABEL),
      patch("json-patch+json", OPERATIONS),
      patch("merge-patch+json", LABEL, { query: { dryRun: "All" } }),
    ]
  ) {
    const text = JSON.stringify(request);
    assertEquals(violated([request, deployment({}, STEPPED)]), [], text);
    for (const changed of [{ paused: false }, { replicas: 1 }, { replicas: null }]) {
      assertEquals(
        violated([request, deployment(changed, STEPPED)]),
        ["unnamed-fields-kept"],
        text,
      );
    }
    const lost = deployment({}, { labels: { step: "two" } });
    assertEquals(violated([request, lost]), ["unnamed-fields-kept"], text);
  }
});

Deno.test("what a patch adds gets defaults beside what it names", () => {
  const body = {
    spec: { template: { spec: { dnsConfig: { options: null, nameservers: ["a"] } } } },
  };
  const template = (more: JsonObject) =>
    deployment({
      template: {
        metadata: { labels: { a: "b" } },
        spec: {
          containers: [{ name: "c" }],
          dnsConfig: { nameservers: ["a"], searches: ["b"] },
          ...more,
        },
      },
    });
  const request = patch("merge-patch+json", body);
  assertEquals(violated([request, template({})]), []);
  assertEquals(violated([request, template({ hostNetwork: true })]), ["unnamed-fields-kept"]);
});

Deno.test("types that the specification does not have may get labels by default", () => {
  const other = PATH.replace("deployments", "replicasets");
  const request = patch("merge-patch+json", { metadata: { labels: null } }, { path: other });
  const observer = new ExchangeObserver();
  const put: HttpRequest = { method: "PUT", path: other, body: deployment() };
  const found = (labels: JsonObject, path = other) => {
    observer.exchanged({ ...put, path }, responseOf(deployment({}, { labels: { a: "b" } })), true);
    const before = observer.violations.length;
    observer.exchanged({ ...request, path }, responseOf(deployment({}, { labels })), true);
    return observer.violations.slice(before).map((each) => each.requirement);
  };
  assertEquals(found({ ofTemplate: "x" }), []);
  assertEquals(found({ ofTemplate: "x" }, PATH), ["exchanges.fields-as-written"]);
});

Deno.test("a JSON patch that does not do what it asks for is reported", () => {
  const request = patch("json-patch+json", OPERATIONS);
  assertEquals(violated([request, deployment()]), ["fields-as-written"]);
  const replicas = patch("json-patch+json", [{ op: "add", path: "/spec/replicas", value: 3 }]);
  assertEquals(violated([replicas, deployment({ replicas: 3 })]), []);
  assertEquals(violated([replicas, deployment()]), ["fields-as-written"]);
});

Deno.test("a status is judged by its own resource, and the spec beside it", () => {
  const path = `${PATH}/status`;
  const request = patch("merge-patch+json", { status: { observedGeneration: 3 } }, { path });
  const counted = (conditions: JsonObject[]) => ({
    ...deployment(),
    status: { observedGeneration: 3, conditions },
  });
  const condition = { type: "A", status: "True", lastUpdateTime: "2026-01-01T00:00:00Z" };
  assertEquals(violated([request, counted([condition])]), []);
  const { lastUpdateTime: _time, ...without } = condition;
  assertEquals(violated([request, counted([without])]), ["unnamed-fields-kept"]);
});

Deno.test("a response that does not show the object is decided by the next read", () => {
  const request = patch("merge-patch+json", LABEL);
  const table = { kind: "Table", apiVersion: "meta.svc.io/v1" };
  assertEquals(violated([request, table], [GET, deployment({}, STEPPED)]), []);
  assertEquals(
    violated([request, table], [GET, deployment({ paused: false }, STEPPED)]),
    ["unnamed-fields-kept"],
  );
  const other = patch("merge-patch+json", { spec: { paused: false } });
  const both = violated([request, table], [other, table], [GET, deployment({ paused: false })]);
  assertEquals(both, []);
});

Deno.test("what concurrent requests or controllers may have changed is not reported", () => {
  const request = patch("merge-patch+json", LABEL);
  const concurrent: Exchanged = [request, deployment({ paused: false }), false];
  assertEquals(violated(concurrent, [request, deployment({}, STEPPED)]), []);
  const annotations = { "deployment.kubernetes.io/revision": "1" };
  const numbered = { ...deployment({}, { ...STEPPED, annotations }), status: {} };
  assertEquals(violated([request, numbered]), []);
  // Unless the request itself names the version that it is based on.
  const read = deployment();
  const { resourceVersion } = read.metadata as JsonObject;
  const based = patch(
    "merge-patch+json",
    { metadata: { ...LABEL.metadata, resourceVersion } } as JsonObject,
  );
  assertEquals(
    violated([GET, read], [based, { ...deployment({}, STEPPED), status: {} }]),
    ["unnamed-fields-kept"],
  );
});

Deno.test("an apply may remove what its manager has applied before, and nothing else", () => {
  const manager = (operation: string) => ({
    manager: "m",
    operation,
    fieldsV1: { "f:spec": { "f:paused": {} } },
  });
  const apply = patch("apply-patch+yaml", "metadata: {labels: {step: two}}", {
    query: { fieldManager: "m" },
  });
  const gone = deployment({ paused: undefined as never }, STEPPED);
  for (const [operation, found] of [["Apply", []], ["Update", ["unnamed-fields-kept"]]] as const) {
    const read = deployment({}, { managedFields: [manager(operation)] });
    assertEquals(violated([GET, read], [apply, gone]), [...found], operation);
  }
});

Deno.test("fields of a type that is not known are kept where the request names nothing in them", () => {
  const path = "/api/v1/namespaces/ns/configmaps/c";
  const entry = (manager: string, time = "1") => ({ manager, operation: "Update", time });
  const configMap = (step: string, more: JsonObject, managers: readonly JsonObject[]) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      ...{ name: "c", namespace: "ns", uid: "u1", resourceVersion: String(++versions) },
      ...{ labels: { step }, managedFields: [...managers] },
    },
    data: { a: "b" },
    ...more,
  });
  const own = [entry("one")];
  const violatedBy = (
    body: JsonObject,
    after: JsonObject,
    more: Pick<HttpRequest, "method"> | undefined = undefined,
  ) => {
    const observer = new ExchangeObserver();
    const before = configMap("one", { binaryData: { c: "ZA==" } }, own);
    observer.exchanged({ method: "PUT", path, body: before }, responseOf(before), true);
    const query = { fieldManager: "one" };
    const request = { ...patch("merge-patch+json", body), path, query, ...more };
    observer.exchanged(request, responseOf(after), true);
    return observer.violations.map(({ requirement }) => requirement)
      .filter((id) => id === "exchanges.unnamed-fields-kept").length;
  };
  const next = [entry("one", "2")];
  const kept = { binaryData: { c: "ZA==" } };
  assertEquals(violatedBy(LABEL, configMap("two", kept, next)), 0);
  assertEquals(violatedBy(LABEL, configMap("two", {}, next)), 1);
  assertEquals(violatedBy(LABEL, configMap("two", { ...kept, data: { a: "c" } }, next)), 1);
  assertEquals(violatedBy(LABEL, configMap("two", { ...kept, added: true }, next)), 0);
  // Another client wrote in between.
  const other = [...next, entry("operator")];
  assertEquals(violatedBy(LABEL, configMap("two", {}, other)), 0);
  const named = { data: { a: "c" } };
  assertEquals(violatedBy(named, configMap("one", { ...kept, data: { a: "d" } }, next)), 0);
  assertEquals(violatedBy(named, configMap("one", named, next)), 1);
  const update = { method: "PUT", body: named } as const;
  assertEquals(violatedBy(named, configMap("one", named, next), update), 0);
});
