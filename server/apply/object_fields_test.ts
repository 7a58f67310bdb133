import { assertEquals, assertThrows } from "@std/assert";
import { definition, type ListSchema, type Schema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { canonical, EMPTY, setOf } from "./field_set.ts";
import {
  fieldSetOf,
  removeFields,
  withNamedFields,
  withoutMembersOfAtomic,
} from "./object_fields.ts";
import {
  fieldsOf,
  isGranular,
  isNamedField,
  itemsByElement,
  ownField,
  StructureError,
  typeOfElement,
} from "./path_elements.ts";

Deno.test("the error has the displayed path, or a dot for the object itself", () => {
  const path = ["f:spec", "f:ports", 'k:{"port":80}'];
  assertEquals(new StructureError(path, "is wrong").message, ".spec.ports[port=80]: is wrong");
  assertEquals(new StructureError([], "is wrong").message, ".: is wrong");
});

const at = (schema: Schema, ...elements: string[]): Schema =>
  elements.reduce<Schema>((type, element) => typeOfElement(type, element)!, schema);

const deployment = definition("apps.v1.Deployment");
const pod = at(deployment, "f:spec", "f:template", "f:spec");
const container = at(pod, "f:containers", 'k:{"name":"c"}');
const ports = at(container, "f:ports") as ListSchema;
const pullSecrets = at(pod, "f:imagePullSecrets") as ListSchema;
const finalizers = at(deployment, "f:metadata", "f:finalizers") as ListSchema;

Deno.test("objects, maps, sets and keyed lists have parts; atomic values and scalars have none", () => {
  assertEquals(
    [deployment, at(deployment, "f:metadata", "f:labels"), finalizers, ports].map(isGranular),
    [true, true, true, true],
  );
  const wholes = [
    at(deployment, "f:spec", "f:selector"),
    at(container, "f:args"),
    at(pod, "f:nodeSelector"),
    at(container, "f:image"),
  ];
  assertEquals(wholes.map(isGranular), [false, false, false, false]);
});

Deno.test("a path element that is not in the schema has no type", () => {
  assertEquals(typeOfElement(deployment, "f:future"), undefined);
  assertEquals(typeOfElement(undefined, "f:spec"), undefined);
  assertEquals(typeOfElement(finalizers, 'v:"e.com/x"'), undefined);
  assertEquals(isNamedField(deployment, "f:spec"), true);
  assertEquals(isNamedField(deployment, "f:future"), false);
  assertEquals(isNamedField(at(deployment, "f:metadata", "f:labels"), "f:a"), false);
});

Deno.test("items are identified by their keys, a missing one by its default", () => {
  const list: Json = [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }];
  assertEquals([...itemsByElement(list, ports, []).keys()], [
    'k:{"containerPort":80,"protocol":"TCP"}',
    'k:{"containerPort":80,"protocol":"UDP"}',
  ]);
  assertEquals([...itemsByElement(["b", "a"], finalizers, []).keys()], ['v:"b"', 'v:"a"']);
  assertEquals([itemsByElement(null, ports, []).size, itemsByElement(undefined, ports, []).size], [
    0,
    0,
  ]);
});

for (
  const [what, value, schema] of [
    ["no list", {}, ports],
    ["an item that is no object", [80], ports],
    ["an item that is null", [null], ports],
    ["an item without its key", [{}], pullSecrets],
    ["an item twice", [{ containerPort: 80 }, { containerPort: 80, protocol: "TCP" }], ports],
    ["an object in a set", [{}], finalizers],
    ["a value twice in a set", ["a", "a"], finalizers],
  ] as const
) {
  Deno.test(`${what} has no parts, and the error has the path`, () => {
    const items = () => itemsByElement(value as unknown as Json, schema, ["f:spec", "f:ports"]);
    const { message } = assertThrows(items, StructureError);
    assertEquals(message.startsWith(".spec.ports"), true, message);
  });
}

