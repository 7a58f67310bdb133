/**
 * Checks that invalid roles and bindings are rejected.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject } from "../../model/object.ts";
import { expectError } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { arbitraryPathRule, arbitraryResourceRule, arbitrarySubject } from "./arbitraries.ts";
import { rejected } from "../../session/objects.ts";
import { withGeneratedName } from "../../session/write_request.ts";

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
  /** How the fields are written to an object that exists; undefined for a create. */
  readonly form?: WriteForm | undefined;
}

/** How a required field is left out. */
const WAYS = ["empty", "null", "absent"] as const;

/** Returns an object without a required field. */
function without(
  object: JsonObject,
  field: string,
  how: typeof WAYS[number],
  empty: Json,
): JsonObject {
  const { [field]: _field, ...others } = object;
  return how === "absent" ? others : { ...others, [field]: how === "null" ? null : empty };
}

/** Returns an arbitrary of objects that the specification rules out. */
function invalidBySpecification(target: Target): fc.Arbitrary<InvalidObject> {
  const way = () => fc.constantFrom(...WAYS);
  const forms = WRITE_FORMS.filter((form) => supports(target, form));
  const form = () => fc.oneof(fc.constant(undefined), fc.constantFrom(...forms));
  const rules = (requirement: RequirementId, rule: fc.Arbitrary<JsonObject>, resource = roles()) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource,
      body: fc.tuple(rule, fc.array(arbitraryResourceRule(), { maxLength: 2 }), fc.boolean())
        .map(([invalid, valid, last]) => ({
          rules: last ? [...valid, invalid] : [invalid, ...valid],
        })),
      form: form(),
    });
  const subjects = (requirement: RequirementId, field: string) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource: bindings(),
      body: fc.tuple(arbitrarySubject(), arbitrarySubject(), way(), fc.constantFrom(0, 1, 2))
        .map(([invalid, valid, how, place]) => {
          const wrong = without(invalid, field, how, "");
          return { subjects: [[wrong], [valid, wrong], [wrong, valid]][place]! };
        }),
      form: form(),
    });
  // References cannot be changed anyway.
  const reference = (requirement: RequirementId, resource: string, roleRef: JsonObject) =>
    fc.constant({ requirement, resource, body: {}, roleRef });
  const unnamed = (requirement: RequirementId, field: string) =>
    fc.tuple(bindings(), way()).map(([resource, how]) => ({
      requirement,
      resource,
      body: {},
      roleRef: without({ [field]: "" }, field, how === "absent" ? "null" : how, ""),
    }));
  return fc.oneof(
    rules(
      "rbac-objects.rule-needs-verbs",
      fc.tuple(arbitraryResourceRule(), way())
        .map(([rule, how]) => without(rule, "verbs", how, [])),
    ),
    rules(
      "rbac-objects.rule-needs-verbs",
      fc.tuple(arbitraryPathRule(), way()).map(([rule, how]) => without(rule, "verbs", how, [])),
      fc.constant("clusterroles"),
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
    unnamed("rbac-objects.binding-needs-role-name", "name"),
    unnamed("rbac-objects.binding-needs-role-kind", "kind"),
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
    version: 3,
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) => several(invalidBySpecification(target)),
    run: expectAllRejected,
  }),
  property<readonly InvalidObject[]>({
    id: "rbac-objects/invalid-objects-by-convention",
    share: 0.3,
    title: "A role or binding that could have no effect is rejected",
    requirements: [
      "rbac-objects.no-paths-in-roles",
      "rbac-objects.role-group-is-rbac",
      "rbac-objects.subject-of-known-kind",
    ],
    arbitrary: () => several(invalidByConvention()),
    run: expectAllRejected,
  }),
  example({
    id: "rbac-objects/role-ref-immutable",
    version: 2,
    uses: ["strategic-merge-patch", "server-side-apply"],
    title: "The `roleRef` of a binding cannot be changed",
    requirements: ["rbac-objects.role-ref-immutable"],
    run: async (scope) => {
      for (const type of ["rolebindings", "clusterrolebindings"].map(resourceType)) {
        const kind = type.namespaced ? "ClusterRole" : "Role";
        for (const [name, fields] of SUBJECTS) {
          const created = await scope.create(type, {
            ...scope.newObject(type, { name }),
            ...fields,
          });
          if (created.status >= 300) {
            throw rejected(created, "the binding could not be created");
          }
          const current = asObject(created.json) ?? {};
          const otherRoleRefs: JsonObject[] = [{ name: scope.name("another") }, { kind }];
          for (const roleRef of otherRoleRefs) {
            for (const form of WRITE_FORMS.filter((each) => supports(scope.target, each))) {
              const complete = form === "apply"
                ? { ...current.roleRef as JsonObject, ...roleRef }
                : roleRef;
              const request = changeRequest(scope, type, current, form, { roleRef: complete });
              const response = await scope.send(request);
              if (form !== "apply" || response.status < 400) {
                expectError("rbac-objects.role-ref-immutable", response);
              }
            }
          }
        }
      }
    },
  }),
];

/** Returns an arbitrary of several objects per case, as at most those that exist are created. */
function several(invalid: fc.Arbitrary<InvalidObject>): fc.Arbitrary<readonly InvalidObject[]> {
  return fc.array(invalid, { minLength: 2, maxLength: 6, size: "max" });
}

async function expectAllRejected(scope: Scope, objects: readonly InvalidObject[]): Promise<void> {
  const existing = new Map<string, JsonObject>();
  for (const [at, each] of objects.entries()) {
    await expectRejected(scope, each, existing, { generatesName: at % 2 === 1 });
  }
}

async function expectRejected(
  scope: Scope,
  { requirement, resource, body, roleRef, form }: InvalidObject,
  existing: Map<string, JsonObject>,
  { generatesName }: { readonly generatesName: boolean },
): Promise<void> {
  const type = resourceType(resource);
  const own = scope.newObject(type);
  const valid = generatesName ? withGeneratedName(own) : own;
  scope.note(`${requirement.split(".")[1]!} by ${form ?? "create"}`);
  if (form === undefined) {
    const reference = roleRef && { roleRef: { ...valid.roleRef as JsonObject, ...roleRef } };
    const response = await scope.create(type, { ...valid, ...body, ...reference });
    expectError(requirement, response);
    return;
  }
  let current = existing.get(resource);
  if (current === undefined) {
    const created = await scope.create(type, scope.newObject(type, { name: "existing" }));
    current = asObject(created.json) ?? {};
    if (created.status >= 300) throw rejected(created, "no object could be created");
    existing.set(resource, current);
  }
  const response = await scope.send(changeRequest(scope, type, current, form, body));
  // Real servers convert the result of an apply late, and report 500 for what they cannot convert.
  if (form !== "apply" || response.status < 400) expectError(requirement, response);
}
