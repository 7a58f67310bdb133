/**
 * Checks of the status subresource of deployments.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { deployment } from "../../resources/deployment.ts";
import { collectionPath } from "../../resources/path.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { canonical } from "../../client/canonical_json.ts";
import { pathOfObject, writeRequest } from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";
import { idsOfFamily } from "../../requirement.ts";
import { CONDITION_FIELDS, STATUS_FIELDS } from "./requirements.ts";
import { stopUnless, verify } from "../../verify.ts";

/** The generated part of a condition. */
interface Condition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
}

/** Input of a generated status; `statusOf` limits the counts so that they are consistent. */
interface StatusCase {
  readonly replicas: number;
  readonly updated: number;
  readonly ready: number;
  readonly available: number;
  readonly collisions: number | undefined;
  readonly observed: number;
  readonly message: string;
  readonly conditions: readonly Condition[];
  readonly whole: boolean;
}

/** Messages, one of them longer than a server that limits its columns could store. */
const MESSAGES = ["", "a message", "Ü 🜚\n", "a long message ".repeat(300)];

const TIME = "2020-02-03T04:05:06Z";

/** Times in other forms than the one that servers return. */
const TIMES = [
  "2020-02-03T04:05:06+02:00",
  "2020-02-03T04:05:06-11:30",
  "2020-02-03T04:05:06+14:00",
  "2020-02-03T23:59:59-23:59",
  "2020-02-29T00:00:00.25Z",
];

/** The form in which real servers return times. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Returns a condition that has changed at a time. */
const conditionAt = (lastUpdateTime: string): JsonObject => ({
  type: "Available",
  status: "True",
  lastUpdateTime,
});

