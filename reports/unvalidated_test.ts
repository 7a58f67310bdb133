import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Failure } from "./events.ts";
import { acceptedTitle } from "./failure_titles.ts";
import { withoutValidation } from "./unvalidated.ts";

/** Returns a failure that accepts a write, or refuses it. */
function written(name: string, field: string, actual = "201 {}", area = "secrets") {
  const requirement = `${area}.${name}`;
  const exchange = [{ method: "POST", path: "/api/v1/namespaces/a/secrets", status: 201 }];
  const failure = {
    requirement,
    statement: `A wrong \`${field}\` is rejected.`,
    expected: "an error: a 4xx status",
    actual,
    exchange,
  } as unknown as Failure;
  return { requirement, failure };
}

const groupOf = (name: string) =>
  ["a", "b", "c"].map((each) => written(`${name}-${each}`, `spec.${name}`));

Deno.test("a target that validates next to nothing has one cause", () => {
  const groups = ["one", "two", "three", "four"].map(groupOf);
  const lone = [written("lone", "spec.lone")];
  const refused = [written("refused", "spec.x", "404 NotFound")];
  const found = withoutValidation([...groups, lone, refused]);
  assertEquals(found, [refused, [...groups.flat(), ...lone]]);
  const few = [...groups.slice(1), lone];
  assertEquals(withoutValidation(few), few);
});

Deno.test("the title of accepted writes names the fields that are not validated", () => {
  const failures = groupOf("one").map(({ failure }) => failure);
  const title = "A create of secrets that must be rejected is accepted (not validated: `spec.one`)";
  assertEquals(acceptedTitle(failures), title);
  const more = ["two", "three", "four"].map((name) => written(name, `spec.${name}`).failure);
  assertStringIncludes(acceptedTitle([...failures, ...more])!, "`spec.three` and 1 more)");
  // Who may write is no matter of what is written.
  const ofAccess = ["a", "b", "c"].map((name) => written(name, "verbs", "201 {}", "access"));
  assertEquals(acceptedTitle(ofAccess.map(({ failure }) => failure)), undefined);
});
