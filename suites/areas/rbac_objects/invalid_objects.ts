/**
 * Checks that invalid roles and bindings are rejected.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { expectError } from "../../session/violation.ts";
import { arbitraryPathRule, arbitraryResourceRule, arbitrarySubject } from "./arbitraries.ts";

const roles = () => fc.constantFrom("roles", "clusterroles");
const bindings = () => fc.constantFrom("rolebindings", "clusterrolebindings");

/** An object that must be rejected. */
interface InvalidObject {
  readonly requirement: RequirementId;
  readonly resource: string;
  /** The fields that replace those of a valid one. */
  readonly body: JsonObject;
  /** Replaces fields of a valid roleRef. */
  readonly roleRef?: JsonObject;
}

/** Returns an arbitrary of objects that the specification rules out. */
function invalidBySpecification(): fc.Arbitrary<InvalidObject> {
  const rules = (requirement: RequirementId, rule: fc.Arbitrary<JsonObject>, resource = roles()) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource,
      body: fc.tuple(rule, fc.array(arbitraryResourceRule(), { maxLength: 2 }))
        .map(([invalid, valid]) => ({ rules: [...valid, invalid] })),
    });
  const subjects = (requirement: RequirementId, field: string) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource: bindings(),
      body: arbitrarySubject().map((each) => ({ subjects: [{ ...each, [field]: "" }] })),
    });
  const reference = (requirement: RequirementId, resource: string, roleRef: JsonObject) =>
    fc.constant({ requirement, resource, body: {}, roleRef });
  return fc.oneof(
    rules(
      "rbac-objects.rule-needs-verbs",
      arbitraryResourceRule().map((rule) => ({ ...rule, verbs: [] })),
    ),
    rules(
      "rbac-objects.rule-for-resources-or-paths",
      fc.tuple(arbitraryResourceRule(), arbitraryPathRule()).map(([one, other]) => ({
        ...one,
        ...other,
      })),
      fc.constant("clusterroles"),
    ),
    subjects("rbac-objects.subject-needs-name", "name"),
    subjects("rbac-objects.subject-needs-kind", "kind"),
    reference("rbac-objects.binding-needs-role-name", "rolebindings", { name: "" }),
    reference("rbac-objects.binding-needs-role-name", "clusterrolebindings", { name: "" }),
    reference("rbac-objects.binding-needs-role-kind", "rolebindings", { kind: "" }),
    reference("rbac-objects.binding-needs-role-kind", "clusterrolebindings", { kind: "" }),
    reference("rbac-objects.cluster-binding-of-cluster-role", "clusterrolebindings", {
      kind: "Role",
    }),
  );
}

/** Returns an arbitrary of objects that only real servers reject. */
function invalidByConvention(): fc.Arbitrary<InvalidObject> {
  return fc.oneof(
    arbitraryPathRule().map((rule) => ({
      requirement: "rbac-objects.no-paths-in-roles" as const,
      resource: "roles",
      body: { rules: [rule] },
    })),
    fc.tuple(bindings(), fc.constantFrom("apps", "rbac.authorization", "rbac", "v1"))
      .map(([resource, apiGroup]) => ({
        requirement: "rbac-objects.role-group-is-rbac" as const,
        resource,
        body: {},
        roleRef: { apiGroup },
      })),
    bindings().map((resource) => ({
      requirement: "rbac-objects.subject-of-known-kind" as const,
      resource,
      body: { subjects: [{ kind: "Plumber", name: "plumbline-nobody" }] },
    })),
  );
}

/** Bindings with and without subjects. */
const SUBJECTS: readonly (readonly [name: string, fields: JsonObject])[] = [
  ["object", {}],
  ["empty", { subjects: [] }],
];

/** Checks of invalid objects. */
export const INVALID_OBJECTS: readonly Check[] = [
  property<readonly InvalidObject[]>({
    id: "rbac-objects/invalid-objects",
    title: "A role or binding without a required field is rejected",
    requirements: [
      "rbac-objects.rule-needs-verbs",
      "rbac-objects.rule-for-resources-or-paths",
      "rbac-objects.subject-needs-name",
      "rbac-objects.subject-needs-kind",
      "rbac-objects.binding-needs-role-name",
      "rbac-objects.binding-needs-role-kind",
      "rbac-objects.cluster-binding-of-cluster-role",
    ],
    level: "must",
    arbitrary: () => several(invalidBySpecification()),
    run: expectAllRejected,
  }),
  property<readonly InvalidObject[]>({
    id: "rbac-objects/invalid-objects-by-convention",
    title: "A role or binding that could have no effect is rejected",
    requirements: [
      "rbac-objects.no-paths-in-roles",
      "rbac-objects.role-group-is-rbac",
      "rbac-objects.subject-of-known-kind",
    ],
    level: "convention",
    arbitrary: () => several(invalidByConvention()),
    run: expectAllRejected,
  }),
  example({
    id: "rbac-objects/role-ref-immutable",
    title: "The `roleRef` of a binding cannot be changed",
    requirements: ["rbac-objects.role-ref-immutable"],
    level: "convention",
    run: async (scope) => {
      for (const type of ["rolebindings", "clusterrolebindings"].map(resourceType)) {
        const kind = type.namespaced ? "ClusterRole" : "Role";
        for (const [name, fields] of SUBJECTS) {
          const created = await scope.create(type, {
            ...scope.newObject(type, { name }),
            ...fields,
          });
          if (created.status >= 300) {
            throw new Discard(`the binding could not be created: ${created.status}`);
          }
          const collection = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
          const path = `${collection}/${scope.name(name)}`;
          const headers = { "content-type": "application/merge-patch+json" };
          const otherRoleRefs: JsonObject[] = [{ name: scope.name("another") }, { kind }];
          for (const roleRef of otherRoleRefs) {
            const body = { roleRef };
            const response = await scope.send({ method: "PATCH", path, headers, body });
            expectError("rbac-objects.role-ref-immutable", response);
          }
        }
      }
    },
  }),
];

/** Returns an arbitrary of several objects per case, as none is created. */
function several(invalid: fc.Arbitrary<InvalidObject>): fc.Arbitrary<readonly InvalidObject[]> {
  return fc.array(invalid, { minLength: 2, maxLength: 6, size: "max" });
}

async function expectAllRejected(scope: Scope, objects: readonly InvalidObject[]): Promise<void> {
  for (const each of objects) await expectRejected(scope, each);
}

async function expectRejected(
  scope: Scope,
  { requirement, resource, body, roleRef }: InvalidObject,
): Promise<void> {
  const type = resourceType(resource);
  const valid = scope.newObject(type);
  const reference = roleRef && { roleRef: { ...valid.roleRef as JsonObject, ...roleRef } };
  const response = await scope.create(type, { ...valid, ...body, ...reference });
  scope.note(requirement.split(".")[1]!);
  expectError(requirement, response);
}
