import { assertEquals } from "@std/assert";
import mergePatches from "../../fixtures/patches/merge_patch.json" with { type: "json" };
import type { Json } from "../object.ts";
import { applyMergePatch } from "./merge_patch.ts";

type Row = readonly [document: Json, patch: Json, result: Json];

Deno.test("merge patches do what the table of RFC 7396 says, row by row", () => {
  for (const [document, patch, result] of mergePatches as unknown as readonly Row[]) {
    const before = structuredClone(document);
    assertEquals(applyMergePatch(document, patch), result, JSON.stringify(patch));
    assertEquals(document, before);
  }
});
