/**
 * Checks that invalid applies are rejected.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import { changeRequest, supports } from "../../session/write_forms.ts";

/** The flaws; a patch type stands for `force` with it. */
const FLAWS = [
  "no manager",
  "managedFields",
  "another name",
  "no name",
  "another namespace",
  "no apiVersion",
  "no kind",
  "merge-patch",
  "strategic-merge-patch",
  "json-patch",
] as const;

/** Checks of invalid applies. */
export const INVALID_APPLIES: readonly Check[] = [
  property<{ resource: string; flaw: typeof FLAWS[number] }>({
    id: "apply/invalid-requests",
    version: 3,
    title:
      "An apply without manager or type, with `managedFields` or with another name is rejected",
    requirements: [
      "apply.needs-manager",
      "apply.managed-fields-rejected",
      "apply.name-matches-path",
      "apply.name-needed-to-create",
      "apply.type-needed",
      "apply.force-only-for-apply",
    ],
    ...enumerated((target) => combinations({ resource: namesOf(target), flaw: FLAWS }, 0)),
    run: async (scope, { resource, flaw }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("s0"));
      const query = { fieldManager: "one", force: "true" };
      const config = objects.newObject("s0");
      scope.note(flaw);
      switch (flaw) {
        case "no manager":
          expectError("apply.needs-manager", await objects.apply(config, { force: "true" }));
          return;
        case "managedFields": {
          const records = { ...config, metadata: metadataOf(created) };
          const response = await objects.apply(config, query, records);
          expectError("apply.managed-fields-rejected", response);
          return;
        }
        case "another name": {
          const response = await objects.apply(config, query, objects.newObject("s1"));
          expectError("apply.name-matches-path", response);
          return;
        }
        case "another namespace": {
          if (!objects.type.namespaced) throw new Discard(`${resource} have no namespace`);
          const metadata = { ...metadataOf(config), namespace: "plumbline-nowhere" };
          const response = await objects.apply(config, query, { ...config, metadata });
          expectError("apply.name-matches-path", response);
          return;
        }
        case "no name": {
          // The name of an object that exists is known.
          const missing = objects.newObject("s1");
          const { name: _name, ...metadata } = metadataOf(missing);
          const response = await objects.apply(missing, query, { ...missing, metadata });
          expectError("apply.name-needed-to-create", response);
          return;
        }
        case "no apiVersion":
        case "no kind": {
          const { [flaw.slice(3)]: _left, ...untyped } = config;
          // Real servers answer some of these with 500.
          const response = await objects.apply(config, query, untyped);
          expectError("apply.type-needed", response, { serverErrors: true });
          return;
        }
        default: {
          if (!supports(scope.target, flaw)) throw new Discard(`the target has no ${flaw}`);
          const change = { metadata: { annotations: { b: "y" } } };
          const query = { force: "true" };
          const response = await scope.send(
            changeRequest(scope, objects.type, created, flaw, change, { query }),
          );
          expectError("apply.force-only-for-apply", response);
          return;
        }
      }
    },
  }),
];
