import { assertEquals, assertThrows } from "@std/assert";
import {
  compareElements,
  displayPath,
  fieldElement,
  keyElement,
  readElement,
  valueElement,
} from "./path_elements.ts";

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
