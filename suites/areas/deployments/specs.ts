/**
 * Checks of the defaults of a spec, and that given fields are returned unchanged.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { type IntOrString, type SpecFields, verifySpec } from "./model/spec.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { deployment } from "../../resources/deployment.ts";
import { collectionPath } from "../../resources/path.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest, supports, type WriteForm } from "../../session/write_forms.ts";
import {
  pathOfObject,
  withGeneratedName,
  withMetadata,
  writeRequest,
} from "../../session/write_request.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { verifyAll } from "../../verify.ts";

/** The forms of a write that replaces the spec, whichever client set it. */
const FORMS = ["update", "json-patch", "merge-patch", "strategic-merge-patch"] as const;
/** An apply replaces what its own manager applied: it follows only applies. */
type Form = typeof FORMS[number] | "apply";

/** A spec, and the form of the write that replaces the previous one by it. */
interface SpecUpdate {
  readonly spec: SpecFields;
  readonly form: Form;
}

interface SpecCase {
  readonly created: SpecFields;
  /** The form of the write that creates it; the server may handle a create apart whose name it generates. */
  readonly by: "create" | "create a name" | "apply";
  readonly updates: readonly SpecUpdate[];
}

function arbitraryFields(): fc.Arbitrary<SpecFields> {
  return fc.record({
    replicas: fc.constantFrom(0, 1, 3),
    minReadySeconds: fc.constantFrom(0, 5),
    revisionHistoryLimit: fc.constantFrom(0, 1, 10, 2147483647),
    progressDeadlineSeconds: fc.constantFrom(6, 600, 601),
    paused: fc.boolean(),
    strategy: arbitraryStrategy(),
  }, { requiredKeys: [] }).map((spec) =>
    // Controllers start no pods for a paused deployment.
    spec.replicas === 0 ? spec : { ...spec, paused: true }
  );
}

function arbitraryStrategy(): fc.Arbitrary<NonNullable<SpecFields["strategy"]>> {
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

/** Strategies that leave out what has a default beside what is zero or empty. */
const SPARSE: readonly NonNullable<SpecFields["strategy"]>[] = [
  {},
  { rollingUpdate: {} },
  { rollingUpdate: { maxSurge: 0 } },
  { rollingUpdate: { maxUnavailable: 0 } },
  { rollingUpdate: { maxUnavailable: "0%" } },
];

/** Returns a case for each form of a write, in which sparse strategies replace others by it. */
function sparseCases(target: Pick<Target, "lacks">): SpecCase[] {
  const idle = { replicas: 0 };
  const full: SpecUpdate["spec"] = {
    ...idle,
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 7, maxUnavailable: 1 } },
  };
  const recreated: SpecUpdate["spec"] = { ...idle, strategy: { type: "Recreate" } };
  const supported = <Any extends WriteForm>(forms: readonly Any[]) =>
    forms.filter((form) => supports(target, form));
  return [
    ...supported(FORMS).map((form): SpecCase => ({
      created: full,
      by: "create a name",
      updates: SPARSE.flatMap((strategy, at) => [
        { form, spec: { ...idle, strategy } },
        { form, spec: at % 2 === 0 ? recreated : full },
      ]),
    })),
    ...SPARSE.flatMap((strategy) =>
      (["create", ...supported(["apply"])] as const).map((by): SpecCase => ({
        created: { ...idle, strategy },
        by,
        updates: [],
      }))
    ),
  ];
}

/** A spec in which each field has another value than its default. */
const APPLIED: SpecFields = {
  replicas: 0,
  minReadySeconds: 5,
  revisionHistoryLimit: 0,
  progressDeadlineSeconds: 601,
  paused: true,
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 7, maxUnavailable: 1 } },
};

/**
 * Returns cases of one manager, which applies every field, gives some up, and applies them again: what
 * it gives up has its default.
 */
function givenUpCases(target: Pick<Target, "lacks">): SpecCase[] {
  if (!supports(target, "apply")) return [];
  const { replicas: _replicas, ...withoutReplicas } = APPLIED;
  const { minReadySeconds: _seconds, ...withoutSeconds } = APPLIED;
  const { revisionHistoryLimit: _limit, ...withoutLimit } = APPLIED;
  const { progressDeadlineSeconds: _deadline, ...withoutDeadline } = APPLIED;
  const { strategy: _strategy, ...withoutStrategy } = APPLIED;
  const left: readonly SpecFields[] = [
    withoutReplicas,
    withoutSeconds,
    withoutLimit,
    withoutDeadline,
    withoutStrategy,
    { ...APPLIED, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 7 } } },
    // Controllers start no pods for a paused deployment.
    { paused: true },
    { replicas: 0 },
  ];
  return left.map((spec) => ({
    created: APPLIED,
    by: "apply",
    updates: [{ form: "apply", spec }, { form: "apply", spec: APPLIED }],
  }));
}

