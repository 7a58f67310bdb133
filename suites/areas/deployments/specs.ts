/**
 * Specs with some fields given and others not: the defaults, and that what is given is kept.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { type IntOrString, type SpecFields, verifySpec } from "./model/spec.ts";
import { asObject } from "../../model/object.ts";
import { deployment } from "../../resources/deployment.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, throwMostSevere } from "../../session/violation.ts";
import { pathOf, writeRequest } from "../../session/write_request.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";

/** A spec, and how it replaces the one before. */
interface GeneratedUpdate {
  readonly spec: SpecFields;
  readonly method: "PUT" | "PATCH";
}

interface SpecCase {
  readonly created: SpecFields;
  readonly updates: readonly GeneratedUpdate[];
}

function specFields(): fc.Arbitrary<SpecFields> {
  return fc.record({
    replicas: fc.constantFrom(0, 1, 3),
    minReadySeconds: fc.constantFrom(0, 5),
    revisionHistoryLimit: fc.constantFrom(0, 1, 10, 2147483647),
    progressDeadlineSeconds: fc.constantFrom(6, 600, 601),
    paused: fc.boolean(),
    strategy: strategy(),
  }, { requiredKeys: [] }).map((spec) =>
    // A deployment that is paused starts nothing where controllers run.
    spec.replicas === 0 ? spec : { ...spec, paused: true }
  );
}

function strategy(): fc.Arbitrary<NonNullable<SpecFields["strategy"]>> {
  const values = (...more: IntOrString[]) => fc.constantFrom<IntOrString>(0, 1, 7, "10%", ...more);
  const rollingUpdate = fc.record({
    maxSurge: values("100%", "250%"),
    maxUnavailable: values("100%", "0%"),
  }, { requiredKeys: [] }).filter(({ maxSurge, maxUnavailable }) =>
    maxSurge !== 0 || (maxUnavailable !== 0 && maxUnavailable !== "0%")
  );
  const type = fc.constant("RollingUpdate" as const);
  return fc.oneof(
    fc.constant({ type: "Recreate" as const }),
    fc.record({ type }, { requiredKeys: [] }),
    {
      weight: 3,
      arbitrary: fc.record({ type, rollingUpdate }, { requiredKeys: ["rollingUpdate"] }),
    },
  );
}

/** Checks of specs. */
export const SPECS: readonly Check[] = [
  property<SpecCase>({
    id: "deployments/specs",
    title: "A spec gets the defaults of the table where it says nothing, and nowhere else",
    requirements: [
      "deployments.replicas-default",
      "deployments.replicas-kept",
      "deployments.replicas-zero-kept",
      "deployments.min-ready-seconds-default",
      "deployments.min-ready-seconds-kept",
      "deployments.revision-history-limit-default",
      "deployments.revision-history-limit-kept",
      "deployments.revision-history-limit-zero-kept",
      "deployments.progress-deadline-seconds-default",
      "deployments.progress-deadline-seconds-kept",
      "deployments.paused-kept",
      "deployments.strategy-type-default",
      "deployments.strategy-type-recreate",
      "deployments.strategy-type-rolling-update",
      "deployments.rolling-update-with-its-type-only",
      "deployments.max-surge-default",
      "deployments.max-surge-kept",
      "deployments.max-unavailable-default",
      "deployments.max-unavailable-kept",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        created: specFields(),
        updates: fc.array(
          fc.record({ spec: specFields(), method: fc.constantFrom("PUT", "PATCH") }),
          { minLength: 1, maxLength: 3, size: "max" },
        ),
      }),
    run: async (scope, { created, updates }) => {
      await holdWrite(scope, created, "POST");
      for (const { spec, method } of updates) await holdWrite(scope, spec, method);
    },
  }),
];

/** Writes a whole spec, and holds the answer and what is read then against it. */
async function holdWrite(
  scope: Scope,
  spec: SpecFields,
  method: "POST" | GeneratedUpdate["method"],
): Promise<void> {
  scope.note(method);
  const object = deploymentOf(scope, spec);
  const ask = writeRequest(scope, deployment, method, object);
  const answer = await scope.send(
    method === "PATCH"
      ? {
        ...ask,
        body: [{ op: "replace", path: "/spec", value: object.spec! }],
        headers: { "content-type": "application/json-patch+json" },
      }
      : ask,
  );
  if (answer.status === 409) throw new Discard("somebody else wrote it");
  if (answer.status >= 300) throw refused(spec, describeAnswer(answer));
  throwMostSevere(verifySpec(spec, asObject(answer.json)?.spec));
  const read = await scope.send({ method: "GET", path: pathOf(scope, deployment, object) });
  throwMostSevere(verifySpec(spec, asObject(read.json)?.spec));
}

/** A deployment whose spec says these fields, and no others but selector and template. */
export function deploymentOf(scope: Scope, fields: unknown): JsonObject {
  const object = scope.make(deployment);
  const { selector, template } = object.spec as JsonObject;
  // Fields that were not drawn are undefined: those are not sent.
  const spec = JSON.parse(JSON.stringify({ selector, template, ...fields as object })) as Json;
  return { ...object, spec };
}

/** A sound spec that is refused breaks what is said of its most particular field. */
function refused(spec: SpecFields, actual: string): Violation {
  const requirement = spec.strategy?.type === "Recreate"
    ? "deployments.strategy-type-recreate"
    : spec.strategy?.rollingUpdate?.maxSurge !== undefined
    ? "deployments.max-surge-kept"
    : spec.strategy?.rollingUpdate?.maxUnavailable !== undefined
    ? "deployments.max-unavailable-kept"
    : "deployments.replicas-kept";
  return new Violation(requirement, { expected: "success", actual });
}
