import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { Ajv } from "ajv";
import fc from "fast-check";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { DIALECTS } from "../../client/dialect.ts";
import { discoveredType } from "./discovered_type.ts";
import { Schemas } from "./schema.ts";
import { gadgetDocument } from "./test_document.ts";
import { validFields } from "./valid_object.ts";
import { variationsOf } from "./variations.ts";

const LISTED = {
  group: "example.invalid",
  version: "v1",
  resource: "gadgets",
  kind: "Gadget",
  namespaced: true,
  verbs: [],
  subresources: [],
  preferred: true,
};

const GADGET = new Schemas(gadgetDocument()).ofKind("example.invalid", "v1", "Gadget")!;

/** Returns what is wrong with the fields by a validator of another author. */
function wrongIn(document: JsonObject, root: string, fields: JsonObject): string | undefined {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  // Exclusive bounds are flags in OpenAPI 3.0.
  const text = JSON.stringify(document).replaceAll(
    /"minimum":(\d+),"exclusiveMinimum":true/g,
    '"exclusiveMinimum":$1',
  );
  const validate = ajv.compile({ ...JSON.parse(text), $ref: `#/components/schemas/${root}` });
  return validate(fields) ? undefined : ajv.errorsText(validate.errors);
}

Deno.test("a valid object has its required fields, selectors that fit, and quiet values", () => {
  const { spec } = validFields(GADGET) as { spec: JsonObject };
  assertEquals(spec, {
    size: 3,
    colour: "red",
    code: "ABC",
    replicas: 0,
    hosts: ["one.plumbline.invalid", "two.plumbline.invalid"],
    ports: [{ port: 1 }],
    window: { from: "2030-01-01T00:00:00.000000Z" },
    selector: { matchLabels: { plumbline: "{name}" } },
    template: { metadata: { labels: { plumbline: "{name}" } } },
  });
});

Deno.test("the contents of a type are valid by another validator", () => {
  const base = validFields(GADGET);
  const type = discoveredType(LISTED, base, { variations: variationsOf(GADGET, base) });
  for (let content = 0; content < 40; content++) {
    const body = type.body(DIALECTS.svc, content, "one");
    const wrong = wrongIn(gadgetDocument(), "invalid.example.v1.Gadget", body);
    assertEquals(wrong, undefined, JSON.stringify(body));
  }
});

Deno.test("contents differ from the next two, and a change leads to any", () => {
  const base = validFields(GADGET);
  const type = discoveredType(LISTED, base, { variations: variationsOf(GADGET, base) });
  const bodyOf = (content: number) => type.body(DIALECTS.svc, content, "one");
  for (let content = 1; content < 30; content++) {
    assertNotEquals(bodyOf(content), bodyOf(content + 1));
    assertNotEquals(bodyOf(content), bodyOf(content + 2));
    for (const other of [0, content + 1, content + 3]) {
      assertEquals(patched(bodyOf(content), type.change(other)), bodyOf(other));
    }
  }
});

/** Schemas of one level of objects with fields of any type. */
const anySchema = (): fc.Arbitrary<JsonObject> => {
  const bounds = fc.record({ minimum: fc.nat(9), span: fc.nat(9) })
    .map(({ minimum, span }) => ({ type: "integer", minimum, maximum: minimum + span }));
  const words = fc.uniqueArray(fc.constantFrom("a", "b", "one", "TWO"), { minLength: 1 });
  const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
    bounds,
    fc.constant({ type: "boolean" }),
    fc.record({ type: fc.constant("string"), enum: words }),
    fc.record({ type: fc.constant("string"), minLength: fc.nat(20) }),
    fc.record({ type: fc.constant("string"), maxLength: fc.integer({ min: 1, max: 9 }) }),
    fc.constantFrom("^[a-z]+$", "^\\d+$", "^v\\d", "^(\\d+\\.){2}\\d+$")
      .map((pattern) => ({ type: "string", pattern })),
  );
  const objectOf = (value: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
    fc.dictionary(fc.constantFrom("p", "q", "r", "s"), value).chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => ({
        type: "object",
        properties,
        required,
        additionalProperties: false,
      }))
    );
  const listOf = (items: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
    fc.record({ type: fc.constant("array"), items, minItems: fc.nat(1) });
  return objectOf(fc.oneof(leaf, listOf(leaf), objectOf(leaf), listOf(objectOf(leaf))));
};

Deno.test("objects that are generated from any schema are valid by another validator", () => {
  fc.assert(fc.property(anySchema(), fc.nat(20), (spec, content) => {
    const document = {
      components: {
        schemas: {
          Any: {
            "type": "object",
            "properties": { spec },
            "required": ["spec"],
            "x-kubernetes-group-version-kind": [{ group: "g", version: "v1", kind: "Any" }],
          },
        },
      },
    };
    const schema = new Schemas(document).ofKind("g", "v1", "Any")!;
    const base = validFields(schema);
    const variations = variationsOf(schema, base);
    const body = discoveredType(LISTED, base, { variations }).body(DIALECTS.svc, content, "one");
    const wrong = wrongIn(document, "Any", body);
    assert(wrong === undefined, `${wrong}: ${JSON.stringify(body)}`);
  }));
});

/** Applies a merge patch. */
function patched(value: Json | undefined, patch: Json): Json {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const result: JsonObject = isObject ? { ...value } : {};
  for (const [key, each] of Object.entries(patch)) {
    if (each === null) delete result[key];
    else result[key] = patched(result[key], each);
  }
  return result;
}
