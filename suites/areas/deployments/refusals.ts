/**
 * Specs that are refused.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { deployment } from "../../resources/deployment.ts";
import type { Scope } from "../../scope.ts";
import { expectRefusal } from "../../session/violation.ts";
import { writeRequest } from "../../session/write_request.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { deploymentOf } from "./specs.ts";

const BOUNDS = ["maxSurge", "maxUnavailable"] as const;
const NUMBERS = [
  "replicas",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
] as const;

const ROLLING = (rollingUpdate: Json) => ({ strategy: { type: "RollingUpdate", rollingUpdate } });

/** Bad fields, by the requirement that says they are refused. */
const BAD: Readonly<Record<string, readonly JsonObject[]>> = {
  "deployments.strategy-type-other-refused": ["rollingUpdate", "recreate", "BlueGreen", "None"]
    .map((type) => ({ strategy: { type } })),
  "deployments.both-zero-refused": [ROLLING({ maxSurge: 0, maxUnavailable: 0 })],
  "deployments.int-or-string-type-refused": BOUNDS.flatMap((bound) =>
    [true, 1.5, [], [1], {}, 2147483648].map((value: Json) => ROLLING({ [bound]: value }))
  ),
  "deployments.int32-refused": NUMBERS.flatMap((field) =>
    ["3", "10", 1.5, true, [], {}, 2147483648, -2147483649].map((value: Json) => ({
      [field]: value,
    }))
  ),
};

/** The same, of what real servers agree on. */
const BAD_BY_CONVENTION: Readonly<Record<string, readonly JsonObject[]>> = {
  "deployments.rolling-update-with-recreate-refused": [
    { strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } },
    { strategy: { type: "Recreate", rollingUpdate: {} } },
  ],
  "deployments.both-zero-percent-refused": [
    ROLLING({ maxSurge: "0%", maxUnavailable: "0%" }),
    ROLLING({ maxSurge: 0, maxUnavailable: "0%" }),
    ROLLING({ maxSurge: "0%", maxUnavailable: 0 }),
  ],
  "deployments.int-or-string-text-refused": BOUNDS.flatMap((bound) =>
    ["1", "ten", "10 %", "%", "1.5%", "-1%"].map((value) => ROLLING({ [bound]: value }))
  ),
  "deployments.negative-refused": NUMBERS.map((field) => ({ [field]: -1 })),
  "deployments.deadline-above-ready": [
    { progressDeadlineSeconds: 5, minReadySeconds: 5 },
    { progressDeadlineSeconds: 5, minReadySeconds: 6 },
    { progressDeadlineSeconds: 0 },
  ],
};

/** Checks of refusals. */
export const REFUSALS: readonly Check[] = [
  badSpecs("deployments/bad-specs", "A spec that the table rules out is refused", BAD, "must"),
  badSpecs(
    "deployments/unsound-specs",
    "A spec that real servers hold to be unsound is refused",
    BAD_BY_CONVENTION,
    "convention",
  ),
  property<{ mismatch: string; update: boolean }>({
    id: "deployments/selector-matches-template",
    title: "A selector that does not pick the template's labels is refused",
    requirements: ["deployments.selector-matches-template"],
    level: "must",
    arbitrary: () =>
      fc.record({
        mismatch: fc.constantFrom("value", "more", "no labels", "not in", "no key"),
        update: fc.boolean(),
      }),
    run: async (scope, { mismatch, update }) => {
      if (update) {
        const { status } = await scope.create(deployment, scope.make(deployment));
        if (status >= 300) throw new Discard("the deployment could not be made");
      }
      const object = mismatched(scope, mismatch);
      const ask = writeRequest(scope, deployment, update ? "PUT" : "POST", object);
      expectRefusal("deployments.selector-matches-template", await scope.send(ask));
    },
  }),
  example({
    id: "deployments/selector-empty-refused",
    title: "A selector that requires nothing is refused",
    requirements: ["deployments.selector-empty-refused"],
    level: "convention",
    run: async (scope) => {
      const object = deploymentOf(scope, { paused: true, replicas: 0, selector: {} });
      expectRefusal("deployments.selector-empty-refused", await scope.create(deployment, object));
    },
  }),
  example({
    id: "deployments/selector-fixed",
    title: "The selector of a deployment cannot be changed",
    requirements: ["deployments.selector-fixed"],
    level: "convention",
    run: async (scope) => {
      const labels = { deployment: "one", more: "labels" };
      const made = withLabels(scope, { deployment: "one" }, labels);
      const { status } = await scope.create(deployment, made);
      if (status >= 300) throw new Discard("the deployment could not be made");
      for (const selected of [{ more: "labels" }, labels]) {
        const other = withLabels(scope, selected, labels);
        const answer = await scope.send(writeRequest(scope, deployment, "PUT", other));
        expectRefusal("deployments.selector-fixed", answer);
      }
    },
  }),
];

function badSpecs(
  id: `deployments/${string}`,
  title: string,
  bad: Readonly<Record<string, readonly JsonObject[]>>,
  level: "must" | "convention",
): Check {
  const requirements = Object.keys(bad) as [RequirementId, ...RequirementId[]];
  const one = fc.constantFrom(...requirements).chain((requirement) =>
    fc.constantFrom(...bad[requirement]!).map((fields) => ({ requirement, fields }))
  );
  return property<{ specs: { requirement: RequirementId; fields: JsonObject }[]; update: boolean }>(
    {
      id,
      title,
      requirements,
      level,
      // Several in a case, as each of many is to be drawn in every run.
      arbitrary: () =>
        fc.record({ specs: fc.array(one, { minLength: 1, maxLength: 5 }), update: fc.boolean() }),
      run: async (scope, { specs, update }) => {
        if (update) {
          const { status } = await scope.create(deployment, scope.make(deployment));
          if (status >= 300) throw new Discard("the deployment could not be made");
        }
        for (const { requirement, fields } of specs) {
          scope.note(requirement);
          const object = deploymentOf(scope, { paused: true, ...fields });
          const ask = writeRequest(scope, deployment, update ? "PUT" : "POST", object);
          expectRefusal(requirement, await scope.send(ask));
        }
      },
    },
  );
}

function mismatched(scope: Scope, how: string): JsonObject {
  const name = scope.name("object");
  const labels = { deployment: name };
  switch (how) {
    case "value":
      return withLabels(scope, { deployment: name }, { deployment: `${name}x` });
    case "more":
      return withLabels(scope, { ...labels, more: "labels" }, labels);
    case "no labels":
      return withLabels(scope, labels, undefined);
    case "not in": {
      const expression = { key: "deployment", operator: "NotIn", values: [name] };
      return withSelector(scope, { matchExpressions: [expression] });
    }
    default:
      return withSelector(scope, {
        matchLabels: labels,
        matchExpressions: [{ key: "elsewhere", operator: "Exists" }],
      });
  }
}

function withSelector(scope: Scope, selector: Json): JsonObject {
  return deploymentOf(scope, { paused: true, replicas: 0, selector });
}

function withLabels(scope: Scope, matchLabels: Json, labels: Json | undefined): JsonObject {
  const { spec } = scope.make(deployment);
  const template = (spec as JsonObject).template as JsonObject;
  return deploymentOf(scope, {
    paused: true,
    replicas: 0,
    selector: { matchLabels },
    template: { ...template, metadata: { labels } },
  });
}
