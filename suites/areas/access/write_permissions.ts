/**
 * Writes that need more than one permission, and writes that are refused.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { actingAs, decisionOf, settled } from "../../session/access/attempts.ts";
import { granting, onSecrets, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

const APPLY = { "content-type": "application/apply-patch+yaml" };
const WRITES = ["create", "update", "patch", "delete", "deletecollection"] as const;

type Write = typeof WRITES[number];

/** Checks of writes. */
export const WRITES_DECIDED: readonly Check[] = [
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
      await known(scope, actor.user, { method: "PUT", ...objectAsk(scope, "secrets", "seen") });
      for (const resource of ["secrets", "roles"]) {
        const ask = objectAsk(scope, resource, "new");
        const body = { ...ask.body, ...(resource === "roles" && { rules: [] }) };
        const answer = await scope.send({
          method: "PUT",
          path: ask.path,
          body,
          ...actingAs(actor),
        });
        const there = await scope.send({ method: "GET", path: ask.path });
        if (answer.status >= 400 && there.status === 404) continue;
        throw new Violation("access.put-that-creates-needs-create", {
          expected: `no ${resource} made by who may update only`,
          actual: `${describeAnswer(answer)}; then a get: ${there.status}`,
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
      const cells: readonly [verbs: string[], there: boolean, RequirementId | undefined][] = [
        [["patch"], true, undefined],
        [["patch", "create"], false, undefined],
        [["patch"], false, "access.apply-that-creates-needs-create"],
        [["create"], false, "access.apply-needs-patch"],
        [["create", "update"], true, "access.apply-needs-patch"],
      ];
      for (const [number, [verbs, there, refusal]] of cells.entries()) {
        const actor = userIn(scope, `applier-${number}`);
        const policy = granting(scope, [onSecrets(verbs)], [subjectOf(actor)], `grant ${number}`);
        await putPolicy(scope, policy);
        const { path, body } = objectAsk(scope, "secrets", `applied ${number}`);
        if (there) await scope.create(resourceType("secrets"), body);
        const ask: HttpRequest = {
          method: "PATCH",
          path,
          query: { fieldManager: "plumbline", force: "true" },
          body: JSON.stringify(body),
        };
        const { headers } = actingAs(actor);
        const due = refusal === undefined;
        const found = await settled(
          scope,
          due,
          async () => decisionOf(await scope.send({ ...ask, headers: { ...headers, ...APPLY } })),
        );
        if (found.allowed === due) continue;
        throw new Violation(refusal ?? "access.apply-needs-patch", {
          expected: `${due ? "allowed" : "refused"} with ${verbs.join(" and ")}, the object ${
            there ? "there" : "not there"
          }`,
          actual: found.said,
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
      // Collections go last: they take with them what the others made.
      for (const verb of WRITES) {
        for (const granted of [false, true]) await holdWrite(scope, verb, granted);
      }
    },
  }),
];

async function holdWrite(scope: Scope, verb: Write, granted: boolean): Promise<void> {
  const words = `${verb} ${granted}`;
  const actor = userIn(scope, words.replace(" ", "-"));
  const { path, body } = objectAsk(scope, "secrets", words);
  const made = await scope.create(resourceType("secrets"), body);
  if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
  if (granted) {
    await putPolicy(scope, granting(scope, [onSecrets([verb])], [subjectOf(actor)], words));
  }
  const send = async (query: HttpRequest["query"]) => {
    const ask = writeRequest(scope, verb, words);
    const headers = { ...ask.headers, ...actingAs(actor).headers };
    const answer = await scope.send({ ...ask, query: { ...ask.query, ...query }, headers });
    return decisionOf(answer);
  };
  const dry = await settled(scope, granted, () => send({ dryRun: "All" }));
  const real = await settled(scope, dry.allowed === true, () => send({}));
  if (dry.allowed !== real.allowed) {
    const facts = { expected: `${verb} as when real: ${real.said}`, actual: dry.said };
    throw new Violation("access.dry-run-authorized-alike", facts);
  }
  if (real.allowed) return;
  const after = await scope.send({ method: "GET", path });
  const free = objectAsk(scope, "secrets", `${words} another`).path;
  const another = await scope.send({ method: "GET", path: free });
  if (sameBody(after, made) && another.status === 404) return;
  throw new Violation("access.forbidden-changes-nothing", {
    expected: `the object as it was, and no other: ${JSON.stringify(made.json)}`,
    actual: `${after.status} ${JSON.stringify(after.json)}, another: ${another.status}`,
  });
}

function sameBody(one: HttpResponse, other: HttpResponse): boolean {
  return JSON.stringify(one.json) === JSON.stringify(other.json);
}

/** Waits until what was granted counts, so that a refusal is not for want of it. */
async function known(scope: Scope, user: string, ask: HttpRequest): Promise<void> {
  const made = await scope.create(resourceType("secrets"), ask.body as JsonObject);
  if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
  const acting = actingAs({ user, groups: [] });
  const { allowed } = await settled(
    scope,
    true,
    async () => decisionOf(await scope.send({ ...ask, ...acting })),
  );
  if (!allowed) throw new Discard("what was granted does not count");
}

function objectAsk(scope: Scope, resource: string, words: string) {
  const type = resourceType(resource);
  const [namespace] = scope.namespaces;
  const path = objectPath(type, scope.target.dialect, { namespace, name: scope.name(words) });
  return { path, body: scope.make(type, { name: words }) };
}

function writeRequest(scope: Scope, verb: Write, words: string): HttpRequest {
  const { path, body } = objectAsk(scope, "secrets", words);
  const type = resourceType("secrets");
  const collection = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  switch (verb) {
    case "create": {
      const { body } = objectAsk(scope, "secrets", `${words} another`);
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
