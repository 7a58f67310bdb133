/**
 * Conversions between API versions are lossless (specification, "Versioning", rule 2).
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeValue } from "../codec/decode.ts";
import { arbitraryFields } from "../codec/protobuf/arbitrary_object.ts";
import { messageOfKind } from "../codec/protobuf/messages.ts";
import { DIALECTS } from "../dialect.ts";
import { type ApiObject, apiVersionOf, type JsonObject } from "../object.ts";
import { resourceDefinitions } from "../resources/mod.ts";
import { renamingConversion } from "./conversion.ts";
import { type ResourceDefinition, schemaOf, storedSchemaOf } from "./resource.ts";

const dialect = DIALECTS.svc;
const CONVERTED = resourceDefinitions(dialect).filter((definition) =>
  definition.conversion && definition.conversion.storedApiVersion !== apiVersionOf(definition)
);

/** Generates objects of a kind in an API version, in their decoded form. */
function objectsOf({ kind }: ResourceDefinition, apiVersion: string): fc.Arbitrary<JsonObject> {
  return arbitraryFields(messageOfKind(apiVersion, kind, dialect)!)
    .map((fields) => ({ ...fields, apiVersion, kind }));
}

Deno.test("three resources have a version besides the stored one", () => {
  assertEquals(CONVERTED.map(({ resource, version }) => `${resource} ${version}`).sort(), [
    "csistoragecapacities v1beta1",
    "flowschemas v1beta2",
    "prioritylevelconfigurations v1beta2",
  ]);
});

for (const definition of CONVERTED) {
  const { kind, version } = definition;
  const conversion = definition.conversion!;
  const shown = schemaOf(definition, dialect);
  const stored = storedSchemaOf(definition, dialect);

  Deno.test(`every ${kind} of ${version} is equal after a conversion to the stored version and back`, () => {
    fc.assert(fc.property(objectsOf(definition, apiVersionOf(definition)), (drawn) => {
      const object = decodeValue(drawn, shown).object as ApiObject;
      const before = structuredClone(object);
      const kept = conversion.toStorage(object);
      assertEquals(decodeValue(kept, stored).unknown, []);
      assertEquals(kept.apiVersion, conversion.storedApiVersion);
      assertEquals(JSON.stringify(conversion.fromStorage(kept)), JSON.stringify(before));
      assertEquals(object, before, "a conversion does not change its argument");
    }));
  });

  Deno.test(`every stored ${kind} is equal after a conversion to ${version} and back`, () => {
    fc.assert(fc.property(objectsOf(definition, conversion.storedApiVersion), (drawn) => {
      const object = decodeValue(drawn, stored).object as ApiObject;
      const seen = conversion.fromStorage(object);
      assertEquals(decodeValue(seen, shown).unknown, []);
      assertEquals(seen.apiVersion, apiVersionOf(definition));
      assertEquals(JSON.stringify(conversion.toStorage(seen)), JSON.stringify(object));
    }));
  });
}

Deno.test("a renamed field keeps its value and its position, and no other field is renamed", () => {
  const { toStorage } = renamingConversion({
    group: "example",
    version: "v1beta1",
    storedVersion: "v1",
    renamings: [{ within: ["spec", "inner"], name: "old", storedName: "new" }],
  });
  const metadata = { name: "a", uid: "", resourceVersion: "", creationTimestamp: "" };
  const object = { apiVersion: "example/v1beta1", kind: "Box", metadata };
  const kept = toStorage({
    ...object,
    old: 1,
    spec: { old: 2, inner: { a: 0, old: { old: 3 }, z: null } },
  });
  assertEquals(
    JSON.stringify(kept.spec),
    JSON.stringify({ old: 2, inner: { a: 0, new: { old: 3 }, z: null } }),
  );
  assertEquals(kept.old, 1);
  for (const spec of [undefined, null, 1, [], {}, { inner: null }, { inner: [{ old: 1 }] }]) {
    const odd = { ...object, ...(spec !== undefined && { spec }) } as ApiObject;
    assertEquals(toStorage(odd), { ...odd, apiVersion: "example/v1" });
    assert(!Object.hasOwn(toStorage(odd), "new"));
  }
});
