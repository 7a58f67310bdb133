import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import recorded from "../../fixtures/schemas/recorded/field_validation.json" with { type: "json" };
import { ownReading, type Reading } from "@plumbline/lab/bodies/decoding";
import { ApiError } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { decodeObject, decodeValue, judgeDroppedFields, warningItems } from "./decode.ts";
import { readJsonText } from "./json.ts";
import { definition } from "./schema.ts";
import { missingFields } from "./missing_fields.ts";

const secret = definition("core.v1.Secret");
const deployment = definition("apps.v1.Deployment");
const decodeSecret = (text: string) => decodeObject(readJsonText(text), secret);

function refusal(text: string, schema = secret): string {
  const error = assertThrows(() => decodeObject(readJsonText(text), schema), ApiError);
  assertEquals(error.reason, "BadRequest");
  return error.message;
}

Deno.test("unknown fields are dropped and reported with their path", () => {
  const { object, unknown } = decodeValue({
    kind: "Deployment",
    spec: {
      replicas: 2,
      Replicas: 3,
      template: { spec: { containers: [{ name: "a", foo: { bar: 1 } }, { image: "b", x: null }] } },
    },
    foo: [1],
  }, deployment);
  assertEquals(object, {
    kind: "Deployment",
    spec: { replicas: 2, template: { spec: { containers: [{ name: "a" }, { image: "b" }] } } },
  });
  assertEquals(unknown, [
    "spec.Replicas",
    "spec.template.spec.containers[0].foo",
    "spec.template.spec.containers[1].x",
    "foo",
  ]);
});

Deno.test("duplicate known fields are reported as duplicate, unknown fields only as unknown", () => {
  const { object, unknown, duplicates } = decodeSecret(
    `{"type":"a","type":"b","data":{"k":"YQ==","k":"Yg=="},"foo":{"x":1,"x":2},"foo":3,
      "metadata":{"managedFields":[{"fieldsV1":{"f:a":{},"f:a":{}}}],"labels":{"a.b/c":"1","a.b/c":"2"}}}`,
  );
  assertEquals(duplicates, ["type", "data.k", "metadata.labels.a.b/c"]);
  assertEquals(unknown, ["foo"]);
  assertEquals(object.data, { k: "Yg==" });
});

Deno.test("null unsets a field, and is the empty value inside lists and maps", () => {
  assertEquals(decodeSecret(`{"type":null,"data":{"a":null},"stringData":{"b":null}}`).object, {
    data: { a: "" },
    stringData: { b: "" },
  });
  assertEquals(
    decodeValue({ spec: { template: { spec: { containers: [null] } } } }, deployment).object,
    { spec: { template: { spec: { containers: [{}] } } } },
  );
  assertEquals(decodeSecret("null").object, {});
});

Deno.test("an empty value is left out unless it differs from unset", () => {
  const container = { name: "", image: "", args: [], stdin: false, securityContext: {} };
  assertEquals(
    decodeValue({
      metadata: { labels: {}, finalizers: [], generation: 0 },
      spec: {
        replicas: 0,
        minReadySeconds: 0,
        paused: false,
        template: { spec: { containers: [container] } },
      },
    }, deployment).object,
    {
      metadata: {},
      spec: {
        replicas: 0,
        template: { spec: { containers: [{ name: "", securityContext: {} }] } },
      },
    },
  );
  assertEquals(decodeSecret(`{"data":{},"type":"","immutable":false}`).object, {
    immutable: false,
  });
  assertEquals(decodeValue({ rules: [] }, definition("rbac.v1.Role")).object, { rules: [] });
});

Deno.test("a value of the wrong type is rejected with its path, its type and the expected type", () => {
  const cases: [string, string, string][] = [
    [`{"type":1}`, "number", "Secret.type of type string"],
    [`{"immutable":"true"}`, "string", "Secret.immutable of type bool"],
    [`{"data":"x"}`, "string", "Secret.data of type map[string][]uint8"],
    [`{"metadata":{"labels":{"a":1}}}`, "number", "Secret.metadata.labels.a of type string"],
    [`{"metadata":{"finalizers":{}}}`, "object", "Secret.metadata.finalizers of type []string"],
    [
      `{"metadata":{"finalizers":["a",1]}}`,
      "number",
      "Secret.metadata.finalizers[1] of type string",
    ],
    [`{"metadata":{"generation":"1"}}`, "string", "Secret.metadata.generation of type int64"],
    [`[]`, "array", "Secret of type v1.Secret"],
    [`"a"`, "string", "Secret of type v1.Secret"],
  ];
  for (const [text, type, field] of cases) {
    assertEquals(
      refusal(text),
      'Secret in version "v1" cannot be handled as a Secret: ' +
        `json: cannot unmarshal ${type} into Go struct field ${field}`,
    );
  }
});

