/**
 * Evaluates ValidatingAdmissionPolicies on a write.
 *
 * @module
 */
import {
  type ApiError,
  type ApiObject,
  apiVersionOf,
  type Json,
  type JsonObject,
  REASONS,
} from "@plumbline/server/api";
import {
  type Activation,
  compileAdmission,
  evaluateConditions,
  type NamedCondition,
} from "../cel/admission_expression.ts";
import { AccessQuestions, type Decide } from "../cel/authorizer.ts";
import { dynamic } from "../cel/dynamic.ts";
import { CostBudget } from "../cel/meter.ts";
import { warningItem } from "@plumbline/server/codec";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { shownAs, storageKey } from "@plumbline/server/resources";
import { labelPredicate } from "@plumbline/server/rules";
import { matchesRules, matchesSelectors, type Webhook } from "../webhooks/configuration.ts";
import { activationOf } from "../webhooks/match_conditions.ts";
import { WebhookRejection } from "../webhooks/review.ts";
import type { BoundPolicy } from "./bound_policy.ts";

/** A validation of a policy. */
interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

/** The spec of a policy, with its defaults. */
interface PolicySpec {
  readonly failurePolicy?: string;
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
  readonly matchConstraints?: JsonObject;
  readonly matchConditions?: readonly NamedCondition[];
  readonly variables?: readonly NamedCondition[];
  readonly validations?: readonly Validation[];
}

/** The spec of a binding. */
interface BindingSpec {
  readonly paramRef?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly selector?: JsonObject;
    readonly parameterNotFoundAction?: string;
  };
  readonly matchResources?: JsonObject;
  readonly validationActions: readonly string[];
}

/** A validation that failed, with what its message and reason are. */
interface Failure {
  readonly message: string;
  readonly reason?: string | undefined;
}

/**
 * Applies a policy to a write.
 *
 * @throws {ApiError} with the reason of the validation, if a binding denies the write
 */
export async function applyPolicy(
  { policy, bindings }: BoundPolicy,
  write: WriteAttributes,
  { registry, decide }: { readonly registry: Registry; readonly decide: Decide },
): Promise<void> {
  const spec = policy.spec as unknown as PolicySpec;
  const namespace = await namespaceOf(write, registry);
  if (!matches(spec.matchConstraints ?? {}, write, namespace)) return;
  for (const binding of bindings) {
    const bound = binding.spec as unknown as BindingSpec;
    if (bound.matchResources && !matches(bound.matchResources, write, namespace)) continue;
    const names = [policy.metadata.name, binding.metadata.name] as const;
    const failures: Failure[] = [];
    try {
      for (const params of await paramsOf(spec, bound, write, registry)) {
        const questions = new AccessQuestions(decide);
        const found = await questions.evaluate(() =>
          failuresOf(spec, { ...write, params, namespace, registry, questions })
        );
        failures.push(...found);
      }
    } catch (error) {
      if (spec.failurePolicy === "Ignore") continue;
      throw denial(write, names, {
        message: `failed to configure binding: ${(error as Error).message}`,
      });
    }
    report(failures, bound.validationActions, write, names);
  }
}

async function namespaceOf(
  { namespace, definition }: WriteAttributes,
  { storage }: Registry,
): Promise<ApiObject | undefined> {
  if (namespace === "" || !definition.namespaced) return undefined;
  return (await storage.get({ resource: NAMESPACES, namespace: "", name: namespace }))?.object;
}

const NAMESPACES = "/namespaces";

/** Returns true if the resources of a policy or a binding include a write. */
function matches(
  resources: JsonObject,
  write: WriteAttributes,
  namespace: ApiObject | undefined,
): boolean {
  const { resourceRules = [], excludeResourceRules = [], ...selectors } = resources;
  const includes = (rules: Json) =>
    (rules as unknown as readonly (JsonObject & { resourceNames?: readonly string[] })[]).some((
      rule,
    ) =>
      matchesRules({ rules: [rule] } as unknown as Webhook, write) &&
      ((rule.resourceNames ?? []).length === 0 || rule.resourceNames!.includes(write.name))
    );
  const rules = resourceRules as Json[];
  return (rules.length === 0 || includes(rules)) && !includes(excludeResourceRules) &&
    matchesSelectors(selectors as unknown as Webhook, write, namespace);
}

