/**
 * Checks that malformed patches and patches of missing objects are rejected.
 *
 * @module
 */
import { type Check, example, Violation } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import { expectUnchanged } from "./expectations.ts";

/** Checks of invalid patches. */
export const INVALID_REQUESTS: readonly Check[] = [
  example({
    id: "patch/invalid-requests",
    title:
      "Malformed patches, unknown patch types and changes of name, namespace or kind are rejected",
    requirements: [
      "patch.merge-malformed-rejected",
      "patch.identity-immutable",
      "patch.unsupported-type-rejected",
    ],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const created = await objects.create(objects.newObject("s0"));
      for (const body of [[], "text", 1]) {
        const response = await objects.patch(created, JSON.stringify(body));
        expectError("patch.merge-malformed-rejected", response);
      }
      const otherIdentities: JsonObject[] = [
        { metadata: { name: scope.name("s1") } },
        { metadata: { namespace: "plumbline-another" } },
        { kind: "Plumb" },
      ];
      for (const body of otherIdentities) {
        expectError("patch.identity-immutable", await objects.patch(created, body));
      }
      for (const type of ["application/json", "text/plain", "application/plumb-patch+json"]) {
        const response = await scope.send({
          method: "PATCH",
          path: objects.pathOf(created),
          headers: { "content-type": type },
          body: { data: { b: "Yg==" } },
        });
        expectError("patch.unsupported-type-rejected", response);
      }
      await expectUnchanged("patch.unsupported-type-rejected", objects, created);
    },
  }),
  example({
    id: "patch/missing-object",
    title: "A patch of a missing object returns 404 and creates nothing",
    requirements: ["patch.missing-object-rejected"],
    level: "convention",
    run: async (scope) => {
      const id = "patch.missing-object-rejected";
      const objects = new Objects(scope, resourceType("secrets"));
      const missing = objects.newObject("s0");
      expectError(id, await objects.patch(missing, { data: {} }), { only: 404 });
      expectError(id, await objects.patch(missing, [], "json-patch"), { only: 404 });
      if (await objects.read(missing) === undefined) return;
      throw new Violation(id, { expected: "no object", actual: "an object" });
    },
  }),
];