Deno.test("a string in the wrong format is rejected with its path and the format", () => {
  const cases: [string, string][] = [
    [`{"data":{"a":"!"}}`, "Secret.data.a: illegal base64 data at input byte 0"],
    [`{"data":{"a":"MQ="}}`, "Secret.data.a: illegal base64 data at input byte 3"],
    [
      `{"metadata":{"creationTimestamp":"x"}}`,
      'Secret.metadata.creationTimestamp: parsing time "x" as "2006-01-02T15:04:05Z07:00": ' +
      "cannot parse",
    ],
  ];
  for (const [text, error] of cases) {
    assertEquals(refusal(text), `Secret in version "v1" cannot be handled as a Secret: ${error}`);
  }
});

Deno.test("integers stay within 32 or 64 bits and are written as integers", () => {
  const replicas = (value: string) => `{"spec":{"replicas":${value}}}`;
  for (const value of ["2147483648", "-2147483649", "1.5", "1.0", "1e3", "true"]) {
    assertStringIncludes(refusal(replicas(value), deployment), "spec.replicas of type int32");
  }
  const read = (value: string) => decodeObject(readJsonText(replicas(value)), deployment).object;
  for (const value of [0, 2147483647, -2147483648]) {
    assertEquals(read(`${value}`), { spec: { replicas: value } });
  }
});

Deno.test("a number or string keeps its type", () => {
  const read = (maxSurge: Json) =>
    decodeValue({ spec: { strategy: { rollingUpdate: { maxSurge } } } }, deployment).object;
  for (const maxSurge of [0, 1, "25%", "1"]) {
    assertEquals(read(maxSurge), { spec: { strategy: { rollingUpdate: { maxSurge } } } });
  }
  for (const maxSurge of [true, 1.5, {}, 4294967296]) {
    assertThrows(() => read(maxSurge), ApiError, "maxSurge");
  }
});

Deno.test("base64, times and quantities have one canonical form", () => {
  assertEquals(decodeSecret(`{"data":{"a":"Y\\nQ==","b":"YR=="}}`).object, {
    data: { a: "YQ==", b: "YQ==" },
  });
  assertEquals(
    decodeSecret(`{"metadata":{"creationTimestamp":"2020-01-01T00:00:00.5+02:00"}}`).object,
    { metadata: { creationTimestamp: "2019-12-31T22:00:00Z" } },
  );
  const limits = { cpu: 0.5, memory: "1.5Gi" };
  assertEquals(
    decodeValue(
      { spec: { template: { spec: { containers: [{ resources: { limits } }] } } } },
      deployment,
    )
      .object,
    {
      spec: {
        template: {
          spec: { containers: [{ resources: { limits: { cpu: "500m", memory: "1536Mi" } } }] },
        },
      },
    },
  );
});

Deno.test("keys such as `__proto__` are ordinary keys", () => {
  const { object } = decodeSecret(`{"data":{"__proto__":"YQ=="},"__proto__":{"type":"x"}}`);
  assertEquals(JSON.stringify(object), `{"data":{"__proto__":"YQ=="}}`);
});

Deno.test("decoding does not change the value", () => {
  const value = { foo: 1, data: { a: null }, metadata: { labels: { b: "c" } } };
  decodeValue(value, secret);
  assertEquals(value, { foo: 1, data: { a: null }, metadata: { labels: { b: "c" } } });
});

Deno.test("bodies are decoded as by a real server", () => {
  for (const { definition: name, text, reading } of recorded) {
    assertEquals(ownReading(text, definition(name)), reading as Reading, text);
  }
});

const DROPPED = { unknown: ["spec.foo", "bar"], duplicates: ["data.a"] };

