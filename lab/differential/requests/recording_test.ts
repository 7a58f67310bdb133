import { assertEquals } from "@std/assert";
import { chosenOf, examplesOf } from "./recording.ts";
import type { ComparedExchange } from "./run.ts";

const answer = { status: 200, mediaType: "application/json", body: null, warnings: [] };

const exchange = (
  method: string,
  explained: readonly string[] = [],
  note = "",
): ComparedExchange => ({
  request: { method, path: `/x/s1${note}`, query: {}, accept: "application/json", user: "admin" },
  reference: answer,
  real: answer,
  explained,
});

Deno.test("sequences are selected for exchanges that earlier ones do not contain", () => {
  const [get, sameAgain, put] = [[exchange("GET")], [exchange("GET")], [exchange("PUT")]];
  const size = JSON.stringify({ request: get[0]!.request, answer }).length;
  assertEquals(chosenOf([get, sameAgain, put], 2 * size), [get, put]);
  assertEquals(chosenOf([get, sameAgain, put], 10 * size), [get, put]);
  assertEquals(chosenOf([get], size - 1), []);
});

Deno.test("errors that add nothing new are left out, as no later exchange depends on them", () => {
  const refused = (method: string): ComparedExchange => {
    const refusal = { ...answer, status: 404 };
    return { ...exchange(method), real: refusal, reference: refusal };
  };
  const sequences = [[refused("GET"), exchange("GET")], [refused("GET"), exchange("PUT")]];
  const chosen = chosenOf(sequences, 10_000).flat();
  assertEquals(chosen.map(({ real }) => real.status).sort(), [200, 200, 404]);
});

Deno.test("an example is the smallest exchange of an explanation, alone if possible", () => {
  const [long, short] = [exchange("GET", ["a"], "0000000000"), exchange("GET", ["a"])];
  const together = exchange("GET", ["a", "b"]);
  const { explained: _, ...first } = short;
  const { explained: __, ...second } = together;
  assertEquals(examplesOf([[long, short], [together]]), { a: first, b: second });
});
