/**
 * Checks of the permissions that writes need, and of forbidden writes.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { awaitDecision, decisionOf, impersonating } from "../../session/access/attempts.ts";
import { granting, onSecrets, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

const APPLY = { "content-type": "application/apply-patch+yaml" };
const WRITES = ["create", "update", "patch", "delete", "deletecollection"] as const;

type Write = typeof WRITES[number];

/** Checks of writes. */
export const WRITE_PERMISSIONS: readonly Check[] = [
  example({
    id: "access/put-that-creates",
    title: "The permission to update does not permit a PUT that creates an object",
    requirements: ["access.put-that-creates-needs-create"],
    level: "must",
    needs: ["impersonation"],
    run: async (scope) => {
      const actor = userIn(scope, "updater");
      const rules: Rule[] = ["secrets", "roles"].map((resource) => ({
        verbs: ["update"],
        apiGroups: ["*"],
        resources: [resource],
      }));
      await putPolicy(scope, granting(scope, rules, [subjectOf(actor)]));
      await untilAllowed(scope, actor.user, {
        method: "PUT",
        ...pathAndBody(scope, "secrets", "seen"),
      });
      for (const resource of ["secrets", "roles"]) {
        const request = pathAndBody(scope, resource, "new");
        const body = { ...request.body, ...(resource === "roles" && { rules: [] }) };
        const response = await scope.send({
          method: "PUT",
          path: request.path,
          body,
          ...impersonating(actor),
        });
        const current = await scope.send({ method: "GET", path: request.path });
        if (response.status >= 400 && current.status === 404) continue;
        throw new Violation("access.put-that-creates-needs-create", {
          expected: `no ${resource} created by a user who may only update`,
          actual: `${describeResponse(response)}; then GET: ${current.status}`,
        });
      }
    },
  }),
  example({
    id: "access/apply",
    title: "An apply needs `patch`, and also `create` if it creates the object",
    requirements: ["access.apply-needs-patch", "access.apply-that-creates-needs-create"],
    level: "must",
    needs: ["impersonation"],
    run: async (scope) => {
      const cases: readonly [verbs: string[], exists: boolean, RequirementId | undefined][] = [
        [["patch"], true, undefined],
        [["patch", "create"], false, undefined],
        [["patch"], false, "access.apply-that-creates-needs-create"],
        [["create"], false, "access.apply-needs-patch"],
        [["create", "update"], true, "access.apply-needs-patch"],
      ];
      for (const [number, [verbs, exists, violated]] of cases.entries()) {
        const actor = userIn(scope, `applier-${number}`);
        const policy = granting(scope, [onSecrets(verbs)], [subjectOf(actor)], `grant ${number}`);
        await putPolicy(scope, policy);
        const { path, body } = pathAndBody(scope, "secrets", `applied ${number}`);
        if (exists) await scope.create(resourceType("secrets"), body);
        const request: HttpRequest = {
          method: "PATCH",
          path,
          query: { fieldManager: "plumbline", force: "true" },
          body: JSON.stringify(body),
        };
        const { headers } = impersonating(actor);
        const shouldAllow = violated === undefined;
        const decision = await awaitDecision(
          scope,
          shouldAllow,
          async () =>
            decisionOf(await scope.send({ ...request, headers: { ...headers, ...APPLY } })),
        );
        if (decision.allowed === shouldAllow) continue;
        throw new Violation(violated ?? "access.apply-needs-patch", {
          expected: `${shouldAllow ? "allowed" : "forbidden"} with ${
            verbs.join(" and ")
          }, the object ${exists ? "exists" : "does not exist"}`,
          actual: decision.description,
        });
      }
    },
  }),
  example({
    id: "access/write-authorization",
    title: "A dry run is authorized like the real write, and a forbidden write changes nothing",
    requirements: ["access.dry-run-authorized-alike", "access.forbidden-changes-nothing"],
    level: "must",
    needs: ["impersonation"],
    run: async (scope) => {
      // deletecollection comes last, as it deletes the objects of the others.
      for (const verb of WRITES) {
        for (const granted of [false, true]) await expectWrite(scope, verb, granted);
      }
    },
  }),
];

