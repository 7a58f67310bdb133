import { assertEquals } from "@std/assert";
import mergePatches from "../../../../fixtures/patches/merge_patch.json" with { type: "json" };
import type { Json } from "../../../client/http_client.ts";
import { mergePatched } from "./merge_patch.ts";

type Row = readonly [document: Json, patch: Json, result: Json];

Deno.test("merge patches do what the table of RFC 7396 says", () => {
  for (const [document, patch, result] of mergePatches as unknown as readonly Row[]) {
    assertEquals(mergePatched(document, patch), result, JSON.stringify(patch));
  }
});
