import { assertEquals } from "@std/assert";
import jsonPatches from "../../../fixtures/patches/json_patch.json" with { type: "json" };
import type { Json } from "../../client/http_client.ts";
import { jsonPatched, type PatchOperation } from "./json_patch.ts";

/** Document, operations and result after RFC 6902 appendix A; undefined for a failure. */
const TABLE: readonly [Json, PatchOperation[], Json | undefined][] = [
  [{ foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
  [{ foo: [1, 2] }, [{ op: "add", path: "/foo/1", value: 9 }], { foo: [1, 9, 2] }],
  [{ foo: [1, 2] }, [{ op: "add", path: "/foo/2", value: 9 }], { foo: [1, 2, 9] }],
  [{ foo: [1, 2] }, [{ op: "add", path: "/foo/3", value: 9 }], undefined],
  [{ foo: [1] }, [{ op: "add", path: "/foo/-", value: [2] }], { foo: [1, [2]] }],
  [{ foo: [1] }, [{ op: "add", path: "/foo/01", value: 2 }], undefined],
  [{ a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
  [{ foo: [1, 2, 3] }, [{ op: "remove", path: "/foo/1" }], { foo: [1, 3] }],
  [{ a: 1 }, [{ op: "remove", path: "/b" }], undefined],
  [{ a: 1 }, [{ op: "replace", path: "/a", value: 2 }], { a: 2 }],
  [{ a: 1 }, [{ op: "replace", path: "/b", value: 2 }], undefined],
  [{ a: 1 }, [{ op: "replace", path: "", value: [] }], []],
  [{ a: { b: 1 }, c: {} }, [{ op: "move", from: "/a/b", path: "/c/d" }], { a: {}, c: { d: 1 } }],
  [{ foo: [1, 2, 3] }, [{ op: "move", from: "/foo/0", path: "/foo/2" }], { foo: [2, 3, 1] }],
  [{ a: 1 }, [{ op: "copy", from: "/a", path: "/b" }], { a: 1, b: 1 }],
  [{ a: 1 }, [{ op: "copy", from: "/x", path: "/b" }], undefined],
  [{ a: 1 }, [{ op: "test", path: "/a", value: 1 }], { a: 1 }],
  [{ a: 1 }, [{ op: "test", path: "/a", value: "1" }], undefined],
  [{ a: { x: 1, y: 2 } }, [{ op: "test", path: "/a", value: { y: 2, x: 1 } }], {
    a: { x: 1, y: 2 },
  }],
  [{ a: 1 }, [{ op: "add", path: "/b/c", value: 2 }], undefined],
  [{ "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
  [{ "/": 9 }, [{ op: "remove", path: "/~1" }], {}],
  [{ a: 1 }, [{ op: "remove", path: "/a" }, { op: "remove", path: "/a" }], undefined],
];

Deno.test("applies JSON patches as by RFC 6902", () => {
  for (const [document, operations, result] of TABLE) {
    const before = structuredClone(document);
    assertEquals(jsonPatched(document, operations), result, JSON.stringify(operations));
    assertEquals(document, before);
  }
});

type Row = readonly [name: string, document: Json, patch: PatchOperation[], result?: Json];

const MEMBERS = { add: "value", replace: "value", test: "value", move: "from", copy: "from" };

/** The model covers well-formed operations only, as the suites send no others to it. */
const isWellFormed = (operation: PatchOperation) =>
  operation.op === "remove" ||
  (Object.hasOwn(MEMBERS, operation.op) && Object.hasOwn(operation, MEMBERS[operation.op]));

Deno.test("applies the well-formed patches of the public test table", () => {
  const rows = jsonPatches as unknown as readonly Row[];
  const wellFormed = rows.filter(([, , patch]) => patch.every(isWellFormed));
  assertEquals([wellFormed.length, rows.length], [86, 93]);
  for (const [name, document, patch, result] of wellFormed) {
    assertEquals(jsonPatched(document, patch), result, name);
  }
});