Deno.test("the fields of an object are its own, and null has none", () => {
  assertEquals(fieldsOf({ a: 1 }, []), { a: 1 });
  assertEquals([fieldsOf(null, []), fieldsOf(undefined, [])], [{}, {}]);
  for (const value of [1, "text", [1]]) assertThrows(() => fieldsOf(value, []), StructureError);
  assertEquals(ownField({ a: 1 }, "a"), 1);
  assertEquals(ownField({ a: 1 }, "constructor"), undefined);
});

const ofPod = (spec: Parameters<typeof fieldSetOf>[0]) =>
  canonical(fieldSetOf({ spec: { template: { spec } } }, deployment))["f:spec"]!["f:template"]![
    "f:spec"
  ];

Deno.test("objects, maps, keyed lists and sets are owned part by part", () => {
  const set = fieldSetOf({
    metadata: { labels: { a: "1" }, finalizers: ["e.com/x"] },
    spec: { replicas: 0 },
  }, deployment);
  assertEquals(set, {
    "f:metadata": {
      "f:labels": { "f:a": {} },
      "f:finalizers": { 'v:"e.com/x"': {} },
    },
    "f:spec": { "f:replicas": {} },
  });
});

Deno.test("atomic values are owned as a whole", () => {
  assertEquals(
    ofPod({ nodeSelector: { a: "1" }, tolerations: [{ key: "a" }] }),
    { "f:nodeSelector": {}, "f:tolerations": {} },
  );
  assertEquals(
    fieldSetOf({ spec: { selector: { matchLabels: { a: "1" } } } }, deployment),
    { "f:spec": { "f:selector": {} } },
  );
});

Deno.test("a port without protocol is identified by the default protocol", () => {
  assertEquals(ofPod({ containers: [{ name: "c", ports: [{ containerPort: 80 }] }] }), {
    "f:containers": {
      'k:{"name":"c"}': {
        ".": {},
        "f:name": {},
        "f:ports": {
          'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
        },
      },
    },
  });
});

Deno.test("an empty object and null are owned, an empty list is not", () => {
  assertEquals(
    fieldSetOf({ metadata: { labels: {}, annotations: null, finalizers: [] } }, deployment),
    { "f:metadata": { "f:labels": {}, "f:annotations": {} } },
  );
});

Deno.test("keys of maps may have any name", () => {
  const labels = JSON.parse('{"__proto__": "1", "constructor": "2"}');
  assertEquals(
    Object.keys(fieldSetOf({ metadata: { labels } }, deployment)["f:metadata"]!["f:labels"]!),
    [
      "f:__proto__",
      "f:constructor",
    ],
  );
});

for (
  const [what, spec] of Object.entries({
    "an item twice": { containers: [{ name: "c" }, { name: "c" }] },
    "an item that is no object": { containers: ["c"] },
    "no list": { containers: { name: "c" } },
    "no object": { securityContext: 1 },
  })
) {
  Deno.test(`${what} cannot be owned, and the error has the path`, () => {
    const error = assertThrows(() => ofPod(spec), StructureError);
    assertEquals(/^\.spec\.template\.spec\./.test(error.message), true, error.message);
  });
}

Deno.test("a duplicate value in a set cannot be owned", () => {
  const finalizers = ["e.com/x", "e.com/x"];
  assertThrows(() => fieldSetOf({ metadata: { finalizers } }, deployment), StructureError);
});

const secret = definition("core.v1.Secret");

Deno.test("fields are removed, with parents that they leave empty", () => {
  const object = { metadata: { labels: { a: "1" } }, data: { a: "MQ==", b: "MQ==" } };
  const set = setOf(["f:data", "f:a"], ["f:metadata", "f:labels", "f:a"]);
  assertEquals(removeFields(object, set, secret), { data: { b: "MQ==" } });
  assertEquals(object.data, { a: "MQ==", b: "MQ==" }, "the argument does not change");
});

