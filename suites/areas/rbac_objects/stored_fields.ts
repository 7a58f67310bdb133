/**
 * Checks that roles and bindings are returned as written, with defaults.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { describeResponse, expectSame, expectSuccess } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject, withGeneratedName } from "../../session/write_request.ts";
import type { RequirementId } from "../../catalogue.ts";
import { arbitraryPathRule, arbitraryResourceRule, arbitrarySubject } from "./arbitraries.ts";
import { verify } from "../../verify.ts";

const TYPES = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];

/** The forms of creates: the server may handle those apart whose name it generates. */
const CREATES = ["create", "create a name"] as const;

/** A type, and the form in which fields are written. */
interface Written {
  readonly resource: string;
  readonly form: typeof CREATES[number] | WriteForm;
}

/** Checks of stored fields. */
export const STORED_FIELDS: readonly Check[] = [
  property<Written & { rules: JsonObject[] }>({
    id: "rbac-objects/rules-kept",
    title: "The `rules` of roles are returned as written",
    requirements: ["rbac-objects.rules-kept", "rbac-objects.paths-in-cluster-roles"],
    version: 3,
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) =>
      fc.oneof(
        fc.record({
          resource: fc.constant("roles"),
          form: writeForm(target),
          rules: fc.array(arbitraryResourceRule()),
        }),
        fc.record({
          resource: fc.constant("clusterroles"),
          form: writeForm(target),
          rules: fc.array(fc.oneof(arbitraryResourceRule(), arbitraryPathRule())),
        }),
      ),
    run: async (scope, { resource, rules, form }) => {
      const paths = rules.some((rule) => rule.nonResourceURLs !== undefined);
      scope.note(`${resource}${paths ? " with paths" : ""}`);
      const requirement = paths ? "rbac-objects.paths-in-cluster-roles" : "rbac-objects.rules-kept";
      const stored = await writeAndRead(scope, { resource, form }, { rules }, requirement);
      expectSame("rbac-objects.rules-kept", stored.rules ?? [], rules);
    },
  }),
  property<Written & { role: string; subjects: JsonObject[] }>({
    id: "rbac-objects/subjects-kept",
    title: "The `subjects` of bindings are returned as written, with `apiGroup` defaulted",
    requirements: [
      "rbac-objects.subjects-kept",
      "rbac-objects.binding-of-cluster-role",
      "rbac-objects.user-group-default",
      "rbac-objects.service-account-group-default",
    ],
    version: 3,
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) =>
      fc.oneof(
        fc.record({
          resource: fc.constant("rolebindings"),
          form: writeForm(target),
          role: fc.constantFrom("Role", "ClusterRole"),
          subjects: fc.array(arbitrarySubject()),
        }),
        fc.record({
          resource: fc.constant("clusterrolebindings"),
          form: writeForm(target),
          role: fc.constant("ClusterRole"),
          subjects: fc.array(arbitrarySubject()),
        }),
      ),
    run: async (scope, { resource, role, subjects, form }) => {
      scope.note(`${resource} of a ${role}`);
      const group = `rbac.authorization.${scope.target.dialect.suffix}`;
      const roleRef = { apiGroup: group, kind: role, name: scope.name("role") };
      const requirement = resource === "rolebindings" && role === "ClusterRole"
        ? "rbac-objects.binding-of-cluster-role"
        : "rbac-objects.subjects-kept";
      const fields = { roleRef, subjects };
      const stored = await writeAndRead(scope, { resource, form }, fields, requirement);
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
    run: async (scope) => {
      for (const type of TYPES.map(resourceType)) {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        const query = { labelSelector: scope.selector };
        const response = await scope.send({ method: "GET", path, query });
        const body = asObject(response.json);
        const kind = `${type.kind}List`;
        verify("rbac-objects.list-kinds", {
          holds: response.status === 200 && body?.kind === kind &&
            asObject(body.metadata) !== undefined && Array.isArray(body.items),
          expected: `a ${kind} with metadata and items`,
          actual: describeResponse(response),
        });
      }
    },
  }),
];

/** Returns an arbitrary of the forms of writes, half of them creates. */
function writeForm(target: Target): fc.Arbitrary<Written["form"]> {
  const forms = WRITE_FORMS.filter((form) => supports(target, form));
  return fc.oneof(fc.constantFrom(...CREATES), fc.constantFrom(...forms));
}

/** Creates an object with these fields, or writes them to one, and reads it. */
async function writeAndRead(
  scope: Scope,
  { resource, form }: Written,
  body: JsonObject,
  requirement: RequirementId,
): Promise<JsonObject> {
  const type = resourceType(resource);
  const { roleRef } = body;
  // The reference of a binding cannot be changed.
  const isCreate = form === "create" || form === "create a name";
  const first = isCreate ? body : roleRef === undefined ? {} : { roleRef };
  const own = scope.newObject(type);
  const named = form === "create a name" ? withGeneratedName(own) : own;
  const written = [await scope.create(type, { ...named, ...first })];
  const current = asObject(written[0]!.json);
  if (!isCreate && current !== undefined && written[0]!.status < 300) {
    written.push(await scope.send(changeRequest(scope, type, current, form, body)));
  }
  const { status } = written.at(-1)!;
  // Escalation prevention may forbid the role or binding.
  if (status === 403) {
    throw new Discard("the current identity may not write this role or binding");
  }
  expectSuccess(requirement, written.at(-1)!);
  const path = pathOfObject(scope, type, current ?? {});
  return asObject((await scope.send({ method: "GET", path })).json) ?? {};
}