async function expectWrite(scope: Scope, verb: Write, granted: boolean): Promise<void> {
  const name = `${verb} ${granted}`;
  const actor = userIn(scope, name.replace(" ", "-"));
  const { path, body } = pathAndBody(scope, "secrets", name);
  const created = await scope.create(resourceType("secrets"), body);
  if (created.status >= 300) {
    throw new Discard(`the object could not be created: ${created.status}`);
  }
  if (granted) {
    await putPolicy(scope, granting(scope, [onSecrets([verb])], [subjectOf(actor)], name));
  }
  const send = async (query: HttpRequest["query"]) => {
    const request = writeRequest(scope, verb, name);
    const headers = { ...request.headers, ...impersonating(actor).headers };
    const response = await scope.send({
      ...request,
      query: { ...request.query, ...query },
      headers,
    });
    return decisionOf(response);
  };
  const dry = await awaitDecision(scope, granted, () => send({ dryRun: "All" }));
  const real = await awaitDecision(scope, dry.allowed === true, () => send({}));
  if (dry.allowed !== real.allowed) {
    const facts = {
      expected: `the dry run of ${verb} decided like the real request: ${real.description}`,
      actual: dry.description,
    };
    throw new Violation("access.dry-run-authorized-alike", facts);
  }
  if (real.allowed) return;
  const after = await scope.send({ method: "GET", path });
  const free = pathAndBody(scope, "secrets", `${name} another`).path;
  const another = await scope.send({ method: "GET", path: free });
  if (sameBody(after, created) && another.status === 404) return;
  throw new Violation("access.forbidden-changes-nothing", {
    expected: `the object unchanged and no other: ${JSON.stringify(created.json)}`,
    actual: `${after.status} ${JSON.stringify(after.json)}, another: ${another.status}`,
  });
}

function sameBody(one: HttpResponse, other: HttpResponse): boolean {
  return JSON.stringify(one.json) === JSON.stringify(other.json);
}

/** Waits until a grant takes effect, so that a later rejection has another cause. */
async function untilAllowed(scope: Scope, user: string, request: HttpRequest): Promise<void> {
  const created = await scope.create(resourceType("secrets"), request.body as JsonObject);
  if (created.status >= 300) {
    throw new Discard(`the object could not be created: ${created.status}`);
  }
  const acting = impersonating({ user, groups: [] });
  const { allowed } = await awaitDecision(
    scope,
    true,
    async () => decisionOf(await scope.send({ ...request, ...acting })),
  );
  if (!allowed) throw new Discard("the granted permission does not take effect");
}

function pathAndBody(scope: Scope, resource: string, name: string) {
  const type = resourceType(resource);
  const [namespace] = scope.namespaces;
  const path = objectPath(type, scope.target.dialect, { namespace, name: scope.name(name) });
  return { path, body: scope.newObject(type, { name }) };
}

function writeRequest(scope: Scope, verb: Write, name: string): HttpRequest {
  const { path, body } = pathAndBody(scope, "secrets", name);
  const type = resourceType("secrets");
  const collection = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  switch (verb) {
    case "create": {
      const { body } = pathAndBody(scope, "secrets", `${name} another`);
      return { method: "POST", path: collection, body };
    }
    case "update":
      return { method: "PUT", path, body: { ...body, ...type.change(1) } };
    case "patch": {
      const headers = { "content-type": "application/merge-patch+json" };
      return { method: "PATCH", path, headers, body: type.change(1) };
    }
    case "delete":
      return { method: "DELETE", path };
    case "deletecollection":
      return { method: "DELETE", path: collection, query: { labelSelector: scope.selector } };
  }
}
