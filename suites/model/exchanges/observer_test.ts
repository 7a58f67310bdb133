import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { ExchangeObserver } from "./observer.ts";

const PATH = "/api/v1/namespaces/ns/secrets";
const GET: HttpRequest = { method: "GET", path: `${PATH}/a` };
const LIST: HttpRequest = { method: "GET", path: PATH };
const PUT: HttpRequest = { method: "PUT", path: `${PATH}/a`, body: {} };

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

const list = (items: JsonObject[], metadata: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "SecretList",
  metadata: { resourceVersion: "9", ...metadata },
  items,
});

const failure = (code: number, reason: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Status",
  metadata: {},
  status: "Failure",
  message: `secrets "a": ${reason}`,
  reason,
  code,
  ...more,
});

function responseOf(
  json: JsonObject,
  status = 200,
  headers: Record<string, string> = {},
): HttpResponse {
  const text = JSON.stringify(json);
  const given = new Headers({ "content-type": "application/json", ...headers });
  return { status, json, text, headers: given };
}

/** An exchange: a request and its response. */
type Exchanged = readonly [HttpRequest, HttpResponse];

function violated(...exchanges: readonly Exchanged[]): string[] {
  const observer = new ExchangeObserver();
  for (const [request, response] of exchanges) observer.exchanged(request, response, true);
  return observer.violations.map(({ requirement }) => requirement.replace("exchanges.", ""));
}

const create = (object: JsonObject, response: JsonObject, status = 201): Exchanged => [
  { method: "POST", path: PATH, body: object },
  responseOf(response, status),
];

Deno.test("a time may be spelled in another way in each response", () => {
  const [utc, other] = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00.000000+01:00"];
  const times = (time: string) =>
    responseOf(secret({ creationTimestamp: time, deletionTimestamp: time, finalizers: ["a/b"] }));
  assertEquals(violated([GET, times(utc)], [GET, times(other)]), []);
});

Deno.test("a correct sequence of exchanges violates nothing", () => {
  const changed = secret({ resourceVersion: "2" }, { data: { a: "Mg==" } });
  assertEquals(
    violated(
      create(secret(), secret()),
      [GET, responseOf(secret())],
      [PUT, responseOf(changed)],
      [GET, responseOf(changed)],
      [LIST, responseOf(list([changed]))],
      [{ ...PUT, query: { dryRun: "All" } }, responseOf(secret({}, { data: {} }))],
      [
        { method: "DELETE", path: `${PATH}/a` },
        responseOf({
          apiVersion: "v1",
          kind: "Status",
          status: "Success",
          details: { name: "a", kind: "secrets", uid: "u1" },
        }),
      ],
      [GET, responseOf(failure(404, "NotFound", { details: { name: "a" } }), 404)],
      create(secret(), secret({ uid: "u2", resourceVersion: "5" })),
      [GET, responseOf(secret({ uid: "u2", resourceVersion: "5" }))],
    ),
    [],
  );
});

Deno.test("an absent field equals an empty one, and keys have no order", () => {
  const { data, ...rest } = secret();
  assertEquals(
    violated(
      [GET, responseOf(secret({ labels: null, annotations: {} }))],
      [GET, responseOf({ data: data!, ...rest })],
    ),
    [],
  );
});

const DELETE: HttpRequest = { method: "DELETE", path: `${PATH}/a` };
const SUCCESS: JsonObject = {
  apiVersion: "v1",
  kind: "Status",
  status: "Success",
  details: { name: "a", kind: "secrets" },
};
const TABLE: HttpRequest = {
  ...GET,
  headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
};

const table = (cells: string[] = ["a"]): JsonObject => ({
  apiVersion: "meta.svc.io/v1",
  kind: "Table",
  metadata: { resourceVersion: "1" },
  columnDefinitions: [{ name: "Name", type: "string" }],
  rows: [{ cells, object: { metadata: { name: "a", namespace: "ns" } } }],
});

