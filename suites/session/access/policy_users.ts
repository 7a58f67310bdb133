/**
 * The users of generated policies: impersonated ones or, where the current identity may not
 * impersonate, the second identity of the target.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { HttpClient, JsonObject } from "../../client/http_client.ts";
import type { Actor, Subject } from "../../model/access/policy.ts";
import { asObject } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { ownSubject } from "./small_policies.ts";

/** The sender of a request: an impersonated user, or an identity of the target. */
export type Sender = Pick<HttpRequest, "identity" | "headers">;

/** A user who can be granted permissions, and who can send requests. */
export interface TestUser {
  readonly actor: Actor;
  readonly subject: Subject;
  readonly sender: Sender;
}

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

/** Returns true if users of policies are impersonated. */
export function mayImpersonate({ target }: Pick<Scope, "target">): boolean {
  return !target.lacks?.includes("impersonation");
}

/** Returns the headers that impersonate a user. */
export function impersonating({ user, groups }: Actor): Sender {
  return {
    headers: {
      "impersonate-user": user,
      ...(groups.length > 0 && { "impersonate-group": groups }),
    },
  };
}

/**
 * Returns a user without permissions: an impersonated one that only this scope uses or, without
 * impersonation, the second identity, which no other scope grants anything until this one is closed.
 * For checks that need `another identity or impersonation`.
 *
 * @throws {Discard} if the second identity has permissions of its own
 */
export async function testUser(scope: Scope, name: string): Promise<TestUser> {
  if (mayImpersonate(scope)) {
    const actor: Actor = { user: ownSubject(scope, name), groups: [] };
    return { actor, subject: { kind: "User", name: actor.user }, sender: impersonating(actor) };
  }
  const { identity, subject } = secondIdentity(scope);
  await scope.hold("permissions of identities", "change");
  const permission = await ownPermission(scope, identity);
  if (permission !== undefined) {
    throw new Discard(`the identity ${identity} may ${permission} without a grant of the check`);
  }
  return { actor: { user: identity, groups: [] }, subject, sender: { identity } };
}

/**
 * Returns a user whose permissions are those of a group that only this scope uses; without
 * impersonation a user as `testUser` returns it.
 */
export async function testMember(scope: Scope, name: string): Promise<TestUser> {
  if (!mayImpersonate(scope)) return await testUser(scope, name);
  const group = ownSubject(scope, `${name}s`);
  const actor: Actor = { user: ownSubject(scope, name), groups: [group] };
  return { actor, subject: { kind: "Group", name: group }, sender: impersonating(actor) };
}

/**
 * Returns how to send requests as an actor; undefined if the current identity may not impersonate
 * and the actor is not the second identity.
 */
export function senderOf(scope: Scope, actor: Actor): Sender | undefined {
  if (mayImpersonate(scope)) return impersonating(actor);
  const { identity } = secondIdentity(scope);
  return actor.user === identity && actor.groups.length === 0 ? { identity } : undefined;
}

/** Returns the second identity and its subject for bindings. */
export function secondIdentity({ target }: Scope): { identity: string; subject: Subject } {
  const identity = target.identities[1]?.name;
  if (identity === undefined) throw new Discard("there is no second identity");
  const [, namespace, account] = identity.match(/^system:serviceaccount:([^:]+):([^:]+)$/) ?? [];
  return {
    identity,
    subject: namespace !== undefined && account !== undefined
      ? { kind: "ServiceAccount", name: account, namespace }
      : { kind: "User", name: identity },
  };
}

/** The first permission found of each identity of a target. */
const known = new WeakMap<HttpClient, Map<string, Promise<string | undefined>>>();

/** Returns a permission that an identity has already; it is looked up once per identity. */
function ownPermission(scope: Scope, identity: string): Promise<string | undefined> {
  const { client } = scope.target;
  const identities = known.get(client) ?? new Map<string, Promise<string | undefined>>();
  known.set(client, identities);
  const found = identities.get(identity) ?? findPermission(scope, identity);
  identities.set(identity, found);
  return found;
}

async function findPermission(scope: Scope, identity: string): Promise<string | undefined> {
  const { dialect } = scope.target;
  const apiVersion = `authorization.${dialect.suffix}/v1`;
  for (const type of RESOURCE_TYPES) {
    for (const verb of VERBS) {
      const { resource, namespaced } = type;
      const namespace = namespaced ? scope.namespaces[0] : "";
      const resourceAttributes: JsonObject = {
        verb,
        group: type.group(dialect),
        resource,
        ...(namespaced && { namespace }),
      };
      const { json } = await scope.send({
        method: "POST",
        path: `/apis/${apiVersion}/selfsubjectaccessreviews`,
        body: { apiVersion, kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
        identity,
      });
      if (asObject(asObject(json)?.status)?.allowed === true) return `${verb} ${resource}`;
    }
  }
  return undefined;
}
