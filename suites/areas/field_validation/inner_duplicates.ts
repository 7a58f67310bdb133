/**
 * Checks of fields that occur twice within a field that the schema does not have.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { treeOf } from "../../model/tree.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import { expectError, expectSuccess } from "../../session/violation.ts";
import { fieldedType } from "../../model/fields/stored_types.ts";
import { type Form, validObject, writeOf } from "./fielded_writes.ts";

const FORMS = ["create", "update", "merge patch"] as const satisfies readonly Form[];

interface InnerCase {
  readonly resource: string;
  readonly form: typeof FORMS[number];
}

/** Checks of duplicates within unknown fields. */
export const INNER_DUPLICATES: readonly Check[] = [
  property<InnerCase>({
    id: "field-validation/duplicates-in-unknown",
    title: "An unknown field with duplicates in it is dropped with all of them",
    requirements: ["field-validation.ignore-accepts", "field-validation.strict-rejects-unknown"],
    ...enumerated(() =>
      combinations<InnerCase>({
        resource: RESOURCE_TYPES.map(({ resource }) => resource),
        form: FORMS,
      }, 0)
    ),
    run: async (scope, { resource, form }) => {
      scope.note(form);
      const type = fieldedType(resource);
      const valid = validObject(scope, type);
      if (form !== "create") {
        const created = writeOf(scope, type, "create", { valid, body: treeOf(valid) });
        await scope.send(created);
      }
      const tree = treeOf(valid);
      const twice = (["a", "b"] as const).map((value) => ["line", treeOf(value)] as const);
      const stray = ["plumbline", { kind: "object", members: twice }] as const;
      const members = tree.kind === "object" ? tree.members : [];
      const content = { valid, body: { kind: "object", members: [...members, stray] } } as const;
      const strict = writeOf(scope, type, form, content, { fieldValidation: "Strict" });
      expectError("field-validation.strict-rejects-unknown", await scope.send(strict));
      const ignoring = writeOf(scope, type, form, content, { fieldValidation: "Ignore" });
      expectSuccess("field-validation.ignore-accepts", await scope.send(ignoring));
    },
  }),
];
