import { assertEquals, assertNotEquals } from "@std/assert";
import { contentOf } from "./content.ts";

const COMPUTED = { "deprecated.daemonset.template.generation": "1" };

Deno.test("an annotation that a server computes is no content, others are", () => {
  const plain = contentOf({ metadata: { name: "a" } });
  assertEquals(contentOf({ metadata: { name: "a", annotations: COMPUTED } }), plain);
  const noted = contentOf({ metadata: { name: "a", annotations: { note: "b" } } });
  assertEquals(
    contentOf({ metadata: { name: "a", annotations: { note: "b", ...COMPUTED } } }),
    noted,
  );
  assertNotEquals(noted, plain);
});
