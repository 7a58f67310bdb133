/**
 * Checks of privilege escalation by every form of a write, to each kind of role and binding.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import type { Rule } from "../../model/access/policy.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, decisionOf } from "../../session/access/attempts.ts";
import { putPolicy, putRole } from "../../session/access/policy_objects.ts";
import { testUser } from "../../session/access/policy_users.ts";
import { grantingEverywhere } from "../../session/access/small_policies.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";

const RESOURCES = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"] as const;

/** Returns a rule about an unserved resource. */
const ruleFor = (verb: "get" | "list"): Rule => ({
  verbs: [verb],
  apiGroups: ["plumbline.invalid"],
  resources: ["pipes"],
});

/** Checks of escalation by each form. */
export const ESCALATION_FORMS: readonly Check[] = [
  property<typeof RESOURCES[number]>({
    id: "access/escalation-forms",
    title: "No form of a write lets a user permit or bind more than their own permissions",
    requirements: [
      "access.no-escalation",
      "access.role-within-own-permissions",
      "access.no-escalation-by-binding",
      "access.binding-within-own-permissions",
    ],
    needs: ["another identity or impersonation"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated(() => [...RESOURCES]),
    run: async (scope, resource) => {
      const user = await testUser(scope, "author");
      const apiGroups = [`rbac.authorization.${scope.target.dialect.suffix}`];
      const writes: Rule = {
        verbs: ["create", "update", "patch"],
        apiGroups,
        resources: [...RESOURCES],
      };
      await putPolicy(scope, grantingEverywhere(scope, [ruleFor("get"), writes], [user.subject]));
      const forms = ["create", ...WRITE_FORMS.filter((form) => supports(scope.target, form))];
      for (const verb of ["get", "list"] as const) {
        for (const form of forms as readonly ("create" | WriteForm)[]) {
          scope.note(form);
          const shouldAllow = verb === "get";
          const request = await requestFor(scope, resource, form, verb);
          const headers = { ...request.headers, ...user.sender.headers };
          const { allowed, description } = await awaitDecision(
            scope,
            shouldAllow,
            async () => decisionOf(await scope.send({ ...request, ...user.sender, headers })),
          );
          const word = resource.endsWith("bindings") ? "binding" : "role";
          verify(
            shouldAllow
              ? `access.${word}-within-own-permissions`
              : word === "role"
              ? "access.no-escalation"
              : "access.no-escalation-by-binding",
            {
              holds: allowed === shouldAllow,
              expected: `${shouldAllow ? "allowed" : "forbidden"}: ${form} of ${resource}`,
              actual: description,
            },
          );
        }
      }
    },
  }),
];

/** Returns a write that permits a verb to another user; an object that exists permits nothing yet. */
async function requestFor(
  scope: Scope,
  resource: typeof RESOURCES[number],
  form: "create" | WriteForm,
  verb: "get" | "list",
): Promise<HttpRequest> {
  const type = resourceType(resource);
  const { dialect } = scope.target;
  const name = `${form} ${verb}`;
  const rules = [ruleFor(verb)];
  const empty: JsonObject = scope.newObject(type, { name });
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const apiGroup = `rbac.authorization.${dialect.suffix}`;
  let object: JsonObject = { ...empty, rules: [] };
  let change: JsonObject = { rules: rules as unknown as JsonObject[] };
  if (resource.endsWith("bindings")) {
    const role = scope.name(`may ${name}`);
    const made = await putRole(scope, { name: role, namespace: undefined, rules });
    if (made.status >= 300) throw rejected(made, "the role could not be created");
    object = { ...empty, roleRef: { apiGroup, kind: "ClusterRole", name: role }, subjects: [] };
    change = { subjects: [{ apiGroup, kind: "User", name: `plumbline:${scope.id}:friend` }] };
  }
  if (form === "create") {
    const path = collectionPath(type, dialect, namespace);
    return { method: "POST", path, body: { ...object, ...change } };
  }
  const created = await scope.create(type, object);
  if (created.status >= 300) throw rejected(created, "the object could not be created");
  return changeRequest(scope, type, object, form, change);
}
