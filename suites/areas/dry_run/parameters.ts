/**
 * Values of `dryRun`, authorization, reviews and the status subresource.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { several } from "../../arbitraries/several.ts";
import {
  type GeneratedWrite,
  twinRequest,
  twinVerb,
  write,
} from "../../arbitraries/twin_requests.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { apiVersion, namespacedTypesOf, RBAC_TYPES, typeNamed } from "../../resources/mod.ts";
import { deployment } from "../../resources/deployment.ts";
import { otherIdentities } from "../../session/access/attempts.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { changeRequest, supports } from "../../session/write_forms.ts";
import { pathOfObject, writeRequest } from "../../session/write_request.ts";
import type { ResourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import {
  asDryRun,
  createTarget,
  expectSameResponse,
  expectSameState,
  listOwn,
} from "./dry_and_real.ts";
import { verify } from "../../verify.ts";

/** The writes of a case that must change nothing: one object serves all of them. */
const PER_CASE = 4;

const OTHER_VALUES = ["all", "true", "false", "1", "None", "All,All"];

/** Returns an arbitrary of writes without a flaw. */
const rightWrite = (...only: Parameters<typeof write>): fc.Arbitrary<GeneratedWrite> =>
  write(...only).map((each): GeneratedWrite => ({ ...each, flaw: "none" }));