const WRONG: readonly (readonly [string, string, ...Exchanged[]])[] = [
  ["a status code that the verb does not have", "success-status", [GET, responseOf(secret(), 204)]],
  ["another kind", "success-kind", [GET, responseOf({ ...secret(), kind: "Role" })]],
  ["an API version of another group", "success-kind", [
    GET,
    responseOf({ ...secret(), apiVersion: "apps/v1" }),
  ]],
  ["one object for a list", "success-kind", [LIST, responseOf(secret())]],
  ["another name", "requested-object", [GET, responseOf(secret({ name: "b" }))]],
  ["another namespace", "requested-object", [GET, responseOf(secret({ namespace: "other" }))]],
  ["an item of another namespace", "requested-object", [
    LIST,
    responseOf(list([secret({ namespace: "other" })])),
  ]],
  ["JSON labeled as text", "media-type", [
    GET,
    responseOf(secret(), 200, { "content-type": "text/plain" }),
  ]],
  ["no uid", "server-metadata", [GET, responseOf(secret({ uid: "" }))]],
  ["a creation time that is no time", "server-metadata", [
    GET,
    responseOf(secret({ creationTimestamp: "yesterday" })),
  ]],
  [
    "a creation time that changes",
    "constant-metadata",
    [GET, responseOf(secret())],
    [
      LIST,
      responseOf(
        list([secret({ resourceVersion: "2", creationTimestamp: "2026-01-01T00:00:01Z" })]),
      ),
    ],
  ],
  [
    "a deletion time that changes",
    "deletion-time-constant",
    [GET, responseOf(secret({ deletionTimestamp: "2026-01-01T00:00:01Z", finalizers: ["a/b"] }))],
    [
      GET,
      responseOf(secret({
        resourceVersion: "2",
        deletionTimestamp: "2026-01-01T00:00:09Z",
        finalizers: ["a/b"],
      })),
    ],
  ],
  [
    "two contents of one resourceVersion",
    "one-state-per-version",
    [GET, responseOf(secret())],
    [LIST, responseOf(list([secret({}, { data: { a: "Mg==" } })]))],
  ],
  [
    "a state that was replaced",
    "get-is-current",
    create(secret(), secret()),
    [{ ...PUT, body: secret() }, responseOf(secret({ resourceVersion: "2" }))],
    [GET, responseOf(secret())],
  ],
  [
    "an object that is gone without a deletion",
    "write-is-persisted",
    create(secret(), secret()),
    [GET, responseOf(failure(404, "NotFound"), 404)],
  ],
  ["a list without a resourceVersion", "list-metadata", [
    LIST,
    responseOf(list([], { resourceVersion: "" })),
  ]],
  ["a count on the last page", "list-metadata", [
    LIST,
    responseOf(list([], { remainingItemCount: 1 })),
  ]],
  ["a count beside a selector", "list-metadata", [
    { ...LIST, query: { labelSelector: "a=b", limit: "1" } },
    responseOf(
      list([secret({ labels: { a: "b" } })], { continue: "token", remainingItemCount: 1 }),
    ),
  ]],
  ["more items than the limit", "list-limit", [
    { ...LIST, query: { limit: "1" } },
    responseOf(list([secret(), secret({ name: "b", uid: "u2" })])),
  ]],
  [
    "a label that was sent and is gone",
    "labels-as-written",
    create(secret({ labels: { x: "1" } }), secret({ labels: { x: "2" } })),
  ],
  ["a status without code", "error-status", [GET, responseOf(failure(500, "NotFound"), 404)]],
  ["the reason of another code", "error-reason", [PUT, responseOf(failure(409, "Invalid"), 409)]],
  ["AlreadyExists for a delete", "error-reason", [
    { method: "DELETE", path: `${PATH}/a` },
    responseOf(failure(409, "AlreadyExists"), 409),
  ]],
  ["an internal error", "no-internal-error", [PUT, responseOf(failure(500, "InternalError"), 500)]],
  ["a deletion that names another object", "deletion-status", [
    DELETE,
    responseOf({ ...SUCCESS, details: { name: "b", kind: "secrets" } }),
  ]],
  ["a deletion without a status", "deletion-status", [
    DELETE,
    responseOf({ ...SUCCESS, status: "", details: { name: "a", kind: "secrets" } }),
  ]],
  ["details of another object", "error-names-object", [
    GET,
    responseOf(failure(404, "NotFound", { details: { name: "b" } }), 404),
  ]],
  ["managedFields without an operation", "managed-fields", [
    GET,
    responseOf(secret({
      managedFields: [{ manager: "m", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} }],
    })),
  ]],
  [
    "a written object that a list leaves out",
    "list-is-current",
    create(secret(), secret()),
    [LIST, responseOf(list([]))],
  ],
  [
    "a change that nobody wrote",
    "reads-show-last-write",
    create(secret(), secret()),
    [{ ...PUT, query: { dryRun: "All" } }, responseOf(secret({}, { data: {} }))],
    [GET, responseOf(secret({ resourceVersion: "2" }, { data: {} }))],
  ],
  [
    "a value of data that was sent and is gone",
    "fields-as-written",
    create(secret(), secret({}, { data: {} })),
  ],
  [
    "a merge patch that has no effect",
    "fields-as-written",
    [
      {
        method: "PATCH",
        path: `${PATH}/a`,
        headers: { "content-type": "application/merge-patch+json" },
        body: { immutable: true },
      },
      responseOf(secret()),
    ],
  ],
  [
    "a key that an update leaves out and keeps",
    "update-replaces",
    create(
      secret({}, { data: { a: "MQ==", b: "Mg==" } }),
      secret({}, {
        data: { a: "MQ==", b: "Mg==" },
      }),
    ),
    [
      { ...PUT, body: secret() },
      responseOf(secret({ resourceVersion: "2" }, { data: { a: "MQ==", b: "Mg==" } })),
    ],
  ],
  [
    "a key that a merge patch sets to null and keeps",
    "null-removes",
    create(secret(), secret()),
    [
      {
        method: "PATCH",
        path: `${PATH}/a`,
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { labels: { b: "" } }, data: { a: null } },
      },
      responseOf(secret({ resourceVersion: "2", labels: { b: "" } })),
    ],
  ],
  [
    "an update that changes the uid",
    "write-keeps-uid",
    create(secret(), secret()),
    [PUT, responseOf(secret({ uid: "u2", resourceVersion: "2" }))],
  ],
  [
    "an object that is still there after its deletion",
    "delete-takes-effect",
    create(secret(), secret()),
    [DELETE, responseOf(SUCCESS)],
    [GET, responseOf(secret())],
  ],
  [
    "a deletionTimestamp that is gone",
    "deletion-not-undone",
    [GET, responseOf(secret({ deletionTimestamp: "2026-01-01T00:00:01Z", finalizers: ["a/b"] }))],
    [GET, responseOf(secret({ resourceVersion: "2" }))],
  ],
  [
    "an object that a dry run has created",
    "dry-run-not-persisted",
    [
      { method: "POST", path: PATH, body: secret(), query: { dryRun: "All" } },
      responseOf(secret(), 201),
    ],
    [GET, responseOf(secret({ uid: "u3" }))],
  ],
  ["an item that the selector excludes", "matches-selector", [
    { ...LIST, query: { labelSelector: "a in (b, c),!d", fieldSelector: "metadata.name=a" } },
    responseOf(list([secret({ labels: { a: "b", d: "" } })])),
  ]],
  ["an item of another name", "matches-selector", [
    { ...LIST, query: { fieldSelector: "metadata.name!=a" } },
    responseOf(list([secret()])),
  ]],
  ["an object for a Table", "table-shape", [TABLE, responseOf(secret())]],
  ["a Table of another group", "table-shape", [
    TABLE,
    responseOf({ ...table(), apiVersion: "v1" }),
  ]],
  ["a row without a cell", "table-rows", [TABLE, responseOf(table([]))]],
  ["YAML for JSON", "media-type", [
    GET,
    responseOf(secret(), 200, { "content-type": "application/yaml" }),
  ]],
  ["a generation of a secret that moves", "generation-follows-spec", create(secret(), secret()), [
    { ...PUT, body: secret() },
    responseOf(secret({ resourceVersion: "2", generation: 2 })),
  ]],
  ["details of another group", "error-names-type", [
    GET,
    responseOf(failure(404, "NotFound", { details: { name: "a", group: "apps" } }), 404),
  ]],
  ["an undefined time to retry", "error-status", [
    GET,
    responseOf(failure(404, "NotFound"), 404, { "retry-after": "undefined" }),
  ]],
  ["an empty message", "error-message", [
    GET,
    responseOf(failure(404, "NotFound", { message: "", details: { name: "a" } }), 404),
  ]],
  ["a cause without a field", "error-message", [
    GET,
    responseOf(
      failure(422, "Invalid", {
        details: {
          kind: "Secret",
          causes: [{ reason: "FieldValueRequired", message: "Required value" }],
        },
      }),
      422,
    ),
  ]],
  ["an invalid object without a cause", "error-message", [
    GET,
    responseOf(failure(422, "Invalid", { details: { kind: "Secret" } }), 422),
  ]],
  ["a record of a field that a Secret does not have", "managed-fields", [
    GET,
    responseOf(secret({
      managedFields: [{
        ...{ manager: "a", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" },
        fieldsV1: { "f:metadata": {}, "f:nope": {} },
      }],
    })),
  ]],
  ["a warning without quotes", "warning-header", [
    GET,
    responseOf(secret(), 200, { warning: "299 - unknown field" }),
  ]],
];

