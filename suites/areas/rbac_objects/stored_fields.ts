/**
 * Checks that roles and bindings are returned as written, with defaults.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeResponse, expectSame } from "../../session/violation.ts";
import type { RequirementId } from "../../catalogue.ts";
import { arbitraryPathRule, arbitraryResourceRule, arbitrarySubject } from "./arbitraries.ts";

const TYPES = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];

/** Checks of stored fields. */
export const STORED_FIELDS: readonly Check[] = [
  property<{ resource: string; rules: JsonObject[] }>({
    id: "rbac-objects/rules-kept",
    title: "The `rules` of roles are returned as written",
    requirements: ["rbac-objects.rules-kept", "rbac-objects.paths-in-cluster-roles"],
    level: "must",
    arbitrary: () =>
      fc.oneof(
        fc.record({ resource: fc.constant("roles"), rules: fc.array(arbitraryResourceRule()) }),
        fc.record({
          resource: fc.constant("clusterroles"),
          rules: fc.array(fc.oneof(arbitraryResourceRule(), arbitraryPathRule())),
        }),
      ),
    run: async (scope, { resource, rules }) => {
      const paths = rules.some((rule) => rule.nonResourceURLs !== undefined);
      scope.note(`${resource}${paths ? " with paths" : ""}`);
      const requirement = paths ? "rbac-objects.paths-in-cluster-roles" : "rbac-objects.rules-kept";
      const stored = await createAndRead(scope, resource, { rules }, requirement);
      expectSame("rbac-objects.rules-kept", stored.rules ?? [], rules);
    },
  }),
  property<{ resource: string; role: string; subjects: JsonObject[] }>({
    id: "rbac-objects/subjects-kept",
    title: "The `subjects` of bindings are returned as written, with `apiGroup` defaulted",
    requirements: [
      "rbac-objects.subjects-kept",
      "rbac-objects.binding-of-cluster-role",
      "rbac-objects.user-group-default",
      "rbac-objects.service-account-group-default",
    ],
    level: "must",
    arbitrary: () =>
      fc.oneof(
        fc.record({
          resource: fc.constant("rolebindings"),
          role: fc.constantFrom("Role", "ClusterRole"),
          subjects: fc.array(arbitrarySubject()),
        }),
        fc.record({
          resource: fc.constant("clusterrolebindings"),
          role: fc.constant("ClusterRole"),
          subjects: fc.array(arbitrarySubject()),
        }),
      ),
    run: async (scope, { resource, role, subjects }) => {
      scope.note(`${resource} of a ${role}`);
      const group = `rbac.authorization.${scope.target.dialect.suffix}`;
      const roleRef = { apiGroup: group, kind: role, name: scope.name("role") };
      const requirement = resource === "rolebindings" && role === "ClusterRole"
        ? "rbac-objects.binding-of-cluster-role"
        : "rbac-objects.subjects-kept";
      const stored = await createAndRead(scope, resource, { roleRef, subjects }, requirement);
      expectSame("rbac-objects.subjects-kept", stored.roleRef ?? null, roleRef);
      const returned = Array.isArray(stored.subjects)
        ? stored.subjects.map((each) => asObject(each))
        : [];
      const withoutGroup = returned.map((each) => {
        const { apiGroup: _group, ...rest } = each ?? {};
        return rest;
      });
      expectSame("rbac-objects.subjects-kept", withoutGroup, subjects);
      for (const { kind, apiGroup } of returned.map((each) => each ?? {})) {
        if (kind === "ServiceAccount") {
          expectSame("rbac-objects.service-account-group-default", apiGroup ?? "", "");
        } else expectSame("rbac-objects.user-group-default", apiGroup ?? null, group);
      }
    },
  }),
  example({
    id: "rbac-objects/list-kinds",
    title: "Lists of roles and bindings have their list kind",
    requirements: ["rbac-objects.list-kinds"],
    level: "must",
    run: async (scope) => {
      for (const type of TYPES.map(resourceType)) {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        const query = { labelSelector: scope.selector };
        const { json, status } = await scope.send({ method: "GET", path, query });
        const body = asObject(json);
        const shape = [status, body?.kind, asObject(body?.metadata) !== undefined];
        const actual = [...shape, Array.isArray(body?.items)].join(" ");
        const expected = `200 ${type.kind}List true true`;
        if (actual !== expected) {
          throw new Violation("rbac-objects.list-kinds", { expected, actual });
        }
      }
    },
  }),
];

/** Creates an object with these fields and reads it. */
async function createAndRead(
  scope: Scope,
  resource: string,
  body: JsonObject,
  requirement: RequirementId,
): Promise<JsonObject> {
  const type = resourceType(resource);
  const created = await scope.create(type, { ...scope.newObject(type), ...body });
  // Escalation prevention may forbid the role or binding.
  if (created.status === 403) {
    throw new Discard("the current identity may not create this role or binding");
  }
  if (created.status >= 300) {
    throw new Violation(requirement, { expected: "success", actual: describeResponse(created) });
  }
  const path = `${collectionPath(type, scope.target.dialect, scope.namespaces[0])}/${
    scope.name("object")
  }`;
  return asObject((await scope.send({ method: "GET", path })).json) ?? {};
}
