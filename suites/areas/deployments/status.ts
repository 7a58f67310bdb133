/**
 * The status subresource.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { deployment } from "../../resources/deployment.ts";
import { collectionPath } from "../../resources/path.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import { pathOf, writeRequest } from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

/** A condition as it is drawn. */
interface GeneratedCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
}

/** A status whose numbers agree with each other. */
interface GeneratedStatus {
  readonly replicas: number;
  readonly updated: number;
  readonly ready: number;
  readonly available: number;
  readonly collisions: number | undefined;
  readonly observed: number;
  readonly message: string;
  readonly conditions: readonly GeneratedCondition[];
  readonly whole: boolean;
}

/** A condition that no controller knows, so that none but a client changes it. */
const KEPT = { type: "PlumblineKept", status: "Unknown" } as const;

/** Messages, one of them longer than any column that somebody might have kept it in. */
const MESSAGES = ["", "a message", "Ü 🜚\n", "a long message ".repeat(300)];

const TIME = "2020-02-03T04:05:06Z";

/** Checks of the status subresource. */
export const STATUS: readonly Check[] = [
  property<GeneratedStatus>({
    id: "deployments/status",
    title: "What is written to a deployment's status comes back",
    requirements: [
      "deployments.status-get",
      "deployments.status-update",
      "deployments.status-patch",
      "deployments.status-replicas-kept",
      "deployments.status-available-replicas-kept",
      "deployments.status-ready-replicas-kept",
      "deployments.status-unavailable-replicas-kept",
      "deployments.status-updated-replicas-kept",
      "deployments.status-collision-count-kept",
      "deployments.status-observed-generation-kept",
      "deployments.condition-type-kept",
      "deployments.condition-status-kept",
      "deployments.condition-last-transition-time-kept",
      "deployments.condition-last-update-time-kept",
      "deployments.condition-message-kept",
      "deployments.condition-reason-kept",
      "deployments.condition-true-accepted",
      "deployments.condition-false-accepted",
      "deployments.condition-unknown-accepted",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        replicas: fc.integer({ min: 0, max: 5 }),
        updated: fc.nat({ max: 5 }),
        ready: fc.nat({ max: 5 }),
        available: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
        collisions: fc.constantFrom(undefined, 0, 1, 2147483647),
        observed: fc.constantFrom(0, 1, 2, 7),
        message: fc.constantFrom(...MESSAGES),
        conditions: fc.uniqueArray(
          fc.record({
            type: fc.constantFrom("Available", "Progressing", "ReplicaFailure", "Other"),
            status: fc.constantFrom("True", "False", "Unknown"),
          }),
          { maxLength: 4, size: "max", selector: ({ type }) => type },
        ),
        whole: fc.boolean(),
      }),
    run: async (scope, drawn) => {
      const object = await makeDeployment(scope);
      const status = statusOf(drawn);
      const written = await writeStatus(scope, object, status, drawn.whole);
      const verb = drawn.whole ? "update" : "patch";
      scope.note(verb);
      if (written.status >= 400) await expectConditions(scope, object, status, drawn.whole);
      // A controller may write the status the moment after: only the answer itself is judged.
      expectDeployment(`deployments.status-${verb}`, written);
      expectStatus(status, asObject(written.json)?.status);
      const path = `${pathOf(scope, deployment, object)}/status`;
      expectDeployment("deployments.status-get", await scope.send({ method: "GET", path }));
    },
  }),
  property<{ whole: boolean; replicas: number }>({
    id: "deployments/status-leaves-spec",
    title: "Status and spec are written apart: each write leaves the other as it was",
    requirements: ["deployments.status-leaves-spec", "deployments.spec-leaves-status"],
    level: "convention",
    arbitrary: () => fc.record({ whole: fc.boolean(), replicas: fc.integer({ min: 1, max: 5 }) }),
    run: async (scope, { whole, replicas }) => {
      const object = await makeDeployment(scope);
      const spec = { ...asObject(object.spec), revisionHistoryLimit: 7 };
      const status = { replicas, conditions: [KEPT] };
      const written = await writeStatus(scope, { ...object, spec }, status, whole, { spec });
      if (written.status >= 300) throw new Discard("the status was not written");
      expectSame("deployments.status-leaves-spec", object.spec, asObject(written.json)?.spec);
      const other = { ...scope.make(deployment, { content: 3 }), status: { replicas: 9 } };
      const method = whole ? "PUT" : "PATCH";
      const changed = await scope.send(writeRequest(scope, deployment, method, other));
      if (changed.status >= 300) throw new Discard("the deployment was not written");
      const told = asObject(asObject(changed.json)?.status) ?? {};
      const kept = Array.isArray(told.conditions) &&
        told.conditions.some((condition) => asObject(condition)?.type === KEPT.type);
      if (kept && told.replicas !== 9) return;
      throw new Violation("deployments.spec-leaves-status", {
        expected: JSON.stringify(status),
        actual: JSON.stringify(told),
      });
    },
  }),
  badCondition("status-other-refused", "with a status of another word", [
    { type: "Available", status: "true" },
    { type: "Available", status: "Maybe" },
    { type: "Available", status: "yes" },
  ]),
  badCondition("type-required", "without a type", [{ status: "True" }]),
  badCondition("status-required", "without a status", [{ type: "Available" }]),
  example({
    id: "deployments/list-kind",
    title: "A list of deployments is a DeploymentList",
    requirements: ["deployments.list-kind"],
    level: "must",
    run: async (scope) => {
      await makeDeployment(scope);
      const path = collectionPath(deployment, scope.target.dialect, scope.namespaces[0]);
      const query = { labelSelector: scope.selector };
      const answer = await scope.send({ method: "GET", path, query });
      const list = asObject(answer.json);
      const right = list?.kind === "DeploymentList" && list.apiVersion === "apps/v1" &&
        asObject(list.metadata) !== undefined && Array.isArray(list.items);
      if (right) return;
      throw new Violation("deployments.list-kind", {
        expected: "a DeploymentList of apps/v1 with metadata and items",
        actual: describeAnswer(answer),
      });
    },
  }),
];