for (const [title, requirement, ...exchanges] of WRONG) {
  Deno.test(`${title} violates ${requirement}`, () => {
    assertEquals(violated(...exchanges), [requirement]);
  });
}

Deno.test("two specs of one generation violate one-spec-per-generation", () => {
  const path = "/apis/apps/v1/namespaces/ns/deployments/a";
  const deployment = (resourceVersion: string, replicas: number) =>
    responseOf({
      ...secret({ resourceVersion, generation: 1 }),
      apiVersion: "apps/v1",
      kind: "Deployment",
      spec: { replicas, selector: {}, template: {} },
    });
  const request: HttpRequest = { method: "GET", path };
  const found = violated([request, deployment("1", 1)], [request, deployment("2", 2)]);
  assertEquals(found, ["one-spec-per-generation"]);
});

Deno.test("reads of states that other requests may have changed are not compared", () => {
  const observer = new ExchangeObserver();
  const [request, response] = create(secret(), secret());
  observer.exchanged(request, response, true);
  observer.exchanged(PUT, responseOf(secret({ resourceVersion: "2" })), false);
  observer.exchanged(GET, responseOf(secret()), true);
  observer.exchanged({ method: "DELETE", path: `${PATH}/a` }, undefined, true);
  observer.exchanged(GET, responseOf(failure(404, "NotFound"), 404), true);
  assertEquals(observer.violations, []);
});

