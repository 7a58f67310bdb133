/**
 * Sends harmless requests and reviews as a user, and derives the decisions.
 *
 * @module
 */
import type { ActionOnResource, Actor, Request } from "../../model/access/policy.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { neutralParameters } from "../reviews.ts";
import { describeResponse } from "../violation.ts";
import { verify } from "../../verify.ts";
import { mayImpersonate, type Sender, senderOf } from "./policy_users.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";

export { impersonating, type Sender } from "./policy_users.ts";

/** The decision of a target, and how it was expressed. */
export interface Decided {
  /** Undefined if the response is no decision. */
  readonly allowed: boolean | undefined;
  readonly description: string;
}

/**
 * Returns the senders besides the current identity: the other given identities, and an impersonated
 * unknown user if the current identity may impersonate. For checks that need `another identity or impersonation`.
 */
export function otherIdentities(scope: Scope): readonly Sender[] {
  const given = scope.target.identities.slice(1).map(({ name }) => ({ identity: name }));
  const impersonated = { headers: { "impersonate-user": `plumbline:${scope.id}` } };
  return mayImpersonate(scope) ? [...given, impersonated] : given;
}

/** Returns the decision of a response: 401 and 403 are denials, other statuses below 500 are not. */
export function decisionOf(response: HttpResponse): Decided {
  const { status } = response;
  const allowed = status === 403 || status === 401 ? false : status < 500 ? true : undefined;
  return { allowed, description: describeResponse(response) };
}

/** Sends a request and returns the decision: writes are dry runs, lists select the scope's objects. */
export async function tryRequest(scope: Scope, request: Request, sender: Sender): Promise<Decided> {
  if ("path" in request) {
    const method = request.verb.toUpperCase() as HttpRequest["method"];
    const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
    return decisionOf(await scope.send({ method, path: request.path, ...body, ...sender }));
  }
  const { path, query, ...others } = requestOf(scope, request);
  const selected = { path, ...(query && { query }) };
  if (request.verb !== "watch") {
    const headers = { ...others.headers, ...sender.headers };
    return decisionOf(await scope.send({ ...selected, ...others, ...sender, headers }));
  }
  const stream = await scope.watch({ ...selected, ...sender });
  await stream.close();
  return decisionOf(stream.response);
}

/** Returns the request of an action, harmless if it is allowed. */
export function requestOf(scope: Scope, request: ActionOnResource): HttpRequest {
  const { verb, resource, subresource, name, namespace } = request;
  const type = resourceType(resource);
  const { dialect } = scope.target;
  const place = namespace === "" ? undefined : namespace;
  const collection = collectionPath(type, dialect, place);
  const below = subresource ? `/${subresource}` : "";
  const path = objectPath(type, dialect, { namespace: place, name }) + below;
  const selected = {
    labelSelector: scope.selector,
    ...(name && { fieldSelector: `metadata.name=${name}` }),
  };
  const dryRun = "All";
  const newObject = () => ({
    ...scope.newObject(type, { ...(place && { namespace: place }) }),
    // A role without rules is never an escalation.
    ...(resource.endsWith("roles") && { rules: [] }),
  });
  switch (verb) {
    case "get":
      return { method: "GET", path };
    case "list":
      return { method: "GET", path: collection, query: selected };
    case "watch":
      return { method: "GET", path: collection, query: { ...selected, timeoutSeconds: "1" } };
    case "create":
      return { method: "POST", path: collection, query: { dryRun }, body: newObject() };
    case "update": {
      const object = newObject() as JsonObject;
      const body = { ...object, metadata: { ...asObject(object.metadata), name } };
      return { method: "PUT", path, query: { dryRun }, body };
    }
    case "patch": {
      const headers = { "content-type": "application/merge-patch+json" };
      return { method: "PATCH", path, query: { dryRun }, headers, body: {} };
    }
    case "delete":
      return { method: "DELETE", path, query: { dryRun } };
    case "deletecollection":
      return {
        method: "DELETE",
        path: collection,
        query: { labelSelector: scope.selector, dryRun },
      };
    default:
      throw new RangeError(`Cannot try the verb "${verb}" as no operation has it`);
  }
}

/** The kinds of access reviews. */
export type Review = "subject" | "local" | "self";

