/**
 * Generates JSON of any shape, and valid objects with damage.
 *
 * @module
 */
import fc from "fast-check";
import { ODD_VALUES } from "../sequences/step.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

const KEYS = [
  "metadata",
  "name",
  "generateName",
  "namespace",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "managedFields",
  "creationTimestamp",
  "resourceVersion",
  "uid",
  "spec",
  "status",
  "data",
  "kind",
  "apiVersion",
  "rules",
  "subjects",
  "containers",
  "items",
  "fieldsV1",
  "f:metadata",
  'k:{"name":"a"}',
  "preconditions",
  "propagationPolicy",
  "$patch",
  "__proto__",
  "constructor",
  "toString",
  "",
];

const SCALARS: readonly Json[] = [
  ...ODD_VALUES,
  false,
  -0,
  1.5,
  1e21,
  1e308,
  -1e-7,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  "a",
  "-",
  "0",
  "1Gi",
  "1e400",
  "25%",
  "v1",
  "Secret",
  "Delete",
  "YQ==",
  "YQ",
  "2026-11-21T00:00:00Z",
  "0000-00-00T99:99:99Z",
  "+275760-09-14T00:00:00Z",
  "\u0000",
  "\ud800",
  "é".repeat(200),
  "a".repeat(64),
  "a/b/c",
  "..",
  "%",
];

/** Generates JSON values with names of real fields among the keys. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom(...SCALARS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie("value")), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
    },
  ),
})).value;

/** A change to one path of an object. */
type Damage =
  | { readonly how: "set" | "add"; readonly value: Json }
  | { readonly how: "remove" | "double" | "nest" | "wrap" };

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 6, arbitrary: anyJson.map((value): Damage => ({ how: "set", value })) },
  { weight: 2, arbitrary: anyJson.map((value): Damage => ({ how: "add", value })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Damage>(
      { how: "remove" },
      { how: "double" },
      { how: "nest" },
      { how: "wrap" },
    ),
  },
);

/** Generates the object itself, or the object with up to three damaged paths. */
export const damaged = (object: JsonObject): fc.Arbitrary<Json> =>
  fc.array(fc.tuple(fc.nat(), damage), { maxLength: 3 }).map((places) =>
    places.reduce((content, [at, how]) => inflict(content, at, how), structuredClone(object))
  );

function inflict(object: JsonObject, at: number, damage: Damage): JsonObject {
  const places: [JsonObject, string][] = [];
  const visit = (node: Json) => {
    if (typeof node !== "object" || node === null) return;
    const holder = node as JsonObject;
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      visit(holder[key]!);
    }
  };
  visit(object);
  const [holder, key] = places[at % Math.max(places.length, 1)] ?? [object, "spec"];
  const old = holder[key] ?? null;
  if (damage.how === "set") put(holder, key, damage.value);
  if (damage.how === "add") put(holder, KEYS[at % KEYS.length]!, damage.value);
  if (damage.how === "remove") delete holder[key];
  if (damage.how === "double") put(holder, key, [old, old]);
  if (damage.how === "nest") put(holder, key, { [key]: old });
  if (damage.how === "wrap") put(holder, key, [old]);
  return object;
}

/** Sets a key, including `__proto__`, on a copy: shrinking needs generated values unchanged. */
export function put(holder: JsonObject, key: string, value: Json): void {
  const own = { value: structuredClone(value), writable: true, enumerable: true };
  Object.defineProperty(holder, key, { ...own, configurable: true });
}

/** Generates JSON texts, some with duplicate keys, deep nesting or unusual numbers. */
export const arbitraryJsonText = (value: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc.tuple(value, fc.nat(40), fc.nat()).map(([value, how, at]) => {
    const text = JSON.stringify(value);
    switch (how) {
      case 0:
        return text.replace(/"(\w+)":/, '"$1":null,"$1":');
      case 1:
        return text.slice(0, at % (text.length + 1));
      case 2:
        return text + text;
      case 3:
        return `${"[".repeat(at % 20_000)}${text}`;
      case 4:
        return `${'{"a":'.repeat(at % 3_000)}${text}${"}".repeat(at % 3_000)}`;
      case 5:
        return text.replace(/\d+/, "1".repeat(at % 400 + 1));
      case 6:
        return `\ufeff ${text}\n`;
      case 7:
        return text.replaceAll(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
      case 8:
        return JSON.stringify({ ...(value as JsonObject), padding: "x".repeat(at % 200_000) });
      default:
        return text;
    }
  });
