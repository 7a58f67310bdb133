/**
 * Strategic merge patches for Deployments: parts of another Deployment, with nulls and directives
 * strewn in where the schema gives them a meaning.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "@plumbline/server/api";
import { definition, type Field, type Schema } from "@plumbline/server/codec";
import { deploymentArbitrary } from "./deployments.ts";

/** Returns a random number below a bound. */
type Draw = (bound: number) => number;

const DEPLOYMENT = definition("apps.v1.Deployment");
/** Required fields of a Deployment. */
const NEEDED = new Set(["selector", "template", "metadata", "spec", "containers", "name", "image"]);
const FINALIZERS = ["a.io/a", "a.io/b", "a.io/c"];

/** A Deployment and a patch for it. */
export const patchArbitrary: fc.Arbitrary<{ original: JsonObject; patch: JsonObject }> = fc.tuple(
  deploymentArbitrary,
  deploymentArbitrary,
  fc.array(fc.nat(999), { minLength: 300, maxLength: 300, size: "max" }),
  fc.subarray(FINALIZERS),
).map(([original, other, numbers, finalizers]) => {
  let at = 0;
  const draw: Draw = (bound) => numbers[at++ % numbers.length]! % bound;
  (original.metadata as JsonObject).finalizers = finalizers;
  return { original, patch: patchOf(original, other, draw) };
});

function patchOf(original: JsonObject, other: JsonObject, draw: Draw): JsonObject {
  const metadata = thinned(
    other.metadata as JsonObject,
    DEPLOYMENT.fields.get("metadata")!.schema,
    draw,
  );
  const { name: _name, ...labels } = metadata as JsonObject;
  const patch: JsonObject = { metadata: { ...labels, ...finalizersOf(draw) } };
  if (draw(10) > 0) {
    const spec = original.spec as JsonObject;
    patch.spec = patched(
      spec,
      other.spec as JsonObject,
      DEPLOYMENT.fields.get("spec")!.schema,
      draw,
    );
  }
  return patch;
}

function finalizersOf(draw: Draw): JsonObject {
  const some = () => FINALIZERS.filter(() => draw(2) === 0);
  switch (draw(5)) {
    case 0:
      return { finalizers: some() };
    case 1:
      return { "$deleteFromPrimitiveList/finalizers": some() };
    case 2: {
      const order = FINALIZERS.toSorted(() => draw(2) - 0.5);
      return {
        "$setElementOrder/finalizers": order,
        finalizers: order.filter(() => draw(2) === 0),
      };
    }
    case 3:
      return { "$setElementOrder/finalizers": some() };
    default:
      return {};
  }
}

/** Some of the fields of a value. */
function thinned(value: Json, schema: Schema | undefined, draw: Draw): Json {
  return patched(undefined, value, schema, draw);
}

function patched(
  original: Json | undefined,
  other: Json,
  schema: Schema | undefined,
  draw: Draw,
): Json {
  if (!isObject(other)) return other;
  const patch: JsonObject = {};
  const base = isObject(original) ? original : {};
  for (const [name, value] of Object.entries(other)) {
    if (name !== "template" && name !== "spec" && draw(3) === 0) continue;
    const field = schema?.type === "object" ? schema.fields.get(name) : undefined;
    if (field?.patchStrategies.includes("merge") && Array.isArray(value) && field.mergeKey) {
      Object.assign(patch, patchedList(base[name], value as JsonObject[], field, draw));
    } else patch[name] = patched(base[name], value, field?.schema ?? valuesOf(schema), draw);
  }
  for (const name of Object.keys(base)) {
    if (draw(12) === 0 && !NEEDED.has(name)) patch[name] = null;
  }
  if (original === undefined) return patch;
  return withDirective(patch, base, draw);
}

function withDirective(patch: JsonObject, base: JsonObject, draw: Draw): JsonObject {
  const needed = Object.keys(base).filter((name) => NEEDED.has(name));
  const set = Object.keys(patch).filter((name) => !name.startsWith("$") && patch[name] !== null);
  const keys = [...new Set([...set, ...needed])];
  if (needed.length > 0 && draw(2) > 0) return patch;
  switch (draw(20)) {
    case 0:
      return { ...patch, $retainKeys: keys };
    case 1:
      return { ...patch, $retainKeys: [...keys, ...Object.keys(base).filter(() => draw(2) === 0)] };
    case 2:
      return { ...patch, $patch: "replace" };
    case 3:
      return draw(3) === 0 ? { ...patch, $patch: "delete" } : patch;
    default:
      return patch;
  }
}

function patchedList(
  original: Json | undefined,
  other: readonly JsonObject[],
  { name, mergeKey, schema }: Field,
  draw: Draw,
): JsonObject {
  const live = (original ?? []) as JsonObject[];
  const items = schema.type === "list" ? schema.items : undefined;
  const keyOf = (item: JsonObject) => item[mergeKey!]!;
  const patch = other.filter(() => draw(4) > 0).map((item): JsonObject => {
    const current = live.find((one) => keyOf(one) === keyOf(item));
    const inner = patched(current, item, items, draw) as JsonObject;
    return { ...inner, [mergeKey!]: keyOf(item) };
  });
  if (live.length > 0) {
    for (const item of live) {
      const isSet = patch.some((one) => keyOf(one) === keyOf(item));
      if (!isSet && draw(3) === 0) patch.push({ [mergeKey!]: keyOf(item), $patch: "delete" });
    }
    if (draw(12) === 0) patch.push({ $patch: "replace" });
  }
  if (draw(2) === 0) return { [name]: patch };
  return orderedList(name, mergeKey!, live, patch, draw);
}

/** Adds a matching order to a list: the elements that the patch sets in the same order. */
function orderedList(
  name: string,
  mergeKey: string,
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  draw: Draw,
): JsonObject {
  const order = patch.filter((item) => !("$patch" in item)).map((item) => item[mergeKey]!);
  for (const item of live) {
    const key = item[mergeKey]!;
    if (!order.includes(key) && draw(4) > 0) order.splice(draw(order.length + 1), 0, key);
  }
  const directive = { [`$setElementOrder/${name}`]: order.map((key) => ({ [mergeKey]: key })) };
  return draw(5) === 0 ? directive : { ...directive, [name]: [...patch] };
}

function valuesOf(schema: Schema | undefined): Schema | undefined {
  return schema?.type === "map" ? schema.values : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