const KINDS = {
  subject: "SubjectAccessReview",
  local: "LocalSubjectAccessReview",
  self: "SelfSubjectAccessReview",
} as const;

/**
 * Sends an access review for a user. A local one is sent to the namespace of the request, a self
 * review as the user, who must be one that the scope can send requests as.
 */
export async function sendReview(
  scope: Scope,
  review: Review,
  actor: Actor,
  request: Request,
  sender: Sender | undefined = review === "self" ? senderOf(scope, actor) : {},
): Promise<Decided & { readonly status: JsonObject }> {
  const kind = KINDS[review];
  // An attribute that is left out means the same as an empty one.
  const given = Object.entries(request).filter(([, value]) => review !== "local" || value !== "");
  const attributes: JsonObject = {
    ["path" in request ? "nonResourceAttributes" : "resourceAttributes"]: Object.fromEntries(given),
  };
  const self = review === "self";
  const subject = { user: actor.user, groups: [...actor.groups] };
  if (sender === undefined) {
    throw new RangeError(`Cannot review the own access of "${actor.user}" without impersonation`);
  }
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  const namespace = "path" in request || request.namespace === ""
    ? scope.namespaces[0]
    : request.namespace;
  const below = review === "local" ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  const spec: JsonObject = { ...attributes, ...(!self && subject) };
  const response = await scope.send({
    method: "POST",
    path: `/apis/${apiVersion}${below}/${kind.toLowerCase()}s`,
    query: neutralParameters(scope, { kind, ...spec }),
    body: {
      apiVersion,
      kind,
      ...(review === "local" && { metadata: { namespace } }),
      spec,
    },
    ...sender,
  });
  const status = asObject(asObject(response.json)?.status) ?? {};
  const { allowed } = status;
  verify("reviews.never-allowed-and-denied", {
    holds: allowed !== true || status.denied !== true,
    expected: "allowed or denied, not both",
    actual: `allowed and denied: ${JSON.stringify(spec)}`,
  });
  const description = response.status < 300 ? JSON.stringify(status) : describeResponse(response);
  return { allowed: typeof allowed === "boolean" ? allowed : undefined, description, status };
}

/** How long a target takes until it decides by what was written. */
interface Lateness {
  /** The decisions that stayed wrong to the end since one became right while it was waited for. */
  readonly missed: number;
  /** The milliseconds that passed at most until a wrong decision became right. */
  readonly longest: number;
}

/** Decisions that stayed wrong to the end, after which there is less time. */
const MAX_MISSED = 3;

/** The time that is left then: what was wrong for so long does not become right. */
const LESS_TIME = { part: 1 / 10, timesLongest: 4 } as const;

/** What is known of each target. */
const lateness = new WeakMap<object, Lateness>();

/**
 * Repeats a decision until it is the expected one, at most for the target's propagation time: real
 * servers decide by caches, which follow changes of roles and bindings with a delay. What is no
 * decision is not waited for, and little is after several that stayed wrong to the end. Decisions
 * that are right at once say nothing of the delay: a server that never decides by roles denies
 * rightly, too.
 */
export async function awaitDecision<Found extends Decided>(
  scope: Scope,
  expected: boolean,
  decide: () => Promise<Found>,
): Promise<Found> {
  const { client, waits } = scope.target;
  const full = waits.propagation ?? 2_000;
  const known = lateness.get(client) ?? { missed: 0, longest: 0 };
  const time = known.missed < MAX_MISSED
    ? full
    : Math.min(full, Math.max(full * LESS_TIME.part, known.longest * LESS_TIME.timesLongest));
  const began = performance.now();
  const isWrong = ({ allowed }: Found) => allowed !== undefined && allowed !== expected;
  let found = await decide();
  if (!isWrong(found)) return found;
  for (let pause = 10; isWrong(found) && performance.now() < began + time; pause *= 2) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    found = await decide();
  }
  // Others may have waited meanwhile.
  const { missed, longest } = lateness.get(client) ?? known;
  lateness.set(
    client,
    isWrong(found)
      ? { missed: missed + 1, longest }
      : { missed: 0, longest: Math.max(longest, performance.now() - began) },
  );
  return found;
}
