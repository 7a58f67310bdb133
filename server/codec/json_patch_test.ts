import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { applyJsonPatch } from "./json_patch.ts";

Deno.test("a move puts nothing behind the end of a list", () => {
  const move = (path: string) => [{ op: "move", from: "/a/0", path }];
  assertEquals(applyJsonPatch({ a: [1, 2, 3] }, move("/a/2")), { a: [2, 3, 1] });
  assertEquals(applyJsonPatch({ a: [1, 2, 3] }, move("/a/-")), { a: [2, 3, 1] });
  assertThrows(() => applyJsonPatch({ a: [1, 2, 3] }, move("/a/3")), ApiError);
});

Deno.test("a move within itself is refused, onto itself changes nothing", () => {
  const content = { a: { b: 1 } };
  assertThrows(
    () => applyJsonPatch(content, [{ op: "move", from: "/a", path: "/a/c" }]),
    ApiError,
  );
  assertEquals(applyJsonPatch(content, [{ op: "move", from: "/a", path: "/a" }]), content);
});
