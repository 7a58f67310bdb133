/**
 * Applies of nothing but the name, after which a manager owns nothing.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { asObject, labelsOf, nameOf } from "../../model/object.ts";
import { apiVersion, typesOf } from "../../resources/mod.ts";
import { everyType } from "../../session/every_type.ts";
import { rejected, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { verify } from "../../verify.ts";

const LABEL = "given-up";

/** Checks of applies of nothing. */
export const EMPTY_APPLIES: readonly Check[] = [
  example({
    id: "apply/nothing",
    title: "An apply of nothing but the name removes what its manager alone applied",
    requirements: ["apply.unapplied-field-removed"],
    run: (scope) =>
      everyType(scope, typesOf(scope.target), async (type) => {
        const object = scope.newObject(type);
        // Another manager has the other fields, so that the object stays valid.
        const created = await scope.create(type, object);
        if (!succeeded(created)) throw rejected(created, "the object could not be created");
        const apply = (metadata: { readonly labels?: Readonly<Record<string, string>> }) =>
          scope.send({
            method: "PATCH",
            path: pathOfObject(scope, type, object),
            query: { fieldManager: "plumbline-applier" },
            headers: { "content-type": "application/apply-patch+yaml" },
            body: {
              apiVersion: apiVersion(type, scope.target.dialect),
              kind: type.kind,
              metadata: { name: nameOf(object), ...metadata },
            },
          });
        const first = await apply({ labels: { [LABEL]: "yes" } });
        if (!succeeded(first)) throw rejected(first, "an apply of a label was rejected");
        const second = await apply({});
        const labels = labelsOf(asObject(second.json) ?? {});
        verify("apply.unapplied-field-removed", {
          holds: succeeded(second) && !(LABEL in labels),
          expected: "a success without the label",
          actual: describeResponse(second).slice(0, 300),
        });
      }),
  }),
];
