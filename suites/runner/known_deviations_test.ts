import { assertEquals, assertThrows } from "@std/assert";
import { ConfigurationError } from "../target/configuration_error.ts";
import { coveringDeviation, parseKnownDeviations } from "./known_deviations.ts";

Deno.test("a file of known deviations is a list of checks with reasons", () => {
  const text = `
- check: watch/order
  requirement: watch.object-order
  reason: Events of version 0 come in key order.
  target: kube-apiserver 1.20.2
  link: https://example.org/1
- {check: paging/whole, reason: It is so., target: another}
`;
  const known = parseKnownDeviations(text, "known.yaml");
  assertEquals(known.map(({ check }) => check), ["watch/order", "paging/whole"]);
  assertEquals(known[0]?.link, "https://example.org/1");
  assertEquals(parseKnownDeviations("# none yet\n", "known.yaml"), []);
});

Deno.test("a deviation covers its own requirement, or all where it names none", () => {
  const facts = { reason: "so", target: "t" };
  const known = [
    { ...facts, check: "watch/a", requirement: "watch.x" },
    { ...facts, check: "watch/b" },
  ];
  assertEquals(coveringDeviation(known, "watch/a", "watch.x"), known[0]);
  assertEquals(coveringDeviation(known, "watch/a", "watch.y"), undefined);
  assertEquals(coveringDeviation(known, "watch/b", "watch.y"), known[1]);
});

Deno.test("an entry that says too little or too much is refused by its number", () => {
  const complete = "- {check: a/b, reason: r, target: t}\n";
  const cases: [string, string][] = [
    ["check: a/b", "list"],
    [`${complete}- {check: a/b, target: t}`, 'entry 2 of known.yaml as it lacks "reason"'],
    ["- {check: a/b, reason: r, target: t, because: x}", '"because"'],
    ["- {check: a/b, reason: '', target: t}", '"reason" must be a text'],
    ["- text", "entry 1"],
    ["- [", "YAML"],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => parseKnownDeviations(text, "known.yaml"), ConfigurationError, message);
  }
});