/** Checks of the status subresource. */
export const STATUS: readonly Check[] = [
  property<StatusCase>({
    id: "deployments/status",
    title: "The status written to the status subresource is returned",
    requirements: [
      "deployments.status-get",
      "deployments.status-update",
      "deployments.status-patch",
      ...idsOfFamily("deployments.status-*-kept", STATUS_FIELDS),
      ...idsOfFamily("deployments.condition-*-kept", CONDITION_FIELDS),
      "deployments.condition-true-accepted",
      "deployments.condition-false-accepted",
      "deployments.condition-unknown-accepted",
    ],
    arbitrary: () =>
      fc.record({
        replicas: fc.integer({ min: 0, max: 5 }),
        updated: fc.nat({ max: 5 }),
        ready: fc.nat({ max: 5 }),
        available: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
        collisions: fc.constantFrom(undefined, 0, 1, 2147483647),
        observed: fc.constantFrom(0, 1, 7, 2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1),
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
    run: async (scope, input) => {
      const object = await createDeployment(scope);
      const status = statusOf(input);
      const written = await writeStatus(scope, object, status, input.whole);
      const verb = input.whole ? "update" : "patch";
      scope.note(verb);
      if (written.status >= 400) await expectConditionsAccepted(scope, object, status, input.whole);
      // A controller may change the status at once, so only the response is compared.
      expectDeployment(`deployments.status-${verb}`, written);
      expectStatus(status, asObject(written.json)?.status);
      const path = `${pathOfObject(scope, deployment, object)}/status`;
      expectDeployment("deployments.status-get", await scope.send({ method: "GET", path }));
    },
  }),
  invalidCondition("status-other-rejected", "with an unknown `status`", [
    { type: "Available", status: "true" },
    { type: "Available", status: "Maybe" },
    { type: "Available", status: "yes" },
  ]),
  invalidCondition("type-required", "without a `type`", [{ status: "True" }]),
  invalidCondition("status-required", "without a `status`", [{ type: "Available" }]),
  invalidCondition(
    "time-invalid-rejected",
    "with a time that does not exist",
    [
      ...["2021-02-29", "2021-02-30", "2100-02-29", "2021-04-31", "2021-01-32", "2021-13-01"],
      ...["2021-00-10", "2021-01-00"],
    ].map((day) => conditionAt(`${day}T00:00:00Z`))
      .concat(["24:00:00", "00:60:00"].map((time) => conditionAt(`2021-01-01T${time}Z`))),
  ),
  example({
    id: "deployments/condition-times",
    version: 2,
    title: "A time may have an offset from UTC and a fraction of a second, and is returned in UTC",
    requirements: ["deployments.condition-times", "deployments.condition-times-in-utc"],
    run: async (scope) => {
      const object = await createDeployment(scope);
      for (const lastUpdateTime of TIMES) {
        const conditions = [{ type: "Available", status: "True", lastUpdateTime }];
        for (const whole of [false, true]) {
          const written = await writeStatus(scope, object, { conditions }, whole);
          const status = asObject(asObject(written.json)?.status) ?? {};
          const [condition] = Array.isArray(status.conditions) ? status.conditions : [];
          const returned = String(asObject(condition)?.lastUpdateTime);
          // A server may drop the fraction.
          const difference = Date.parse(lastUpdateTime) - Date.parse(returned);
          const isSame = written.status < 300 && difference >= 0 && difference < 1000;
          verify("deployments.condition-times", {
            holds: isSame,
            expected: `the time ${lastUpdateTime}, in any time zone`,
            actual: written.status < 300 ? returned : describeResponse(written),
          });
          if (!isSame) continue;
          verify("deployments.condition-times-in-utc", {
            holds: UTC.test(returned),
            expected: "UTC and whole seconds",
            actual: returned,
          });
        }
      }
    },
  }),
  example({
    id: "deployments/list-kind",
    title: "A list of deployments is a `DeploymentList`",
    requirements: ["deployments.list-kind"],
    run: async (scope) => {
      await createDeployment(scope);
      const path = collectionPath(deployment, scope.target.dialect, scope.namespaces[0]);
      const query = { labelSelector: scope.selector };
      const response = await scope.send({ method: "GET", path, query });
      const list = asObject(response.json);
      const isExpected = list?.kind === "DeploymentList" && list.apiVersion === "apps/v1" &&
        asObject(list.metadata) !== undefined && Array.isArray(list.items);
      verify("deployments.list-kind", {
        holds: isExpected,
        expected: "an apps/v1 DeploymentList with metadata and items",
        actual: describeResponse(response),
      });
    },
  }),
];

function invalidCondition(
  words: "status-other-rejected" | "type-required" | "status-required" | "time-invalid-rejected",
  description: string,
  conditions: readonly JsonObject[],
): Check {
  const requirement: RequirementId = `deployments.condition-${words}`;
  return example({
    id: `deployments/condition-${words}`,
    title: `A condition ${description} is rejected`,
    requirements: [requirement],
    run: async (scope) => {
      const object = await createDeployment(scope);
      const right = { type: "Right", status: "True" };
      for (const condition of conditions) {
        // The first condition is not the only one that is validated.
        for (const all of [[condition], [right, condition, { ...right, type: "Last" }]]) {
          for (const whole of [false, true]) {
            const status = { conditions: all };
            expectError(requirement, await writeStatus(scope, object, status, whole));
          }
        }
      }
    },
  });
}

async function createDeployment(scope: Scope): Promise<JsonObject> {
  const response = await scope.create(deployment, scope.newObject(deployment));
  const created = asObject(response.json);
  if (response.status >= 300 || created === undefined) {
    throw rejected(response, "the deployment could not be created");
  }
  return created;
}

async function writeStatus(
  scope: Scope,
  object: JsonObject,
  status: Json,
  whole: boolean,
  more: JsonObject = {},
): Promise<HttpResponse> {
  const { resourceVersion: _version, ...metadata } = asObject(object.metadata)!;
  const request = writeRequest(scope, deployment, whole ? "PUT" : "PATCH", object);
  const body = whole ? { ...object, metadata, status } : { ...more, status };
  const response = await scope.send({ ...request, path: `${request.path}/status`, body });
  if (response.status === 409) throw new Discard("another client changed the status");
  return response;
}

/** After a rejected status, finds a condition that is rejected on its own. */
async function expectConditionsAccepted(
  scope: Scope,
  object: JsonObject,
  status: JsonObject,
  whole: boolean,
): Promise<void> {
  const accepts = async (conditions: Json[]) =>
    (await writeStatus(scope, object, { ...status, conditions }, whole)).status < 300;
  if (!await accepts([])) return;
  for (const condition of status.conditions as JsonObject[]) {
    const word = String(condition.status).toLowerCase();
    verify(`deployments.condition-${word}-accepted` as RequirementId, {
      holds: await accepts([condition]),
      expected: "success, as without this condition",
      actual: `${JSON.stringify(condition)} was rejected`,
    });
  }
}

function statusOf(input: StatusCase): JsonObject {
  const { replicas, collisions, conditions, observed, message } = input;
  const ready = Math.min(input.ready, replicas);
  const available = Math.min(input.available, ready);
  return {
    observedGeneration: observed,
    replicas,
    updatedReplicas: Math.min(input.updated, replicas),
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
      reason: "Plumbline",
    })),
  };
}

function expectStatus(expected: JsonObject, json: Json | undefined): void {
  const actual = asObject(json) ?? {};
  for (const [field, value] of Object.entries(expected)) {
    if (field === "conditions") continue;
    // A zero may be omitted.
    verify(`deployments.status-${kebabCase(field)}-kept` as RequirementId, {
      holds: (actual[field] ?? 0) === value,
      expected: `${field}: ${value}`,
      actual: `${field}: ${actual[field]}`,
    });
  }
  const conditions = Array.isArray(actual.conditions) ? actual.conditions : [];
  for (const condition of expected.conditions as JsonObject[]) {
    const returned = conditions.map((each) => asObject(each) ?? {})
      .find(({ type }) => type === condition.type) ?? {};
    for (const [field, value] of Object.entries(condition)) {
      // An empty string may be omitted, and a time be spelled in another way.
      verify(`deployments.condition-${kebabCase(field)}-kept` as RequirementId, {
        holds: canonical(returned[field] ?? "") === canonical(value!),
        expected: `${field}: ${value} in the condition ${condition.type}`,
        actual: `${field}: ${returned[field]}`,
      });
    }
  }
}

function expectDeployment(requirement: RequirementId, response: HttpResponse): void {
  const isExpected = (response.status === 200 || response.status === 201) &&
    asObject(response.json)?.kind === "Deployment";
  const holds = verify(requirement, {
    holds: isExpected,
    expected: "200 or 201 and a Deployment",
    actual: describeResponse(response),
  });
  stopUnless(holds, "the fields of the Deployment");
}

function kebabCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
