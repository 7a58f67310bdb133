/**
 * Fields put into a valid object that do not belong there: unknown ones, and known ones twice.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { type Tree, treeOf } from "./tree.ts";

/** A field to insert, as it is generated: places are numbers, not names. */
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
  /** The object it was put into. */
  readonly place: Place;
  /** The field's own name; an unknown one's appears nowhere else. */
  readonly field: string;
  readonly value: Json;
}

/** Keys and indices from the root. */
export type Place = readonly (string | number)[];

/** Objects whose keys are data: any key is known there. */
const MAPS = ["labels", "annotations", "data", "stringData", "matchLabels", "nodeSelector"];

/** The objects within a value that have fields, the root first. */
export function placesOf(value: Json, place: Place = []): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placesOf(item, [...place, index]));
  }
  if (typeof value !== "object" || value === null || MAPS.includes(String(place.at(-1)))) return [];
  const within = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...place, key]));
  return [place, ...within];
}

/** The value at a place. */
export function valueAt(value: Json, place: Place): Json {
  return place.reduce<Json>((each, key) => (each as { [key: string]: Json })[key]!, value);
}

/** Finds the place of each injection; a field is put in once at most. */
export function resolveInjections(
  object: JsonObject,
  drawn: readonly GeneratedInjection[],
): Injected[] {
  const places = placesOf(object);
  const scalars = places.flatMap((place) =>
    Object.entries(valueAt(object, place) as JsonObject)
      .filter(([, value]) => typeof value !== "object")
      .map(([field, value]) => ({ kind: "duplicate" as const, place, field, value }))
  );
  const found = drawn.map((each, index): Injected => {
    if (each.kind === "duplicate") return scalars[each.place % scalars.length]!;
    const place = places[each.place % places.length]!;
    return { kind: "unknown", place, field: `${each.words}${index}`, value: each.value };
  });
  return found.filter((each, index) => found.indexOf(each) === index);
}

/** The object as it is written down with what was put in, behind the fields it has. */
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

/** Returns true if a key of this name is anywhere in the value. */
export function hasKey(value: Json | undefined, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKey(item, name));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => key === name || hasKey(each, name));
}
