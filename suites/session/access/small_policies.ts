/**
 * Small policies of one role and one binding, for checks that need no more.
 *
 * @module
 */
import type { Actor, Binding, Policy, Rule, Subject } from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";

/** Returns the name of a user or group that only this scope uses. */
export function ownSubject(scope: Scope, name: string): string {
  return `plumbline:${scope.id}:${name}`;
}

/** Returns a user that only this scope uses, in no group. */
export function userIn(scope: Scope, name: string): Actor {
  return { user: ownSubject(scope, name), groups: [] };
}

/** Returns a user as a subject. */
export function subjectOf({ user }: Actor): Subject {
  return { kind: "User", name: user };
}

/** Returns a Role in the scope's first namespace, bound to subjects. */
export function granting(
  scope: Scope,
  rules: readonly Rule[],
  subjects: readonly Subject[],
  words = "grant",
): Policy & { readonly bindings: readonly [Binding] } {
  const [namespace] = scope.namespaces;
  const name = scope.name(words);
  return {
    roles: [{ name, namespace, rules }],
    bindings: [{ name, namespace, role: { kind: "Role", name }, subjects }],
  };
}

/** Returns a ClusterRole, bound to subjects in all namespaces. */
export function grantingEverywhere(
  scope: Scope,
  rules: readonly Rule[],
  subjects: readonly Subject[],
  words = "grant",
): Policy & { readonly bindings: readonly [Binding] } {
  const name = scope.name(words);
  return {
    roles: [{ name, rules }],
    bindings: [{ name, role: { kind: "ClusterRole", name }, subjects }],
  };
}

/** Returns a rule for secrets. */
export function onSecrets(verbs: readonly string[], names: readonly string[] = []): Rule {
  return {
    verbs,
    apiGroups: [""],
    resources: ["secrets"],
    ...(names.length > 0 && { resourceNames: names }),
  };
}
