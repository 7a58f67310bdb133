/**
 * Checks that malformed patches and patches of missing objects are rejected, in every type.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import { changeRequest, supports } from "../../session/write_forms.ts";
import { expectUnchanged } from "./expectations.ts";
import { verify } from "../../verify.ts";

/** Bodies that are no merge patch of an object. */
const NOT_OBJECTS: readonly Json[] = [[], [{}], "text", 1, true, null];

/** Checks of invalid patches. */
export const INVALID_PATCHES: readonly Check[] = [
  property<string>({
    id: "patch/invalid-requests",
    version: 2,
    title:
      "Malformed patches, unknown patch types and changes of name, namespace or kind are rejected",
    requirements: [
      "patch.merge-malformed-rejected",
      "patch.identity-immutable",
      "patch.unsupported-type-rejected",
    ],
    arbitrary: (target) => fc.constantFrom(...namesOf(target)),
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(namesOf(target), seed).slice(0, runs),
    }),
    run: async (scope, resource) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("s0"));
      for (const body of NOT_OBJECTS) {
        const response = await objects.patch(created, JSON.stringify(body));
        expectError("patch.merge-malformed-rejected", response);
      }
      const otherIdentities: JsonObject[] = [
        { metadata: { name: scope.name("s1", objects.type) } },
        ...(objects.type.namespaced ? [{ metadata: { namespace: "plumbline-another" } }] : []),
        { kind: "Plumb" },
        { apiVersion: "plumbline.invalid/v1" },
      ];
      for (const body of otherIdentities) {
        expectError("patch.identity-immutable", await objects.patch(created, body));
      }
      const [place, value] = ["/metadata/name", scope.name("s1", objects.type)];
      const renaming = await objects.patch(
        created,
        [{ op: "replace", path: place, value }],
        "json-patch",
      );
      expectError("patch.identity-immutable", renaming);
      for (const type of ["application/json", "text/plain", "application/plumb-patch+json"]) {
        const response = await scope.send({
          method: "PATCH",
          path: objects.pathOf(created),
          headers: { "content-type": type },
          body: { metadata: { labels: { patched: "yes" } } },
        });
        expectError("patch.unsupported-type-rejected", response);
      }
      await expectUnchanged("patch.unsupported-type-rejected", objects, created);
    },
  }),
  property<string>({
    id: "patch/missing-object",
    version: 2,
    title: "A patch of a missing object returns 404 and creates nothing",
    requirements: ["patch.missing-object-rejected"],
    arbitrary: (target) => fc.constantFrom(...namesOf(target)),
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(namesOf(target), seed).slice(0, runs),
    }),
    run: async (scope, resource) => {
      const id = "patch.missing-object-rejected";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const missing = objects.newObject("s0");
      const forms = (["merge-patch", "json-patch", "strategic-merge-patch"] as const)
        .filter((form) => supports(scope.target, form));
      for (const form of forms) {
        const change = { metadata: { labels: { patched: "yes" } } };
        const patch: HttpRequest = changeRequest(scope, objects.type, missing, form, change);
        expectError(id, await scope.send(patch), { only: 404 });
      }
      verify(id, {
        holds: await objects.read(missing) === undefined,
        expected: "no object",
        actual: "an object",
      });
    },
  }),
];
