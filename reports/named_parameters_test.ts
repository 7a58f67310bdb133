import { assertEquals } from "@std/assert";
import type { Failed } from "./cause_of.ts";
import { withNamedParameters } from "./named_parameters.ts";

const failed = (path: string, actual = "other") =>
  ({
    check: "a/a",
    requirement: "a.a",
    failure: {
      requirement: "a.a",
      statement: "",
      expected: "one",
      actual,
      exchange: [{ method: "GET", path, status: 200 }],
    },
  }) as unknown as Failed;

const group = (id: string, isNamed: boolean, ...members: readonly Failed[]) => ({
  ...{ id, isNamed, members },
});

const sizes = (...groups: readonly ReturnType<typeof group>[]) =>
  withNamedParameters(groups).map(({ id, members }) => `${id}: ${members.length}`);

Deno.test("a failure alone with the parameter of a cause is of it", () => {
  const pages = group("pages of secrets", true, failed("/api/v1/secrets?limit=2"));
  const alone = group("a.a", false, failed("/api/v1/roles?limit=1&continue=x"));
  assertEquals(sizes(pages, alone), ["pages of secrets: 2"]);
  const other = group("a.a", false, failed("/api/v1/roles"));
  assertEquals(sizes(pages, other), ["pages of secrets: 1", "a.a: 1"]);
  const refused = group("a.a", false, failed("/api/v1/roles?limit=1", "400 BadRequest"));
  assertEquals(sizes(pages, refused), ["pages of secrets: 1", "a.a: 1"]);
  const selected = group("label selectors", true, failed("/api/v1/secrets?labelSelector=a"));
  const both = group("a.a", false, failed("/api/v1/roles?limit=1&labelSelector=a"));
  assertEquals(sizes(pages, selected, both).length, 3);
});

Deno.test("the selector of the objects of a case is no parameter", () => {
  const selected = group("label selectors", true, failed("/api/v1/secrets?labelSelector=a"));
  const own = group("a.a", false, failed("/api/v1/roles?labelSelector=plumbline%2Fscope%3Dx"));
  assertEquals(sizes(selected, own).length, 2);
});
