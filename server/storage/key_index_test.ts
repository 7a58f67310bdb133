/**
 * The key index against a sorted array.
 *
 * @module
 */
import * as fc from "fast-check";
import { assertEquals } from "@std/assert";
import { comparePlaces, KeyIndex, type Place } from "./key_index.ts";
import type { ObjectKey } from "./storage.ts";

const part = fc.constantFrom("", "A", "a", "a-b", "a.b", "a0", "ab", "b", "\uFF5E", "\u{1F600}");
const place = fc.record({ namespace: part, name: part });
const step = fc.record({ action: fc.constantFrom("insert", "insert", "remove"), place });

function entryOf({ namespace, name }: Place): { key: ObjectKey } {
  return { key: { resource: "/secrets", namespace, name } };
}

function isAt(place: Place): (entry: { key: ObjectKey }) => boolean {
  return ({ key }) => key.namespace === place.namespace && key.name === place.name;
}

function visited(
  index: KeyIndex<{ key: ObjectKey }>,
  start: number,
  end: number,
): { key: ObjectKey }[] {
  const entries: { key: ObjectKey }[] = [];
  index.visit(start, end, (entry, position) => {
    assertEquals(position, start + entries.length);
    entries.push(entry);
    return false;
  });
  return entries;
}

Deno.test("KeyIndex has the entries of a sorted array, with any chunk size", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120, size: "max" }),
      fc.integer({ min: 2, max: 6 }),
      place,
      (steps, chunkSize, wanted) => {
        const index = new KeyIndex<{ key: ObjectKey }>(chunkSize);
        let model: { key: ObjectKey }[] = [];
        for (const { action, place } of steps) {
          const isThere = model.some(isAt(place));
          if (action === "remove") {
            index.remove(entryOf(place).key);
            model = model.filter((entry) => !isAt(place)(entry));
          } else if (!isThere) {
            const entry = entryOf(place);
            index.insert(entry);
            model.push(entry);
          }
        }
        model.sort((a, b) => comparePlaces(a.key, b.key));
        assertEquals(visited(index, 0, index.length), model);
        const before = model.filter(({ key }) => comparePlaces(key, wanted) <= 0);
        assertEquals(index.after(wanted), before.length);
        const { start, end } = index.range(wanted.namespace);
        const inside = model.filter(({ key }) => key.namespace === wanted.namespace);
        assertEquals(visited(index, start, end), inside);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("KeyIndex stops when the visitor returns true", () => {
  const index = new KeyIndex<{ key: ObjectKey }>(2);
  for (const name of ["c", "a", "e", "b", "d"]) index.insert(entryOf({ namespace: "", name }));
  const seen: string[] = [];
  index.visit(1, 5, ({ key }) => seen.push(key.name) === 2);
  assertEquals(seen, ["b", "c"]);
});

Deno.test("comparePlaces orders by namespace, then name, by code units", () => {
  const ordered = [" b", "a B", "a a", "a a-b", "a \u{1F600}", "a \uFF5E", "a-b a", "a0 a"];
  const places = ordered.map((place) => {
    const [namespace = "", name = ""] = place.split(" ");
    return { namespace, name };
  });
  for (const [i, a] of places.entries()) {
    for (const [j, b] of places.entries()) {
      assertEquals(Math.sign(comparePlaces(a, b)), Math.sign(i - j));
    }
  }
});
