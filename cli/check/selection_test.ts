import { assertEquals } from "@std/assert";
import type { Check } from "@plumbline/suites/check";
import { unmatchedFilters } from "./selection.ts";

const CHECKS = [
  { id: "paging/passes", requirements: ["paging.pages-complete"] },
  { id: "paging/pages", requirements: ["paging.pages-complete", "paging.limit"] },
] as unknown as readonly Check[];

const complaintOf = (only: string) =>
  unmatchedFilters(CHECKS, { areas: [], only: [only], level: "convention" });

Deno.test("--only with an area or a requirement names what to give in its place", () => {
  assertEquals(complaintOf("paging"), [
    "There is no check paging. It is an area: give --area paging.",
  ]);
  assertEquals(complaintOf("paging.pages-complete"), [
    "There is no check paging.pages-complete. It is a requirement: give --only paging/passes --only paging/pages.",
  ]);
  assertEquals(complaintOf("paging/pases"), [
    "There is no check paging/pases. Did you mean paging/passes?",
  ]);
  assertEquals(complaintOf("paging/passes,paging/pages"), [
    "There is no check paging/passes,paging/pages. Give each on its own: --only paging/passes --only paging/pages.",
  ]);
});
