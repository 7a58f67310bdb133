/**
 * Checks of role changes, bindings to missing roles and invalid subjects.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type {
  ActionOnResource,
  Actor,
  Binding,
  Request,
  Role,
  Subject,
} from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { expectError } from "../../session/violation.ts";
import {
  awaitDecision,
  impersonating,
  type Review,
  sendReview,
  tryRequest,
} from "../../session/access/attempts.ts";
import { type Sender, testUser } from "../../session/access/policy_users.ts";
import { namespaceIn } from "./scoped_policies.ts";
import {
  granting,
  grantingEverywhere,
  onSecrets,
  subjectOf,
  userIn,
} from "../../session/access/small_policies.ts";
import {
  changeRules,
  changeSubjects,
  dropBinding,
  dropRole,
  putBinding,
  putPolicy,
  putRole,
} from "../../session/access/policy_objects.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** Checks of how bindings resolve. */
export const BINDING_RESOLUTION: readonly Check[] = [
  example({
    id: "access/changed-rules",
    title: "A change of a role's rules takes effect for the subjects bound to it",
    requirements: ["access.changed-rules-apply"],
    needs: ["another identity or impersonation"],
    run: async (scope) => {
      await expectChange(scope, granting, [["get"], ["list"], [], ["get", "list"]]);
      await expectChange(scope, grantingEverywhere, [[], ["list"], ["get", "list"], []]);
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
      "access.decision-despite-error",
    ],
    version: 2,
    needs: ["impersonation"],
    run: async (scope) => {
      for (const kind of ["Role", "ClusterRole"] as const) {
        for (const subject of ["User", "Group"] as const) {
          await expectUnresolvable(scope, { kind, subject, everywhere: false });
        }
      }
      for (const subject of ["User", "Group"] as const) {
        await expectUnresolvable(scope, { kind: "ClusterRole", subject, everywhere: true });
      }
    },
  }),
  example({
    id: "access/literal-subjects",
    title: "A subject whose name is or ends in `*` is no pattern",
    requirements: ["access.only-those-bound"],
    run: async (scope) => {
      const actor = { ...userIn(scope, "ann"), groups: [userIn(scope, "members").user] };
      const names = ["*", `${actor.user.slice(0, -1)}*`, `${actor.groups[0]!.slice(0, -1)}*`];
      const subjects = (["User", "Group"] as const).flatMap((kind): Subject[] =>
        names.map((name) => ({ kind, name }))
      );
      const policy = granting(scope, [onSecrets(["get"])], subjects);
      await putPolicy(scope, policy);
      const [binding] = policy.bindings;
      // The binding takes effect: one more subject is permitted what it grants.
      const other = userIn(scope, "ben");
      await changeSubjects(scope, { ...binding, subjects: [...subjects, subjectOf(other)] });
      const request = getOfSecret(scope);
      const known = await awaitDecision(
        scope,
        true,
        () => sendReview(scope, "subject", other, request),
      );
      if (!known.allowed) throw new Discard("the binding has no effect");
      const { allowed, description } = await sendReview(scope, "subject", actor, request);
      verify("access.only-those-bound", {
        holds: allowed === false,
        expected: `${actor.user} not allowed by a binding of ${names.join(", ")}`,
        actual: description,
      });
    },
  }),
  ...([
    ["user", "User", "access.user-with-namespace-reported"],
    ["group", "Group", "access.group-with-namespace-reported"],
  ] as const).map(([word, kind, requirement]) =>
    example({
      id: `access/${word}-with-namespace`,
      title: `A ${kind} subject with a namespace is rejected or reported`,
      requirements: [requirement],
      version: 2,
      early: true,
      run: async (scope) => {
        const [namespace] = scope.namespaces;
        const subject = { kind, name: userIn(scope, word).user, namespace } as Subject;
        const policy = granting(scope, [onSecrets(["get"])], [subject]);
        const role = await putRole(scope, policy.roles[0]!);
        if (role.status >= 300) throw rejected(role, "the role could not be created");
        await awaitRole(scope, policy.bindings[0]);
        await expectRejectedOrReported(scope, policy.bindings[0], requirement, {
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
    version: 2,
    run: async (scope) => {
      const actor = userIn(scope, "ann");
      const subject = { kind: "Plumber", name: actor.user } as unknown as Subject;
      const policy = granting(scope, [onSecrets(["get"])], [subject]);
      const role = await putRole(scope, policy.roles[0]!);
      if (role.status >= 300) throw rejected(role, "the role could not be created");
      const [binding] = policy.bindings;
      await awaitRole(scope, binding);
      await expectRejectedOrReported(scope, binding, "access.unknown-subject-reported", actor);
    },
  }),
];

/** Changes the verbs of a role several times and checks get and list after each change. */
async function expectChange(
  scope: Scope,
  grant: typeof granting | typeof grantingEverywhere,
  verbLists: readonly (readonly string[])[],
): Promise<void> {
  const { sender, subject } = await testUser(scope, grant.name);
  const rules = (verbs: readonly string[]) => verbs.length > 0 ? [onSecrets(verbs)] : [];
  const policy = grant(scope, rules(verbLists[0]!), [subject], grant.name);
  await putPolicy(scope, policy);
  for (const [number, verbs] of verbLists.entries()) {
    if (number > 0) {
      // The second change must win.
      await changeRules(scope, { ...policy.roles[0]!, rules: rules(["watch"]) });
      await changeRules(scope, { ...policy.roles[0]!, rules: rules(verbs) });
    }
    for (const verb of ["get", "list"]) {
      const request = { ...getOfSecret(scope), verb, ...(verb === "list" && { name: "" }) };
      await expectDecision(
        scope,
        sender,
        request,
        verbs.includes(verb),
        "access.changed-rules-apply",
      );
    }
  }
  // The second identity may have no other grant.
  await dropBinding(scope, policy.bindings[0]);
}

async function expectUnresolvable(
  scope: Scope,
  { kind, subject, everywhere }: {
    readonly kind: "Role" | "ClusterRole";
    readonly subject: "User" | "Group";
    /** Bound by a ClusterRoleBinding. */
    readonly everywhere: boolean;
  },
): Promise<void> {
  const [namespace] = scope.namespaces;
  const words = `${kind} ${subject}${everywhere ? " everywhere" : ""}`;
  const name = scope.name(words);
  const [user, group] = [words, `group ${words}`]
    .map((each) => userIn(scope, each.replaceAll(" ", "-")).user);
  const actor: Actor = { user: user!, groups: [group!] };
  const role: Role = {
    name,
    namespace: kind === "Role" ? namespace : undefined,
    rules: [onSecrets(["get"])],
  };
  // A role of that name in another namespace is another role.
  const elsewhere = namespaceIn(scope, 1);
  if (elsewhere !== namespace) await putRole(scope, { ...role, namespace: elsewhere });
  const subjects = [{ kind: subject, name: subject === "User" ? user! : group! }];
  const binding = { name, ...(!everywhere && { namespace }), role: { kind, name }, subjects };
  const bound = await putBinding(scope, binding);
  if (bound.status >= 300) throw rejected(bound, "the binding could not be created");
  const request = getOfSecret(scope);
  // A report of the missing role shows that the binding has taken effect.
  const reported = await awaitDecision(scope, true, async () => {
    const { allowed, status, description } = await sendReview(scope, "subject", actor, request);
    return { allowed: allowed === false && isReported(status), decision: allowed, description };
  });
  verify("access.unresolvable-role-grants-nothing", {
    holds: reported.decision === false,
    expected: "not allowed, as the role does not exist",
    actual: reported.description,
  });
  verify("access.unresolvable-role-reported", {
    holds: reported.allowed === true,
    expected: "a reason or an evaluationError",
    actual: reported.description,
  });
  await expectReports(scope, actor, request, everywhere);
  await expectDecision(
    scope,
    impersonating(actor),
    request,
    false,
    "access.unresolvable-role-grants-nothing",
  );
  await expectOtherGrant(scope, actor, words);
  const later = await putRole(scope, role);
  if (later.status >= 300) throw rejected(later, "the role could not be created");
  await expectDecision(
    scope,
    impersonating(actor),
    request,
    true,
    "access.role-created-later-applies",
  );
  await dropRole(scope, role);
  await expectDecision(
    scope,
    impersonating(actor),
    request,
    false,
    "access.unresolvable-role-grants-nothing",
  );
}

/** Checks that each kind of review reports the missing role, and one of a path where it concerns it. */
async function expectReports(
  scope: Scope,
  actor: Actor,
  request: ActionOnResource,
  everywhere: boolean,
): Promise<void> {
  const path: Request = { verb: "get", path: `/${scope.name("path")}` };
  const other: Request = { ...request, verb: "list", name: "" };
  const asked: readonly (readonly [Review, Request])[] = [
    ["local", other],
    ["self", request],
    // A RoleBinding says nothing of paths.
    ...(everywhere ? [["subject", path], ["self", path]] as const : []),
  ];
  for (const [review, one] of asked) {
    const { allowed, description } = await awaitDecision(scope, true, async () => {
      const found = await sendReview(scope, review, actor, one);
      return { ...found, allowed: found.allowed === false && isReported(found.status) };
    });
    verify("access.unresolvable-role-reported", {
      holds: allowed,
      expected: `a reason or an evaluationError in the ${review} review of ${JSON.stringify(one)}`,
      actual: description,
    });
  }
}

/** Checks that another binding of the same subject counts beside the one to a missing role. */
async function expectOtherGrant(scope: Scope, actor: Actor, words: string): Promise<void> {
  const policy = granting(scope, [onSecrets(["list"])], [subjectOf(actor)], `other ${words}`);
  await putPolicy(scope, policy);
  const request = { ...getOfSecret(scope), verb: "list", name: "" };
  for (const review of ["subject", "local", "self"] as const) {
    const decision = await awaitDecision(
      scope,
      true,
      () => sendReview(scope, review, actor, request),
    );
    verify("access.decision-despite-error", {
      holds: decision.allowed === true,
      expected: `${review} review allowed by another binding`,
      actual: decision.description,
    });
  }
  await expectDecision(scope, impersonating(actor), request, true, "access.decision-despite-error");
}

/** Returns a get of a secret of the scope. */
function getOfSecret(scope: Scope): ActionOnResource {
  const [namespace] = scope.namespaces;
  const name = scope.name("x");
  return { verb: "get", group: "", resource: "secrets", subresource: "", name, namespace };
}

async function expectDecision(
  scope: Scope,
  sender: Sender,
  request: ActionOnResource,
  shouldAllow: boolean,
  requirement: RequirementId,
): Promise<void> {
  const { allowed, description } = await awaitDecision(
    scope,
    shouldAllow,
    () => tryRequest(scope, request, sender),
  );
  verify(requirement, {
    holds: allowed === shouldAllow,
    expected: `${request.verb} is ${shouldAllow ? "allowed" : "forbidden"}`,
    actual: description,
  });
}

/**
 * Waits until the role of a binding takes effect for another user: until then a review may report
 * that the role is missing, which is no report of a subject.
 */
async function awaitRole(scope: Scope, binding: Binding): Promise<void> {
  const actor = userIn(scope, "other");
  const { role, namespace } = binding;
  await putBinding(scope, {
    name: scope.name("other grant"),
    namespace,
    role,
    subjects: [subjectOf(actor)],
  });
  await awaitDecision(scope, true, () => sendReview(scope, "subject", actor, getOfSecret(scope)));
}

async function expectRejectedOrReported(
  scope: Scope,
  binding: Binding,
  requirement: RequirementId,
  actor: Actor,
): Promise<void> {
  const bound = await putBinding(scope, binding);
  if (bound.status === 403) {
    throw new Discard("the current identity may not create this binding");
  }
  if (bound.status >= 300) {
    expectError(requirement, bound);
    return;
  }
  const review = await awaitDecision(scope, true, async () => {
    const { status, description } = await sendReview(scope, "subject", actor, getOfSecret(scope));
    return { allowed: isReported(status, "error"), description };
  });
  verify(requirement, {
    holds: review.allowed === true,
    expected: "an error in the review",
    actual: review.description,
  });
}

/** Returns true if a review status reports a problem; some servers do so in `reason`. */
function isReported(status: JsonObject, where: "anywhere" | "error" = "anywhere"): boolean {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  // Allowed reviews always have a reason.
  return isText(status.evaluationError) ||
    (where === "anywhere" || status.allowed !== true) && isText(status.reason);
}