Deno.test("Ignore reports nothing, Warn one item per field, Strict all fields", () => {
  assertEquals(judgeDroppedFields(DROPPED, "Ignore"), []);
  assertEquals(judgeDroppedFields(DROPPED, "Warn"), [
    String.raw`299 - "unknown field \"spec.foo\""`,
    String.raw`299 - "unknown field \"bar\""`,
    String.raw`299 - "duplicate field \"data.a\""`,
  ]);
  const error = assertThrows(() => judgeDroppedFields(DROPPED, "Strict"), ApiError);
  assertEquals(error.code, 400);
  for (const path of ["spec.foo", "bar", "data.a"]) assertStringIncludes(error.message, path);
});

Deno.test("at most 100 dropped fields are named, and their beginning if they are long", () => {
  // 1,000 fields below a key of 300 KB got an answer of 300 MB.
  const unknown = Array.from({ length: 1_000 }, (_, at) => `f${at}.${"k".repeat(300_000)}`);
  const dropped = { unknown, duplicates: ["a"] };
  const { message } = assertThrows(() => judgeDroppedFields(dropped, "Strict"), ApiError);
  assertEquals(message.match(/unknown field "f\d+\.k{990,1000}…"/g)!.length, 100);
  assert(message.length < 110_000);
  assert(judgeDroppedFields(dropped, "Warn").join().length < 10_000);
});

Deno.test("without dropped fields every policy accepts the body", () => {
  for (const policy of ["Ignore", "Warn", "Strict"] as const) {
    assertEquals(judgeDroppedFields({ unknown: [], duplicates: [] }, policy), []);
  }
});

Deno.test("any text becomes a header that can be set and read back", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (path) => {
    const [item] = warningItems([path]);
    const read = new Headers({ warning: item! }).get("warning")!;
    const [, quoted] = /^299 - "((?:[^\\"]|\\.)*)"$/s.exec(read)!;
    const bytes = Uint8Array.from(
      quoted!.replaceAll(/\\(.)/g, "$1"),
      (character) => character.charCodeAt(0),
    );
    // deno-lint-ignore no-control-regex -- these are what a header may not have
    const expected = path.toWellFormed().replaceAll(/[\x00-\x1f\x7f]/g, " ");
    assertEquals(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), expected);
  }));
});

Deno.test("warnings beyond the limit of clients are counted, not listed", () => {
  const items = warningItems(Array.from({ length: 1_000 }, (_, at) => `unknown field "f${at}"`));
  assert(items.join(", ").length < 9_000);
  const [, rest] = /and (\d+) more/.exec(items.at(-1)!)!;
  assertEquals(items.length - 1 + Number(rest), 1_000);
});

Deno.test("a field's name as long as a body is shortened in the warning", () => {
  const [item] = warningItems([`unknown field "${"é".repeat(3 * 1024 * 1024)}"`]);
  assert(item!.length < 3_000);
});

const missing = (object: JsonObject, kind: string) =>
  missingFields(object, definition(kind)).map(({ field, reason }) => {
    assertEquals(reason, "FieldValueRequired");
    return field;
  });

Deno.test("missing required fields are reported at any depth, in lists and maps too", () => {
  const spec = {
    template: {
      spec: {
        containers: [{ name: "a", ports: [{ containerPort: 1 }, {}] }, {}],
        volumes: [{ name: "v", hostPath: {} }],
      },
    },
  };
  assertEquals(missing({ spec }, "apps.v1.Deployment"), [
    "spec.selector",
    "spec.template.spec.containers[0].ports[1].containerPort",
    "spec.template.spec.containers[1].name",
    "spec.template.spec.volumes[0].hostPath.path",
  ]);
});

Deno.test("an empty required field is missing", () => {
  assertEquals(missing({ rules: [{ verbs: [] }, { verbs: ["get"] }] }, "rbac.v1.Role"), [
    "rules[0].verbs",
  ]);
  assertEquals(missing({ apiGroup: "a", kind: "", name: "b" }, "rbac.v1.RoleRef"), ["kind"]);
  assertEquals(missing({ containerPort: 0 }, "core.v1.ContainerPort"), ["containerPort"]);
});

Deno.test("a required field whose empty value has a meaning is not missing", () => {
  assertEquals(missing({ name: "X-A", value: "" }, "core.v1.HTTPHeader"), []);
  const iscsi = { targetPortal: "p", iqn: "i", lun: 0 };
  assertEquals(missing(iscsi, "core.v1.ISCSIVolumeSource"), []);
  assertEquals(missing({ spec: {}, status: {} }, "authorization.v1.SubjectAccessReview"), []);
});
