import { assertEquals } from "@std/assert";
import { withinSentence } from "@plumbline/reports/request_words";
import { formWords, senderWords } from "./wording.ts";

Deno.test("what a request asks for is one text, its parameters joined", () => {
  assertEquals(formWords([]), "");
  assertEquals(
    formWords(["with limit", "across all namespaces"]),
    "with limit across all namespaces",
  );
  assertEquals(
    formWords(["with limit", "that accepts text/plain", "with continue", "with empty x"]),
    "with limit and continue and empty x that accepts text/plain",
  );
  assertEquals(withinSentence("An update of status"), "an update of status");
});

Deno.test("a request without credentials is not one as another identity", () => {
  assertEquals(senderWords("current"), []);
  assertEquals(senderWords("other"), ["as another identity"]);
  assertEquals(senderWords(""), ["without credentials"]);
});
