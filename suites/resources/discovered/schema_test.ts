import { assertEquals } from "@std/assert";
import { Schemas } from "./schema.ts";
import { gadgetDocument } from "./test_document.ts";

Deno.test("a schema is found by its kind, in documents of both versions", () => {
  const third = gadgetDocument();
  const second = {
    definitions: JSON.parse(
      JSON.stringify(third.components.schemas).replaceAll(
        "#/components/schemas/",
        "#/definitions/",
      ),
    ),
  };
  for (const document of [third, second]) {
    const schema = new Schemas(document).ofKind("example.invalid", "v1", "Gadget");
    assertEquals(schema?.fields, ["apiVersion", "kind", "metadata", "spec", "status", "data"]);
    assertEquals(schema?.field("spec")?.field("window")?.field("from")?.name, "MicroTime");
  }
  assertEquals(new Schemas(third).ofKind("example.invalid", "v2", "Gadget"), undefined);
});

Deno.test("names of definitions with slashes are found, as those of Go packages", () => {
  const kinds = [{ group: "example.invalid", version: "v1", kind: "Widget" }];
  const schemas = new Schemas({
    definitions: {
      "example.invalid/pkg/v1.Widget": {
        "x-kubernetes-group-version-kind": kinds,
        properties: { spec: { $ref: "#/definitions/example.invalid~1pkg~1v1.WidgetSpec" } },
      },
      "example.invalid/pkg/v1.WidgetSpec": { properties: { message: { type: "string" } } },
    },
  });
  const spec = schemas.ofKind("example.invalid", "v1", "Widget")?.field("spec");
  assertEquals(spec?.fields, ["message"]);
});

Deno.test("types of values follow the extensions of the API machinery", () => {
  const spec = new Schemas(gadgetDocument()).ofKind("example.invalid", "v1", "Gadget")!
    .field("spec")!;
  const typeOf = (name: string) => spec.field(name)!.type;
  assertEquals(typeOf("surge"), "int or string");
  assertEquals(typeOf("size"), "integer");
  assertEquals(typeOf("selector"), "object");
  assertEquals(typeOf("weights"), "map");
  assertEquals(typeOf("anything"), "object");
  assertEquals(spec.field("ports")!.listKeys, ["port"]);
  assertEquals(spec.field("size")!.minimum, 3);
});

Deno.test("a schema that contains itself can be read", () => {
  const schema = new Schemas({
    components: {
      schemas: {
        Tree: {
          "type": "object",
          "properties": { child: { $ref: "#/components/schemas/Tree" } },
          "x-kubernetes-group-version-kind": [{ group: "", version: "v1", kind: "Tree" }],
        },
      },
    },
  }).ofKind("", "v1", "Tree");
  assertEquals(schema?.field("child")?.field("child")?.fields, ["child"]);
});
