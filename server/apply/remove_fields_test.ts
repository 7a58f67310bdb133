import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { EMPTY, setOf } from "./field_set.ts";
import { removeFields } from "./remove_fields.ts";

const secret = definition("core.v1.Secret");
const deployment = definition("apps.v1.Deployment");

Deno.test("fields are taken away, with what stays empty around them", () => {
  const object = { metadata: { labels: { a: "1" } }, data: { a: "MQ==", b: "MQ==" } };
  const set = setOf(["f:data", "f:a"], ["f:metadata", "f:labels", "f:a"]);
  assertEquals(removeFields(object, set, secret), { data: { b: "MQ==" } });
  assertEquals(object.data, { a: "MQ==", b: "MQ==" }, "the object given is left as it was");
});

Deno.test("what stays empty can be told from what was taken away itself", () => {
  const object = { data: { a: "MQ==" }, type: "Opaque" };
  const both = setOf(["f:data", "f:a"], ["f:type"]);
  assertEquals(removeFields(object, both, secret, { keepEmptied: true }), { data: null });
});

Deno.test("items of keyed lists go by their keys, values of sets by themselves", () => {
  const podOf = (...containers: JsonObject[]): JsonObject => ({
    metadata: { finalizers: ["e.com/x", "e.com/y"] },
    spec: { template: { spec: { containers } } },
  });
  const place = ["f:spec", "f:template", "f:spec", "f:containers"];
  const set = setOf(
    [...place, 'k:{"name":"a"}'],
    [...place, 'k:{"name":"b"}', "f:image"],
    ["f:metadata", "f:finalizers", 'v:"e.com/x"'],
  );
  const object = podOf({ name: "a" }, { name: "b", image: "i" }, { name: "c" });
  assertEquals(removeFields(object, set, deployment), {
    metadata: { finalizers: ["e.com/y"] },
    spec: { template: { spec: { containers: [{ name: "b" }, { name: "c" }] } } },
  });
});

Deno.test("an item goes only where it is meant itself", () => {
  const containers = [{ name: "a", image: "i" }];
  const object = { spec: { template: { spec: { containers } } } };
  const place = ["f:spec", "f:template", "f:spec", "f:containers", 'k:{"name":"a"}'];
  const set = setOf([...place, "f:name"], [...place, "f:image"]);
  assertEquals(removeFields(object, set, deployment), {
    spec: { template: { spec: { containers: [null] } } },
  });
});

Deno.test("an empty set, and fields that are not there, take nothing away", () => {
  const object = { data: { a: "MQ==" } };
  assertEquals(removeFields(object, EMPTY, secret), object);
  assertEquals(removeFields(object, setOf(["f:data", "f:z"], ["f:type"]), secret), object);
});
