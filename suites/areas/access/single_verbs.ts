/**
 * One verb at a time: what it permits, and what it does not.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { actingAs, attempt, settled } from "../../session/access/attempts.ts";
import { VERBS } from "./policy_arbitraries.ts";
import { granting, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

const STATEMENTS = {
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
    title: `Each verb permits its own operation on ${resource}, and no other`,
    requirements: Object.values(STATEMENTS) as [RequirementId],
    level: "must",
    needs: ["impersonation"],
    run: (scope) => holdVerbs(scope, resource),
  })
);

async function holdVerbs(scope: Scope, resource: string): Promise<void> {
  const type = resourceType(resource);
  const group = type.group(scope.target.dialect);
  const made = await scope.create(type, scope.make(type));
  if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
  for (const verb of VERBS) {
    const rule: Rule = { verbs: [verb], apiGroups: [group], resources: [resource] };
    await putPolicy(scope, granting(scope, [rule], [subjectOf(userIn(scope, verb))], verb));
  }
  for (const granted of VERBS) {
    for (const verb of VERBS) {
      const due = verb === granted;
      const asker = actingAs(userIn(scope, granted));
      const named = ["get", "update", "patch", "delete"].includes(verb);
      const request = {
        verb,
        group,
        resource,
        subresource: "",
        name: named ? scope.name("object") : "",
        namespace: scope.namespaces[0],
      };
      const { allowed, said } = await settled(scope, due, () => attempt(scope, request, asker));
      if (allowed === due) continue;
      throw new Violation(STATEMENTS[granted], {
        expected: `the verb ${granted} ${due ? "permits" : "does not permit"} to ${verb}`,
        actual: said,
      });
    }
  }
}
