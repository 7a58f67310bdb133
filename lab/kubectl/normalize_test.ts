import { assertEquals } from "@std/assert";
import { normalizeOutput } from "./normalize.ts";

Deno.test("generated values of an output are replaced, and gaps between columns", () => {
  const output = [
    "NAME    CLUSTER-IP     PORT(S)        AGE",
    "front   10.96.0.17     80:31044/TCP   2m10s",
    "",
    "  uid: 6ad8a6b2-1b60-4b55-9d2f-0a5c1b5b1f5e",
    '  resourceVersion: "117"',
    "Created: Sun, 22 Nov 2026 20:11:22 +0000 in /tmp/a1/one.yaml",
  ].join("\n");
  assertEquals(normalizeOutput(output, ["/tmp/a1"]).split("\n"), [
    "NAME CLUSTER-IP PORT(S) AGE",
    "front ADDRESS 80:PORT/TCP AGE",
    "uid: UID",
    'resourceVersion: "VERSION"',
    "Created: TIME in PLACE/one.yaml",
  ]);
});

Deno.test("values that clients chose stay in the output", () => {
  const output = "color: blue, replicas 3, 443/TCP, image nginx:1";
  assertEquals(normalizeOutput(output, []), output);
});
