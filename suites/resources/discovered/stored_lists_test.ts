import { assertEquals } from "@std/assert";
import { Schemas } from "./schema.ts";
import { withStoredLists } from "./stored_lists.ts";

const item = { type: "object", properties: { name: { type: "string" } } };
const list = { type: "array", items: item };
const document = {
  definitions: {
    Slice: {
      "x-kubernetes-group-version-kind": [{ group: "", version: "v1", kind: "Slice" }],
      type: "object",
      properties: {
        endpoints: list,
        containers: { ...list, "x-kubernetes-patch-strategy": "merge" },
        spec: { type: "object", properties: { rules: list } },
      },
    },
  },
};
const schema = new Schemas(document).ofKind("", "v1", "Slice")!;

Deno.test("an atomic list gets what the server adds to its items, another list does not", () => {
  const sent = {
    endpoints: [{ name: "a" }],
    containers: [{ name: "c" }],
    spec: { rules: [{ name: "r" }] },
  };
  const stored = {
    endpoints: [{ name: "a", conditions: {} }],
    containers: [{ name: "c", image: "i" }],
    spec: { rules: [{ name: "r", path: "/" }], type: "added" },
    ports: [],
  };
  assertEquals(withStoredLists(sent, stored, schema), {
    endpoints: [{ name: "a", conditions: {} }],
    containers: [{ name: "c" }],
    spec: { rules: [{ name: "r", path: "/" }] },
  });
});

Deno.test("a list that the server stores otherwise, or that names its object, is kept", () => {
  const sent = { endpoints: [{ name: "a" }], spec: { rules: [{ name: "{name}" }] } };
  const stored = { endpoints: [{ name: "b" }], spec: { rules: [{ name: "x", path: "/" }] } };
  assertEquals(withStoredLists(sent, stored, schema), sent);
});
