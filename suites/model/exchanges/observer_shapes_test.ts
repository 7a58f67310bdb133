import fc from "fast-check";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { ExchangeObserver } from "./observer.ts";

const METADATA: JsonObject = {
  name: "a",
  namespace: "ns",
  uid: "u1",
  resourceVersion: "7",
  creationTimestamp: "2026-01-01T00:00:00Z",
  generation: 1,
  labels: { a: "b" },
  finalizers: ["a.example/b"],
  ownerReferences: [{ apiVersion: "v1", kind: "Secret", name: "b", uid: "u2" }],
  managedFields: [{ manager: "m", operation: "Apply", fieldsV1: { "f:data": {} } }],
};

/** What a server may send, one of each kind of body. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  secret: { apiVersion: "v1", kind: "Secret", metadata: METADATA, data: { a: "MQ==" } },
  deployment: {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: METADATA,
    spec: {
      replicas: 1,
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c" }] } },
    },
    status: { conditions: [{ type: "A", status: "True" }] },
  },
  role: {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata: METADATA,
    rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }],
  },
  table: {
    apiVersion: "meta.k8s.io/v1",
    kind: "Table",
    metadata: { resourceVersion: "9" },
    columnDefinitions: [{ name: "Name", type: "string", format: "", description: "", priority: 0 }],
    rows: [{
      cells: ["a"],
      object: {
        apiVersion: "meta.k8s.io/v1",
        kind: "PartialObjectMetadata",
        metadata: METADATA,
      },
    }],
  },
  status: {
    apiVersion: "v1",
    kind: "Status",
    metadata: {},
    status: "Failure",
    reason: "Invalid",
    code: 422,
    message: "a is invalid",
    details: { name: "a", causes: [{ reason: "FieldValueInvalid", field: "spec", message: "b" }] },
  },
  review: {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    metadata: {},
    spec: { user: "a", resourceAttributes: { verb: "get", resource: "secrets" } },
    status: { allowed: true },
  },
};
const ALL: Readonly<Record<string, JsonObject>> = {
  ...BODIES,
  secrets: {
    apiVersion: "v1",
    kind: "SecretList",
    metadata: { resourceVersion: "9", continue: "x" },
    items: [BODIES.secret!, { ...BODIES.secret!, metadata: { ...METADATA, name: "c" } }],
  },
};

const COLLECTIONS = [
  "/api/v1/namespaces/ns/secrets",
  "/api/v1/secrets",
  "/apis/apps/v1/namespaces/ns/deployments",
  "/apis/rbac.authorization.k8s.io/v1/namespaces/ns/roles",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
];
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
const HEADERS = [
  undefined,
  { accept: TABLE },
  { "accept": "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" },
  { "content-type": "application/merge-patch+json" },
  { "content-type": "application/json-patch+json" },
  { "content-type": "application/apply-patch+yaml" },
];
const QUERIES = [
  undefined,
  { labelSelector: "a=b", limit: "1" },
  { fieldSelector: "metadata.name=a", resourceVersion: "7", resourceVersionMatch: "Exact" },
  { dryRun: "All", fieldManager: "m" },
];

/** Returns a body with values of other types at some places. */
const corrupted = (body: JsonObject) => {
  const places: (readonly (string | number)[])[] = [];
  const visit = (value: Json | undefined, path: readonly (string | number)[]) => {
    places.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      visit(member as Json, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  visit(body, []);
  const value = fc.oneof(
    fc.constantFrom<Json | undefined>(undefined, null, "", "a", 0, -1, 1.5, true, [], {}, [null]),
    fc.jsonValue() as fc.Arbitrary<Json>,
  );
  const change = fc.record({ at: fc.constantFrom(...places), value });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((root: Json | undefined, { at, value }) => replaced(root, at, value), body)
  );
};

/** Returns a value with another one at a place, or without that member. */
function replaced(
  root: Json | undefined,
  [key, ...rest]: readonly (string | number)[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value;
  if (typeof root !== "object" || root === null) return root;
  if (Array.isArray(root)) {
    return root.flatMap((each, index) => {
      const now = index === key ? replaced(each, rest, value) : each;
      return now === undefined ? [] : [now];
    });
  }
  const now = replaced(root[key] as Json | undefined, rest, value);
  const { [key]: _, ...others } = root;
  return now === undefined ? others as JsonObject : { ...others, [key]: now } as JsonObject;
}

Deno.test("no response or event, whatever its shape, breaks the observer", () => {
  const body = fc.constantFrom(...Object.values(ALL)).chain(corrupted);
  const exchange = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "watch"),
    collection: fc.constantFrom(...COLLECTIONS),
    name: fc.constantFrom("", "/a", "/a/status"),
    headers: fc.constantFrom(...HEADERS),
    query: fc.constantFrom(...QUERIES),
    status: fc.constantFrom(200, 201, 404, 422, 500),
    sent: fc.constantFrom(...Object.values(ALL)),
    body,
    type: fc.constantFrom("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "CHANGED"),
  });
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 6 }), (exchanges) => {
      const observer = new ExchangeObserver();
      for (const each of exchanges) {
        const { method, collection, name, headers, query, status, sent, body, type } = each;
        const request = {
          path: `${collection}${name}`,
          ...(headers && { headers }),
          ...(query && { query }),
        };
        if (method === "watch") {
          // A document of a watch has an object; nothing is known of what is in it.
          const object = typeof body === "object" && body !== null && !Array.isArray(body)
            ? body
            : {};
          observer.received(request, { type, object });
          continue;
        }
        const text = JSON.stringify(body) ?? "";
        observer.exchanged(
          { ...request, method: method as HttpRequest["method"], body: sent },
          {
            status,
            text,
            json: body,
            headers: new Headers({ "content-type": headers?.accept ?? "application/json" }),
          },
          true,
        );
      }
    }),
    { numRuns: 2_000 },
  );
});
