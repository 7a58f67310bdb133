/**
 * Permissions after the namespace of their binding was deleted.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { Policy } from "../../model/access/policy.ts";
import { awaitDecision, sendReview } from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { onSecrets, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { createNamespace, deleteNamespace } from "../../session/own_namespace.ts";
import { verify } from "../../verify.ts";

/** Checks of deleted namespaces. */
export const DELETED_NAMESPACES: readonly Check[] = [
  example({
    id: "access/deleted-namespaces",
    title: "A RoleBinding grants nothing after its namespace was deleted, nor in one of its name",
    requirements: ["access.deleted-namespace-revokes"],
    needs: ["created namespaces"],
    run: async (scope) => {
      const namespace = await createNamespace(scope, "gone");
      const actor = userIn(scope, "ann");
      const policy: Policy = {
        roles: [{ name: "own", namespace, rules: [onSecrets(["list"])] }],
        bindings: (["Role", "ClusterRole"] as const).map((kind) => ({
          name: kind.toLowerCase(),
          namespace,
          role: { kind, name: kind === "Role" ? "own" : scope.name("whole") },
          subjects: [subjectOf(actor)],
        })),
      };
      const whole = { name: scope.name("whole"), rules: [onSecrets(["watch"])] };
      await putPolicy(scope, { ...policy, roles: [...policy.roles, whole] });
      const decide = (verb: string, isExpected: boolean) =>
        awaitDecision(scope, isExpected, () =>
          sendReview(scope, "subject", actor, {
            ...{ verb, group: "", resource: "secrets", subresource: "", name: "", namespace },
          }));
      const verbs = ["list", "watch"];
      for (const verb of verbs) {
        const { allowed } = await decide(verb, true);
        if (!allowed) throw new Discard("the binding has no effect");
      }
      if (!await deleteNamespace(scope, namespace)) {
        throw new Discard("nothing empties the deleted namespace");
      }
      for (const moment of ["after", "in another of the name after"]) {
        if (moment !== "after") await createNamespace(scope, "gone");
        for (const verb of verbs) {
          const { allowed, description } = await decide(verb, false);
          verify("access.deleted-namespace-revokes", {
            holds: allowed === false,
            expected: `${verb} not allowed ${moment} the deletion of the namespace`,
            actual: description,
          });
        }
      }
      await deleteNamespace(scope, namespace);
    },
  }),
];
