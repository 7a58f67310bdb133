import { assert, assertEquals } from "@std/assert";
import { walkOf, walkOfApply } from "./walk.ts";

Deno.test("an apply goes through few modules, and enters each from at most three functions", async () => {
  const { places, words } = await walkOfApply();
  const list = () => [...places.keys(), "-", ...words].join("\n");
  assert(places.has("registry/write/store_steps.ts"), list());
  assert(places.size <= 20, list());
  assert(words.size <= 23, list());
  const often = [...places].filter(([, callers]) => callers.size > 3).map(([file]) => file);
  assertEquals(often, []);
});

Deno.test("a module that calls another is a place, one that only answers is not", () => {
  const call = (from: string, to: string) => {
    const [file = "", name = ""] = from.split(" ");
    return { file: to, name: "f", caller: { file, name } };
  };
  const { places, words, rules } = walkOf([
    call("", "a.ts"),
    call("a.ts f", "b.ts"),
    call("a.ts g", "b.ts"),
    call("b.ts f", "c.ts"),
    call("b.ts f", "b.ts"),
    call("b.ts f", "resources/secret.ts"),
  ]);
  assertEquals([...places].map(([file, callers]) => [file, callers.size]), [["a.ts", 1], [
    "b.ts",
    2,
  ]]);
  assertEquals([[...words], [...rules]], [["c.ts"], ["resources/secret.ts"]]);
});
