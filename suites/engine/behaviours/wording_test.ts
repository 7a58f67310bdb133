import { assertEquals } from "@std/assert";
import { formWords, withinSentence } from "./wording.ts";

Deno.test("what a request asks for is one text, its parameters joined", () => {
  assertEquals(formWords([]), "");
  assertEquals(formWords(["with limit", "across namespaces"]), "with limit across namespaces");
  assertEquals(
    formWords(["with limit", "that accepts text/plain", "with continue", "with empty x"]),
    "with limit and continue and empty x that accepts text/plain",
  );
  assertEquals(withinSentence("An update of status"), "an update of status");
});
