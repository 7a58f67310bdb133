/**
 * What is written as YAML is read back as it was, by this server's reader and by another.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import fc from "fast-check";
import type { JsonObject } from "../object.ts";
import { readYaml } from "./read_yaml.ts";
import { writeYaml } from "./write_yaml.ts";

/** Text that some version of YAML takes for something else, or that breaks its lines. */
const word = () =>
  fc.oneof(
    fc.constantFrom(
      ..."yes,no,on,off,y,n,Y,true,null,~,0o17,0644,0x1f,1_000,1e3,.inf,.nan,-.5,190:20:30,2001-01-01,=,<<,!!str,&a,*a"
        .split(","),
      "a: b",
      "a #b",
      "- a",
      "? a",
      "|",
      ">-",
      "%YAML",
      "---",
      "...",
      "",
      " ",
      "a\nb",
      "\ta",
      "a/b.c/d-e",
      "\u2028",
      "\x85",
      "\ufeff",
      "\x00",
    ),
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.string({ unit: "binary-ascii", maxLength: 6 }),
  );

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    word(),
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 5e-324, 2 ** 53),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(word(), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

Deno.test("a value written as YAML is read back as it was", () => {
  fc.assert(
    fc.property(
      fc.dictionary(word(), value, { maxKeys: 4, noNullPrototype: true }),
      (dictionary) => {
        const value = dictionary as JsonObject;
        const text = writeYaml(value);
        assertEquals(readYaml(new TextEncoder().encode(text)).value, value, text);
        assertEquals(parse(text), value, text);
      },
    ),
    { numRuns: 1_000 },
  );
});
