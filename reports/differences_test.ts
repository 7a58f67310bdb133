import { assertEquals } from "@std/assert";
import { differencesOf, differingParts } from "./differences.ts";

/** Returns true if two failures, as texts expected and observed, differ in the same. */
function isSame(one: readonly [string, string], other: readonly [string, string]): boolean {
  const [keys, others] = [one, other].map(([expected, actual]) =>
    differencesOf({ expected, actual })
  );
  return keys!.some((key) => others!.includes(key));
}

Deno.test("failures that observe another value in one field have it in common", () => {
  const written = [
    'spec.strategy.type: "RollingUpdate"',
    'spec.strategy.type: "Recreate"',
  ] as const;
  assertEquals(isSame(written, ['"RollingUpdate"', '"Recreate"']), true);
  assertEquals(isSame(written, ['"RollingUpdate"', '"Other"']), false);
  const whole = { spec: { strategy: { type: "Recreate" } }, metadata: { uid: "a" } };
  const stored = ['spec.strategy: {"type":"RollingUpdate"}', JSON.stringify(whole)] as const;
  assertEquals(isSame(written, stored), true);
  assertEquals(isSame(written, ["spec.paused: true", JSON.stringify(whole)]), false);
});

Deno.test("what differs from case to case is no difference of a field", () => {
  const labels = (run: string, more = {}) => JSON.stringify({ "plumbline/run": run, ...more });
  const one = [labels("r1"), labels("r1", { changed: "yes" })] as const;
  assertEquals(isSame(one, [labels("r2"), labels("r2", { changed: "yes" })]), true);
  assertEquals(differencesOf({ expected: labels("r1"), actual: labels("r2") }), []);
  // Numbers and truth values say little, and so do texts that are no values.
  assertEquals(isSame(["1", "2"], ["1", "2"]), false);
  assertEquals(isSame(["true", "false"], ["true", "false"]), false);
  assertEquals(isSame(["success", "404"], ["success", "404"]), false);
});

Deno.test("of two large objects only what differs is shown", () => {
  const object = (more: Record<string, string>) => ({
    metadata: { name: "a", labels: { long: "x".repeat(200) }, ...more },
    data: { key: "value" },
  });
  const [due, found] = [object({ uid: "1" }), object({ uid: "2", deletionTimestamp: "now" })];
  assertEquals(
    differingParts({ expected: JSON.stringify(due), actual: JSON.stringify(found) }),
    {
      expected: '{"metadata":{"uid":"1"}}; 3 members are the same',
      actual: '{"metadata":{"uid":"2","deletionTimestamp":"now"}}',
    },
  );
  const parts = differingParts({
    expected: `spec: ${JSON.stringify(due)}`,
    actual: `spec: ${JSON.stringify(found)}`,
  });
  assertEquals(parts.actual, 'spec: {"metadata":{"uid":"2","deletionTimestamp":"now"}}');
  for (
    const whole of [
      { expected: "an error", actual: JSON.stringify(found) },
      { expected: '{"a":1}', actual: '{"a":1,"b":2}' },
      { expected: JSON.stringify(due), actual: '{"other":"value"}' },
    ]
  ) {
    assertEquals(differingParts(whole), whole);
  }
});

Deno.test("values that were cut off differ in their first field that does", () => {
  const object = (surge: string) =>
    `{"metadata":{"name":"a","uid":"x"},"spec":{"list":[{"a":1}],"strategy":{"rollingUpdate":{"maxSurge":${surge},"`;
  const within = JSON.stringify(["differs within", "rollingUpdate.maxSurge"]);
  const differs = JSON.stringify(["differs", "spec.strategy.rollingUpdate.maxSurge"]);
  const expected = `of a at apps/v1 12: ${object("1")}`;
  assertEquals(differencesOf({ expected, actual: object('"1"') }), [differs, within]);
  const named = { expected: "b/a at 7, with spec.strategy.rollingUpdate.maxSurge: 1" };
  const actual = 'b/a at 7, with spec.strategy.rollingUpdate.maxSurge: "1"';
  assertEquals(differencesOf({ ...named, actual }), [differs, within]);
  // Of what one lacks, or where both end, nothing is known.
  assertEquals(differencesOf({ expected, actual: '{"metadata":{"name":"a"' }), []);
  assertEquals(differencesOf({ expected, actual: '{"spec":{"a":1},"' }), []);
});
