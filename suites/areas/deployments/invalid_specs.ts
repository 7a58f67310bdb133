/**
 * Checks that invalid specs of deployments are rejected.
 *
 * @module
 */
import fc from "fast-check";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import { type Check, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Target } from "../../client/target.ts";
import { asObject } from "../../model/object.ts";
import { deployment } from "../../resources/deployment.ts";
import type { Scope } from "../../scope.ts";
import { expectError } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { withGeneratedName, writeRequest } from "../../session/write_request.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { deploymentOf } from "./specs.ts";
import { rejected } from "../../session/objects.ts";

const ROLLING_UPDATE_FIELDS = ["maxSurge", "maxUnavailable"] as const;
const INTEGER_FIELDS = [
  "replicas",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
] as const;

const rolling = (rollingUpdate: Json) => ({ strategy: { type: "RollingUpdate", rollingUpdate } });

/** Invalid fields of a spec by the requirement that they are rejected. */
const INVALID: Readonly<Record<string, readonly JsonObject[]>> = {
  "deployments.strategy-type-other-rejected": ["rollingUpdate", "recreate", "BlueGreen", "None"]
    .map((type) => ({ strategy: { type } })),
  "deployments.both-zero-rejected": [rolling({ maxSurge: 0, maxUnavailable: 0 })],
  "deployments.both-zero-percent-rejected": [
    rolling({ maxSurge: "0%", maxUnavailable: "0%" }),
    rolling({ maxSurge: 0, maxUnavailable: "0%" }),
    rolling({ maxSurge: "0%", maxUnavailable: 0 }),
  ],
  "deployments.text-without-percentage-rejected": ROLLING_UPDATE_FIELDS.flatMap((field) =>
    ["1", "ten", "10 %", "%"].map((value) => rolling({ [field]: value }))
  ),
  "deployments.int-or-string-type-rejected": ROLLING_UPDATE_FIELDS.flatMap((field) =>
    [true, 1.5, [], [1], {}, 2147483648].map((value: Json) => rolling({ [field]: value }))
  ),
  "deployments.int32-rejected": INTEGER_FIELDS.flatMap((field) =>
    ["3", "10", 1.5, true, [], {}, 2147483648, -2147483649].map((value: Json) => ({
      [field]: value,
    }))
  ),
};

/** Invalid fields that real servers agree to reject. */
const INVALID_BY_CONVENTION: Readonly<Record<string, readonly JsonObject[]>> = {
  "deployments.rolling-update-with-recreate-rejected": [
    { strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } },
    { strategy: { type: "Recreate", rollingUpdate: {} } },
  ],
  "deployments.int-or-string-value-rejected": ROLLING_UPDATE_FIELDS.flatMap((field) =>
    ["1.5%", "-1%"].map((value) => rolling({ [field]: value }))
  ),
  "deployments.negative-rejected": INTEGER_FIELDS.map((field) => ({ [field]: -1 })),
  "deployments.progress-deadline-above-min-ready": [
    { progressDeadlineSeconds: 5, minReadySeconds: 5 },
    { progressDeadlineSeconds: 5, minReadySeconds: 6 },
    { progressDeadlineSeconds: 0 },
  ],
};

/** A selector that does not match, and the form of the write that sets it. */
interface MismatchCase {
  readonly mismatch: string;
  readonly form: Form;
}

const MISMATCHES = ["other value", "additional label", "no labels", "NotIn", "missing key"];

function mismatchesOf(target: Target): MismatchCase[] {
  const forms = formsOf(target);
  return forms.flatMap((form) =>
    (form === "create" || form === "update"
      ? MISMATCHES
      : form === "apply"
      ? ["other value"]
      : ["other value", "no labels"]).map((mismatch) => ({ mismatch, form }))
  );
}

