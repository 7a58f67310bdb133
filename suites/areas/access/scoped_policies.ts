/**
 * Translates generated policies to the names, namespaces and users of a scope.
 *
 * @module
 */
import {
  accountUser,
  type Actor,
  type Binding,
  type Policy,
  type Role,
  type Rule,
  type Subject,
} from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import { ownSubject } from "../../session/access/small_policies.ts";
import { mayImpersonate, type TestUser, testUser } from "../../session/access/policy_users.ts";
import { resourceType } from "../../resources/mod.ts";
import {
  ACTORS,
  type GeneratedBinding,
  type GeneratedPolicy,
  type GeneratedRole,
  type GeneratedRule,
  type Misspelling,
  POLICY_VERBS,
  SUBJECTS,
  TARGETS,
} from "./policy_arbitraries.ts";

/** A target of rules and requests. */
export type ScopedTarget = typeof TARGETS[number];

/** A scope and the user who plays `ann` in it, the only one who need not be impersonated. */
export interface Cast {
  readonly scope: Scope;
  readonly ann: TestUser;
}

/** What a rule is about, whatever its words are. */
export interface Intended {
  readonly target: ScopedTarget;
  readonly verb: string | undefined;
  readonly name: string | undefined;
}

const intentions = new WeakMap<Rule, Intended>();

/** Returns what a rule of a scoped policy is about. */
export function intendedBy(rule: Rule): Intended {
  return intentions.get(rule) ?? { target: TARGETS[0], verb: rule.verbs[0], name: undefined };
}

/** Returns the cast of a scope. */
export async function castOf(scope: Scope): Promise<Cast> {
  return { scope, ann: await testUser(scope, "ann") };
}

/** Returns the namespace with this index, modulo their number. */
export function namespaceIn({ namespaces }: Scope, index: number): string {
  return namespaces[index % namespaces.length]!;
}

/** Returns the API group of a target. */
export function groupOf(scope: Scope, { group }: { readonly group: string }): string {
  return group.includes(".") ? `${group}.${scope.target.dialect.suffix}` : group;
}

/** Returns the resource of a target as a rule names it. */
export function ruleResource({ resource, subresource }: ScopedTarget): string {
  return subresource ? `${resource}/${subresource}` : resource;
}

/** Translates a rule. */
function scopedRule(scope: Scope, generated: GeneratedRule): Rule {
  const target = TARGETS[generated.target]!;
  const groups = {
    "its own": groupOf(scope, target),
    "any": "*",
    "another": "plumbline.invalid",
  };
  const resources = {
    "its own": ruleResource(target),
    "any": "*",
    "any with its subresource": target.subresource
      ? `*/${target.subresource}`
      : ruleResource(target),
  };
  const more = <Item>(own: Item, others: readonly Item[]) =>
    generated.last ? [...others, own] : [own, ...others];
  const moreGroups = generated.moreGroups.map((index) =>
    index < 0 ? "more.plumbline.invalid" : groupOf(scope, TARGETS[index]!)
  );
  const verbs = generated.verbs.map((verb) => POLICY_VERBS[verb]!);
  const names = generated.names.map((name) => scope.name(name));
  const rule: Rule = misspelled(
    {
      verbs: verbs.length === 0 ? ["*"] : verbs,
      apiGroups: more(groups[generated.group], moreGroups),
      resources: more(
        resources[generated.resource],
        generated.moreResources.map((index) => ruleResource(TARGETS[index]!)),
      ),
      ...(names.length > 0 && { resourceNames: names }),
    },
    generated.misspelled,
    resourceType(target.resource).kind,
  );
  intentions.set(rule, { target, verb: verbs[0], name: names[0] });
  return rule;
}

