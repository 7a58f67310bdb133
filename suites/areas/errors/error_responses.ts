/**
 * Checks of error responses: status codes and Status bodies.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { verifyStatus } from "./model/status.ts";
import type { RequirementId } from "../../catalogue.ts";
import {
  collectionPath,
  objectPath,
  type ResourceType,
  type TypedTarget,
  typeNamed,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { rejected } from "../../session/objects.ts";
import { recordViolation, verifyAll } from "../../verify.ts";

/** A request that is rejected, and the status that real servers return. */
interface RejectedRequest {
  readonly requirement: RequirementId;
  readonly status: number;
  send(scope: Scope, type: ResourceType): Promise<HttpResponse>;
}

const MERGE = { "content-type": "application/merge-patch+json" };

const REJECTED = {
  "get of a missing object": onObject("errors.missing-object-not-found", 404, { method: "GET" }),
  "patch of a missing object": onObject("errors.missing-object-not-found", 404, {
    method: "PATCH",
    headers: MERGE,
    body: {},
  }),
  "delete of a missing object": onObject("errors.missing-object-not-found", 404, {
    method: "DELETE",
  }),
  "unserved type": onPath((path) => `${path}plumbs`),
  "unserved version": onPath((path) => path.replace(/\/v[0-9][a-z0-9]*\//, "/v77/")),
  "PUT on a collection": onCollection("errors.wrong-method-not-allowed", 405, "PUT"),
  "PATCH on a collection": onCollection("errors.wrong-method-not-allowed", 405, "PATCH"),
  "POST on an object": onObject("errors.wrong-method-not-allowed", 405, {
    method: "POST",
    body: {},
  }),
  "taken name": {
    requirement: "errors.taken-name-conflicts",
    status: 409,
    send: async (scope, type) => {
      await createObject(scope, type, "taken");
      return await scope.create(type, scope.newObject(type, { name: "taken", content: 1 }));
    },
  },
  "stale resourceVersion": {
    requirement: "errors.stale-resource-version-conflicts",
    status: 409,
    send: async (scope, type) => {
      const body = await createObject(scope, type, "stale");
      if (resourceVersionOf(asObject(body) ?? {}) === undefined) {
        throw new Discard("the object has no resourceVersion");
      }
      const path = pathOf(scope, type, "stale");
      const change = { ...type.change(1), metadata: { labels: { changed: "yes" } } };
      const changed = await scope.send({ method: "PATCH", path, headers: MERGE, body: change });
      if (changed.status >= 300) throw rejected(changed, "the object could not be changed");
      return await scope.send({ method: "PUT", path, body });
    },
  },
  "malformed body": {
    requirement: "errors.malformed-body-bad-request",
    status: 400,
    send: (scope, type) =>
      scope.send({ method: "POST", path: collectionOf(scope, type), body: '{"metadata": {' }),
  },
} as const satisfies Record<string, RejectedRequest>;

type RejectedName = keyof typeof REJECTED;

/** Rejected requests on one type. */
interface ErrorCase {
  readonly requests: readonly RejectedName[];
  readonly resource: string;
}

const errorCase = (target: TypedTarget, names: readonly RejectedName[]) =>
  fc.record({
    requests: fc.shuffledSubarray([...names], { minLength: 1, maxLength: 4 }),
    resource: resourceName(target),
  });
const NAMES = Object.keys(REJECTED) as RejectedName[];

/** Checks of error responses. */
export const ERROR_RESPONSES: readonly Check[] = [
  property<ErrorCase>({
    id: "errors/codes",
    title: "Rejected requests return the status codes of real servers",
    requirements: [
      "errors.missing-object-not-found",
      "errors.unserved-path-not-found",
      "errors.wrong-method-not-allowed",
      "errors.taken-name-conflicts",
      "errors.stale-resource-version-conflicts",
      "errors.malformed-body-bad-request",
    ],
    arbitrary: (target) => errorCase(target, NAMES),
    run: async (scope, { requests, resource }) => {
      for (const name of requests) {
        const { requirement, status, send }: RejectedRequest = REJECTED[name];
        const response = await send(scope, typeNamed(scope.target, resource));
        scope.note(name);
        if (response.status === status) continue;
        // No role can grant an unsupported method, so authorization may reject it first.
        if (response.status === 403 && status === 405) {
          throw new Discard("the method is forbidden to the current identity");
        }
        recordViolation(requirement, {
          expected: `${status}`,
          actual: describeResponse(response),
        });
      }
    },
  }),
  property<ErrorCase>({
    id: "errors/status-body",
    title: "Every error response carries a Status with code, reason and message",
    requirements: [
      "errors.error-has-status-body",
      "errors.status-has-code",
      "errors.status-has-reason-and-message",
    ],
    // Real servers respond to unknown paths in plain text.
    arbitrary: (target) => errorCase(target, NAMES.filter((name) => !name.startsWith("unserved"))),
    run: async (scope, { requests, resource }) => {
      for (const name of requests) {
        const response = await REJECTED[name].send(scope, typeNamed(scope.target, resource));
        scope.note(name);
        if (response.status < 400) throw new Discard(`the request was not rejected: ${name}`);
        verifyAll(verifyStatus(response));
      }
    },
  }),
];

function collectionOf(scope: Scope, type: ResourceType): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return collectionPath(type, scope.target.dialect, namespace);
}

function pathOf(scope: Scope, type: ResourceType, name = "missing"): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name(name, type) });
}

function onObject(
  requirement: RequirementId,
  status: number,
  request: Omit<HttpRequest, "path">,
): RejectedRequest {
  return {
    requirement,
    status,
    send: (scope, type) => scope.send({ ...request, path: pathOf(scope, type) }),
  };
}

function onCollection(
  requirement: RequirementId,
  status: number,
  method: "PUT" | "PATCH",
): RejectedRequest {
  const headers = method === "PATCH" ? MERGE : {};
  return {
    requirement,
    status,
    send: (scope, type) =>
      scope.send({ method, path: collectionOf(scope, type), headers, body: scope.newObject(type) }),
  };
}

function onPath(change: (path: string) => string): RejectedRequest {
  return {
    requirement: "errors.unserved-path-not-found",
    status: 404,
    send: (scope, type) => scope.send({ method: "GET", path: change(collectionOf(scope, type)) }),
  };
}

/** Creates an object and returns it as the server answered it. */
async function createObject(
  scope: Scope,
  type: ResourceType,
  name: string,
): Promise<NonNullable<HttpRequest["body"]>> {
  const created = await scope.create(type, scope.newObject(type, { name }));
  if (created.status < 300 && created.json) return created.json;
  throw rejected(created, "the object could not be created");
}
