/**
 * What drawn policies and questions mean in a scope: names of its own, namespaces of its own.
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
import {
  ACTORS,
  type GeneratedPolicy,
  type GeneratedQuestion,
  type GeneratedRule,
  SUBJECTS,
  TARGETS,
  VERBS,
} from "./policy_arbitraries.ts";
import { ownSubject } from "../../session/access/small_policies.ts";

/** Who asks for what. */
export interface Question {
  readonly actor: Actor;
  readonly request: ResourceRequest;
}

/** The verbs that need a name, and those that have none. */
const NAMED: readonly string[] = ["get", "update", "patch", "delete"];
const ON_STATUS: readonly string[] = ["get", "update", "patch"];

/** A namespace of the scope; there may be one only. */
export function placeIn({ namespaces }: Scope, place: number): string {
  return namespaces[place % namespaces.length]!;
}

/** The API group of a target. */
export function groupOf(scope: Scope, { group }: { readonly group: string }): string {
  return group.includes(".") ? `${group}.${scope.target.dialect.suffix}` : group;
}

/** A drawn rule with the scope's names. */
function ruleIn(scope: Scope, drawn: GeneratedRule): Rule {
  const target = TARGETS[drawn.target]!;
  const { resource, subresource } = target;
  const groups = {
    "its own": groupOf(scope, target),
    "any": "*",
    "another": "plumbline.invalid",
  };
  return {
    verbs: drawn.verbs.length === 0 ? ["*"] : drawn.verbs.map((verb) => VERBS[verb]!),
    apiGroups: [groups[drawn.group]],
    resources: [drawn.anyResource ? "*" : subresource ? `${resource}/${subresource}` : resource],
    ...(drawn.names.length > 0 && { resourceNames: drawn.names.map((name) => scope.name(name)) }),
  };
}

/** A drawn policy with the scope's names. */
export function policyIn(scope: Scope, drawn: GeneratedPolicy): Policy {
  const roles = drawn.roles.map(({ cluster, place, rules }, number) => ({
    name: scope.name(`role ${number}`),
    namespace: cluster ? undefined : placeIn(scope, place),
    rules: rules.map((rule) => ruleIn(scope, rule)),
  }));
  const bindings = drawn.bindings.map(({ role, place, subjects }, number) => {
    const bound = roles[role % roles.length]!;
    return {
      name: scope.name(`binding ${number}`),
      namespace: bound.namespace ?? (place === "everywhere" ? undefined : placeIn(scope, place)),
      role: { kind: bound.namespace ? "Role" as const : "ClusterRole" as const, name: bound.name },
      subjects: subjects.map((subject) => subjectIn(scope, subject)),
    };
  });
  return { roles, bindings };
}

function subjectIn(scope: Scope, number: number): Subject {
  const subject = SUBJECTS[number]!;
  return subject.kind === "ServiceAccount"
    ? {
      kind: subject.kind,
      name: scope.name(subject.name),
      namespace: placeIn(scope, subject.place),
    }
    : { kind: subject.kind, name: ownSubject(scope, subject.name) };
}

/** Somebody of the list of actors. */
function actorIn(scope: Scope, number: number): Actor {
  const actor = ACTORS[number]!;
  return "account" in actor
    ? { user: accountUser(placeIn(scope, actor.place), scope.name(actor.account)), groups: [] }
    : {
      user: ownSubject(scope, actor.user),
      groups: actor.groups.map((group) => ownSubject(scope, group)),
    };
}

/** Somebody who is what a grant's subject says. */
function actorOf({ subject }: Grant): Actor {
  switch (subject.kind) {
    case "User":
      return { user: subject.name, groups: [] };
    case "Group":
      return { user: `${subject.name}-member`, groups: [subject.name] };
    case "ServiceAccount":
      return { user: accountUser(subject.namespace ?? "", subject.name), groups: [] };
  }
}

/** Somebody else, whose name and groups are read alike. */
function inAnotherCase({ user, groups }: Actor): Actor {
  return {
    user: user.toUpperCase(),
    groups: groups.map((group) => group.toUpperCase()),
  };
}

type Target = typeof TARGETS[number];

/** Another target with the one's name in its own, or the other way round. */
function likeTarget(one: Target): Target | undefined {
  return TARGETS.find((other) =>
    other !== one &&
    (other.resource.includes(one.resource) || one.resource.includes(other.resource))
  );
}

/** A drawn question, aimed at one of the grants; made to be one that can be asked. */
export function questionIn(
  scope: Scope,
  drawn: GeneratedQuestion,
  grants: readonly Grant[],
): Question {
  const grant = grants[drawn.grant % grants.length];
  const { twist } = drawn;
  const actor = grant === undefined || twist === "actor"
    ? actorIn(scope, drawn.actor)
    : twist === "actor in another case"
    ? inAnotherCase(actorOf(grant))
    : actorOf(grant);
  const [whole] = grant?.rule.resources ?? ["*"];
  const aimed = TARGETS.find(({ resource, subresource }) =>
    whole === (subresource ? `${resource}/${subresource}` : resource)
  );
  const target = aimed === undefined || twist === "target"
    ? TARGETS[drawn.target]!
    : twist === "target of a like name"
    ? likeTarget(aimed) ?? aimed
    : aimed;
  const [listed = "*"] = grant?.rule.verbs ?? [];
  const wished = listed === "*" || twist === "verb" ? VERBS[drawn.verb]! : listed;
  const verb = target.subresource && !ON_STATUS.includes(wished) ? "get" : wished;
  const arbitraryName = drawn.name && scope.name(drawn.name);
  const listedName = grant?.rule.resourceNames?.[0];
  const name = twist === "name"
    ? arbitraryName
    : listedName && twist === "longer name"
    ? `${listedName}x`
    : listedName ?? arbitraryName;
  const inside = twist === "place" ? undefined : grant?.binding.namespace;
  const anywhere = drawn.place === 2 && (verb === "list" || verb === "watch");
  const namespace = inside ?? (anywhere ? "" : placeIn(scope, drawn.place));
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
