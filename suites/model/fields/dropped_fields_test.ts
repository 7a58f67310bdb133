import { assertEquals } from "@std/assert";
import { droppedFieldsOf } from "./dropped_fields.ts";
import { int32, known, map, object, string } from "./shape.ts";

Deno.test("lists unknown fields, names in another case and duplicates at every place", () => {
  const shape = object({
    kind: string(),
    spec: object({ count: int32(1, 2), labels: map({ a: string("b") }) }),
    hidden: known({ undocumented: true }, object({ a: string("b") })),
  });
  const texts = droppedFieldsOf(shape).map(({ kind, injected: { place, field, value } }) =>
    `${kind} ${[...place, field].join(".")} ${JSON.stringify(value)}`
  );
  assertEquals(texts, [
    'unknown unknown0 "a text"',
    "unknown spec.unknown1 7",
    'letter case Kind "{own}"',
    "letter case Spec {}",
    "letter case spec.Count 2",
    "letter case spec.Labels {}",
    "duplicate spec.count 1",
    "other duplicate spec.count 2",
    'duplicate spec.labels.a "b"',
  ]);
});
