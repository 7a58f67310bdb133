import { assertEquals, assertThrows } from "@std/assert";
import { definition } from "../codec/schema.ts";
import { canonical } from "./field_set.ts";
import { fieldSetOf } from "./field_set_of.ts";
import { StructureError } from "./structure_error.ts";

const deployment = definition("apps.v1.Deployment");
const ofPod = (spec: Parameters<typeof fieldSetOf>[0]) =>
  canonical(fieldSetOf({ spec: { template: { spec } } }, deployment))["f:spec"]!["f:template"]![
    "f:spec"
  ];

Deno.test("objects, maps, keyed lists and sets are owned part by part", () => {
  const set = fieldSetOf({
    metadata: { labels: { a: "1" }, finalizers: ["e.com/x"] },
    spec: { replicas: 0 },
  }, deployment);
  assertEquals(set, {
    "f:metadata": {
      "f:labels": { "f:a": {} },
      "f:finalizers": { 'v:"e.com/x"': {} },
    },
    "f:spec": { "f:replicas": {} },
  });
});

Deno.test("what is atomic is owned as a whole", () => {
  assertEquals(
    ofPod({ nodeSelector: { a: "1" }, tolerations: [{ key: "a" }] }),
    { "f:nodeSelector": {}, "f:tolerations": {} },
  );
  assertEquals(
    fieldSetOf({ spec: { selector: { matchLabels: { a: "1" } } } }, deployment),
    { "f:spec": { "f:selector": {} } },
  );
});

Deno.test("a port without protocol is told apart by the one it will have", () => {
  assertEquals(ofPod({ containers: [{ name: "c", ports: [{ containerPort: 80 }] }] }), {
    "f:containers": {
      'k:{"name":"c"}': {
        ".": {},
        "f:name": {},
        "f:ports": {
          'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
        },
      },
    },
  });
});

Deno.test("an empty object and null are owned themselves, an empty list is not", () => {
  assertEquals(
    fieldSetOf({ metadata: { labels: {}, annotations: null, finalizers: [] } }, deployment),
    { "f:metadata": { "f:labels": {}, "f:annotations": {} } },
  );
});

Deno.test("keys of maps may be called anything", () => {
  const labels = JSON.parse('{"__proto__": "1", "constructor": "2"}');
  assertEquals(
    Object.keys(fieldSetOf({ metadata: { labels } }, deployment)["f:metadata"]!["f:labels"]!),
    [
      "f:__proto__",
      "f:constructor",
    ],
  );
});

for (
  const [what, spec] of Object.entries({
    "an item twice": { containers: [{ name: "c" }, { name: "c" }] },
    "an item that is no object": { containers: ["c"] },
    "no list": { containers: { name: "c" } },
    "no object": { securityContext: 1 },
  })
) {
  Deno.test(`${what} cannot be owned, and the error says where`, () => {
    const error = assertThrows(() => ofPod(spec), StructureError);
    assertEquals(/^\.spec\.template\.spec\./.test(error.message), true, error.message);
  });
}

Deno.test("a value twice in a set cannot be owned", () => {
  const finalizers = ["e.com/x", "e.com/x"];
  assertThrows(() => fieldSetOf({ metadata: { finalizers } }, deployment), StructureError);
});