/** Replaces one part of a rule by words that look like it. */
function misspelled(rule: Rule, how: Misspelling | "", kind: string): Rule {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const plain = (words: readonly string[], change: (word: string) => string) =>
    words.map((word) => word === "*" ? word : change(word));
  const upper = (word: string) => word.toUpperCase();
  const cut = (word: string) => word.slice(0, -1);
  // A star is a wildcard only where it is the whole word.
  const starred = (word: string) => `${cut(word)}*`;
  switch (how) {
    case "":
      return rule;
    case "verb in capitals":
      return { ...rule, verbs: plain(verbs, upper) };
    case "verb with a star":
      return { ...rule, verbs: plain(verbs, starred) };
    case "group in capitals":
      return { ...rule, apiGroups: plain(apiGroups, (group) => upper(group) || "V1") };
    case "part of a group":
      return { ...rule, apiGroups: plain(apiGroups, (group) => cut(group) || "core") };
    case "group with a star":
      return { ...rule, apiGroups: plain(apiGroups, (group) => group && starred(group)) };
    case "kind":
      return { ...rule, resources: plain(resources, () => kind) };
    case "resource in capitals":
      return { ...rule, resources: plain(resources, upper) };
    case "part of a resource":
      return { ...rule, resources: plain(resources, cut) };
    case "longer resource":
      return { ...rule, resources: plain(resources, (word) => `${word}x`) };
    case "resource with a star":
      return { ...rule, resources: plain(resources, starred) };
    case "name in capitals":
      return { ...rule, ...named(plain(resourceNames, upper)) };
    case "part of a name":
      return { ...rule, ...named(plain(resourceNames, cut)) };
    case "name with a star":
      return { ...rule, ...named(plain(resourceNames, starred)) };
  }
}

const named = (names: readonly string[]) => names.length > 0 ? { resourceNames: names } : {};

/** Translates roles: those in different places have the same name. */
function scopedRoles(scope: Scope, generated: readonly GeneratedRole[]): readonly Role[] {
  const roles: Role[] = [];
  for (const { cluster, namespace: index, rules } of generated) {
    const namespace = cluster ? undefined : namespaceIn(scope, index);
    const number = roles.filter((role) => role.namespace === namespace).length;
    roles.push({
      name: scope.name(`role ${number}`),
      namespace,
      rules: rules.map((rule) => scopedRule(scope, rule)),
    });
  }
  return roles;
}

/** Translates the rules of a role. */
export function scopedRules({ scope }: Cast, { rules }: GeneratedRole): readonly Rule[] {
  return rules.map((rule) => scopedRule(scope, rule));
}

/** Translates a policy. Bindings in different places have the same name, as roles have. */
export function scopedPolicy(cast: Cast, generated: GeneratedPolicy): Policy {
  const { scope } = cast;
  const roles = scopedRoles(scope, generated.roles);
  const bindings: Binding[] = [];
  for (const each of generated.bindings) {
    const { namespace, role } = placeOf(cast, each, roles);
    const number = bindings.filter((binding) => binding.namespace === namespace).length;
    bindings.push({
      name: scope.name(`binding ${number}`),
      namespace,
      role,
      subjects: scopedSubjects(cast, each.subjects),
    });
  }
  return { roles, bindings };
}

function placeOf(
  { scope }: Cast,
  { role, namespace }: GeneratedBinding,
  roles: readonly Role[],
): Pick<Binding, "namespace" | "role"> {
  const bound = roles[role % roles.length]!;
  return {
    namespace: bound.namespace ??
      (namespace === "everywhere" ? undefined : namespaceIn(scope, namespace)),
    role: { kind: bound.namespace ? "Role" : "ClusterRole", name: bound.name },
  };
}

/** Translates subjects. */
export function scopedSubjects(cast: Cast, subjects: readonly number[]): readonly Subject[] {
  return subjects.map((subject) => scopedSubject(cast, subject));
}

function scopedSubject({ scope, ann }: Cast, number: number): Subject {
  const subject = SUBJECTS[number]!;
  if (subject.kind === "ServiceAccount") {
    const { kind, name } = subject;
    return { kind, name: scope.name(name), namespace: namespaceIn(scope, subject.namespace) };
  }
  if (subject.kind === "User" && subject.name === "ann") return ann.subject;
  return { kind: subject.kind, name: ownSubject(scope, subject.name) };
}

/** Translates the actor with this index. */
export function scopedActor({ scope, ann }: Cast, number: number): Actor {
  const actor = ACTORS[number]!;
  if ("account" in actor) {
    const user = accountUser(namespaceIn(scope, actor.namespace), scope.name(actor.account));
    return { user, groups: [] };
  }
  return {
    user: actor.user === "ann" ? ann.actor.user : ownSubject(scope, actor.user),
    groups: actor.groups.map((group) => ownSubject(scope, group)),
  };
}

/** Returns true if requests can be sent as an actor. */
export function canAct({ scope, ann }: Cast, { user, groups }: Actor): boolean {
  return mayImpersonate(scope) || (user === ann.actor.user && groups.length === 0);
}
