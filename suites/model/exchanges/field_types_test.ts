import { assertEquals } from "@std/assert";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { verifyFieldTypes } from "./field_types.ts";
import { ExchangeObserver } from "./observer.ts";

const PATH = "/api/v1/namespaces/ns/secrets";

const secret = (metadata: JsonObject = {}, fields: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name: "a",
    namespace: "ns",
    uid: "u1",
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
    ...metadata,
  },
  data: { a: "MQ==" },
  ...fields,
});

const namesOf = (found: readonly { readonly requirement: string }[]) =>
  found.map(({ requirement }) => requirement);

function observed(request: HttpRequest, json: JsonObject): string[] {
  const observer = new ExchangeObserver();
  const headers = new Headers({ "content-type": "application/json" });
  observer.exchanged(request, { status: 200, json, text: JSON.stringify(json), headers }, true);
  return namesOf(observer.violations);
}

Deno.test("fields of other types are violations, also of items and events", () => {
  const wrong = [
    secret({ labels: { a: 1 } }),
    secret({ finalizers: "a" }),
    secret({ generation: "1" }),
    secret({}, { data: { a: "not base64" } }),
    secret({}, { immutable: "true" }),
  ];
  for (const object of wrong) {
    const list = {
      apiVersion: "v1",
      kind: "SecretList",
      metadata: { resourceVersion: "9" },
      items: [object],
    };
    const observer = new ExchangeObserver();
    observer.received({ path: PATH }, { type: "ADDED", object });
    const expected = ["exchanges.field-types"];
    assertEquals(observed({ method: "GET", path: `${PATH}/a` }, object), expected);
    assertEquals(observed({ method: "GET", path: PATH }, list), expected);
    assertEquals(namesOf(observer.violations), expected);
  }
});

Deno.test("null stands for an absent field", () => {
  assertEquals(verifyFieldTypes("Secret", secret({ labels: null }, { data: null })), []);
});

Deno.test("a rule without verbs is a violation", () => {
  const role = (rule: JsonObject): JsonObject => ({ ...secret(), kind: "Role", rules: [rule] });
  assertEquals(verifyFieldTypes("Role", role({ verbs: [], resources: ["pods"] })), []);
  assertEquals(namesOf(verifyFieldTypes("Role", role({ resources: ["pods"] }))), [
    "exchanges.field-types",
  ]);
});

Deno.test("a rollingUpdate beside the type Recreate is a violation", () => {
  const deployment = (strategy: JsonObject): JsonObject => ({
    ...secret(),
    kind: "Deployment",
    spec: { selector: {}, template: {}, strategy },
  });
  const found = (strategy: JsonObject) =>
    namesOf(verifyFieldTypes("Deployment", deployment(strategy)));
  const rollingUpdate = { maxSurge: 1 };
  assertEquals(found({ type: "Recreate", rollingUpdate: null }), []);
  assertEquals(found({ type: "RollingUpdate", rollingUpdate }), []);
  assertEquals(found({ type: "Recreate", rollingUpdate }), [
    "deployments.rolling-update-with-its-type-only",
  ]);
});

Deno.test("a rules review without a list of path rules is a violation", () => {
  const review = (nonResourceRules: JsonObject[] | null): JsonObject => ({
    status: { incomplete: false, resourceRules: [], nonResourceRules },
  });
  assertEquals(verifyFieldTypes("SelfSubjectRulesReview", review([])), []);
  assertEquals(verifyFieldTypes("SelfSubjectRulesReview", review(null)).length, 1);
});

Deno.test("what is no event in a watch is a violation, unless another form was asked for", () => {
  const observer = new ExchangeObserver();
  observer.malformed({ path: PATH, headers: { accept: "application/yaml" } }, "type: ADDED");
  assertEquals(observer.violations, []);
  observer.malformed({ path: PATH }, '{"type":1}');
  assertEquals(observer.violations.map(({ requirement }) => requirement), [
    "exchanges.event-shape",
  ]);
});
