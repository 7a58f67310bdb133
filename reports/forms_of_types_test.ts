import { assertEquals } from "@std/assert";
import type { Failed } from "./cause_of.ts";
import { formsOfTried, formsOfTypes, withForms } from "./forms_of_types.ts";

const failed = (actual: string) =>
  ({
    check: "a/a",
    requirement: "a.a",
    failure: { requirement: "a.a", statement: "", expected: "success", actual, exchange: [] },
  }) as unknown as Failed;

Deno.test("a form of several types that has one fault is the form", () => {
  const given = (id: string, actual: string, count = 3) =>
    Array.from({ length: count }, () => [failed(actual), id] as const);
  const formsOf = (...each: readonly (readonly [Failed, string])[][]) => [
    ...formsOfTypes(new Map(each.flat())),
  ];
  const [secrets, roles] = ["applies of secrets", "applies of roles"];
  assertEquals(formsOf(given(secrets, "other"), given(roles, "other")), [
    [secrets, "applies"],
    [roles, "applies"],
  ]);
  assertEquals(formsOf(given(secrets, "other"), given(roles, "422 Invalid")), []);
  assertEquals(formsOf(given(secrets, "other"), given(roles, "other", 2)), []);
  const [objects, lists] = ["no resourceVersion of objects", "no resourceVersion of lists"];
  assertEquals(formsOf(given(objects, "none"), given(lists, "none")), []);
});

Deno.test("what a form of several types shows names no type", () => {
  const shown = (types: string) => ({
    id: `applies of ${types}`,
    title: `An apply of ${types} differs`,
    failures: [{ check: "a/a", requirement: `a.${types}` }],
    seen: [`apply ${types}`],
    unseen: ["apply roles"],
  });
  const forms = new Map([["applies of secrets", "applies"], ["applies of roles", "applies"]]);
  assertEquals(withForms([shown("secrets"), shown("roles")], forms), [{
    id: "applies",
    title: "An apply differs",
    failures: [
      { check: "a/a", requirement: "a.secrets" },
      { check: "a/a", requirement: "a.roles" },
    ],
    seen: ["apply secrets", "apply roles"],
    unseen: [],
  }]);
});

Deno.test("a form of writes is what the answers of its verb alone show", () => {
  const seenOn = (...seen: readonly string[]) => [{
    id: "the uid changes",
    title: "A write changes the `uid`",
    failures: [],
    seen,
    unseen: [],
  }];
  const ids = new Set([undefined, "updates", "applies of secrets"]);
  assertEquals([...formsOfTried(ids, seenOn("update secrets", "update roles"))], [
    ["updates", "the uid changes"],
  ]);
  assertEquals([...formsOfTried(ids, seenOn("update secrets", "patch secrets"))], []);
});
