/**
 * Values of metadata that have a meaning of their own: names of dots and resourceVersion 0.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { supports } from "../../session/write_forms.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { verify } from "../../verify.ts";

const everyType = () => enumerated((target) => namesOf(target));

/** Checks of special values. */
export const SPECIAL_VALUES: readonly Check[] = [
  property<string>({
    id: "metadata/dots-as-names",
    title: "The names `.` and `..` are rejected",
    requirements: ["metadata.invalid-name-rejected"],
    ...everyType(),
    run: async (scope, resource) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const object = objects.newObject("object");
      for (const name of [".", ".."]) {
        const response = await objects.post({
          ...object,
          metadata: { ...metadataOf(object), name },
        });
        expectError("metadata.invalid-name-rejected", response);
      }
    },
  }),
  property<string>({
    id: "metadata/version-zero",
    title: "A write that names `resourceVersion` 0 or an empty one has no precondition",
    requirements: ["metadata.version-zero-unconditional"],
    ...everyType(),
    run: async (scope, resource) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      if (objects.type.conditionalUpdates) throw new Discard(`${resource} need a resourceVersion`);
      const object = objects.newObject("object");
      const created = await objects.create(object);
      for (const resourceVersion of ["0", ""]) {
        const annotations = { written: `at ${resourceVersion}` };
        const metadata = { ...metadataOf(object), resourceVersion, annotations };
        for (const form of ["update", "merge-patch"] as const) {
          if (!supports(scope.target, form)) continue;
          const response = form === "update"
            ? await objects.put({ ...object, metadata })
            : await objects.patch(created, { metadata: { resourceVersion } });
          const actual = metadataOf(asObject(response.json) ?? {}).annotations;
          const isWritten = asObject(actual)?.written === annotations.written;
          verify("metadata.version-zero-unconditional", {
            holds: succeeded(response) && isWritten,
            expected: `success of the ${form} with resourceVersion ${
              JSON.stringify(resourceVersion)
            }`,
            actual: describeResponse(response),
          });
        }
      }
    },
  }),
];
