/**
 * Translates generated policies and requests to the names and namespaces of a scope.
 *
 * @module
 */
import type { Grant } from "../../model/access/grants.ts";
import {
  accountUser,
  type Actor,
  type Policy,
  type ResourceRequest,
  type Rule,
  type Subject,
} from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import { ownSubject } from "../../session/access/small_policies.ts";
import {
  ACTORS,
  type GeneratedPolicy,
  type GeneratedRequest,
  type GeneratedRule,
  SUBJECTS,
  TARGETS,
  VERBS,
} from "./policy_arbitraries.ts";

/** A request and the user who sends it. */
export interface AccessRequest {
  readonly actor: Actor;
  readonly request: ResourceRequest;
}

/** Verbs that act on one named object. */
const NAMED: readonly string[] = ["get", "update", "patch", "delete"];
/** Verbs of the status subresource. */
const ON_STATUS: readonly string[] = ["get", "update", "patch"];

/** Returns the namespace with this index, modulo their number. */
export function namespaceIn({ namespaces }: Scope, index: number): string {
  return namespaces[index % namespaces.length]!;
}

/** Returns the API group of a target. */
export function groupOf(scope: Scope, { group }: { readonly group: string }): string {
  return group.includes(".") ? `${group}.${scope.target.dialect.suffix}` : group;
}

/** Translates a rule. */
function scopedRule(scope: Scope, generated: GeneratedRule): Rule {
  const target = TARGETS[generated.target]!;
  const { resource, subresource } = target;
  const groups = {
    "its own": groupOf(scope, target),
    "any": "*",
    "another": "plumbline.invalid",
  };
  return {
    verbs: generated.verbs.length === 0 ? ["*"] : generated.verbs.map((verb) => VERBS[verb]!),
    apiGroups: [groups[generated.group]],
    resources: [
      generated.anyResource ? "*" : subresource ? `${resource}/${subresource}` : resource,
    ],
    ...(generated.names.length > 0 &&
      { resourceNames: generated.names.map((name) => scope.name(name)) }),
  };
}

/** Translates a policy. */
export function scopedPolicy(scope: Scope, generated: GeneratedPolicy): Policy {
  const roles = generated.roles.map(({ cluster, namespace, rules }, number) => ({
    name: scope.name(`role ${number}`),
    namespace: cluster ? undefined : namespaceIn(scope, namespace),
    rules: rules.map((rule) => scopedRule(scope, rule)),
  }));
  const bindings = generated.bindings.map(({ role, namespace, subjects }, number) => {
    const bound = roles[role % roles.length]!;
    return {
      name: scope.name(`binding ${number}`),
      namespace: bound.namespace ??
        (namespace === "everywhere" ? undefined : namespaceIn(scope, namespace)),
      role: { kind: bound.namespace ? "Role" as const : "ClusterRole" as const, name: bound.name },
      subjects: subjects.map((subject) => scopedSubject(scope, subject)),
    };
  });
  return { roles, bindings };
}

function scopedSubject(scope: Scope, number: number): Subject {
  const subject = SUBJECTS[number]!;
  return subject.kind === "ServiceAccount"
    ? {
      kind: subject.kind,
      name: scope.name(subject.name),
      namespace: namespaceIn(scope, subject.namespace),
    }
    : { kind: subject.kind, name: ownSubject(scope, subject.name) };
}

/** Translates the actor with this index. */
function scopedActor(scope: Scope, number: number): Actor {
  const actor = ACTORS[number]!;
  return "account" in actor
    ? {
      user: accountUser(namespaceIn(scope, actor.namespace), scope.name(actor.account)),
      groups: [],
    }
    : {
      user: ownSubject(scope, actor.user),
      groups: actor.groups.map((group) => ownSubject(scope, group)),
    };
}

/** Returns an actor that the subject of a grant matches. */
function actorOfGrant({ subject }: Grant): Actor {
  switch (subject.kind) {
    case "User":
      return { user: subject.name, groups: [] };
    case "Group":
      return { user: `${subject.name}-member`, groups: [subject.name] };
    case "ServiceAccount":
      return { user: accountUser(subject.namespace ?? "", subject.name), groups: [] };
  }
}

/** Returns another actor, whose name and groups differ in letter case only. */
function inUpperCase({ user, groups }: Actor): Actor {
  return {
    user: user.toUpperCase(),
    groups: groups.map((group) => group.toUpperCase()),
  };
}

type Target = typeof TARGETS[number];

/** Returns a target whose resource name contains the given one, or is contained in it. */
function similarTarget(target: Target): Target | undefined {
  return TARGETS.find((other) =>
    other !== target &&
    (other.resource.includes(target.resource) || target.resource.includes(other.resource))
  );
}

/** Translates a request that is derived from one of the grants, and makes it valid. */
export function scopedRequest(
  scope: Scope,
  generated: GeneratedRequest,
  grants: readonly Grant[],
): AccessRequest {
  const grant = grants[generated.grant % grants.length];
  const { difference } = generated;
  const actor = grant === undefined || difference === "actor"
    ? scopedActor(scope, generated.actor)
    : difference === "actor in another letter case"
    ? inUpperCase(actorOfGrant(grant))
    : actorOfGrant(grant);
  const [resourcePath] = grant?.rule.resources ?? ["*"];
  const grantTarget = TARGETS.find(({ resource, subresource }) =>
    resourcePath === (subresource ? `${resource}/${subresource}` : resource)
  );
  const target = grantTarget === undefined || difference === "target"
    ? TARGETS[generated.target]!
    : difference === "target of a like name"
    ? similarTarget(grantTarget) ?? grantTarget
    : grantTarget;
  const [listed = "*"] = grant?.rule.verbs ?? [];
  const chosenVerb = listed === "*" || difference === "verb" ? VERBS[generated.verb]! : listed;
  const verb = target.subresource && !ON_STATUS.includes(chosenVerb) ? "get" : chosenVerb;
  const generatedName = generated.name && scope.name(generated.name);
  const listedName = grant?.rule.resourceNames?.[0];
  const name = difference === "name"
    ? generatedName
    : listedName && difference === "longer name"
    ? `${listedName}x`
    : listedName ?? generatedName;
  const grantNamespace = difference === "namespace" ? undefined : grant?.binding.namespace;
  const anywhere = generated.namespace === 2 && (verb === "list" || verb === "watch");
  const namespace = grantNamespace ?? (anywhere ? "" : namespaceIn(scope, generated.namespace));
  return {
    actor,
    request: {
      verb,
      group: groupOf(scope, target),
      resource: target.resource,
      subresource: target.subresource,
      name: NAMED.includes(verb)
        ? name || scope.name("x")
        : verb === "list" || verb === "watch"
        ? name
        : "",
      namespace: target.resource === "clusterroles" ? "" : namespace,
    },
  };
}