/** Returns the parameters of a binding: null if it has none. */
async function paramsOf(
  { paramKind }: PolicySpec,
  { paramRef }: BindingSpec,
  write: WriteAttributes,
  { definitions, storage }: Registry,
): Promise<readonly (ApiObject | null)[]> {
  if (!paramKind || !paramRef) return [null];
  const definition = definitions.find((one) =>
    one.kind === paramKind.kind && apiVersionOf(one) === paramKind.apiVersion
  );
  if (!definition) {
    throw new Error(`paramKind kind \`${paramKind.apiVersion}, Kind=${paramKind.kind}\` not known`);
  }
  const namespace = definition.namespaced ? paramRef.namespace || write.namespace : "";
  if (definition.namespaced && namespace === "") {
    throw new Error(
      "cannot use namespaced paramRef in policy bindings that match cluster-scoped resources",
    );
  }
  if (!definition.namespaced && paramRef.namespace) {
    throw new Error("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const own = definition.storageOf?.(storage) ?? storage;
  const resource = storageKey(definition);
  const found = paramRef.name
    ? [(await own.get({ resource, namespace, name: paramRef.name }))?.object]
    : (await own.list({ resource, ...(namespace && { namespace }) })).versions
      .map(({ object }) => object)
      .filter(({ metadata }) => labelPredicate(paramRef.selector ?? {})(metadata.labels ?? {}));
  const params = found.filter((object) => object !== undefined)
    .map((object) => shownAs(object, definition.conversion));
  if (params.length === 0 && paramRef.parameterNotFoundAction === "Deny") {
    throw new Error(
      "no params found for policy binding with `Deny` parameterNotFoundAction",
    );
  }
  return params;
}

function failuresOf(
  spec: PolicySpec,
  { params, namespace, registry, questions, ...write }:
    & Omit<WriteAttributes, "namespace">
    & {
      readonly params: ApiObject | null;
      readonly namespace: ApiObject | undefined;
      readonly registry: Registry;
      readonly questions: AccessQuestions;
    },
): Failure[] {
  const isStrict = spec.failurePolicy !== "Ignore";
  const own = { ...write, namespace: namespace?.metadata.name ?? "" };
  const activation: Record<string, unknown> = {
    ...activationOf(own, registry, questions),
    params: params && dynamic(params),
    namespaceObject: namespace ? dynamic(namespace) : null,
  };
  const budget = new CostBudget();
  activation.variables = variablesOf(spec.variables ?? [], activation, budget);
  const { matches, error } = evaluateConditions(spec.matchConditions ?? [], activation);
  if (error !== undefined) return isStrict ? [{ message: error }] : [];
  if (!matches) return [];
  return (spec.validations ?? []).flatMap((validation): Failure[] => {
    if (budget.isSpent) return [];
    const expression = compileAdmission(validation.expression, "bool");
    try {
      if (typeof expression === "string") throw new Error(expression);
      if (expression.evaluate(activation, budget) === true) return [];
    } catch (error) {
      return isStrict ? [{ message: (error as Error).message }] : [];
    }
    return [{ message: messageOf(validation, activation, budget), reason: validation.reason }];
  });
}

/** Returns the variables of a policy, which are evaluated when they are used. */
function variablesOf(
  variables: readonly NamedCondition[],
  activation: Activation,
  budget: CostBudget,
): object {
  const values = {};
  for (const { name, expression } of variables) {
    let value: unknown;
    let isKnown = false;
    Object.defineProperty(values, name, {
      enumerable: true,
      get() {
        if (isKnown) return value;
        const compiled = compileAdmission(expression, "any");
        if (typeof compiled === "string") throw new Error(compiled);
        value = compiled.evaluate(activation, budget);
        isKnown = true;
        return value;
      },
    });
  }
  return values;
}

/** The longest message of an expression, in characters. */
const LONGEST_MESSAGE = 5_120;

function messageOf(
  { expression, message, messageExpression }: Validation,
  activation: Activation,
  budget: CostBudget,
): string {
  const fallback = message?.trim() || `failed expression: ${expression.trim()}`;
  const compiled = messageExpression && compileAdmission(messageExpression, "string");
  if (!compiled || typeof compiled === "string") return fallback;
  try {
    const text = compiled.evaluate(activation, budget);
    const isFine = typeof text === "string" && text.trim() !== "" &&
      text.length <= LONGEST_MESSAGE && !/[\n\r]/.test(text);
    return isFine ? text.trim() : fallback;
  } catch {
    return fallback;
  }
}

/** Denies the write, or warns about it, as the actions of the binding say. */
function report(
  failures: readonly Failure[],
  actions: readonly string[],
  write: WriteAttributes,
  names: readonly [policy: string, binding: string],
): void {
  for (const failure of failures) {
    if (actions.includes("Deny")) throw denial(write, names, failure);
    if (!actions.includes("Warn")) continue;
    const [policy, binding] = names;
    const text = `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding ` +
      `'${binding}': ${failure.message}`;
    write.warnings?.add(warningItem(text));
  }
}

function denial(
  { definition, name }: WriteAttributes,
  [policy, binding]: readonly [string, string],
  { message, reason = "Invalid" }: Failure,
): ApiError {
  const { group, resource } = definition;
  const why = `ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ` +
    message;
  const qualified = group ? `${resource}.${group}` : resource;
  return new WebhookRejection({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `${qualified} ${JSON.stringify(name)} is forbidden: ${why}`,
    reason,
    details: {
      name,
      ...(group && { group }),
      kind: resource,
      causes: [{ message: why }],
    },
    code: CODES[reason] ?? 422,
  });
}

const CODES: Readonly<Record<string, number>> = REASONS as Readonly<Record<string, number>>;
