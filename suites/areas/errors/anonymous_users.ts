/**
 * Finds out whether anonymous users are permitted to do what a request without credentials did: the
 * specification allows it, and then nothing was let in that should not be.
 *
 * @module
 */
import type { HttpRequest } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject } from "../../model/object.ts";
import { typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import {
  hasOperation,
  type OperationOnType,
  requestFor,
  typeOf,
} from "../../session/operations.ts";
import { reviewNamed, reviewPath, reviewVersion } from "../../session/reviews.ts";

/** Why a case with unknown tokens decides nothing for an identity without one. */
export const NO_TOKEN =
  "the current identity has no token: its client certificate, a proxy, or the lack of authentication " +
  "would let in every request";

/** As whom a server authenticates a request without credentials, if it does. */
const ANONYMOUS = { user: "system:anonymous", groups: ["system:unauthenticated"] };

/** The operations that a server without reviews is asked for, of each type. */
const SAMPLE = ["list", "get", "create"] as const;

/** The types of such a server that are asked for. */
const MAX_TYPES = 4;

/** Whether a target without reviews lets in whatever is asked for without credentials. */
const known = new WeakMap<Target, Promise<boolean>>();

/** The statuses with which a target refuses a request without credentials. */
const refusals = new WeakMap<Target["client"], Promise<readonly number[]>>();

/**
 * Returns the statuses with which a request without credentials may be refused: 401, and 403 where
 * the server takes it for one of an anonymous user. It does so for every resource or for none: if a
 * read of another resource is not authenticated, no other request is.
 */
export function refusalsOf(scope: Scope): Promise<readonly number[]> {
  const { client } = scope.target;
  const found = refusals.get(client) ?? askedRefusals(scope);
  refusals.set(client, found);
  return found;
}

async function askedRefusals(scope: Scope): Promise<readonly number[]> {
  const type = typesOf(scope.target).find((each) => hasOperation(each, "list"));
  if (type === undefined) return [401, 403];
  const request = requestFor(scope, { operation: "list", resource: type.resource });
  const { status } = await scope.send({ ...request, identity: "" });
  return status === 401 ? [401] : [401, 403];
}

/**
 * Returns true if anonymous users may do this: as a review says, or, where no reviews are served, as
 * requests without credentials are let in throughout, whatever they ask for.
 */
export async function mayAnonymousUsers(scope: Scope, at: OperationOnType): Promise<boolean> {
  const { target } = scope;
  if (!target.lacks?.includes("reviews")) return await isReviewedAllowed(scope, at);
  const found = known.get(target) ?? isAllLetIn(scope);
  known.set(target, found);
  return await found;
}

async function isReviewedAllowed(scope: Scope, at: OperationOnType): Promise<boolean> {
  const resource = "subjectaccessreviews";
  const { json } = await scope.send({
    method: "POST",
    path: reviewPath(scope, resource),
    body: {
      apiVersion: reviewVersion(scope, resource),
      kind: reviewNamed(resource).kind,
      spec: { ...ANONYMOUS, resourceAttributes: attributesOf(scope, at) },
    },
  });
  return asObject(asObject(json)?.status)?.allowed === true;
}

/** Returns what a review asks: the verb, and the resource, in a namespace or in all. */
function attributesOf(scope: Scope, at: OperationOnType): Record<string, string> {
  const type = typeOf(scope.target, at);
  if (type === undefined) {
    const { group } = reviewNamed(at.resource);
    return {
      verb: "create",
      group: `${group}.${scope.target.dialect.suffix}`,
      resource: at.resource,
    };
  }
  const [verb, ...rest] = at.operation.split("-");
  const isEverywhere = at.operation === "list-all-namespaces";
  const [namespace] = scope.namespaces;
  return {
    verb: verb!,
    group: type.group(scope.target.dialect),
    resource: type.resource,
    ...(rest[0] === "status" && { subresource: "status" }),
    ...(type.namespaced && !isEverywhere && namespace !== undefined && { namespace }),
  };
}

async function isAllLetIn(scope: Scope): Promise<boolean> {
  for (const type of typesOf(scope.target).slice(0, MAX_TYPES)) {
    for (const operation of SAMPLE) {
      if (!hasOperation(type, operation)) continue;
      const { resource } = type;
      const request: HttpRequest = requestFor(scope, { operation, resource });
      const { status } = await scope.send({ ...request, identity: "" });
      if (status === 401 || status === 403) return false;
    }
  }
  return true;
}