Deno.test("an event of an unknown type or of another namespace violates event-shape", () => {
  for (const [type, namespace] of [["CHANGED", "ns"], ["ADDED", "other"]] as const) {
    const observer = new ExchangeObserver();
    observer.received({ path: PATH }, { type, object: secret({ namespace }) });
    assertEquals(observer.violations.map(({ requirement }) => requirement), [
      "exchanges.event-shape",
    ]);
  }
});

Deno.test("an event of a creation that is MODIFIED violates event-shape", () => {
  for (
    const [type, expected] of [["ADDED", []], ["MODIFIED", ["exchanges.event-shape"]]] as const
  ) {
    const observer = new ExchangeObserver();
    const [request, response] = create(secret(), secret());
    observer.exchanged(request, response, true);
    observer.received({ path: PATH }, { type, object: secret() });
    assertEquals(observer.violations.map(({ requirement }) => requirement), [...expected]);
  }
});

Deno.test("an event of an object without uid and resourceVersion shows no creation", () => {
  const bare = (name: string) => {
    const { uid: _uid, resourceVersion: _version, ...metadata } = Object(secret().metadata);
    return { ...secret(), metadata: { ...metadata, name } };
  };
  const observer = new ExchangeObserver();
  const [request, response] = create(bare("a"), bare("a"));
  observer.exchanged(request, response, true);
  observer.received({ path: PATH }, { type: "MODIFIED", object: bare("b") });
  const violated = observer.violations.map(({ requirement }) => requirement);
  assertEquals(violated.includes("exchanges.event-shape"), false);
});