/** Checks of invalid specs. */
export const INVALID_SPECS: readonly Check[] = [
  invalidSpecs(
    "deployments/invalid-specs",
    "A spec with an invalid field is rejected",
    INVALID,
  ),
  invalidSpecs(
    "deployments/invalid-specs-by-convention",
    "A spec with a field that real servers consider invalid is rejected",
    INVALID_BY_CONVENTION,
  ),
  property<MismatchCase>({
    id: "deployments/selector-matches-template",
    version: 2,
    title: "A `selector` that does not match the labels of the pod template is rejected",
    requirements: ["deployments.selector-matches-template"],
    uses: ["server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) => fc.constantFrom(...mismatchesOf(target)),
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(mismatchesOf(target), seed).slice(0, runs),
    }),
    run: async (scope, { mismatch, form }) => {
      scope.note(form);
      const created = form === "create"
        ? undefined
        : await scope.create(deployment, scope.newObject(deployment));
      if (created !== undefined && created.status >= 300) {
        throw rejected(created, "the deployment could not be created");
      }
      const object = mismatchedDeployment(scope, mismatch);
      const { template } = asObject(object.spec) ?? {};
      const labels = asObject(asObject(template)?.metadata)?.labels ?? null;
      // A patch of the selector would be rejected as it is fixed.
      const change = form === "apply"
        ? { spec: object.spec! }
        : { spec: { template: { metadata: { labels } } } };
      const request = form === "create" || form === "update"
        ? writeRequest(scope, deployment, form === "create" ? "POST" : "PUT", object)
        : changeRequest(scope, deployment, asObject(created?.json) ?? {}, form, change);
      expectError("deployments.selector-matches-template", await scope.send(request));
    },
  }),
  example({
    id: "deployments/selector-empty-rejected",
    title: "An empty `selector` is rejected",
    requirements: ["deployments.selector-empty-rejected"],
    run: async (scope) => {
      const object = deploymentOf(scope, { paused: true, replicas: 0, selector: {} });
      expectError("deployments.selector-empty-rejected", await scope.create(deployment, object));
    },
  }),
  example({
    id: "deployments/selector-fixed",
    title: "The `selector` of a deployment cannot be changed",
    requirements: ["deployments.selector-fixed"],
    run: async (scope) => {
      const labels = { deployment: "one", more: "labels" };
      const object = withLabels(scope, { deployment: "one" }, labels);
      const created = await scope.create(deployment, object);
      if (created.status >= 300) throw rejected(created, "the deployment could not be created");
      for (const selected of [{ more: "labels" }, labels]) {
        const other = withLabels(scope, selected, labels);
        const response = await scope.send(writeRequest(scope, deployment, "PUT", other));
        expectError("deployments.selector-fixed", response);
      }
    },
  }),
];

/** Invalid fields of a spec, and the form of the writes that set them. */
interface InvalidSpecsCase {
  readonly specs: readonly { readonly requirement: RequirementId; readonly fields: JsonObject }[];
  readonly form: Form;
}

/** Every case creates a deployment, so that it tries several specs. */
const SPECS_PER_CASE = 8;

type Form = "create" | WriteForm;

const formsOf = ({ lacks = [] }: Target): Form[] => [
  "create",
  ...WRITE_FORMS.filter((form) => supports({ lacks }, form)),
];

function invalidSpecs(
  id: `deployments/${string}`,
  title: string,
  invalid: Readonly<Record<string, readonly JsonObject[]>>,
): Check {
  const requirements = Object.keys(invalid) as [RequirementId, ...RequirementId[]];
  const all = requirements.flatMap((requirement) =>
    invalid[requirement]!.map((fields) => ({ requirement, fields }))
  );
  return property<InvalidSpecsCase>({
    id,
    version: 5,
    title,
    requirements,
    uses: ["server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) =>
      fc.record({
        specs: fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: SPECS_PER_CASE }),
        form: fc.constantFrom(...formsOf(target)),
      }),
    // Each field in each form.
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(
        formsOf(target).flatMap((form, index) =>
          chunked(shuffled(all, seed + index), SPECS_PER_CASE).map((specs) => ({ specs, form }))
        ),
        seed,
      ).slice(0, runs),
    }),
    run: async (scope, { specs, form }) => {
      scope.note(form);
      let created: JsonObject = {};
      if (form !== "create") {
        const response = await scope.create(deployment, scope.newObject(deployment));
        const { status, json } = response;
        if (status >= 300) throw rejected(response, "the deployment could not be created");
        created = asObject(json) ?? {};
      }
      for (const [at, { requirement, fields }] of specs.entries()) {
        scope.note(requirement);
        const object = deploymentOf(scope, { paused: true, ...fields });
        const unnamed = withGeneratedName(object);
        const request = form === "create"
          ? writeRequest(scope, deployment, "POST", at % 2 === 0 ? object : unnamed)
          : form === "update"
          ? writeRequest(scope, deployment, "PUT", object)
          : changeRequest(scope, deployment, created, form, { spec: fields });
        // Real servers answer some applies of a value of another type with 500.
        const serverErrors = form === "apply";
        expectError(requirement, await scope.send(request), { serverErrors });
      }
    },
  });
}

function mismatchedDeployment(scope: Scope, mismatch: string): JsonObject {
  const name = scope.name("object");
  const labels = { deployment: name };
  switch (mismatch) {
    case "other value":
      return withLabels(scope, { deployment: name }, { deployment: `${name}x` });
    case "additional label":
      return withLabels(scope, { ...labels, more: "labels" }, labels);
    case "no labels":
      return withLabels(scope, labels, undefined);
    case "NotIn": {
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
  const { spec } = scope.newObject(deployment);
  const template = (spec as JsonObject).template as JsonObject;
  return deploymentOf(scope, {
    paused: true,
    replicas: 0,
    selector: { matchLabels },
    template: { ...template, metadata: { labels } },
  });
}
