import { assertEquals } from "@std/assert";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { repaired } from "./repair.ts";
import { Schemas } from "./schema.ts";
import { gadgetDocument } from "./test_document.ts";

const GADGET = new Schemas(gadgetDocument()).ofKind("example.invalid", "v1", "Gadget")!;

/** Returns the object after the repair of one cause. */
function mended(object: JsonObject, reason: string, field: string, message: string) {
  const status: Json = { details: { causes: [{ reason, field, message }] } };
  return repaired(object, status, GADGET, 0);
}

Deno.test("a required field is added", () => {
  const object = { spec: {} };
  assertEquals(mended(object, "FieldValueRequired", "spec.window", "Required value"), {
    spec: { window: { from: "2030-01-01T00:00:00.000000Z" } },
  });
});

Deno.test("a value becomes one that the server supports, in the form of the schema", () => {
  const message = 'Unsupported value: "x": supported values: "red", "green"';
  assertEquals(mended({ spec: {} }, "FieldValueNotSupported", "spec.colour", message), {
    spec: { colour: "red" },
  });
  assertEquals(mended({ spec: {} }, "FieldValueNotSupported", "spec.hosts", message), {
    spec: { hosts: ["red"] },
  });
});

Deno.test("a field that a message about its object names is added", () => {
  const message = "Invalid value: must specify exactly one of title and window";
  assertEquals(mended({ spec: { size: 3 } }, "FieldValueInvalid", "spec", message), {
    spec: { size: 3, title: "plumb" },
  });
});

Deno.test("a forbidden field is removed", () => {
  const object = { spec: { size: 3, on: true } };
  assertEquals(mended(object, "FieldValueForbidden", "spec.on", "Forbidden"), {
    spec: { size: 3 },
  });
});

Deno.test("nothing is repaired without causes, or of the metadata", () => {
  assertEquals(repaired({}, { kind: "Status", code: 403 }, GADGET, 0), undefined);
  assertEquals(mended({}, "FieldValueInvalid", "metadata.name", "Invalid value"), undefined);
});
