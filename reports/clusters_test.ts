import { assertEquals } from "@std/assert";
import { clustersOf, withoutHubs } from "./clusters.ts";

const group = (name: string, size: number) =>
  Array.from({ length: size }, (_, at) => `${name}${at}`);
const sorted = (groups: string[][]) => groups.map((each) => each.toSorted()).sort();

Deno.test("items of one set are a group, and items of none stand alone", () => {
  assertEquals(sorted(clustersOf(["a", "b", "c"], [["a", "c"]])), [["a", "c"], ["b"]]);
});

Deno.test("sets that share most of their items are one group", () => {
  const [a, b, c] = [group("a", 3), group("b", 5), group("c", 3)];
  const groups = clustersOf([...a, ...b, ...c], [[...a, ...b], [...b, ...c]]);
  assertEquals(sorted(groups), [[...a, ...b, ...c]]);
});

Deno.test("a single item does not join two large sets", () => {
  const [a, b] = [group("a", 8), group("b", 8)];
  const groups = clustersOf([...a, "bridge", ...b], [[...a, "bridge"], ["bridge", ...b]]);
  assertEquals(groups.map(({ length }) => length).sort(), [8, 9]);
});

Deno.test("the ends of a long chain of pairs stay apart", () => {
  const chain = group("x", 40);
  const groups = clustersOf(chain, chain.slice(1).map((each, at) => [chain[at]!, each]));
  assertEquals(groups.some((each) => each.includes("x0") && each.includes("x39")), false);
});

Deno.test("what follows from several mistakes joins none of them, what all show joins all", () => {
  const star = ["a", "b", "c", "d"].map((one) => [one, "hub"] as const);
  assertEquals(withoutHubs(star), []);
  assertEquals(withoutHubs(star.slice(1)), star.slice(1));
  const all = [..."abcde"];
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
  assertEquals(withoutHubs(pairs), pairs);
});
