/**
 * Probes of optional abilities of a target, sent once per run.
 *
 * @module
 */
import { Discard } from "../check.ts";
import { asObject } from "../model/object.ts";
import { collectionPath, RESOURCE_TYPES, typesOf } from "../resources/mod.ts";
import { IDENTITY_REVIEW, reviewsOf } from "../resources/reviews.ts";
import type { Json, JsonObject } from "../client/http_client.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import type { Scopes } from "./scopes.ts";

type Probe = (scope: ExecutionScope) => Promise<boolean>;

const known = new WeakMap<Scopes, Map<Probe, Promise<boolean>>>();

/**
 * Returns true if the target supports `fieldValidation` in any way: it rejects an unknown field with Strict,
 * warns of it under Warn, or rejects a value that is none of the three. A target that does any of
 * these must do all; one that does none is of a release before the feature.
 */
export function validatesFields(scopes: Scopes): Promise<boolean> {
  return remembered(scopes, heedsFieldValidation);
}

/**
 * Returns true if the current identity may impersonate users: a self review or a list sent as an
 * unknown user is answered differently than for the current identity, or a SelfSubjectReview names
 * that user. A target that does one of these must do all.
 */
export function impersonates(scopes: Scopes): Promise<boolean> {
  return remembered(scopes, actsAsAnother);
}

function remembered(scopes: Scopes, probe: Probe): Promise<boolean> {
  const probes = known.get(scopes) ?? new Map<Probe, Promise<boolean>>();
  known.set(scopes, probes);
  let found = probes.get(probe);
  if (found === undefined) probes.set(probe, found = probed(scopes, probe));
  return found;
}

async function probed(scopes: Scopes, probe: Probe): Promise<boolean> {
  try {
    return await scopes.survey(probe, () => true);
  } catch (error) {
    // The check itself discards its cases.
    if (error instanceof Discard) return true;
    throw error;
  }
}

async function heedsFieldValidation(scope: ExecutionScope): Promise<boolean> {
  const types = typesOf(scope.target).filter(({ unserved = [] }) => !unserved.includes("create"));
  for (const type of types) {
    for (const fieldValidation of ["Strict", "Warn", "Plumbline"]) {
      const body = { ...scope.newObject(type, { name: fieldValidation }), plumbline: "unknown" };
      const response = await scope.create(type, body, { fieldValidation });
      if (response.status < 400 && !response.headers.has("warning")) continue;
      // A deprecated version is warned of in any case, and another rule may reject the object.
      const control = scope.newObject(type, { name: `${fieldValidation}-control` });
      const { status, headers } = await scope.create(type, control);
      if (status < 300 && (response.status >= 400 || !headers.has("warning"))) return true;
    }
  }
  return false;
}

async function actsAsAnother(scope: ExecutionScope): Promise<boolean> {
  const group = `authorization.${scope.target.dialect.suffix}/v1`;
  const user = `plumbline:${scope.id}:stranger`;
  const resourceAttributes = { verb: "get", resource: "secrets", namespace: scope.namespaces[0] };
  const request = async (kind: string, spec: JsonObject, headers: Record<string, string> = {}) => {
    const response = await scope.send({
      method: "POST",
      path: `/apis/${group}/${kind.toLowerCase()}s`,
      body: { apiVersion: group, kind, spec: { resourceAttributes, ...spec } },
      headers,
    });
    return response.status < 300 ? asObject(asObject(response.json)?.status)?.allowed : undefined;
  };
  const acted = await request("SelfSubjectAccessReview", {}, { "impersonate-user": user });
  if (acted === undefined) return false;
  if (acted) {
    // Either all users may, or the answer was for the current identity.
    if (await request("SubjectAccessReview", { user }) === true) return true;
  } else {
    // Either the user may not, or reviews deny everybody, as those that a server only stores.
    if (await request("SelfSubjectAccessReview", {}) === true) return true;
  }
  const [secrets] = RESOURCE_TYPES;
  const { status } = await scope.send({
    method: "GET",
    path: collectionPath(secrets!, scope.target.dialect, scope.namespaces[0]),
    query: { labelSelector: scope.selector, limit: "1" },
    headers: { "impersonate-user": user },
  });
  return status === 403 || await identityAs(scope, user) === user;
}

/**
 * Returns the name that a SelfSubjectReview with Impersonate-User answers, undefined if none is served.
 * A wrong target may answer this name, and still permit what the caller may.
 */
async function identityAs(scope: ExecutionScope, user: string): Promise<Json | undefined> {
  if (!reviewsOf(scope.target).includes(IDENTITY_REVIEW)) return undefined;
  const { kind, resource, group, version } = IDENTITY_REVIEW;
  const apiVersion = `${group}.${scope.target.dialect.suffix}/${version}`;
  const { json } = await scope.send({
    method: "POST",
    path: `/apis/${apiVersion}/${resource}`,
    body: { apiVersion, kind },
    headers: { "impersonate-user": user },
  });
  return asObject(asObject(asObject(json)?.status)?.userInfo)?.username;
}
