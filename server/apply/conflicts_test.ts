import { assertEquals } from "@std/assert";
import { type Conflict, conflictError, withoutFields } from "./conflicts.ts";
import { setOf } from "./field_set.ts";
import type { Manager } from "./managers.ts";

const manager = (name: string, rest: Partial<Manager> = {}): Manager => ({
  name,
  operation: "Apply",
  apiVersion: "v1",
  subresource: "",
  time: undefined,
  fields: {},
  entry: undefined,
  ...rest,
});

const over = (who: Manager, ...names: string[]): Conflict => ({
  manager: who,
  fields: setOf(...names.map((name) => ["f:data", `f:${name}`])),
});

Deno.test("one conflict is told in one line, with the field and its manager", () => {
  const { reason, message, details } = conflictError([over(manager("one"), "a")]);
  assertEquals(reason, "Conflict");
  assertEquals(message, 'Apply failed with 1 conflict: conflict with "one": .data.a');
  assertEquals(details?.causes, [{
    reason: "FieldManagerConflict",
    message: 'conflict with "one"',
    field: ".data.a",
  }]);
});

Deno.test("each field of each manager is a cause, grouped by manager whatever order they came in", () => {
  const [one, two] = [over(manager("one"), "a", "b"), over(manager("two"), "a")];
  for (const conflicts of [[one, two], [two, one]]) {
    const { message, details } = conflictError(conflicts);
    assertEquals(details?.causes?.map(({ message, field }) => [message, field]), [
      ['conflict with "one"', ".data.a"],
      ['conflict with "one"', ".data.b"],
      ['conflict with "two"', ".data.a"],
    ]);
    assertEquals(message.split("\n"), [
      'Apply failed with 3 conflicts: conflicts with "one":',
      "- .data.a",
      "- .data.b",
      'conflicts with "two":',
      "- .data.a",
    ]);
  }
});

Deno.test("an updater is told by the version it wrote, and both by their subresource", () => {
  const updater = manager("u", { operation: "Update", apiVersion: "apps/v1" });
  const through = manager("s", { subresource: "status" });
  const { details } = conflictError([over(updater, "a"), over(through, "a")]);
  assertEquals(details?.causes?.map(({ message }) => message), [
    'conflict with "s" with subresource "status"',
    'conflict with "u" using apps/v1',
  ]);
});

Deno.test("conflicts over certain fields can be let go, and managers go with their last", () => {
  const [one, two] = [over(manager("one"), "a", "b"), over(manager("two"), "a")];
  const left = withoutFields([one, two], setOf(["f:data", "f:a"]));
  assertEquals(left, [over(manager("one"), "b")]);
});
