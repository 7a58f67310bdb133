import { assertEquals } from "@std/assert";
import type { Json } from "../object.ts";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  between,
  each,
  eachText,
  eachValue,
  fields,
  filled,
  ifFilled,
  mapOf,
  maybe,
  missing,
  must,
  object,
  oneOf,
  orEmpty,
  type Rule,
  uniqueBy,
} from "./field_rules.ts";
import { required } from "./rules.ts";

/** Returns the causes in short: the reason without `FieldValue`, and the field. */
const shortCauses = (rule: Rule, value: Json | undefined, path = "") =>
  rule(value, path).map(({ reason, field }) => `${reason.replace("FieldValue", "")} ${field}`);

const container = fields({
  name: filled(oneOf("a", "b")),
  image: required,
  ports: each(fields({ port: maybe(between(1, 3)) }), uniqueBy("port", (port) => port !== 1)),
});

Deno.test("a field is named once, and its path follows", () => {
  const spec = fields({ spec: fields({ containers: each(container) }) });
  assertEquals(
    shortCauses(spec, {
      spec: {
        containers: [
          { name: "a", image: "i" },
          { name: "c", ports: [{ port: 4 }, { port: 4 }, { port: 1 }, { port: 1 }] },
          null,
        ],
      },
    }),
    [
      "NotSupported spec.containers[1].name",
      "Required spec.containers[1].image",
      "Invalid spec.containers[1].ports[0].port",
      "Invalid spec.containers[1].ports[1].port",
      "Duplicate spec.containers[1].ports[1].port",
      "Required spec.containers[2].name",
      "Required spec.containers[2].image",
    ],
  );
  assertEquals(shortCauses(container, { name: "c", image: "i" }, "spec"), [
    "NotSupported spec.name",
  ]);
});

Deno.test("causes come in the order of the rules", () => {
  const rule = all(
    fields({ b: missing(), a: [alwaysForbidden("x"), alwaysInvalid("y")] }),
    object((_, at) => [{ reason: "FieldValueInvalid", field: at, message: "" }]),
  );
  assertEquals(shortCauses(rule, {}, "s"), [
    "Required s.b",
    "Forbidden s.a",
    "Invalid s.a",
    "Invalid s",
  ]);
});

Deno.test("rules can depend on the other fields, and conditions that fail are no rules", () => {
  const rule = fields(({ type, name }) => ({
    name: type === "Named" && required,
    other: [name && alwaysForbidden("not beside a name"), undefined, maybe(oneOf("c"))],
  }));
  assertEquals(shortCauses(rule, { type: "Named" }), ["Required name"]);
  assertEquals(shortCauses(rule, { name: "a", other: "b" }), [
    "Forbidden other",
    "NotSupported other",
  ]);
  assertEquals(shortCauses(rule, {}), []);
});

Deno.test("what is absent or of another type has no causes, unless it is required", () => {
  const rules = [container, each(container), eachText(required), eachValue(required)];
  for (const rule of [...rules, mapOf(() => [])]) {
    for (const value of [undefined, null, "text", 7]) assertEquals(rule(value, "a"), []);
  }
  assertEquals(shortCauses(orEmpty(fields({ a: required })), undefined, "s"), ["Required s.a"]);
  assertEquals(shortCauses(maybe(required), undefined), []);
  assertEquals(shortCauses(maybe(required), "", "a"), ["Required a"]);
  assertEquals(shortCauses(ifFilled(oneOf("a")), "", "a"), []);
  assertEquals(shortCauses(filled(oneOf("a")), "", "a"), ["Required a"]);
});

Deno.test("lists of values and maps have paths of their items", () => {
  assertEquals(shortCauses(eachText(oneOf("a")), ["a", 7], "list"), ["NotSupported list[1]"]);
  assertEquals(eachValue(between(0, 1))([0, 2], "list"), [{
    reason: "FieldValueInvalid",
    field: "list[1]",
    message: "Invalid value: 2: must be between 0 and 1, inclusive",
  }]);
  const amounts = mapOf((value, path, key) =>
    all(
      must((amount) => Number(amount) > 0, "must be positive"),
      (_, at) => oneOf("cpu")(key, at),
    )(value, path)
  );
  assertEquals(shortCauses(amounts, { cpu: 1, memory: 0 }, "limits"), [
    "Invalid limits[memory]",
    "NotSupported limits[memory]",
  ]);
});
