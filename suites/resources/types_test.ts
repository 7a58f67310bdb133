import { assert, assertNotEquals } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import { RESOURCE_TYPES } from "./types.ts";

Deno.test("every type's content differs for each number, in body and change", () => {
  for (const type of RESOURCE_TYPES) {
    assertNotEquals(type.body(DIALECTS.svc, 1, "n"), type.body(DIALECTS.svc, 2, "n"));
    assertNotEquals(type.change(1), type.change(2));
  }
});

Deno.test("a change touches only fields the body has", () => {
  for (const type of RESOURCE_TYPES) {
    const fields = Object.keys(type.body(DIALECTS.svc, 1, "n"));
    assert(Object.keys(type.change(1)).every((field) => fields.includes(field)), type.kind);
  }
});
