/**
 * Generates YAML with the features that JSON does not have: anchors, tags, merges, blocks, several documents.
 *
 * @module
 */
import fc from "fast-check";
import type { Json } from "@plumbline/server/api";

const SCALARS = [
  "a",
  "~",
  "null",
  "yes",
  "0o17",
  "0x1F",
  "1_000",
  "1:30",
  ".inf",
  "-.nan",
  "2026-11-21",
  "'it''s'",
  '"\\x41\\u00e9\\U0001F600"',
  "|\n  block\n  text",
  ">-\n  folded\n  text",
  "!!binary YQ==",
  "!!str 5",
  "!!int x",
  "!!set {a, b}",
  "!!omap [a: 1]",
  "!<tag:example.com,2026:own> a",
  "!local {a: b}",
  "&a [1, 2]",
  "*a",
  "*none",
  "&a *a",
  "<<: *a",
  "[*a, *a]",
  "{<<: [*a, *a], b: c}",
  "? complex\n: value",
  "[",
  "}",
  "- - - a",
  "'",
  '"\\z"',
  "%",
  "@a",
  "`a",
  "\t",
  "#",
  "--- |",
];

const KEYS = [
  "apiVersion",
  "kind",
  "metadata",
  "name",
  "data",
  "spec",
  "<<",
  "? [a, b]",
  "&k key",
  "!!int 1",
  "1",
  "null",
  "'quoted'",
  "__proto__",
];

const line = fc.tuple(fc.nat(4), fc.constantFrom(...KEYS), fc.constantFrom(...SCALARS), fc.nat(3))
  .map(([indent, key, value, form]) =>
    " ".repeat(indent * 2) + [`${key}: ${value}`, `- ${value}`, `- ${key}: ${value}`, value][form]
  );

/** Nested aliases, ten of each level. */
const BOMB = ["a0: &a0 [x]"].concat(
  Array.from({ length: 9 }, (_, level) => {
    const aliases = Array(10).fill(`*a${level}`).join(", ");
    return `a${level + 1}: &a${level + 1} [${aliases}]`;
  }),
).join("\n");

const lines = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));

/** Generates YAML around a valid document, and valid YAML with insertions and deletions. */
export const yamlText = (sample: string, value: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: value.map((value) => JSON.stringify(value)) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(), fc.nat(20), fc.constantFrom("", ...SCALARS)).map((
        [at, length, text],
      ) => splice(sample, at, length, text)),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(), line).map(([at, line]) => {
        const lines = sample.split("\n");
        return lines.toSpliced(at % lines.length, at % 2, line).join("\n");
      }),
    },
    { weight: 3, arbitrary: lines },
    { weight: 1, arbitrary: lines.map((lines) => `${sample}---\n${lines}\n...\n`) },
    { weight: 1, arbitrary: lines.map((lines) => `%YAML 1.2\n%TAG ! x:\n---\n${sample}${lines}`) },
    { weight: 1, arbitrary: fc.constantFrom(BOMB, `${sample}${BOMB}`, `x: ${"[".repeat(5_000)}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  );

function splice(text: string, at: number, length: number, inserted: string): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + inserted + text.slice(start + length);
}
