import { assert, assertEquals } from "@std/assert";
import { tried } from "./tried.ts";

Deno.test("each behaviour and form is listed once, with what it explains and how it is tried", () => {
  const all = tried();
  const sentences = all.map(({ explains }) => explains);
  assertEquals(new Set(sentences).size, sentences.length);
  assert(all.length > 50, `${all.length} are listed`);
  assertEquals(
    all.find(({ explains }) => explains === "A list ignores `limit`")?.without,
    [
      "the case ends where it shows",
    ][0],
  );
  assertEquals(
    all.find(({ explains }) => explains.startsWith("A JSON patch"))?.without,
    "another request for the same is sent",
  );
});
