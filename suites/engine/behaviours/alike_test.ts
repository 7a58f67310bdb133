import { assertEquals } from "@std/assert";
import { alikeIn, type ShowingCase } from "./alike.ts";
import { seenIn } from "./behaviour.ts";
import { PassingTraits } from "./passing_traits.ts";
import { traitsOf } from "./traits.ts";

const NONE = { count: () => 0, isNew: () => true, countTolerated: () => 0 };

/** A failure whose violating request shows one thing. */
function showing(words: string, trait: Pick<ShowingCase["traits"][number], "texts" | "field">) {
  const requirement = words.split(" ")[0]!;
  return {
    failure: { check: requirement.replace(".", "/"), requirement },
    words,
    traits: [{ ...trait, at: 1 }],
    violatedAt: new Set([1]),
    writtenAt: 0,
  };
}

Deno.test("lists without a resourceVersion are no reason for failures that do not name it", () => {
  const json = { apiVersion: "v1", kind: "SecretList", metadata: {}, items: [] };
  const headers = new Headers({ "content-type": "application/json" });
  const path = "/api/v1/namespaces/a/secrets";
  const list = seenIn({ method: "GET", path }, { status: 200, headers, text: "", json });
  const [trait] = traitsOf([list]).filter(({ texts }) => texts.join().includes("resourceVersion"));
  if (trait === undefined) throw new Error("the list shows nothing");
  const found = alikeIn([
    showing("resource-versions.list-whole expected the items at resourceVersion 7 none", trait),
    showing("paging.first-page expected the resourceVersion of the list none", trait),
    showing("selectors.malformed-rejected expected 4xx actual 200", trait),
    // The area has the name of the field.
    showing("resource-versions.malformed-rejected expected 4xx actual 200", trait),
    showing("access.impersonation-needs-user expected 4xx actual 200", trait),
  ], NONE);
  assertEquals(found.map(({ failures }) => failures.map(({ requirement }) => requirement)), [
    ["resource-versions.list-whole", "paging.first-page"],
  ]);
});

Deno.test("an answer that checks go along with is no reason for what only some of them violate", () => {
  const path = "/api/v1/namespaces/a/secrets";
  const headers = new Headers({ "content-type": "application/json" });
  const create = seenIn({ method: "POST", path }, { status: 200, headers, text: "", json: {} });
  const [trait] = traitsOf([create]).filter(({ texts }) => texts.join().includes("with 200"));
  if (trait === undefined) throw new Error("the create shows nothing");
  const failures = [
    showing("secrets.data-is-base64 expected 4xx actual 200", trait),
    showing("deployments.both-zero-rejected expected 4xx actual 200", trait),
    showing("operations.create-status expected 201 actual 200", trait),
    { ...showing("operations.create-status expected 201", trait), words: "expected 201" },
  ];
  const joined = (checks: readonly string[]) => {
    const passing = new PassingTraits();
    for (const check of checks) {
      passing.addTolerated(check, { seen: [create] }, new Set(["operations.create-status"]));
    }
    return alikeIn(failures, passing)
      .map(({ failures }) => failures.map(({ requirement }) => requirement));
  };
  assertEquals(joined(["a/one"]).map(({ length }) => length), [4]);
  assertEquals(joined(["a/one", "a/other"]), [[
    "operations.create-status",
    "operations.create-status",
  ]]);
});

Deno.test("what most of many failures show is no reason for one of them", () => {
  const trait = { texts: ["is answered with a time in another form"], isFault: true };
  const showingIt = (count: number, of: number) =>
    Array.from({ length: of }, (_, at) => ({
      ...showing(`area.rule-${at} expected replicas: 1`, trait),
      ...(at >= count && { traits: [] }),
    }));
  const joined = (count: number, of: number) =>
    alikeIn(showingIt(count, of), NONE).map(({ failures }) => failures.length);
  assertEquals(joined(20, 41), [20]);
  assertEquals(joined(30, 41), []);
  // Of few failures, one mistake may be behind most.
  assertEquals(joined(15, 20), [15]);
});
