import { assertEquals } from "@std/assert";
import type { HttpRequest, Json } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { partsOf } from "./form_parts.ts";
import type { FailedCase } from "./repeat.ts";
import { SUBSTITUTES } from "./substitutes.ts";

const form = SUBSTITUTES.find(({ id }) => id === "deletions of objects")!;

/** A case whose DELETE has these options. */
function deletion(...options: readonly string[]): FailedCase {
  const body: Json = Object.fromEntries(options.map((name) => [name, { uid: "u" }]));
  const path = "/api/v1/namespaces/n/secrets/s";
  const request: HttpRequest = { method: "DELETE", path, body: { kind: "DeleteOptions", ...body } };
  const seen = [seenIn(request, { status: 200, headers: new Headers(), text: "", json: {} })];
  return { check: { id: "a/b" }, requirement: "a.b", violated: [], seen } as unknown as FailedCase;
}

/** A case of a check whose DELETE of an object of a type violates a requirement. */
function of(resource: string, requirement: string, check: string = requirement): FailedCase {
  const path = `/api/v1/namespaces/n/${resource}/s`;
  const answer = { status: 200, headers: new Headers(), text: "", json: {} };
  const seen = [seenIn({ method: "DELETE", path }, answer)];
  return { check: { id: check }, requirement, violated: [], seen } as unknown as FailedCase;
}

const partsIn = (...cases: readonly FailedCase[]) =>
  partsOf(form, cases).map(([{ id }, some]) => [id, some.length]);

Deno.test("failures of a form that have no parameter in common have causes of their own", () => {
  const [one, other] = ["preconditions", "gracePeriodSeconds"];
  assertEquals(partsIn(deletion(one), deletion(other), deletion(one), deletion(other)), [
    ["deletions of objects with preconditions", 2],
    ["deletions of objects with gracePeriodSeconds", 2],
  ]);
  // One failure alone is named by its requirement.
  assertEquals(partsIn(deletion(one), deletion(one), deletion(other)), [
    ["deletions of objects with preconditions", 2],
  ]);
  assertEquals(
    partsOf(form, [deletion(one), deletion(one), deletion(other)])[0]![0].name,
    "A DELETE of an object with preconditions does not do what a DELETE of the collection with its " +
      "name does",
  );
});

Deno.test("failures of a form have one cause if one needs no parameter, or several have one of two", () => {
  const [one, other] = ["preconditions", "gracePeriodSeconds"];
  const whole = (...cases: readonly FailedCase[]) => {
    assertEquals(partsIn(...cases), [["deletions of objects", cases.length]]);
  };
  whole(deletion(one), deletion(one), deletion(other), deletion(other), deletion());
  whole(deletion(one), deletion(one, other), deletion(other), deletion(other));
  whole(deletion(one), deletion(other));
});

Deno.test("failures of a form have causes of their own if types, requirements and checks differ", () => {
  const [a, b] = [of("secrets", "a.a"), of("secrets", "a.b")];
  const [c, d] = [of("roles", "a.c"), of("roles", "a.d")];
  assertEquals(partsIn(a, c, b, d), [
    ["deletions of objects of secrets", 2],
    ["deletions of objects of roles", 2],
  ]);
  assertEquals(partsIn(a, b, c), [["deletions of objects", 2]]);
  // The same violation, or the same check, puts types together.
  assertEquals(partsIn(a, b, c, d, of("roles", "a.a")), [["deletions of objects", 5]]);
  assertEquals(partsIn(a, b, c, d, of("roles", "a.e", "a.b")), [["deletions of objects", 5]]);
  // A requirement that holds of every exchange says nothing of another type.
  const [e, f] = [of("secrets", "exchanges.a", "a/e"), of("roles", "exchanges.a", "a/f")];
  assertEquals(partsIn(a, b, c, d, e, f), [
    ["deletions of objects of secrets", 3],
    ["deletions of objects of roles", 3],
  ]);
  // What has nothing but the form in common has one cause in one area only.
  assertEquals(partsIn(a, c), [["deletions of objects", 2]]);
  assertEquals(partsIn(a, of("roles", "b.c")), []);
  // Where many failures are of a form, a lone one of another type is of it, too.
  const many = Array.from({ length: 20 }, (_, at) => of("secrets", `a.${at}`));
  assertEquals(partsIn(...many, c), [["deletions of objects", 21]]);
  // Several others may be of another bug, but not if there are some of each type.
  const [g, h] = [of("deployments", "a.e"), of("deployments", "a.f")];
  assertEquals(partsIn(...many, c, d, of("roles", "a.g", "a.c")), [
    ["deletions of objects of secrets", 20],
    ["deletions of objects of roles", 3],
  ]);
  assertEquals(partsIn(...many, c, d, g, h), [["deletions of objects", 24]]);
});