/** Checks of these. */
export const DRY_RUN_PARAMETERS: readonly Check[] = [
  property<{ resource: string; writes: readonly { write: GeneratedWrite; value: string }[] }>({
    id: "dry-run/other-value-rejected",
    share: 0.2,
    version: 2,
    title: "Any `dryRun` value other than `All` is rejected for every verb, and nothing changes",
    requirements: ["dry-run.other-value-rejected", "dry-run.other-value-changes-nothing"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        writes: several(
          fc.record({ write: rightWrite(), value: fc.constantFrom(...OTHER_VALUES) }),
          PER_CASE,
        ),
      }),
    run: async (scope, { resource, writes }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      const before = await listOwn(scope, type);
      for (const { write, value } of writes) {
        const { query, ...request } = twinRequest(scope, type, write, existing);
        const response = await scope.send({ ...request, query: { ...query, dryRun: value } });
        scope.note(twinVerb(write.action));
        expectError("dry-run.other-value-rejected", response);
      }
      expectSameState(before, await listOwn(scope, type), "dry-run.other-value-changes-nothing");
    },
  }),
  property<{ resource: string; write: GeneratedWrite }>({
    id: "dry-run/no-value-permitted",
    version: 2,
    title: "A request with `dryRun` but no value succeeds, as a real or a dry-run request",
    requirements: ["dry-run.no-value-permitted"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        write: rightWrite(),
      }),
    run: async (scope, { resource, write }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      const request = twinRequest(scope, type, write, existing);
      scope.note(write.action);
      const response = await scope.send({ ...request, query: { ...request.query, dryRun: "" } });
      verify("dry-run.no-value-permitted", {
        holds: response.status < 300,
        expected: "success",
        actual: describeResponse(response),
      });
    },
  }),
  property<{ resource: string; writes: readonly GeneratedWrite[] }>({
    id: "dry-run/delete-options",
    share: 0.2,
    version: 2,
    title: "A delete request with `dryRun` in its DeleteOptions deletes nothing",
    requirements: ["dry-run.delete-options"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        writes: several(rightWrite(["delete", "deletecollection"]), PER_CASE),
      }),
    run: async (scope, { resource, writes }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      const before = await listOwn(scope, type);
      const body = { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] };
      for (const [index, write] of writes.entries()) {
        const response = await scope.send({ ...twinRequest(scope, type, write, existing), body });
        // The one before it may have deleted the object.
        if (index > 0 && response.status >= 300) break;
        if (response.status >= 300) throw new Discard("the delete request was rejected");
      }
      expectSameState(before, await listOwn(scope, type), "dry-run.delete-options");
    },
  }),
  property<{ resource: string; write: GeneratedWrite; who: number }>({
    id: "dry-run/same-authorization",
    types: RBAC_TYPES,
    title: "A second identity may do exactly the same in a dry run as in a real request",
    requirements: ["dry-run.same-authorization"],
    needs: ["another identity or impersonation"],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), write: write(), who: fc.nat({ max: 9 }) }),
    run: async (scope, { resource, write, who }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      const callers = [...otherIdentities(scope), { identity: "" }];
      const caller = callers[who % callers.length]!;
      await scope.hold("permissions of identities", "read");
      const plain = twinRequest(scope, type, write, existing);
      const request = { ...plain, ...caller, headers: { ...plain.headers, ...caller.headers } };
      const dry = await scope.send(asDryRun(request));
      const real = await scope.send(request);
      scope.note(real.status === 401 || real.status === 403 ? "forbidden" : "allowed");
      expectSameResponse(twinVerb(write.action), dry, real, "dry-run.same-authorization");
    },
  }),
  property<{ verb: string; resource: string }>({
    id: "dry-run/reviews",
    title: "A dry-run access review is answered like a real one",
    requirements: ["dry-run.reviews"],
    arbitrary: (target) =>
      fc.record({
        verb: fc.constantFrom("get", "list", "create", "delete", "nothing"),
        resource: resourceName(target),
      }),
    run: async (scope, { verb, resource }) => {
      const group = `authorization.${scope.target.dialect.suffix}`;
      const request = {
        method: "POST" as const,
        path: `/apis/${group}/v1/selfsubjectaccessreviews`,
        body: {
          apiVersion: `${group}/v1`,
          kind: "SelfSubjectAccessReview",
          spec: { resourceAttributes: { verb, resource, namespace: scope.namespaces[0] } },
        },
      };
      expectSameResponse(
        "create",
        await scope.send(asDryRun(request)),
        await scope.send(request),
        "dry-run.reviews",
      );
    },
  }),
  property<{ patch: boolean; replicas: number }>({
    id: "dry-run/status-subresource",
    types: ["deployments"],
    title:
      "A dry-run write of a Deployment's status is answered like a real one and changes nothing",
    requirements: ["dry-run.status-subresource"],
    arbitrary: () => fc.record({ patch: fc.boolean(), replicas: fc.nat({ max: 9 }) }),
    run: async (scope, { patch, replicas }) => {
      const existing = await createTarget(scope, deployment, false);
      const path = `${pathOfObject(scope, deployment, existing)}/status`;
      const status = { replicas, unavailableReplicas: replicas };
      const whole = {
        ...existing,
        apiVersion: apiVersion(deployment, scope.target.dialect),
        kind: "Deployment",
        status,
      };
      const request = patch
        ? {
          method: "PATCH" as const,
          path,
          body: { status },
          headers: { "content-type": "application/merge-patch+json" },
        }
        : { method: "PUT" as const, path, body: whole };
      const before = await listOwn(scope, deployment);
      const dry = await scope.send(asDryRun(request));
      expectSameState(before, await listOwn(scope, deployment), "dry-run.status-subresource");
      const real = await scope.send(request);
      if (real.status === 409) throw new Discard("another client wrote the status");
      expectSameResponse(patch ? "patch" : "update", dry, real, "dry-run.status-subresource");
    },
  }),
  example({
    id: "dry-run/missing-namespace",
    title: "A dry-run write into a namespace that does not exist is answered like the real one",
    requirements: ["dry-run.same-rejection"],
    run: async (scope) => {
      const namespace = scope.name("nowhere");
      await everyType(scope, namespacedTypesOf(scope.target), async (type) => {
        const object = scope.newObject(type, { namespace });
        for (const request of createsOf(scope, type, object)) {
          const dry = await scope.send(asDryRun(request));
          const real = await scope.send(request);
          if (real.status < 300) {
            await scope.send({ method: "DELETE", path: pathOfObject(scope, type, object) });
            // An apply that is accepted where a create is not violates errors.missing-namespace.
            if (request.method !== "POST") continue;
            throw new Discard("the target accepts objects in a namespace that does not exist");
          }
          expectSameResponse(request.method === "POST" ? "create" : "patch", dry, real);
        }
      });
    },
  }),
];

/** Returns the requests that create an object: a create, and an apply where it is supported. */
function createsOf(scope: Scope, type: ResourceType, object: JsonObject): HttpRequest[] {
  const create = writeRequest(scope, type, "POST", object);
  if (!supports(scope.target, "apply")) return [create];
  return [create, changeRequest(scope, type, object, "apply", object)];
}
