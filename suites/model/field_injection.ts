/**
 * Inserts fields into a valid object: unknown ones, and duplicates of existing ones.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { type Tree, treeOf } from "./tree.ts";

/** A field to insert, as it is generated: its place is a number. */
export type GeneratedInjection =
  | {
    readonly kind: "unknown";
    readonly place: number;
    readonly words: string;
    readonly value: Json;
  }
  | { readonly kind: "duplicate"; readonly place: number };

/** An inserted field. */
export interface Injected {
  readonly kind: "unknown" | "duplicate";
  /** The object that has the field. */
  readonly place: Place;
  /** The name of the field; that of an unknown field occurs nowhere else. */
  readonly field: string;
  readonly value: Json;
}

/** The words with which the names of unknown fields begin. */
export const UNKNOWN_WORDS = ["unknown", "plumb", "specs", "a-b", "B_c.d"] as const;

const UNKNOWN = new RegExp(
  String.raw`^((plumblineU|u)nknown[^.]*|(${UNKNOWN_WORDS.join("|")})\d+)$`,
);

/** Returns true for the name of an unknown field that a check sent. */
export function isUnknownField(name: string): boolean {
  return UNKNOWN.test(name);
}

/** The path of a value: keys and indices from the root. */
export type Place = readonly (string | number)[];

/** Maps: any key is valid in them. */
const MAPS = ["labels", "annotations", "data", "stringData", "matchLabels", "nodeSelector"];

/** Returns the places of the objects with fields within a value, the root first. */
export function placesOf(value: Json, place: Place = []): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placesOf(item, [...place, index]));
  }
  if (typeof value !== "object" || value === null || MAPS.includes(String(place.at(-1)))) return [];
  const within = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...place, key]));
  return [place, ...within];
}

/** Returns the value at a place. */
export function valueAtPlace(value: Json, place: Place): Json {
  return place.reduce<Json>((each, key) => (each as { [key: string]: Json })[key]!, value);
}

/** Returns the fields to insert into an object, each at most once, at some of its places. */
export function resolveInjections(
  object: JsonObject,
  generated: readonly GeneratedInjection[],
  places: readonly Place[] = placesOf(object),
): Injected[] {
  const scalars = places.flatMap((place) =>
    Object.entries(valueAtPlace(object, place) as JsonObject)
      .filter(([, value]) => typeof value !== "object")
      .map(([field, value]) => ({ kind: "duplicate" as const, place, field, value }))
  );
  const found = generated.map((each, index): Injected => {
    if (each.kind === "duplicate") return scalars[each.place % scalars.length]!;
    const place = places[each.place % places.length]!;
    return { kind: "unknown", place, field: `${each.words}${index}`, value: each.value };
  });
  return found.filter((each, index) => found.indexOf(each) === index);
}

/** Returns the object with the inserted fields, behind its own. */
export function inject(object: Json, injected: readonly Injected[], place: Place = []): Tree {
  if (Array.isArray(object)) {
    const items = object.map((item, index) => inject(item, injected, [...place, index]));
    return { kind: "array", items };
  }
  if (typeof object !== "object" || object === null) return treeOf(object);
  const own = Object.entries(object)
    .map(([key, value]) => [key, inject(value, injected, [...place, key])] as const);
  const added = injected.filter((each) => each.place.join("/") === place.join("/"))
    .map(({ field, value }) => [field, treeOf(value)] as const);
  return { kind: "object", members: [...own, ...added] };
}

/** Returns true if any object within the value has this key. */
export function hasKey(value: Json | undefined, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKey(item, name));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => key === name || hasKey(each, name));
}