/** Checks of valid specs. */
export const DEFAULTS_AND_VALUES: readonly Check[] = [
  property<SpecCase>({
    id: "deployments/specs",
    version: 5,
    title: "Unset fields of the spec get their defaults and given fields are returned unchanged",
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
    arbitrary: ({ lacks = [] }) =>
      fc.record({
        created: arbitraryFields(),
        by: fc.constantFrom(
          "create",
          "create a name",
          ...(supports({ lacks }, "apply") ? ["apply" as const] : []),
        ),
        updates: fc.array(
          fc.record({
            spec: arbitraryFields(),
            form: fc.constantFrom(...FORMS.filter((form) => supports({ lacks }, form))),
          }),
          { minLength: 1, maxLength: 3, size: "max" },
        ),
      }),
    cases: (seed, target) => shuffled([...sparseCases(target), ...givenUpCases(target)], seed),
    run: async (scope, { created, by, updates }) => {
      let current = await writeAndCompare(scope, created, by, {}, true);
      for (const [index, { spec, form }] of updates.entries()) {
        current = await writeAndCompare(scope, spec, form, current, index % 2 === 1);
      }
    },
  }),
];

/**
 * Writes a whole spec and checks the response, and the deployment read afterwards.
 *
 * @param lists Reads it by a list instead of a get.
 * @returns the deployment as it was read
 */
async function writeAndCompare(
  scope: Scope,
  spec: SpecFields,
  form: SpecCase["by"] | Form,
  current: JsonObject,
  lists: boolean,
): Promise<JsonObject> {
  scope.note(form);
  const own = deploymentOf(scope, spec);
  const { name } = metadataOf(current);
  const object = form === "create a name"
    ? withGeneratedName(own)
    : name === undefined
    ? own
    : withMetadata(own, { name });
  const response = await scope.send(requestOf(scope, object, form, current));
  if (response.status === 409) throw new Discard("another client changed the deployment");
  if (response.status >= 300) throw rejected(spec, describeResponse(response));
  verifyAll(verifySpec(spec, asObject(response.json)?.spec));
  const read = lists ? await readFromList(scope) : await scope.send({
    method: "GET",
    path: pathOfObject(scope, deployment, asObject(response.json) ?? {}),
  });
  verifyAll(verifySpec(spec, asObject(read.json)?.spec));
  return asObject(read.json) ?? {};
}

/** Returns a response with the only deployment of the scope, as a list shows it. */
async function readFromList(scope: Scope): Promise<Pick<HttpResponse, "json">> {
  const path = collectionPath(deployment, scope.target.dialect, scope.namespaces[0]);
  const query = { labelSelector: scope.selector };
  const { json } = await scope.send({ method: "GET", path, query });
  const items = asObject(json)?.items;
  return { json: Array.isArray(items) ? items[0] : undefined };
}

/** Returns the request after which the spec has the fields of the object's and no others. */
function requestOf(
  scope: Scope,
  object: JsonObject,
  form: SpecCase["by"] | Form,
  current: JsonObject,
): HttpRequest {
  const spec = asObject(object.spec)!;
  switch (form) {
    case "create":
    case "create a name":
      return writeRequest(scope, deployment, "POST", object);
    case "update":
      return writeRequest(scope, deployment, "PUT", object);
    case "json-patch":
      return {
        method: "PATCH",
        path: pathOfObject(scope, deployment, object),
        body: [{ op: "replace", path: "/spec", value: spec }],
        headers: { "content-type": "application/json-patch+json" },
      };
    case "apply":
      return changeRequest(scope, deployment, object, form, object);
    case "merge-patch":
    case "strategic-merge-patch": {
      // Null unsets a field.
      const unset = (given: Json | undefined, fields: readonly string[]): Json =>
        given === undefined
          ? null
          : { ...Object.fromEntries(fields.map((field) => [field, null])), ...asObject(given) };
      const strategy = asObject(spec.strategy);
      const bounds = unset(strategy?.rollingUpdate, ["maxSurge", "maxUnavailable"]);
      const change = {
        ...asObject(unset(spec, Object.keys(asObject(current.spec) ?? {}))),
        strategy: strategy === undefined
          ? null
          : { type: null, ...strategy, rollingUpdate: bounds },
      };
      return changeRequest(scope, deployment, current, form, { spec: change });
    }
  }
}

/** Returns a deployment whose spec has these fields, `selector` and `template` and no others. */
export function deploymentOf(scope: Scope, fields: unknown): JsonObject {
  const object = scope.newObject(deployment);
  const { selector, template } = object.spec as JsonObject;
  // JSON drops fields that are undefined.
  const spec = JSON.parse(JSON.stringify({ selector, template, ...fields as object })) as Json;
  return { ...object, spec };
}

/** Returns the violation of rejecting a valid spec, attributed to its rarest field. */
function rejected(spec: SpecFields, actual: string): Violation {
  const requirement = spec.strategy?.type === "Recreate"
    ? "deployments.strategy-type-recreate"
    : spec.strategy?.rollingUpdate?.maxSurge !== undefined
    ? "deployments.max-surge-kept"
    : spec.strategy?.rollingUpdate?.maxUnavailable !== undefined
    ? "deployments.max-unavailable-kept"
    : "deployments.replicas-kept";
  return new Violation(requirement, { expected: "success", actual });
}
