/**
 * Checks of fields that occur twice within a field that the schema does not have.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { treeOf } from "../../model/tree.ts";
import type { Scope } from "../../scope.ts";
import { expectError, expectSuccess } from "../../session/violation.ts";
import type { FieldedType } from "../../model/fields/stored_types.ts";
import { fieldedTypesOf } from "./fielded_types.ts";
import {
  type Form,
  prepareObject,
  validObject,
  writeForms,
  writeOf,
  writtenObject,
} from "./fielded_writes.ts";

const FORMS = ["create", "update", "merge patch"] as const satisfies readonly Form[];

interface InnerCase {
  readonly resource: string;
  readonly form: typeof FORMS[number];
}

/** Returns the types of which an object has no fields but those of its kind. */
function closedTypesOf(target: Target): readonly FieldedType[] {
  return fieldedTypesOf(target).filter(({ id, resource, shape }) =>
    id === resource && shape.type === "object"
  );
}

function withoutClosedType({ target }: Scope): Promise<string | undefined> {
  const isWithout = closedTypesOf(target).length === 0;
  return Promise.resolve(isWithout ? "the target describes the fields of no type" : undefined);
}

/** Checks of duplicates within unknown fields. */
export const INNER_DUPLICATES: readonly Check[] = [
  property<InnerCase>({
    id: "field-validation/duplicates-in-unknown",
    title: "An unknown field with duplicates in it is dropped with all of them",
    requirements: ["field-validation.ignore-accepts", "field-validation.strict-rejects-unknown"],
    missing: withoutClosedType,
    ...enumerated((target) =>
      combinations<InnerCase>({
        resource: closedTypesOf(target).map(({ id }) => id),
        form: FORMS,
      }, 0)
    ),
    run: async (scope, { resource, form }) => {
      scope.note(form);
      const type = closedTypesOf(scope.target).find(({ id }) => id === resource)!;
      if (writeForms(scope, type, [form]).length === 0) {
        throw new Discard(`the target does not serve the ${form}`);
      }
      const prepared = form === "create" ? {} : await prepareObject(scope, type);
      const valid = writtenObject(form, validObject(scope, type), prepared);
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
