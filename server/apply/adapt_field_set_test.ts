import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import { withNamedFields, withoutPartsOfWholes } from "./adapt_field_set.ts";
import { EMPTY, setOf } from "./field_set.ts";

const deployment = definition("apps.v1.Deployment");
const secret = definition("core.v1.Secret");

Deno.test("fields that the schema names are members with what is below them, keys of maps are not", () => {
  const set = setOf(["f:metadata", "f:labels", "f:a"], ["f:spec", "f:strategy", "f:type"]);
  assertEquals(withNamedFields(set, deployment), {
    "f:metadata": { ".": {}, "f:labels": { ".": {}, "f:a": {} } },
    "f:spec": { ".": {}, "f:strategy": { ".": {}, "f:type": {} } },
  });
});

Deno.test("items of lists speak for themselves, the list that is named does not", () => {
  const item = 'k:{"name":"c"}';
  const place = ["f:spec", "f:template", "f:spec", "f:containers"];
  const set = setOf([...place, item, "f:image"]);
  const containers = withNamedFields(set, deployment)["f:spec"]!["f:template"]!["f:spec"]![
    "f:containers"
  ];
  assertEquals(containers, { ".": {}, [item]: { "f:image": {} } });
});

Deno.test("what a schema does not know stays as it is", () => {
  const set = setOf(["f:data", "f:a"], ["f:future", "f:b"]);
  assertEquals(withNamedFields(set, secret), {
    "f:data": { ".": {}, "f:a": {} },
    "f:future": { "f:b": {} },
  });
  assertEquals(withNamedFields(EMPTY, secret), {});
});

Deno.test("members below what has one owner become the whole, others stay", () => {
  const set = setOf(
    ["f:spec", "f:selector", "f:matchLabels", "f:a"],
    ["f:spec", "f:replicas"],
    ["f:metadata", "f:labels", "f:a"],
  );
  assertEquals(withoutPartsOfWholes(set, deployment), {
    "f:spec": { "f:selector": {}, "f:replicas": {} },
    "f:metadata": { "f:labels": { "f:a": {} } },
  });
});

Deno.test("a set without members below a whole is the very same", () => {
  const set = setOf(["f:data", "f:a"], ["f:data", "f:b"]);
  assertEquals(withoutPartsOfWholes(set, secret) === set, true);
});
