import { assertEquals } from "@std/assert";
import type { Check } from "../../check.ts";
import { namedByAcceptance } from "./accepted_forms.ts";
import { seenIn } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";

const form = {
  id: "merge patches",
  name: "A merge patch does not do what an update with the same changes does",
  shows: () => [],
};

/** Returns a case whose only request violates its requirement. */
function failing(expected: string, status: number): FailedCase {
  const seen = seenIn(
    { method: "PATCH", path: "/api/v1/namespaces/a/secrets/b" },
    { status, headers: new Headers(), text: "", json: {} },
  );
  return {
    check: { id: "one" } as unknown as Check,
    requirement: "r",
    input: undefined,
    seen: [seen],
    violated: [{ violation: { requirement: "r", expected, actual: String(status) }, requests: 1 }],
  } as unknown as FailedCase;
}

const nameOf = (...own: readonly FailedCase[]) =>
  namedByAcceptance({ form, own, requests: [] }).form.name;

Deno.test("a form most of whose failures are accepted in place of rejected is named so", () => {
  const accepted = failing("a merge patch with a number is rejected with 4xx and a Status", 200);
  assertEquals(
    nameOf(accepted, accepted),
    "A merge patch is accepted where an update with the same changes is rejected",
  );
  const other = failing("the label is set", 200);
  assertEquals(nameOf(accepted, other), nameOf(accepted, accepted));
  assertEquals(nameOf(accepted, other, other), form.name);
  assertEquals(nameOf(failing("rejected with 422", 400)), form.name);
});
