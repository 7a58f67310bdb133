/**
 * The parameter's values, and who may ask.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type GeneratedWrite, requestFor, verbOf, write } from "../../arbitraries/twin_requests.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { apiVersion, resourceType } from "../../resources/mod.ts";
import { secret } from "../../resources/secret.ts";
import { deployment } from "../../resources/deployment.ts";
import { otherIdentities } from "../../session/other_identities.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import { pathOf } from "../../session/write_request.ts";
import { dryOf, expectAlike, expectUnchanged, listOwn, makeExisting } from "./twins.ts";

const OTHER_VALUES = ["all", "true", "false", "1", "None", "All,All"];

/** Checks of the parameter. */
export const PARAMETERS: readonly Check[] = [
  property<{ resource: string; write: GeneratedWrite; value: string }>({
    id: "dry-run/other-value-refused",
    title: "A dryRun that is not All is refused by every verb, and nothing is done",
    requirements: ["dry-run.other-value-refused", "dry-run.other-value-changes-nothing"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        write: write().map((each): GeneratedWrite => ({ ...each, flaw: "none" })),
        value: fc.constantFrom(...OTHER_VALUES),
      }),
    run: async (scope, { resource, write, value }) => {
      const type = resourceType(resource);
      const existing = await makeExisting(scope, type, false);
      const before = await listOwn(scope, type);
      const ask = requestFor(scope, type, write, existing);
      const answer = await scope.send({ ...ask, query: { ...ask.query, dryRun: value } });
      scope.note(verbOf(write.action));
      expectRefusal("dry-run.other-value-refused", answer);
      expectUnchanged(before, await listOwn(scope, type), "dry-run.other-value-changes-nothing");
    },
  }),
  example({
    id: "dry-run/no-value-permitted",
    title: "dryRun without a value is accepted, as a real request or a dry one",
    requirements: ["dry-run.no-value-permitted"],
    level: "should",
    run: async (scope) => {
      const answer = await scope.create(secret, scope.make(secret), { dryRun: "" });
      if (answer.status < 300) return;
      throw new Violation("dry-run.no-value-permitted", {
        expected: "success",
        actual: describeAnswer(answer),
      });
    },
  }),
  property<{ resource: string; write: GeneratedWrite }>({
    id: "dry-run/delete-options",
    title: "DeleteOptions that say dryRun keep what a delete names",
    requirements: ["dry-run.delete-options"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        write: write(["delete", "deletecollection"])
          .map((each): GeneratedWrite => ({ ...each, flaw: "none" })),
      }),
    run: async (scope, { resource, write }) => {
      const type = resourceType(resource);
      const existing = await makeExisting(scope, type, false);
      const before = await listOwn(scope, type);
      const body = { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] };
      const answer = await scope.send({ ...requestFor(scope, type, write, existing), body });
      if (answer.status >= 300) throw new Discard("the deletion was refused");
      expectUnchanged(before, await listOwn(scope, type), "dry-run.delete-options");
    },
  }),
  property<{ resource: string; write: GeneratedWrite; who: number }>({
    id: "dry-run/authorized-alike",
    title: "Somebody else may do dry exactly what they may do",
    requirements: ["dry-run.authorized-alike"],
    level: "must",
    needs: ["another identity or impersonation"],
    arbitrary: () =>
      fc.record({ resource: resourceName(), write: write(), who: fc.nat({ max: 9 }) }),
    run: async (scope, { resource, write, who }) => {
      const type = resourceType(resource);
      const existing = await makeExisting(scope, type, false);
      const callers = [...otherIdentities(scope), { identity: "" }];
      const caller = callers[who % callers.length]!;
      const plain = requestFor(scope, type, write, existing);
      const ask = { ...plain, ...caller, headers: { ...plain.headers, ...caller.headers } };
      const dry = await scope.send(dryOf(ask));
      const real = await scope.send(ask);
      scope.note(real.status === 401 || real.status === 403 ? "may not" : "may");
      expectAlike(verbOf(write.action), dry, real, "dry-run.authorized-alike");
    },
  }),
  property<{ verb: string; resource: string }>({
    id: "dry-run/reviews",
    title: "A dry review is answered as a real one",
    requirements: ["dry-run.reviews"],
    level: "must",
    arbitrary: () =>
      fc.record({
        verb: fc.constantFrom("get", "list", "create", "delete", "nothing"),
        resource: resourceName(),
      }),
    run: async (scope, { verb, resource }) => {
      const group = `authorization.${scope.target.dialect.suffix}`;
      const ask = {
        method: "POST" as const,
        path: `/apis/${group}/v1/selfsubjectaccessreviews`,
        body: {
          apiVersion: `${group}/v1`,
          kind: "SelfSubjectAccessReview",
          spec: { resourceAttributes: { verb, resource, namespace: scope.namespaces[0] } },
        },
      };
      expectAlike("create", await scope.send(dryOf(ask)), await scope.send(ask), "dry-run.reviews");
    },
  }),
  property<{ patch: boolean; replicas: number }>({
    id: "dry-run/status-subresource",
    title: "A dry write of a status is answered as a real one and changes nothing",
    requirements: ["dry-run.status-subresource"],
    level: "must",
    arbitrary: () => fc.record({ patch: fc.boolean(), replicas: fc.nat({ max: 9 }) }),
    run: async (scope, { patch, replicas }) => {
      const existing = await makeExisting(scope, deployment, false);
      const path = `${pathOf(scope, deployment, existing)}/status`;
      const status = { replicas, unavailableReplicas: replicas };
      const whole = {
        ...existing,
        apiVersion: apiVersion(deployment, scope.target.dialect),
        kind: "Deployment",
        status,
      };
      const ask = patch
        ? {
          method: "PATCH" as const,
          path,
          body: { status },
          headers: { "content-type": "application/merge-patch+json" },
        }
        : { method: "PUT" as const, path, body: whole };
      const before = await listOwn(scope, deployment);
      const dry = await scope.send(dryOf(ask));
      expectUnchanged(before, await listOwn(scope, deployment), "dry-run.status-subresource");
      const real = await scope.send(ask);
      if (real.status === 409) throw new Discard("somebody else wrote the status");
      expectAlike(patch ? "patch" : "update", dry, real, "dry-run.status-subresource");
    },
  }),
];
