/**
 * Derives requests from the grants of a policy: what a grant allows, or what it narrowly misses.
 *
 * @module
 */
import type { Grant } from "../../model/access/grants.ts";
import { accountUser, type ActionOnResource, type Actor } from "../../model/access/policy.ts";
import { type GeneratedRequest, POLICY_VERBS, TARGETS } from "./policy_arbitraries.ts";
import {
  type Cast,
  groupOf,
  intendedBy,
  namespaceIn,
  scopedActor,
  type ScopedTarget,
} from "./scoped_policies.ts";

/** A request and the user who sends it. */
export interface AccessRequest {
  readonly actor: Actor;
  readonly request: ActionOnResource;
  /** True if a request, not only a review, can ask for the action. */
  readonly isSendable: boolean;
}

/** The parts of a request that a grant determines. */
interface Parts {
  readonly actor: Actor;
  readonly verb: string;
  readonly target: ScopedTarget;
  readonly name: string;
  /** Undefined if the grant leaves it open. */
  readonly namespace: string | undefined;
}

/** Verbs that act on one named object. */
const NAMED: readonly string[] = ["get", "update", "patch", "delete"];
/** Verbs that may select one name. */
const SELECTING: readonly string[] = ["list", "watch"];
/** Verbs of the status subresource. */
const ON_STATUS: readonly string[] = ["get", "update", "patch"];

/** Translates a request that is derived from one of the grants. */
export function scopedRequest(
  cast: Cast,
  generated: GeneratedRequest,
  grants: readonly Grant[],
): AccessRequest {
  const { scope } = cast;
  const { difference } = generated;
  const parts = partsOf(cast, generated, grants[generated.grant % grants.length]);
  const other = partsOf(cast, generated, grants[generated.other % grants.length]);
  const actor = changedActor(cast, generated, parts.actor, other.actor);
  const target = changedTarget(generated, parts.target, other.target);
  const chosen = difference === "verb"
    ? POLICY_VERBS[generated.verb]!
    : difference === "verb of another grant"
    ? other.verb
    : parts.verb;
  const verb = target.subresource && !ON_STATUS.includes(chosen) ? "get" : chosen;
  const namespaced = !target.resource.startsWith("cluster");
  const generatedName = generated.name && scope.name(generated.name);
  const name = changedName(generated, parts.name || generatedName, other.name || generatedName);
  const anywhere = generated.namespace === 2 && SELECTING.includes(verb);
  const open = anywhere ? "" : namespaceIn(scope, generated.namespace);
  const namespace = namespaced ? changedNamespace(generated, parts, other, open) : "";
  const isNamed = NAMED.includes(verb) && difference !== "no name";
  const request = {
    verb: difference === "verb in capitals" ? verb.toUpperCase() : verb,
    group: difference === "group" ? otherGroup(cast, generated, target) : groupOf(scope, target),
    resource: target.resource,
    subresource: target.subresource,
    name: isNamed ? name || scope.name("x") : SELECTING.includes(verb) ? name : "",
    namespace,
  };
  const isSubresource = difference === "subresource";
  const everywhere = namespaced && namespace === "" && !SELECTING.includes(verb);
  return {
    actor,
    request: isSubresource ? { ...request, ...otherSubresource(generated, target) } : request,
    isSendable: !isSubresource && !everywhere && difference !== "verb in capitals" &&
      (difference !== "group") && (isNamed || !NAMED.includes(verb)),
  };
}

function partsOf(cast: Cast, generated: GeneratedRequest, grant: Grant | undefined): Parts {
  if (grant === undefined) {
    return {
      actor: scopedActor(cast, generated.actor),
      verb: POLICY_VERBS[generated.verb]!,
      target: TARGETS[generated.target]!,
      name: "",
      namespace: undefined,
    };
  }
  const { target, verb, name } = intendedBy(grant.rule);
  return {
    actor: actorOf(grant),
    verb: verb ?? POLICY_VERBS[generated.verb]!,
    // A rule for all resources is tried with all of them.
    target: grant.rule.resources?.includes("*") ? TARGETS[generated.target]! : target,
    name: name ?? "",
    namespace: grant.binding.namespace,
  };
}

/** Returns an actor that the subject of a grant matches. */
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

function changedActor(
  cast: Cast,
  { difference, actor: index }: GeneratedRequest,
  actor: Actor,
  other: Actor,
): Actor {
  const changed = (change: (name: string) => string): Actor => ({
    // The name of a member is not that of its group.
    user: change(actor.user),
    groups: actor.groups.map(change),
  });
  switch (difference) {
    case "actor":
      return scopedActor(cast, index);
    case "actor in another letter case":
      return changed((name) => name.toUpperCase());
    case "actor with a longer name":
      return changed((name) => `${name}x`);
    case "actor with a shorter name":
      return changed((name) => name.slice(0, -1));
    case "actor of another grant":
      return other;
    default:
      return actor;
  }
}

function changedTarget(
  generated: GeneratedRequest,
  target: ScopedTarget,
  other: ScopedTarget,
): ScopedTarget {
  switch (generated.difference) {
    case "target":
      return TARGETS[generated.target]!;
    case "target of a like name":
      return similarTarget(target, generated.target) ?? target;
    case "target of another grant":
      return other;
    default:
      return target;
  }
}

/** Returns a target whose resource name contains the given one, or is contained in it. */
function similarTarget(target: ScopedTarget, index: number): ScopedTarget | undefined {
  const similar = TARGETS.filter((other) =>
    other !== target &&
    (other.resource.includes(target.resource.slice(0, -1)) ||
      target.resource.includes(other.resource.slice(0, -1)))
  );
  return similar[index % similar.length];
}

function changedName({ difference }: GeneratedRequest, name: string, other: string): string {
  switch (difference) {
    case "name":
      return name.endsWith("x") ? `${name.slice(0, -1)}z` : name;
    case "longer name":
      return name && `${name}x`;
    case "shorter name":
      return name.slice(0, -2);
    case "name in capitals":
      return name.toUpperCase();
    case "no name":
      return "";
    case "name of another grant":
      return other;
    default:
      return name;
  }
}

function changedNamespace(
  { difference }: GeneratedRequest,
  { namespace }: Parts,
  other: Parts,
  open: string,
): string {
  switch (difference) {
    case "namespace":
      return open;
    case "longer namespace":
      return `${namespace ?? open}x`;
    case "shorter namespace":
      return (namespace ?? open).slice(0, -1);
    case "no namespace":
      return "";
    case "namespace of another grant":
      return other.namespace ?? open;
    default:
      return namespace ?? open;
  }
}

/** Returns an API group in which the resource is not served. */
function otherGroup({ scope }: Cast, generated: GeneratedRequest, target: ScopedTarget): string {
  const own = groupOf(scope, target);
  const groups = ["", "apps", groupOf(scope, TARGETS[3]), "plumbline.invalid", `${own}x`]
    .filter((group) => group !== own);
  return groups[generated.target % groups.length]!;
}

/** Returns a subresource of the target, or the resource of one. */
function otherSubresource(
  { target: index, name }: GeneratedRequest,
  { subresource }: ScopedTarget,
): { subresource: string } | { subresource: string; name: string } {
  if (subresource !== "") return { subresource: name === "y" ? "scale" : "" };
  return { subresource: index % 2 === 0 ? "status" : "scale" };
}
