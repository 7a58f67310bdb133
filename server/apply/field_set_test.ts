import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  below,
  canonical,
  compareElements,
  difference,
  displayPath,
  fieldElement,
  type FieldSet,
  has,
  intersection,
  isEmpty,
  keyElement,
  paths,
  readElement,
  readFieldSet,
  setOf,
  union,
  valueElement,
} from "./field_set.ts";

Deno.test("keys are written in the order of their names, with what means something to HTML escaped", () => {
  assertEquals(
    keyElement({ protocol: "TCP", containerPort: 80 }),
    'k:{"containerPort":80,"protocol":"TCP"}',
  );
  assertEquals(keyElement({ mountPath: "/a&b" }), 'k:{"mountPath":"/a\\u0026b"}');
  assertEquals(valueElement("<"), 'v:"\\u003c"');
});

Deno.test("a step of a client is read into the one form", () => {
  assertEquals(readElement("f:a:b"), "f:a:b");
  assertEquals(readElement('k:{ "b": 1, "a": "&" }'), 'k:{"a":"\\u0026","b":1}');
  assertEquals(readElement("v: 1.0"), "v:1");
  assertEquals(readElement("i:007"), "i:7");
  assertEquals(readElement("x:unknown"), undefined);
});

for (const text of ["", "f", "name", "v:{", "k:1", "k:null", "i:one"]) {
  Deno.test(`"${text}" is no step`, () => {
    assertThrows(() => readElement(text), SyntaxError);
  });
}

Deno.test("steps are ordered by kind, then by content: numbers as numbers, before texts", () => {
  const ordered = [
    fieldElement("B"),
    fieldElement("a"),
    keyElement({ containerPort: 9, protocol: "UDP" }),
    keyElement({ containerPort: 80, protocol: "TCP" }),
    keyElement({ containerPort: 80, protocol: "UDP" }),
    keyElement({ name: "a" }),
    valueElement(9),
    valueElement(10),
    valueElement("10"),
    valueElement(false),
    valueElement(true),
    "i:2",
    "i:10",
  ];
  assertEquals(ordered.toReversed().sort(compareElements), ordered);
});

Deno.test("a path is shown as people write it", () => {
  const path = [
    fieldElement("spec"),
    keyElement({ containerPort: 80, protocol: "TCP" }),
    valueElement("a/b"),
    "i:3",
  ];
  assertEquals(displayPath(path), '.spec[containerPort=80,protocol="TCP"][="a/b"][3]');
});

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