Deno.test("an event of an object that the selector excludes violates matches-selector", () => {
  const observer = new ExchangeObserver();
  const request = { path: PATH, query: { labelSelector: "a=b" } };
  observer.received(request, { type: "ADDED", object: secret() });
  observer.received(request, { type: "DELETED", object: secret() });
  assertEquals(observer.violations.map(({ requirement }) => requirement), [
    "exchanges.matches-selector",
  ]);
});

Deno.test("a Table of the requested object violates nothing", () => {
  assertEquals(violated([TABLE, responseOf(table())]), []);
});

Deno.test("defaults, normalized and dropped fields are not lost", () => {
  const sent = secret({}, { data: { a: "MQ==", b: "Mg==" }, stringData: { b: "x" }, more: 1 });
  const answered = secret({}, { type: "Opaque", data: { a: "MQ==", b: "eA==" } });
  assertEquals(violated(create(sent, answered)), []);
});

Deno.test("an update may leave out fields that have defaults, and write keys as text", () => {
  const before = secret({}, { data: { a: "MQ==", b: "Mg==" }, immutable: false });
  const sent = secret({}, { stringData: { b: "2" } });
  const after = secret({ resourceVersion: "2" }, { data: { a: "MQ==", b: "Mg==" } });
  assertEquals(violated(create(before, before), [{ ...PUT, body: sent }, responseOf(after)]), []);
});

Deno.test("a container that loses a part of its environment violates template-as-written", () => {
  const path = "/apis/apps/v1/namespaces/ns/deployments";
  const deployment = (env: JsonObject[]): JsonObject => ({
    ...secret({ generation: 1 }),
    apiVersion: "apps/v1",
    kind: "Deployment",
    spec: { selector: {}, template: { spec: { containers: [{ name: "a", env }] } } },
  });
  for (const [env, expected] of [[[{ name: "A" }], []], [[], ["template-as-written"]]] as const) {
    const body = deployment([{ name: "A", value: "" }]);
    const response = responseOf(deployment([...env]), 201);
    assertEquals(violated([{ method: "POST", path, body }, response]), [...expected]);
  }
});

Deno.test("a list whose items are null is a list without an array, and no object elsewhere", () => {
  const none = { ...list([]), items: null };
  assertEquals(violated([LIST, responseOf(none)]), ["field-types"]);
  assertEquals(violated([LIST, responseOf(list([]))]), []);
});

Deno.test("only a read that shows another object is ranked as the requirement states", () => {
  const harmOf = (request: HttpRequest, object: JsonObject) => {
    const observer = new ExchangeObserver();
    observer.exchanged(request, responseOf(object), true);
    const found = observer.violations.find(({ requirement }) =>
      requirement === "exchanges.requested-object"
    );
    return found && (found.harm ?? "as the requirement states");
  };
  const { namespace: _, ...metadata } = secret().metadata as JsonObject;
  assertEquals(harmOf(GET, secret()), undefined);
  assertEquals(harmOf(GET, secret({ name: "b" })), "as the requirement states");
  assertEquals(harmOf(GET, { ...secret(), metadata }), "misleading");
  assertEquals(harmOf(PUT, secret({ name: "b" })), "data-loss");
});
