/**
 * Checks of the operation that each verb permits.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, impersonating, tryRequest } from "../../session/access/attempts.ts";
import { VERBS } from "./policy_arbitraries.ts";
import { granting, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

const REQUIREMENTS_BY_VERB = {
  get: "access.verb-get",
  list: "access.verb-list",
  watch: "access.verb-watch",
  create: "access.verb-create",
  update: "access.verb-update",
  patch: "access.verb-patch",
  delete: "access.verb-delete",
  deletecollection: "access.verb-deletecollection",
} as const satisfies Record<typeof VERBS[number], RequirementId>;

/** Checks of single verbs. */
export const SINGLE_VERBS: readonly Check[] = ["secrets", "deployments"].map((resource) =>
  example({
    id: `access/verbs-of-${resource}`,
    title: `Each verb permits its own operation on ${resource} and no other`,
    requirements: Object.values(REQUIREMENTS_BY_VERB) as [RequirementId],
    level: "must",
    needs: ["impersonation"],
    run: (scope) => expectVerbs(scope, resource),
  })
);

async function expectVerbs(scope: Scope, resource: string): Promise<void> {
  const type = resourceType(resource);
  const group = type.group(scope.target.dialect);
  const created = await scope.create(type, scope.newObject(type));
  if (created.status >= 300) {
    throw new Discard(`the object could not be created: ${created.status}`);
  }
  for (const verb of VERBS) {
    const rule: Rule = { verbs: [verb], apiGroups: [group], resources: [resource] };
    await putPolicy(scope, granting(scope, [rule], [subjectOf(userIn(scope, verb))], verb));
  }
  for (const granted of VERBS) {
    for (const verb of VERBS) {
      const shouldAllow = verb === granted;
      const sender = impersonating(userIn(scope, granted));
      const named = ["get", "update", "patch", "delete"].includes(verb);
      const request = {
        verb,
        group,
        resource,
        subresource: "",
        name: named ? scope.name("object") : "",
        namespace: scope.namespaces[0],
      };
      const { allowed, description } = await awaitDecision(
        scope,
        shouldAllow,
        () => tryRequest(scope, request, sender),
      );
      if (allowed === shouldAllow) continue;
      throw new Violation(REQUIREMENTS_BY_VERB[granted], {
        expected: `the permission to ${granted} ${
          shouldAllow ? "permits" : "does not permit"
        } to ${verb}`,
        actual: description,
      });
    }
  }
}
