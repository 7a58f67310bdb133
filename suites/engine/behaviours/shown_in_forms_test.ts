import { assertEquals } from "@std/assert";
import type { Check } from "../../check.ts";
import { type Behaviour, seenIn } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";
import { shownInForms, withoutExplained } from "./shown_in_forms.ts";

const form: Behaviour = {
  id: "patches",
  name: "A patch does not do what an update does",
  shows: () => [],
  concerns: ({ method }) => method === "PATCH",
};

const ignored: Behaviour = {
  id: "dryRun is ignored",
  name: "`dryRun` is ignored",
  shows: (seen) => seen.filter(({ query }) => query.has("dryRun")),
};

/** Returns a case whose last request violates its requirement. */
function failing(id: string, ...requests: readonly ["PATCH" | "PUT", string?][]): FailedCase {
  const seen = requests.map(([method, dryRun]) =>
    seenIn(
      { method, path: "/api/v1/namespaces/a/secrets/b", query: { dryRun } },
      { status: 200, headers: new Headers(), text: "", json: {} },
    )
  );
  return {
    check: { id } as Check,
    requirement: "r",
    input: undefined,
    seen,
    violated: [],
  };
}

Deno.test("a behaviour is tried for the cases of a form that show it on its requests", () => {
  const shown = failing("one", ["PATCH", "All"]);
  const plain = failing("two", ["PATCH"]);
  const other = failing("three", ["PUT", "All"], ["PATCH"]);
  const more = failing("four", ["PATCH"]);
  const own = [shown, plain, other, more];
  const found = [{ form, own, requests: [] }];
  assertEquals(shownInForms(ignored, found), [shown]);
  const [left] = withoutExplained(found, new Set([shown]));
  assertEquals(left!.own, [plain, other, more]);
  assertEquals(left!.requests.length, 3);
  // One failure alone is named by its requirement.
  assertEquals(withoutExplained(found, new Set([shown, plain, other])), []);
  assertEquals(withoutExplained(found, new Set()), found);
});
