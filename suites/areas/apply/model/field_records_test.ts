import { assertEquals } from "@std/assert";
import {
  elementsOf,
  recordedPaths,
  recordOf,
  recordText,
  single,
  unmarkedText,
  without,
} from "./field_records.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a", namespace: "b", finalizers: ["c"] },
  spec: {
    selector: { matchLabels: { d: "e" } },
    template: { spec: { containers: [{ name: "f", ports: [{ containerPort: 80 }] }] } },
  },
};

const element = 'k:{"containerPort":80,"protocol":"TCP"}';

Deno.test("a record has the fields, keys and items of a configuration", () => {
  assertEquals(recordOf(deployment), {
    "f:metadata": { "f:finalizers": { 'v:"c"': {} } },
    "f:spec": {
      "f:selector": {},
      "f:template": {
        "f:spec": {
          "f:containers": {
            'k:{"name":"f"}': {
              ".": {},
              "f:name": {},
              "f:ports": { [element]: { ".": {}, "f:containerPort": {} } },
            },
          },
        },
      },
    },
  });
});

Deno.test("the path of a field ends where one manager owns the whole", () => {
  const port = ["spec", "template", "spec", "containers", 0, "ports", 0, "containerPort"];
  assertEquals(elementsOf(deployment, port), [
    ...["f:spec", "f:template", "f:spec", "f:containers", 'k:{"name":"f"}'],
    ...["f:ports", element, "f:containerPort"],
  ]);
  const label = ["spec", "selector", "matchLabels", "d"];
  assertEquals(elementsOf(deployment, label), ["f:spec", "f:selector"]);
  assertEquals(elementsOf({ rules: [{ verbs: ["get"] }] }, ["rules", 0, "verbs", 0]), ["f:rules"]);
});

Deno.test("a record loses a field, and what is empty then unless its manager created it", () => {
  const fields = single(["f:metadata", "f:annotations", "f:a"]);
  const path = ["f:metadata", "f:annotations", "f:a"];
  assertEquals(without(fields, path, { keepsEmptied: false }), {});
  assertEquals(without(fields, path, { keepsEmptied: true }), {
    "f:metadata": { "f:annotations": {} },
  });
});

Deno.test("texts of records are in order and may leave out marks", () => {
  const fields = { "f:b": { ".": {}, "f:c": {} }, "f:a": {} };
  assertEquals(recordText(fields), '{"f:a":{},"f:b":{".":{},"f:c":{}}}');
  assertEquals(unmarkedText(fields), '{"f:a":{},"f:b":{"f:c":{}}}');
});

Deno.test("the paths of a record end at its fields, and pass over marks", () => {
  const record = { "f:data": { ".": {}, "f:a": {} }, "f:immutable": {}, "f:b": { [element]: {} } };
  assertEquals(recordedPaths(record), ["data.a", "immutable", `b.${element}`]);
  assertEquals(recordedPaths({}), []);
  assertEquals(recordedPaths(undefined), []);
});
