/**
 * Nobody gives away more than they hold: roles and bindings written by somebody with few
 * permissions.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, property, Violation } from "../check.ts";
import { holds } from "../model/access/cover.ts";
import { grantsOf } from "../model/access/grants.ts";
import type { Policy, Rule } from "../model/access/policy.ts";
import { collectionPath, resourceType } from "../resources/mod.ts";
import type { ObjectJson, Scope } from "../runner/scope.ts";
import { actingAs, decisionOf, settled } from "./attempt.ts";
import { granting, subjectOf, userIn } from "./people.ts";
import { bindingObject, putPolicy, putRole, roleObject } from "./put.ts";

interface Case {
  readonly held: readonly Rule[];
  readonly wanted: readonly Rule[];
  /** The verb that lifts the bounds. */
  readonly lifted: boolean;
}

/** Rules for a made-up group: what they permit, nobody serves. */
const rule = (): fc.Arbitrary<Rule> =>
  fc.record({
    verbs: fc.oneof(
      { weight: 4, arbitrary: fc.subarray(["get", "list"], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant(["*"]) },
    ),
    apiGroups: fc.constant(["plumbline.invalid"]),
    resources: fc.oneof(
      { weight: 4, arbitrary: fc.subarray(["pipes", "pipes/status"], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant(["*"]) },
    ),
    resourceNames: fc.oneof(fc.constant([]), fc.subarray(["x", "y"])),
  });

const drawn = () =>
  fc.record({
    held: fc.array(rule(), { minLength: 1, maxLength: 2 }),
    wanted: fc.array(rule(), { minLength: 1, maxLength: 2 }),
    lifted: fc.nat(4).map((number) => number === 0),
  }).chain((one) =>
    // Half of the time a part of what is held is wanted.
    fc.boolean().map((part): Case => part ? { ...one, wanted: one.held.slice(0, 1) } : one)
  );

/** Checks of escalation. */
export const ESCALATION: readonly Check[] = [
  property<Case>({
    id: "access/escalation",
    title: "A role is refused to who does not hold all that it permits, unless they may escalate",
    requirements: [
      "access.no-escalation",
      "access.held-can-be-given",
      "access.escalate-lifts-bounds",
    ],
    level: "convention",
    needs: ["impersonation"],
    arbitrary: drawn,
    run: async (scope, { held, wanted, lifted }) => {
      const policy = author(scope, held, lifted ? ["create", "escalate"] : ["create"]);
      await putPolicy(scope, policy);
      const [namespace] = scope.namespaces;
      const role = roleObject(scope, { name: scope.name("wanted"), namespace, rules: wanted });
      await hold(scope, "roles", role, { policy, wanted, lifted });
    },
  }),
  property<Case>({
    id: "access/binding-escalation",
    title:
      "A binding is refused to who does not hold all that its role permits, unless they may bind",
    requirements: [
      "access.no-escalation-by-binding",
      "access.held-can-be-bound",
      "access.bind-lifts-bounds",
    ],
    level: "convention",
    needs: ["impersonation"],
    arbitrary: drawn,
    run: async (scope, { held, wanted, lifted }) => {
      const policy = author(scope, held, lifted ? ["bind"] : []);
      const [namespace] = scope.namespaces;
      const role = { name: scope.name("wanted"), namespace, rules: wanted };
      await Promise.all([putPolicy(scope, policy), putRole(scope, role)]);
      const subjects = [subjectOf(userIn(scope, "friend"))];
      const { name } = role;
      const binding = { name, namespace, role: { kind: "Role" as const, name }, subjects };
      await hold(scope, "rolebindings", bindingObject(scope, binding), { policy, wanted, lifted });
    },
  }),
];

/** Somebody who may write roles and bindings, and holds a few things beside. */
function author(scope: Scope, held: readonly Rule[], onRoles: readonly string[]): Policy {
  const group = `rbac.authorization.${scope.target.dialect.suffix}`;
  const writes = (resource: string, verbs: readonly string[]): Rule[] =>
    verbs.length > 0 ? [{ verbs, apiGroups: [group], resources: [resource] }] : [];
  const rules = [...held, ...writes("roles", onRoles), ...writes("rolebindings", ["create"])];
  return granting(scope, rules, [subjectOf(userIn(scope, "author"))]);
}

async function hold(
  scope: Scope,
  resource: "roles" | "rolebindings",
  body: ObjectJson,
  { policy, wanted, lifted }: { policy: Policy } & Pick<Case, "wanted" | "lifted">,
): Promise<void> {
  const actor = userIn(scope, "author");
  const [namespace] = scope.namespaces;
  const grants = grantsOf(policy);
  const held = wanted.every((each) => holds(grants, actor, each, namespace));
  const due = held || lifted;
  const type = resourceType(resource);
  const found = await settled(scope, due, async () =>
    decisionOf(
      await scope.ask({
        method: "POST",
        path: collectionPath(type, scope.target.dialect, namespace),
        query: { dryRun: "All" },
        body,
        ...actingAs(actor),
      }),
    ));
  scope.note(held ? "held" : lifted ? "lifted" : "not held");
  if (found.allowed === due) return;
  const roles = resource === "roles";
  const requirement = !due
    ? roles ? "access.no-escalation" : "access.no-escalation-by-binding"
    : held
    ? roles ? "access.held-can-be-given" : "access.held-can-be-bound"
    : roles
    ? "access.escalate-lifts-bounds"
    : "access.bind-lifts-bounds";
  throw new Violation(requirement, {
    expected: `${due ? "allowed" : "refused"}: ${JSON.stringify(wanted)}`,
    actual: found.said,
  });
}
