import { assertEquals, assertThrows } from "@std/assert";
import { definition, type ListSchema, type Schema } from "../codec/schema.ts";
import type { Json } from "../object.ts";
import { fieldsOf, isGranular, isNamedField, itemsOf, ownField, typeOfElement } from "./parts.ts";
import { StructureError } from "./structure_error.ts";

const at = (schema: Schema, ...elements: string[]): Schema =>
  elements.reduce<Schema>((type, element) => typeOfElement(type, element)!, schema);

const deployment = definition("apps.v1.Deployment");
const pod = at(deployment, "f:spec", "f:template", "f:spec");
const container = at(pod, "f:containers", 'k:{"name":"c"}');
const ports = at(container, "f:ports") as ListSchema;
const pullSecrets = at(pod, "f:imagePullSecrets") as ListSchema;
const finalizers = at(deployment, "f:metadata", "f:finalizers") as ListSchema;

Deno.test("objects, maps, sets and keyed lists have parts; what is atomic or plain has none", () => {
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

Deno.test("a step leads nowhere where the schema knows nothing", () => {
  assertEquals(typeOfElement(deployment, "f:future"), undefined);
  assertEquals(typeOfElement(undefined, "f:spec"), undefined);
  assertEquals(typeOfElement(finalizers, 'v:"e.com/x"'), undefined);
  assertEquals(isNamedField(deployment, "f:spec"), true);
  assertEquals(isNamedField(deployment, "f:future"), false);
  assertEquals(isNamedField(at(deployment, "f:metadata", "f:labels"), "f:a"), false);
});

Deno.test("items are told apart by their keys, one that is left out by its default", () => {
  const list: Json = [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }];
  assertEquals([...itemsOf(list, ports, []).keys()], [
    'k:{"containerPort":80,"protocol":"TCP"}',
    'k:{"containerPort":80,"protocol":"UDP"}',
  ]);
  assertEquals([...itemsOf(["b", "a"], finalizers, []).keys()], ['v:"b"', 'v:"a"']);
  assertEquals([itemsOf(null, ports, []).size, itemsOf(undefined, ports, []).size], [0, 0]);
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
  Deno.test(`${what} has no parts, and the error tells the place`, () => {
    const items = () => itemsOf(value as unknown as Json, schema, ["f:spec", "f:ports"]);
    const { message } = assertThrows(items, StructureError);
    assertEquals(message.startsWith(".spec.ports"), true, message);
  });
}

Deno.test("fields are those of an object itself, and of nothing there are none", () => {
  assertEquals(fieldsOf({ a: 1 }, []), { a: 1 });
  assertEquals([fieldsOf(null, []), fieldsOf(undefined, [])], [{}, {}]);
  for (const value of [1, "text", [1]]) assertThrows(() => fieldsOf(value, []), StructureError);
  assertEquals(ownField({ a: 1 }, "a"), 1);
  assertEquals(ownField({ a: 1 }, "constructor"), undefined);
});
