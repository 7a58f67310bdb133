/**
 * Patches that are none, or of what is not there.
 *
 * @module
 */
import { example, Violation } from "../../check.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";
import { type Checks, expectUntouched } from "./judge.ts";

/** Refusals. */
export const PATCH_REFUSALS: Checks = [
  example({
    id: "patch/refusals",
    title: "Patches that are none, or that would change who an object is, are refused",
    requirements: [
      "patch.merge-malformed-refused",
      "patch.identity-stays",
      "patch.unsupported-type-refused",
    ],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const made = await objects.create(objects.make("s0"));
      for (const body of [[], "text", 1]) {
        const answer = await objects.patch(made, JSON.stringify(body));
        expectRefusal("patch.merge-malformed-refused", answer);
      }
      for (
        const body of [
          { metadata: { name: scope.name("s1") } },
          { metadata: { namespace: "plumbline-another" } },
          { kind: "Plumb" },
        ]
      ) {
        expectRefusal("patch.identity-stays", await objects.patch(made, body));
      }
      for (const type of ["application/json", "text/plain", "application/plumb-patch+json"]) {
        const answer = await scope.send({
          method: "PATCH",
          path: objects.pathOf(made),
          headers: { "content-type": type },
          body: { data: { b: "Yg==" } },
        });
        expectRefusal("patch.unsupported-type-refused", answer);
      }
      await expectUntouched("patch.unsupported-type-refused", objects, made);
    },
  }),
  example({
    id: "patch/missing-object",
    title: "A patch makes nothing",
    requirements: ["patch.missing-object-refused"],
    level: "convention",
    run: async (scope) => {
      const id = "patch.missing-object-refused";
      const objects = new Objects(scope, resourceType("secrets"));
      const missing = objects.make("s0");
      expectRefusal(id, await objects.patch(missing, { data: {} }), { only: 404 });
      expectRefusal(id, await objects.patch(missing, [], "json-patch"), { only: 404 });
      if (await objects.read(missing) === undefined) return;
      throw new Violation(id, { expected: "no object", actual: "an object" });
    },
  }),
];
