/**
 * The YAML writer and parser, against each other and against a second parser.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { parse, stringify } from "@std/yaml";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { formatPath } from "./json.ts";
import { readYaml, writeYaml } from "./yaml.ts";
import { readYamlDocuments, readYamlText } from "./yaml_parser.ts";

const documentOf = (text: string) => readYamlDocuments(text)[0]!;
const valueOf = (text: string) => documentOf(text).value;
const duplicatesOf = (text: string) => documentOf(text).duplicates.map(formatPath);
async function refusal(text: string): Promise<string> {
  const error = await assertRejects(() => readYamlText(text, () => Promise.resolve()), ApiError);
  assertEquals(error.reason, "BadRequest");
  return error.message;
}

Deno.test("scalars are read as by real servers", () => {
  const scalars: [string, Json][] = [
    ["y", true],
    ["Yes", true],
    ["ON", true],
    ["off", false],
    ["No", false],
    ["n", false],
    ["yEs", "yEs"],
    ["'y'", "y"],
    ['"no"', "no"],
    ["true", true],
    ["0644", 420],
    ["0o644", 420],
    ["0b11", 3],
    ["0x1F", 31],
    ["1_000", 1000],
    ["1:30", "1:30"],
    ["1.0", 1],
    ["1e3", 1000],
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["2020-01-01", "2020-01-01"],
    ["~", null],
    ["!!str 5", "5"],
    ["100m", "100m"],
  ];
  for (const [text, value] of scalars) assertEquals(valueOf(`a: ${text}`), { a: value }, text);
});

Deno.test("keys are strings whatever they look like, and never objects or null", async () => {
  assertEquals(valueOf("1: a\ntrue: b\n1.50: c"), { 1: "a", true: "b", 1.5: "c" });
  for (const text of ["~: a", "? [a]\n: b", "? {a: b}\n: c", "{a: b}: c"]) await refusal(text);
});

Deno.test("a duplicate key is reported at any depth and has its last value", () => {
  const text = "a: 1\nb:\n- c: {d: 1, d: 2}\n  e: 1\n  e: 2\na: 2\n";
  assertEquals(duplicatesOf(text), ["a", "b[0].c.d", "b[0].e"]);
  assertEquals(valueOf(text), { a: 2, b: [{ c: { d: 2 }, e: 2 }] });
});

Deno.test("JSON is parsed as JSON, with its duplicates", async () => {
  const read = await readYaml(new TextEncoder().encode(` {"a":{"b":1.0,"b":2.0}}`));
  assertEquals(read.value, { a: { b: 2 } });
  assertEquals(read.duplicates.map(formatPath), ["a.b"]);
  assertEquals(read.decimals, []);
  const { value } = await readYaml(new TextEncoder().encode("{a: 1, a: yes}"));
  assertEquals(value, { a: true });
});

Deno.test("anchors, aliases and merge keys work; shared values are copied", () => {
  const value = valueOf("a: &x {k: v}\nb: *x\nc:\n  <<: *x\n  k: w\n") as Record<string, object>;
  assertEquals(value, { a: { k: "v" }, b: { k: "v" }, c: { k: "w" } });
  Object.assign(value.a!, { k: "changed" });
  assertEquals(value.b, { k: "v" });
  assertEquals(duplicatesOf("a: &x {k: v}\nc:\n  <<: *x\n  k: w\n"), []);
});

Deno.test("aliases that grow too much or contain themselves are rejected", async () => {
  const names = [..."abcdefghij"];
  const bomb = names.map((name, at) =>
    `${name}: &${name} [${Array(9).fill(at === 0 ? "x" : `*${names[at - 1]}`).join()}]`
  );
  await refusal(bomb.join("\n"));
  await refusal("a: &a [*a]");
  await refusal("a: &a\n  <<: *a");
  const keys = Array.from({ length: 1_000 }, (_, at) => `  k${at}: v`);
  await refusal(`a: &a\n${keys.join("\n")}\nb:\n${"- <<: *a\n".repeat(1_000)}`);
  await refusal(`a: &a ${"x".repeat(2_000)}\nb: [${Array(200).fill("*a").join()}]`);
});

Deno.test("a body that is not a YAML document is rejected", async () => {
  const texts = ["a: b: c", "a: [", "a: *b", "a: .nan", "a: -.inf", "a: !foo b"];
  for (const text of [...texts, "a: 1\n---\nb: 2", "- a\nb: c", "a: !!binary YQ=="]) {
    await refusal(text);
  }
});

Deno.test("too deep nesting is rejected, in any form", async () => {
  for (const open of ["[", "- ", "{a: ", "? "]) {
    await refusal(open.repeat(100_000));
    await refusal(`a: ${open.repeat(3_000)}`);
  }
  await refusal(Array.from({ length: 1_100 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"));
  assertEquals(JSON.stringify(valueOf(`${"[".repeat(490)}${"]".repeat(490)}`)).length, 980);
});

Deno.test("an empty document is null", () => {
  for (const text of ["", "\n", "# comment\n", "---\n"]) assertEquals(valueOf(text), null);
});

Deno.test("a value that is written as YAML is read back the same", () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(fc.property(value, (object) => {
    const expected = JSON.parse(JSON.stringify(object));
    assertEquals(valueOf(stringify(expected)), expected);
    assertEquals(duplicatesOf(stringify(expected)), []);
  }));
});

/** Strings that some version of YAML reads as another type, or that break its lines. */
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

Deno.test("any value written as YAML is read back the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(word(), value, { maxKeys: 4, noNullPrototype: true }),
      async (dictionary) => {
        const value = dictionary as JsonObject;
        const text = writeYaml(value);
        const read = await readYaml(new TextEncoder().encode(text));
        assertEquals(read.value, value, text);
        assertEquals(parse(text), value, text);
      },
    ),
    { numRuns: 1_000 },
  );
});

Deno.test("a document of very many parts is rejected, with the advice to send JSON", async () => {
  const lines = (count: number, line: (at: number) => string) =>
    `a:\n${Array.from({ length: count }, (_, at) => line(at)).join("\n")}\n`;
  for (
    const text of [
      lines(200_000, (at) => `  k${at}: v`),
      lines(150_000, (at) => `- &a${at} b`),
      lines(500_000, () => "- a"),
      // 64 KiB of aliases: their nodes would hold the event loop for a fifth of a second.
      `- &x a\n${"- *x\n".repeat(12_000)}`,
      lines(100_000, () => " plain scalar of many lines"),
      `a: |\n${"  literal\n".repeat(100_000)}`,
      `a: "${"quoted\n ".repeat(100_000)}"\n`,
    ]
  ) {
    const error = await assertRejects(
      () => readYaml(new TextEncoder().encode(text)),
      ApiError,
      "send JSON instead",
    );
    assertEquals(error.code, 413);
  }
});

Deno.test("a long document is parsed in steps, between which others proceed", async () => {
  let pauses = 0;
  const pause = () => Promise.resolve(void pauses++);
  // Four parts a line: an indicator, a space, a value and a line break; an alias is ten.
  for (const line of ["- a\n", "- *x\n", "- &y b\n", "# a\n"]) {
    pauses = 0;
    await readYamlText(`- &x a\n${line.repeat(line.includes("*") ? 3_000 : 6_000)}`, pause);
    assert(pauses >= 3, `${line}: ${pauses} pauses`);
  }
  pauses = 0;
  await readYamlText("a: b\n", pause);
  assertEquals(pauses, 0);
});

Deno.test("the documents of a file may have any number of parts", () => {
  assertEquals((valueOf("- a\n".repeat(30_000)) as Json[]).length, 30_000);
});
