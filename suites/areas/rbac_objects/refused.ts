/**
 * Roles and bindings that cannot be.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { expectRefusal } from "../../session/violation.ts";
import { pathRule, resourceRule, subject } from "./drawn.ts";

const roles = () => fc.constantFrom("roles", "clusterroles");
const bindings = () => fc.constantFrom("rolebindings", "clusterrolebindings");

/** An object that must be refused. */
interface Refused {
  readonly requirement: RequirementId;
  readonly resource: string;
  /** The fields that replace those of a valid one. */
  readonly body: JsonObject;
  /** Replaces fields of a valid roleRef. */
  readonly roleRef?: JsonObject;
}

/** What the interface's text refuses. */
function refusedByText(): fc.Arbitrary<Refused> {
  const rules = (requirement: RequirementId, rule: fc.Arbitrary<JsonObject>, resource = roles()) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource,
      body: fc.tuple(rule, fc.array(resourceRule(), { maxLength: 2 }))
        .map(([bad, good]) => ({ rules: [...good, bad] })),
    });
  const subjects = (requirement: RequirementId, lost: string) =>
    fc.record({
      requirement: fc.constant(requirement),
      resource: bindings(),
      body: subject().map((each) => ({ subjects: [{ ...each, [lost]: "" }] })),
    });
  const reference = (requirement: RequirementId, resource: string, roleRef: JsonObject) =>
    fc.constant({ requirement, resource, body: {}, roleRef });
  return fc.oneof(
    rules("rbac-objects.rule-needs-verbs", resourceRule().map((rule) => ({ ...rule, verbs: [] }))),
    rules(
      "rbac-objects.rule-of-one-sort",
      fc.tuple(resourceRule(), pathRule()).map(([one, other]) => ({ ...one, ...other })),
      fc.constant("clusterroles"),
    ),
    subjects("rbac-objects.subject-needs-name", "name"),
    subjects("rbac-objects.subject-needs-kind", "kind"),
    reference("rbac-objects.binding-needs-role-name", "rolebindings", { name: "" }),
    reference("rbac-objects.binding-needs-role-name", "clusterrolebindings", { name: "" }),
    reference("rbac-objects.binding-needs-role-kind", "rolebindings", { kind: "" }),
    reference("rbac-objects.binding-needs-role-kind", "clusterrolebindings", { kind: "" }),
    reference("rbac-objects.cluster-binding-of-cluster-role", "clusterrolebindings", {
      kind: "Role",
    }),
  );
}

/** What real servers refuse besides. */
function refusedByConvention(): fc.Arbitrary<Refused> {
  return fc.oneof(
    pathRule().map((rule) => ({
      requirement: "rbac-objects.no-paths-in-roles" as const,
      resource: "roles",
      body: { rules: [rule] },
    })),
    bindings().map((resource) => ({
      requirement: "rbac-objects.subject-of-known-kind" as const,
      resource,
      body: { subjects: [{ kind: "Plumber", name: "plumbline-nobody" }] },
    })),
  );
}

/** Bindings of somebody, and of nobody. */
const SUBJECTS: readonly (readonly [name: string, fields: JsonObject])[] = [
  ["object", {}],
  ["nobody", { subjects: [] }],
];

/** Checks of refusals. */
export const REFUSED: readonly Check[] = [
  property<readonly Refused[]>({
    id: "rbac-objects/refused",
    title: "A role or binding that lacks what it needs is refused",
    requirements: [
      "rbac-objects.rule-needs-verbs",
      "rbac-objects.rule-of-one-sort",
      "rbac-objects.subject-needs-name",
      "rbac-objects.subject-needs-kind",
      "rbac-objects.binding-needs-role-name",
      "rbac-objects.binding-needs-role-kind",
      "rbac-objects.cluster-binding-of-cluster-role",
    ],
    level: "must",
    arbitrary: () => several(refusedByText()),
    run: refuseAll,
  }),
  property<readonly Refused[]>({
    id: "rbac-objects/refused-by-convention",
    title: "A role or binding that could have no effect is refused",
    requirements: [
      "rbac-objects.no-paths-in-roles",
      "rbac-objects.subject-of-known-kind",
    ],
    level: "convention",
    arbitrary: () => several(refusedByConvention()),
    run: refuseAll,
  }),
  example({
    id: "rbac-objects/role-ref-fixed",
    title: "A binding keeps its roleRef for life",
    requirements: ["rbac-objects.role-ref-fixed"],
    level: "convention",
    run: async (scope) => {
      for (const type of ["rolebindings", "clusterrolebindings"].map(resourceType)) {
        const kind = type.namespaced ? "ClusterRole" : "Role";
        for (const [name, fields] of SUBJECTS) {
          const made = await scope.create(type, { ...scope.make(type, { name }), ...fields });
          if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
          const collection = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
          const path = `${collection}/${scope.name(name)}`;
          const headers = { "content-type": "application/merge-patch+json" };
          for (const roleRef of [{ name: scope.name("another") }, { kind }]) {
            const body = { roleRef };
            const answer = await scope.send({ method: "PATCH", path, headers, body });
            expectRefusal("rbac-objects.role-ref-fixed", answer);
          }
        }
      }
    },
  }),
];

/** Nothing is made of them, so that many fit into one case. */
function several(refused: fc.Arbitrary<Refused>): fc.Arbitrary<readonly Refused[]> {
  return fc.array(refused, { minLength: 2, maxLength: 6, size: "max" });
}

async function refuseAll(scope: Scope, refused: readonly Refused[]): Promise<void> {
  for (const each of refused) await refuse(scope, each);
}

async function refuse(
  scope: Scope,
  { requirement, resource, body, roleRef }: Refused,
): Promise<void> {
  const type = resourceType(resource);
  const valid = scope.make(type);
  const reference = roleRef && { roleRef: { ...valid.roleRef as JsonObject, ...roleRef } };
  const answer = await scope.create(type, { ...valid, ...body, ...reference });
  scope.note(requirement.split(".")[1]!);
  expectRefusal(requirement, answer);
}
