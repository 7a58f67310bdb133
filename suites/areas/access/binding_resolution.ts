/**
 * Roles and bindings that change, and references that lead nowhere.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { Actor, Binding, ResourceRequest, Role, Subject } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { expectRefusal } from "../../session/violation.ts";
import { actingAs, ask, attempt, settled } from "../../session/access/attempts.ts";
import { placeIn } from "./scoped_policies.ts";
import {
  granting,
  grantingEverywhere,
  onSecrets,
  subjectOf,
  userIn,
} from "../../session/access/small_policies.ts";
import {
  changeRules,
  dropRole,
  putBinding,
  putPolicy,
  putRole,
} from "../../session/access/policy_objects.ts";

/** Checks of changes. */
export const CHANGES: readonly Check[] = [
  example({
    id: "access/changed-rules",
    title: "A change of a role's rules takes effect for the subjects bound to it",
    requirements: ["access.changed-rules-apply"],
    level: "must",
    needs: ["impersonation"],
    run: async (scope) => {
      await holdChange(scope, granting, [["get"], ["list"], [], ["get", "list"]]);
      await holdChange(scope, grantingEverywhere, [[], ["list"], ["get", "list"], []]);
    },
  }),
  example({
    id: "access/unresolvable-role",
    title:
      "A binding to a missing role grants nothing, is reported, and takes effect once the role exists",
    requirements: [
      "access.unresolvable-role-grants-nothing",
      "access.unresolvable-role-reported",
      "access.role-created-later-applies",
    ],
    level: "must",
    needs: ["impersonation"],
    run: async (scope) => {
      for (const kind of ["Role", "ClusterRole"] as const) {
        for (const subject of ["User", "Group"] as const) {
          await holdUnresolvable(scope, kind, subject);
        }
      }
    },
  }),
  ...([
    ["user", "User", "access.user-with-namespace-reported"],
    ["group", "Group", "access.group-with-namespace-reported"],
  ] as const).map(([word, kind, requirement]) =>
    example({
      id: `access/${word}-with-namespace`,
      title: `A ${word} with a namespace in a binding is refused, or reported to whom it means`,
      requirements: [requirement],
      level: "must",
      run: async (scope) => {
        const [namespace] = scope.namespaces;
        const subject = { kind, name: userIn(scope, word).user, namespace } as Subject;
        const policy = granting(scope, [onSecrets(["get"])], [subject]);
        const role = await putRole(scope, policy.roles[0]!);
        if (role.status >= 300) throw new Discard(`the role could not be made: ${role.status}`);
        await refusedOrReported(scope, policy.bindings[0], requirement, {
          user: kind === "User" ? subject.name : userIn(scope, "member").user,
          groups: kind === "Group" ? [subject.name] : [],
        });
      },
    })
  ),
  example({
    id: "access/unknown-subject-kind",
    title: "A subject of an unknown kind is rejected or reported",
    requirements: ["access.unknown-subject-reported"],
    level: "must",
    run: async (scope) => {
      const actor = userIn(scope, "ann");
      const subject = { kind: "Plumber", name: actor.user } as unknown as Subject;
      const policy = granting(scope, [onSecrets(["get"])], [subject]);
      const role = await putRole(scope, policy.roles[0]!);
      if (role.status >= 300) throw new Discard(`the role could not be made: ${role.status}`);
      const [binding] = policy.bindings;
      await refusedOrReported(scope, binding, "access.unknown-subject-reported", actor);
    },
  }),
];

/** Gives a role one list of verbs after the other, and holds both reads against each. */
async function holdChange(
  scope: Scope,
  give: typeof granting | typeof grantingEverywhere,
  lists: readonly (readonly string[])[],
): Promise<void> {
  const actor = userIn(scope, give.name);
  const rules = (verbs: readonly string[]) => verbs.length > 0 ? [onSecrets(verbs)] : [];
  const policy = give(scope, rules(lists[0]!), [subjectOf(actor)], give.name);
  await putPolicy(scope, policy);
  for (const [number, verbs] of lists.entries()) {
    if (number > 0) {
      // Two changes in a row: the last one counts.
      await changeRules(scope, { ...policy.roles[0]!, rules: rules(["watch"]) });
      await changeRules(scope, { ...policy.roles[0]!, rules: rules(verbs) });
    }
    for (const verb of ["get", "list"]) {
      const request = { ...reading(scope), verb, ...(verb === "list" && { name: "" }) };
      await hold(scope, actor, request, verbs.includes(verb), "access.changed-rules-apply");
    }
  }
}