function badCondition(
  words: "status-other-refused" | "type-required" | "status-required",
  title: string,
  conditions: readonly JsonObject[],
): Check {
  const requirement: RequirementId = `deployments.condition-${words}`;
  return example({
    id: `deployments/condition-${words}`,
    title: `A condition ${title} is refused`,
    requirements: [requirement],
    level: "must",
    run: async (scope) => {
      const object = await makeDeployment(scope);
      for (const condition of conditions) {
        const status = { conditions: [condition] };
        expectRefusal(requirement, await writeStatus(scope, object, status, false));
      }
    },
  });
}

async function makeDeployment(scope: Scope): Promise<JsonObject> {
  const answer = await scope.create(deployment, scope.make(deployment));
  const made = asObject(answer.json);
  if (answer.status >= 300 || made === undefined) {
    throw new Discard("the deployment could not be made");
  }
  return made;
}

async function writeStatus(
  scope: Scope,
  object: JsonObject,
  status: Json,
  whole: boolean,
  more: JsonObject = {},
): Promise<HttpResponse> {
  const { resourceVersion: _version, ...metadata } = asObject(object.metadata)!;
  const ask = writeRequest(scope, deployment, whole ? "PUT" : "PATCH", object);
  const body = whole ? { ...object, metadata, status } : { ...more, status };
  const answer = await scope.send({ ...ask, path: `${ask.path}/status`, body });
  if (answer.status === 409) throw new Discard("somebody else wrote the status");
  return answer;
}

/** Of a status that was refused, finds a condition that is refused by itself. */
async function expectConditions(
  scope: Scope,
  object: JsonObject,
  status: JsonObject,
  whole: boolean,
): Promise<void> {
  const accepts = async (conditions: Json[]) =>
    (await writeStatus(scope, object, { ...status, conditions }, whole)).status < 300;
  if (!await accepts([])) return;
  for (const condition of status.conditions as JsonObject[]) {
    if (await accepts([condition])) continue;
    const word = String(condition.status).toLowerCase();
    throw new Violation(`deployments.condition-${word}-accepted` as RequirementId, {
      expected: "success, as without the condition",
      actual: `${JSON.stringify(condition)} is refused`,
    });
  }
}

function statusOf(drawn: GeneratedStatus): JsonObject {
  const { replicas, collisions, conditions, observed, message } = drawn;
  const ready = Math.min(drawn.ready, replicas);
  const available = Math.min(drawn.available, ready);
  return {
    observedGeneration: observed,
    replicas,
    updatedReplicas: Math.min(drawn.updated, replicas),
    readyReplicas: ready,
    availableReplicas: available,
    unavailableReplicas: replicas - available,
    ...(collisions !== undefined && { collisionCount: collisions }),
    conditions: conditions.map(({ type, status }) => ({
      type,
      status,
      lastTransitionTime: TIME,
      lastUpdateTime: TIME,
      message,
      reason: "Drawn",
    })),
  };
}

function expectStatus(due: JsonObject, json: Json | undefined): void {
  const told = asObject(json) ?? {};
  for (const [field, value] of Object.entries(due)) {
    if (field === "conditions") continue;
    // A zero may be left out.
    if ((told[field] ?? 0) === value) continue;
    throw new Violation(`deployments.status-${dashed(field)}-kept` as RequirementId, {
      expected: `${field} ${value}`,
      actual: `${told[field]}`,
    });
  }
  const conditions = Array.isArray(told.conditions) ? told.conditions : [];
  for (const condition of due.conditions as JsonObject[]) {
    const found = conditions.map((each) => asObject(each) ?? {})
      .find(({ type }) => type === condition.type) ?? {};
    for (const [field, value] of Object.entries(condition)) {
      // A text that says nothing may be left out.
      if ((found[field] ?? "") === value) continue;
      throw new Violation(`deployments.condition-${dashed(field)}-kept` as RequirementId, {
        expected: `${field} ${value} of the condition ${condition.type}`,
        actual: `${found[field]}`,
      });
    }
  }
}

function expectDeployment(requirement: RequirementId, answer: HttpResponse): void {
  const right = (answer.status === 200 || answer.status === 201) &&
    asObject(answer.json)?.kind === "Deployment";
  if (right) return;
  throw new Violation(requirement, {
    expected: "200 or 201 with a Deployment",
    actual: describeAnswer(answer),
  });
}

function expectSame(requirement: RequirementId, due: Json | undefined, told: Json | undefined) {
  if (canonical(due ?? null) === canonical(told ?? null)) return;
  throw new Violation(requirement, {
    expected: JSON.stringify(due),
    actual: JSON.stringify(told),
  });
}

function dashed(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
