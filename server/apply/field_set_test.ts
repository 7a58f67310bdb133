import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  below,
  canonical,
  difference,
  type FieldSet,
  has,
  intersection,
  isEmpty,
  paths,
  readFieldSet,
  setOf,
  union,
} from "./field_set.ts";

/** Paths of up to three steps over few names, so that sets overlap. */
const path = fc.array(fc.constantFrom("f:a", "f:b", "f:c"), { minLength: 1, maxLength: 3 });
const pathsOfSet = fc.array(path, { maxLength: 8 });

/** The oracle: a set as the texts of its paths. */
const texts = (all: Iterable<readonly string[]>) => new Set([...all].map((path) => path.join("/")));

const members = (set: FieldSet) => texts(paths(set));
const sorted = (set: FieldSet) => canonical(set);

Deno.test("a set has the paths it was made of, written in one way only", () => {
  fc.assert(fc.property(pathsOfSet, (all) => {
    assertEquals(members(setOf(...all)), texts(all));
    assertEquals(
      JSON.stringify(sorted(setOf(...all))),
      JSON.stringify(sorted(setOf(...all.toReversed()))),
    );
  }));
});

Deno.test("union, intersection and difference are those of the paths, and change neither set", () => {
  fc.assert(fc.property(pathsOfSet, pathsOfSet, (left, right) => {
    const [a, b] = [setOf(...left), setOf(...right)];
    const before = JSON.stringify([a, b]);
    assertEquals(members(union(a, b)), texts(left).union(texts(right)));
    assertEquals(members(intersection(a, b)), texts(left).intersection(texts(right)));
    assertEquals(members(difference(a, b)), texts(left).difference(texts(right)));
    assertEquals(JSON.stringify([a, b]), before);
    for (const set of [union(a, b), intersection(a, b), difference(a, b)]) {
      assertEquals(sorted(set), sorted(setOf(...paths(set))), "one form for one set");
    }
  }));
});

Deno.test("a recursive difference takes what is below as well", () => {
  fc.assert(fc.property(pathsOfSet, pathsOfSet, (left, right) => {
    const prefixes = texts(right);
    const kept = left.filter((path) =>
      path.every((_, end) => !prefixes.has(path.slice(0, end + 1).join("/")))
    );
    const result = difference(setOf(...left), setOf(...right), { recursive: true });
    assertEquals(members(result), texts(kept));
    assertEquals(sorted(result), sorted(setOf(...kept)));
  }));
});

Deno.test("what is written is read again", () => {
  fc.assert(fc.property(pathsOfSet, (all) => {
    const set = canonical(setOf(...all));
    assertEquals(readFieldSet(JSON.parse(JSON.stringify(set))), set);
  }));
});

Deno.test("a parent is a member by itself only with a dot", () => {
  const set = readFieldSet({ "f:a": { "f:b": {} }, "f:c": { ".": {}, "f:d": {} } });
  assertEquals([has(set, "f:a"), has(set, "f:c"), has(set, "f:none")], [false, true, false]);
  assertEquals(below(set["f:c"]), { "f:d": {} });
  assertEquals(isEmpty(below(set["f:none"])), true);
});

Deno.test("a set of a client is put in order, without what is not known", () => {
  const read = readFieldSet({
    "f:z": null,
    "f:a": { "f:b": {}, ".": {}, "x:new": { "f:deep": {} } },
    "x:other": {},
    ".": {},
  });
  assertEquals(JSON.stringify(read), '{"f:a":{".":{},"f:b":{}},"f:z":{}}');
});

for (const wrong of ["x", 1, [], { nocolon: {} }, { "f:a": 1 }, { "f:a": { "k:1": {} } }]) {
  Deno.test(`${JSON.stringify(wrong)} is no set`, () => {
    assertThrows(() => readFieldSet(wrong), SyntaxError);
  });
}
