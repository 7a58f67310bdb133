import { assertEquals } from "@std/assert";
import mergePatches from "../../../fixtures/patches/merge_patch.json" with { type: "json" };
import type { Json } from "../../client/http_client.ts";
import { mergePatched } from "./merge_patch.ts";

type Row = readonly [document: Json, patch: Json, result: Json];

Deno.test("applies the merge patches of the table in RFC 7396", () => {
  for (const [document, patch, result] of mergePatches as unknown as readonly Row[]) {
    assertEquals(mergePatched(document, patch), result, JSON.stringify(patch));
  }
});