async function holdUnresolvable(
  scope: Scope,
  kind: "Role" | "ClusterRole",
  subject: "User" | "Group",
): Promise<void> {
  const [namespace] = scope.namespaces;
  const name = scope.name(`${kind} ${subject}`);
  const group = userIn(scope, `${kind}-${subject}-group`).user;
  const actor: Actor = { user: userIn(scope, `${kind}-${subject}`).user, groups: [group] };
  const role: Role = {
    name,
    namespace: kind === "Role" ? namespace : undefined,
    rules: [onSecrets(["get"])],
  };
  // A role of that name in another namespace is another role.
  const elsewhere = placeIn(scope, 1);
  if (elsewhere !== namespace) await putRole(scope, { ...role, namespace: elsewhere });
  const subjects = [{ kind: subject, name: subject === "User" ? actor.user : group }];
  const made = await putBinding(scope, { name, namespace, role: { kind, name }, subjects });
  if (made.status >= 300) throw new Discard(`the binding could not be made: ${made.status}`);
  const request = reading(scope);
  // Once the report of the missing role is there, the binding is known.
  const reported = await settled(scope, true, async () => {
    const { allowed, status, said } = await ask(scope, "subject", actor, request);
    return { allowed: allowed === false && isReported(status), decision: allowed, said };
  });
  if (reported.decision !== false) {
    const facts = { expected: "not allowed, as the role is not there", actual: reported.said };
    throw new Violation("access.unresolvable-role-grants-nothing", facts);
  }
  if (!reported.allowed) {
    const facts = { expected: "a reason or an evaluationError", actual: reported.said };
    throw new Violation("access.unresolvable-role-reported", facts);
  }
  await hold(scope, actor, request, false, "access.unresolvable-role-grants-nothing");
  const later = await putRole(scope, role);
  if (later.status >= 300) throw new Discard(`the role could not be made: ${later.status}`);
  await hold(scope, actor, request, true, "access.role-created-later-applies");
  await dropRole(scope, role);
  await hold(scope, actor, request, false, "access.unresolvable-role-grants-nothing");
}

/** Reads a secret of the scope's own. */
function reading(scope: Scope): ResourceRequest {
  const [namespace] = scope.namespaces;
  const name = scope.name("x");
  return { verb: "get", group: "", resource: "secrets", subresource: "", name, namespace };
}

async function hold(
  scope: Scope,
  actor: Actor,
  request: ResourceRequest,
  due: boolean,
  requirement: RequirementId,
): Promise<void> {
  const asker = actingAs(actor);
  const { allowed, said } = await settled(scope, due, () => attempt(scope, request, asker));
  if (allowed === due) return;
  const expected = `${request.verb} is ${due ? "allowed" : "refused"}`;
  throw new Violation(requirement, { expected, actual: said });
}

async function refusedOrReported(
  scope: Scope,
  binding: Binding,
  requirement: RequirementId,
  actor: Actor,
): Promise<void> {
  const made = await putBinding(scope, binding);
  if (made.status === 403) throw new Discard("who asks may not make such a binding");
  if (made.status >= 300) return expectRefusal(requirement, made);
  const found = await settled(scope, true, async () => {
    const { status, said } = await ask(scope, "subject", actor, reading(scope));
    return { allowed: isReported(status, "error"), said };
  });
  if (found.allowed) return;
  throw new Violation(requirement, { expected: "an error in the review", actual: found.said });
}

/** Whether a review says that something hindered it: some servers do so in the reason. */
function isReported(status: JsonObject, where: "anywhere" | "error" = "anywhere"): boolean {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  // What is allowed always has a reason.
  return isText(status.evaluationError) ||
    (where === "anywhere" || status.allowed !== true) && isText(status.reason);
}
