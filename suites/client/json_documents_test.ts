import { assertEquals } from "@std/assert";
import { DocumentSplitter } from "./json_documents.ts";

Deno.test("documents are found whatever the pieces are", () => {
  const stream = '{"a":"}\\"{"}\n\n  {"b":{"c":[1]}}{"d":"ü"}\n{\n "e": 1\n}\n';
  const expected = ['{"a":"}\\"{"}', '{"b":{"c":[1]}}', '{"d":"ü"}', '{\n "e": 1\n}'];
  for (let size = 1; size <= stream.length; size++) {
    const splitter = new DocumentSplitter();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size) {
      found.push(...splitter.push(stream.slice(at, at + size)).documents);
    }
    assertEquals(found, expected, `in pieces of ${size}`);
    assertEquals(splitter.rest(), "");
  }
});

Deno.test("text outside of documents is separated", () => {
  const splitter = new DocumentSplitter();
  const { documents, strays } = splitter.push('oops\n{"a":1} tail\n{"b":2}\nrest');
  assertEquals(documents, ['{"a":1}', '{"b":2}']);
  assertEquals(strays, ["oops", "tail"]);
  assertEquals(splitter.rest(), "rest");
});

Deno.test("an incomplete document is the rest", () => {
  const splitter = new DocumentSplitter();
  assertEquals(splitter.push('{"a":{"b":1}').documents, []);
  assertEquals(splitter.rest(), '{"a":{"b":1}');
});
