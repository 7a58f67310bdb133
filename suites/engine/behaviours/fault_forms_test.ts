import { assertEquals } from "@std/assert";
import { seenIn } from "./behaviour.ts";
import { namedByForms } from "./fault_forms.ts";
import type { FailedCase } from "./repeat.ts";
import { UNKNOWN_FIELDS } from "./unknown_fields.ts";

/** A case whose GET shows an object, with an unknown field or without one. */
function reading(more: Readonly<Record<string, string>>): FailedCase {
  const object = { kind: "Secret", metadata: { name: "s" }, ...more };
  const answer = { status: 200, headers: new Headers(), text: "", json: object };
  const path = "/api/v1/namespaces/a/secrets/s";
  return { seen: [seenIn({ method: "GET", path }, answer)] } as unknown as FailedCase;
}

Deno.test("failures with a fault that most cases of one form show have the cause of the form", () => {
  const failures = [{ check: "a/b", requirement: "a.b" }];
  const kept = { title: "An unknown field is kept", failures, seen: [], unseen: [] };
  const other = { ...kept, title: "A read shows something else" };
  const casesOf = (unknown: number, known: number) => [
    ...Array.from({ length: unknown }, () => reading({ plumblineUnknown: "kept" })),
    ...Array.from({ length: known }, () => reading({})),
  ];
  const named = (unknown: number, known: number) =>
    namedByForms([kept, other], [{ form: UNKNOWN_FIELDS, own: casesOf(unknown, known) }])
      .map(({ id }) => id);
  assertEquals(named(4, 1), ["unknown fields", undefined]);
  assertEquals(named(3, 2), [undefined, undefined]);
  assertEquals(named(2, 0), [undefined, undefined]);
  const forms = [1, 2].map((at) => ({
    form: { ...UNKNOWN_FIELDS, id: `${at}` },
    own: casesOf(5, 0),
  }));
  assertEquals(namedByForms([kept], forms)[0]!.id, undefined);
});
