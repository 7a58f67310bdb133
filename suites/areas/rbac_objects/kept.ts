/**
 * What roles and bindings keep, and what is filled in.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeAnswer, expectSame } from "../../session/violation.ts";
import type { RequirementId } from "../../catalogue.ts";
import { pathRule, resourceRule, subject } from "./drawn.ts";

const TYPES = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];

/** Checks of what is kept. */
export const KEPT: readonly Check[] = [
  property<{ resource: string; rules: JsonObject[] }>({
    id: "rbac-objects/rules-kept",
    title: "Rules are read as they were written",
    requirements: ["rbac-objects.rules-kept", "rbac-objects.paths-in-cluster-roles"],
    level: "must",
    arbitrary: () =>
      fc.oneof(
        fc.record({ resource: fc.constant("roles"), rules: fc.array(resourceRule()) }),
        fc.record({
          resource: fc.constant("clusterroles"),
          rules: fc.array(fc.oneof(resourceRule(), pathRule())),
        }),
      ),
    run: async (scope, { resource, rules }) => {
      const paths = rules.some((rule) => rule.nonResourceURLs !== undefined);
      scope.note(`${resource}${paths ? " with paths" : ""}`);
      const requirement = paths ? "rbac-objects.paths-in-cluster-roles" : "rbac-objects.rules-kept";
      const made = await make(scope, resource, { rules }, requirement);
      expectSame("rbac-objects.rules-kept", made.rules ?? [], rules);
    },
  }),
  property<{ resource: string; role: string; subjects: JsonObject[] }>({
    id: "rbac-objects/subjects-kept",
    title: "Subjects are read as they were written, their groups filled in",
    requirements: [
      "rbac-objects.subjects-kept",
      "rbac-objects.binding-of-cluster-role",
      "rbac-objects.user-group-default",
      "rbac-objects.account-group-default",
    ],
    level: "must",
    arbitrary: () =>
      fc.oneof(
        fc.record({
          resource: fc.constant("rolebindings"),
          role: fc.constantFrom("Role", "ClusterRole"),
          subjects: fc.array(subject()),
        }),
        fc.record({
          resource: fc.constant("clusterrolebindings"),
          role: fc.constant("ClusterRole"),
          subjects: fc.array(subject()),
        }),
      ),
    run: async (scope, { resource, role, subjects }) => {
      scope.note(`${resource} of a ${role}`);
      const group = `rbac.authorization.${scope.target.dialect.suffix}`;
      const roleRef = { apiGroup: group, kind: role, name: scope.name("role") };
      const requirement = resource === "rolebindings" && role === "ClusterRole"
        ? "rbac-objects.binding-of-cluster-role"
        : "rbac-objects.subjects-kept";
      const made = await make(scope, resource, { roleRef, subjects }, requirement);
      expectSame("rbac-objects.subjects-kept", made.roleRef ?? null, roleRef);
      const told = Array.isArray(made.subjects) ? made.subjects.map((each) => asObject(each)) : [];
      const ungrouped = told.map((each) => {
        const { apiGroup: _group, ...rest } = each ?? {};
        return rest;
      });
      expectSame("rbac-objects.subjects-kept", ungrouped, subjects);
      for (const { kind, apiGroup } of told.map((each) => each ?? {})) {
        if (kind === "ServiceAccount") {
          expectSame("rbac-objects.account-group-default", apiGroup ?? "", "");
        } else expectSame("rbac-objects.user-group-default", apiGroup ?? null, group);
      }
    },
  }),
  example({
    id: "rbac-objects/lists-in-kind",
    title: "Lists of roles and bindings are lists of their kind",
    requirements: ["rbac-objects.lists-in-kind"],
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
          throw new Violation("rbac-objects.lists-in-kind", { expected, actual });
        }
      }
    },
  }),
];

/** Makes an object of the body and returns it as it is read. */
async function make(
  scope: Scope,
  resource: string,
  body: JsonObject,
  requirement: RequirementId,
): Promise<JsonObject> {
  const type = resourceType(resource);
  const made = await scope.create(type, { ...scope.make(type), ...body });
  // Who may not grant something may not write it either.
  if (made.status === 403) throw new Discard("who asks may not make such a role or binding");
  if (made.status >= 300) {
    throw new Violation(requirement, { expected: "a success", actual: describeAnswer(made) });
  }
  const path = `${collectionPath(type, scope.target.dialect, scope.namespaces[0])}/${
    scope.name("object")
  }`;
  return asObject((await scope.send({ method: "GET", path })).json) ?? {};
}
