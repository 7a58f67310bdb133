import { assertEquals } from "@std/assert";
import { markup, prose } from "./markup.ts";

Deno.test("text between backticks is shown as code, and all text is escaped", () => {
  const text = "<b> `limit=1` and `<img src=x>`, an odd ` and\na line";
  assertEquals(
    markup`<p>${prose(text)}</p>`.text,
    "<p>&lt;b&gt; <code>limit=1</code> and <code>&lt;img src=x&gt;</code>, " +
      "an odd ` and\na line</p>",
  );
});
