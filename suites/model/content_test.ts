import { assertEquals, assertNotEquals } from "@std/assert";
import type { JsonObject } from "../client/http_client.ts";
import { contentOf, withoutComputed } from "./content.ts";

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

Deno.test("the annotation that a server puts back on Jobs is not compared", () => {
  const job = (annotations: JsonObject) => ({ kind: "Job", metadata: { name: "a", annotations } });
  const tracked = job({ "batch.kubernetes.io/job-tracking": "", own: "x" });
  assertEquals(withoutComputed(tracked), job({ own: "x" }));
  assertEquals(withoutComputed(job({ own: "x" })), job({ own: "x" }));
});