Deno.test("emptied values can be distinguished from removed ones", () => {
  const object = { data: { a: "MQ==" }, type: "Opaque" };
  const both = setOf(["f:data", "f:a"], ["f:type"]);
  assertEquals(removeFields(object, both, secret, { keepEmptied: true }), { data: null });
});

Deno.test("items of keyed lists are removed by their keys, values of sets by value", () => {
  const podOf = (...containers: JsonObject[]): JsonObject => ({
    metadata: { finalizers: ["e.com/x", "e.com/y"] },
    spec: { template: { spec: { containers } } },
  });
  const place = ["f:spec", "f:template", "f:spec", "f:containers"];
  const set = setOf(
    [...place, 'k:{"name":"a"}'],
    [...place, 'k:{"name":"b"}', "f:image"],
    ["f:metadata", "f:finalizers", 'v:"e.com/x"'],
  );
  const object = podOf({ name: "a" }, { name: "b", image: "i" }, { name: "c" });
  assertEquals(removeFields(object, set, deployment), {
    metadata: { finalizers: ["e.com/y"] },
    spec: { template: { spec: { containers: [{ name: "b" }, { name: "c" }] } } },
  });
});

Deno.test("an item is removed only if it is a member itself", () => {
  const containers = [{ name: "a", image: "i" }];
  const object = { spec: { template: { spec: { containers } } } };
  const place = ["f:spec", "f:template", "f:spec", "f:containers", 'k:{"name":"a"}'];
  const set = setOf([...place, "f:name"], [...place, "f:image"]);
  assertEquals(removeFields(object, set, deployment), {
    spec: { template: { spec: { containers: [null] } } },
  });
});

Deno.test("an empty set and absent fields remove nothing", () => {
  const object = { data: { a: "MQ==" } };
  assertEquals(removeFields(object, EMPTY, secret), object);
  assertEquals(removeFields(object, setOf(["f:data", "f:z"], ["f:type"]), secret), object);
});

Deno.test("named fields become members with the members below them, keys of maps do not", () => {
  const set = setOf(["f:metadata", "f:labels", "f:a"], ["f:spec", "f:strategy", "f:type"]);
  assertEquals(withNamedFields(set, deployment), {
    "f:metadata": { ".": {}, "f:labels": { ".": {}, "f:a": {} } },
    "f:spec": { ".": {}, "f:strategy": { ".": {}, "f:type": {} } },
  });
});

Deno.test("list items must be members themselves, the list is added", () => {
  const item = 'k:{"name":"c"}';
  const place = ["f:spec", "f:template", "f:spec", "f:containers"];
  const set = setOf([...place, item, "f:image"]);
  const containers = withNamedFields(set, deployment)["f:spec"]!["f:template"]!["f:spec"]![
    "f:containers"
  ];
  assertEquals(containers, { ".": {}, [item]: { "f:image": {} } });
});

Deno.test("unknown fields are kept", () => {
  const set = setOf(["f:data", "f:a"], ["f:future", "f:b"]);
  assertEquals(withNamedFields(set, secret), {
    "f:data": { ".": {}, "f:a": {} },
    "f:future": { "f:b": {} },
  });
  assertEquals(withNamedFields(EMPTY, secret), {});
});

Deno.test("members below an atomic value become the value, others are kept", () => {
  const set = setOf(
    ["f:spec", "f:selector", "f:matchLabels", "f:a"],
    ["f:spec", "f:replicas"],
    ["f:metadata", "f:labels", "f:a"],
  );
  assertEquals(withoutMembersOfAtomic(set, deployment), {
    "f:spec": { "f:selector": {}, "f:replicas": {} },
    "f:metadata": { "f:labels": { "f:a": {} } },
  });
});

Deno.test("a set without members below an atomic value is returned unchanged", () => {
  const set = setOf(["f:data", "f:a"], ["f:data", "f:b"]);
  assertEquals(withoutMembersOfAtomic(set, secret) === set, true);
});
