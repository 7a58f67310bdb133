import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { EMPTY, setOf } from "./field_set.ts";
import { comparer, emptyOf, schemaOfVersion, type TrackedResource } from "./tracked_resource.ts";

const schema = definition("core.v1.Secret");
let conversions = 0;

/** Secrets, of which an older version calls `data` by the name `stringData`. */
const secrets: TrackedResource = {
  apiVersion: "v1",
  schema,
  resetFields: setOf(["f:type"]),
  subresource: "",
  otherVersion: (apiVersion) =>
    apiVersion !== "v1beta1" ? undefined : {
      apiVersion,
      schema,
      resetFields: EMPTY,
      convert: ({ data, ...rest }: JsonObject) => {
        conversions++;
        return { ...rest, ...(data !== undefined && { stringData: data }) };
      },
    },
};

const before = { type: "a", data: { a: "MQ==", b: "MQ==" } };
const after = { type: "b", data: { a: "Mg==" } };

Deno.test("a change is seen in the version of the write, without what the write does not reach", () => {
  assertEquals(comparer(secrets, before, after)("v1"), {
    changed: setOf(["f:data", "f:a"]),
    removed: setOf(["f:data", "f:b"]),
    path: [],
  } as unknown);
});

Deno.test("it is seen in another version as that has it, converted when asked for and once", () => {
  conversions = 0;
  const compare = comparer(secrets, before, after);
  assertEquals(conversions, 0);
  const { changed, removed } = compare("v1beta1")!;
  assertEquals(changed, setOf(["f:stringData", "f:a"], ["f:type"]));
  assertEquals(removed, setOf(["f:stringData", "f:b"]));
  compare("v1beta1");
  assertEquals(conversions, 2);
});

Deno.test("a version that is not served shows no change and has no schema", () => {
  assertEquals(comparer(secrets, before, after)("v2"), undefined);
  assertEquals(schemaOfVersion(secrets, "v2"), undefined);
  assertEquals(schemaOfVersion(secrets, "v1") === schema, true);
  assertEquals(schemaOfVersion(secrets, "v1beta1") === schema, true);
});

Deno.test("what is always there beside the schema is there in the empty object", () => {
  const alwaysThere = { type: "Opaque" };
  assertEquals(emptyOf({ ...secrets, alwaysThere }).type, "Opaque");
  assertEquals(Object.hasOwn(emptyOf(secrets), "type"), false);
});
