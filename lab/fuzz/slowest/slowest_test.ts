import { assert, assertEquals } from "@std/assert";
import { Random } from "../../program/random.ts";
import { firstCandidates, searchSlowest, varied } from "./mod.ts";
import { varyValue } from "./vary.ts";

Deno.test("the search begins with requests of at most 64 KiB, of nearly all kinds", () => {
  const first = firstCandidates();
  assert(first.length > 90, `${first.length} kinds`);
  for (const { name, request: { path, body = "" } } of first) {
    assert(Math.max(path.length, body.length) <= 65_536, name);
  }
});

Deno.test("the same seed changes requests alike, and leaves the original as it is", () => {
  const value = { a: [{ name: "x" }], b: "text" };
  const of = (seed: number) => varyValue(value, [value], new Random(seed));
  assertEquals(of(7), of(7));
  assertEquals(value, { a: [{ name: "x" }], b: "text" });
  const all = new Set(Array.from({ length: 30 }, (_, seed) => JSON.stringify(of(seed))));
  assert(all.size > 10, `${all.size} different values`);
});

Deno.test("a request that gets too large is dropped", () => {
  const [candidate] = firstCandidates("ConfigMap: keys");
  const random = new Random(1);
  for (let count = 0; count < 50; count++) {
    const next = varied(candidate!, [candidate!], random);
    assert((next?.request.body?.length ?? 0) <= 65_536);
  }
});

Deno.test("a body that is nested too deep to be copied is changed as text", () => {
  const body = `${"[".repeat(30_000)}1${"]".repeat(30_000)}`;
  const request = { method: "POST", path: "/", body };
  const candidate = { name: "deep", before: [], request };
  const random = new Random(2);
  for (let count = 0; count < 10; count++) varied(candidate, [candidate], random);
  assertEquals(candidate.request.body, body);
});

Deno.test("a changed path goes on to begin with a slash", () => {
  const candidate = {
    name: "get",
    before: [],
    request: { method: "GET", path: "/api/v1/secrets" },
  };
  const random = new Random(3);
  for (let count = 0; count < 300; count++) {
    const { path } = varied(candidate, [candidate], random)?.request ?? candidate.request;
    assert(path.startsWith("/"), path.slice(0, 80));
  }
});

Deno.test("a search prints the slowest requests and how many it has sent", async () => {
  const lines: string[] = [];
  const options = { seconds: 0.5, seed: 3, filter: "header: Accept" };
  await searchSlowest(options, (line) => lines.push(line));
  assert(lines.some((line) => line.includes("from header: Accept")), lines.join("\n"));
  assert(/^seed 3: \d+ requests/.test(lines.at(-1)!), lines.at(-1));
});
