import { assertEquals } from "@std/assert";
import { EMPTY, setOf } from "./field_set.ts";
import { giveUp } from "./give_up.ts";
import { type Manager, managerKey } from "./managers.ts";

const data = (...names: string[]) => setOf(...names.map((name) => ["f:data", `f:${name}`]));

function managersOf(owned: Record<string, string[]>, apiVersion = "v1"): Map<string, Manager> {
  return new Map(
    Object.entries(owned).map(([name, names]) => {
      const who = { name, operation: "Apply", apiVersion, subresource: "" } as const;
      const fields = data(...names);
      return [name, { ...who, time: undefined, fields, entry: { manager: name } }];
    }),
  );
}

const fieldsOf = (managers: ReadonlyMap<string, { fields: unknown }>) =>
  Object.fromEntries([...managers].map(([name, { fields }]) => [name, fields]));

Deno.test("a field of another value is taken from all its owners but the one that gives the value", () => {
  const managers = managersOf({ one: ["a", "b"], two: ["a"], self: ["a"] });
  const change = () => ({ changed: data("a"), removed: EMPTY });
  const { managers: left, taken } = giveUp(managers, change, "self");
  assertEquals(fieldsOf(left), { one: data("b"), self: data("a") });
  assertEquals(Object.fromEntries(taken), { one: data("a"), two: data("a") });
});

Deno.test("a field that is gone is nobody's, and counts as taken from nobody", () => {
  const managers = managersOf({ one: ["a", "b"], self: ["a"] });
  const change = () => ({ changed: EMPTY, removed: data("a") });
  const { managers: left, taken } = giveUp(managers, change, "self");
  assertEquals(fieldsOf(left), { one: data("b") });
  assertEquals(taken.size, 0);
});

Deno.test("who loses nothing stays as written, who loses something is written anew", () => {
  const managers = managersOf({ one: ["a", "b"], two: ["c"] });
  const change = () => ({ changed: data("a"), removed: EMPTY });
  const { managers: left } = giveUp(managers, change);
  assertEquals(left.get("two") === managers.get("two"), true);
  assertEquals(left.get("one")?.entry, undefined);
});

Deno.test("each manager's fields are seen in the version it wrote, and go with a version that is gone", () => {
  const managers = new Map([
    ...managersOf({ now: ["a"] }),
    ...managersOf({ before: ["a"] }, "v1beta1"),
    ...managersOf({ lost: ["a"] }, "v1alpha1"),
  ]);
  const changes: Record<string, ReturnType<typeof data>> = { v1: data("a"), v1beta1: data("x") };
  const { managers: left } = giveUp(managers, (apiVersion) => {
    const changed = changes[apiVersion];
    return changed && { changed, removed: EMPTY };
  });
  assertEquals(fieldsOf(left), { before: data("a") });
  assertEquals(managerKey(left.get("before")!), "Apply\n\nbefore");
});
