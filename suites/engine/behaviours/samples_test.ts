import { assertEquals } from "@std/assert";
import type { Behaviour, Seen } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";
import { namedByBehaviours, samplesOf } from "./samples.ts";

const behaviour = (id: string, more: Partial<Behaviour> = {}): Behaviour => ({
  id,
  name: id,
  shows: () => [],
  ...more,
});

const cases = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ requirement: `a.${at}` }) as FailedCase);

Deno.test("a form that explains most of a behaviour's cases, and others, is the behaviour", () => {
  const [ended, open] = [cases(3), cases(2)];
  const samples = samplesOf(new Map([[behaviour("continue is ignored"), ended]]));
  const named = (...own: readonly FailedCase[]) =>
    namedByBehaviours([{ form: behaviour("pages"), own, requests: [] }], samples)
      .map(({ form, own }) => [form.id, own]);
  assertEquals(named(...open, ended[0]!, ended[1]!), [["continue is ignored", open]]);
  assertEquals(named(open[0]!, ended[0]!, ended[1]!), [["continue is ignored", [open[0]!]]]);
  assertEquals(named(...open, ended[0]!), [["pages", open]]);
  assertEquals(named(...open), [["pages", open]]);
  // What is left is one failure, or none.
  assertEquals([...named(open[0]!, ended[0]!), ...named(...ended)], []);
});

Deno.test("a form whose other cases have no request that a behaviour concerns keeps its name", () => {
  const seen = (path: string) => [{ path } as Seen];
  const ended = cases(2).map((one) => ({ ...one, seen: seen("/secrets/a%3Ab") }));
  const others = (path: string) => cases(3).map((one) => ({ ...one, seen: seen(path) }));
  const encoded = behaviour("names", { concerns: ({ path }) => path.includes("%") });
  const samples = samplesOf(new Map([[encoded, ended]]));
  const named = (own: readonly FailedCase[]) =>
    namedByBehaviours(
      [{ form: behaviour("lists"), own: [...own, ...ended], requests: [] }],
      samples,
    )
      .map(({ form, own }) => [form.id, own.length]);
  assertEquals(named(others("/secrets/a%2Fb")), [["names", 3]]);
  assertEquals(named(others("/secrets")), [["lists", 3]]);
});

Deno.test("a behaviour whose cases are relieved, that refuses or that only says what it violates has no samples", () => {
  const relieved = behaviour("relieved", { relieve: () => ({}) });
  const refusing = behaviour("refusing", { refusal: "401" });
  const stated = behaviour("stated", { isStatedOnly: true });
  const none = [relieved, refusing, stated].map((one) => [one, cases(2)] as const);
  assertEquals(samplesOf(new Map(none)).size, 0);
  assertEquals(samplesOf(new Map([[behaviour("ends"), cases(9)]])).size, 4);
});
