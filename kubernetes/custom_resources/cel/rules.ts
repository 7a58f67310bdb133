/**
 * Validation rules in CEL (`x-kubernetes-validations`): compiles those of a schema, and checks values
 * by them.
 *
 * @module
 */
import type { ASTNode, Environment, Optional as OptionalValue } from "@marcbachmann/cel-js";
import { Optional } from "@marcbachmann/cel-js";
import { type Cause, equal, type Json, type JsonObject } from "@plumbline/server/api";
import { invalidCause, requiredCause } from "@plumbline/server/rules";
import {
  hasRules,
  isObject,
  type JsonSchema,
  pathOf,
  type ValidationRule,
  valuesOf,
} from "../json_schema.ts";
import { compileError } from "../../cel/compile_error.ts";
import { costCauses, type RuleCost } from "./budget.ts";
import { costOf } from "./cost.ts";
import { Declarations, type Declared } from "./declarations.ts";
import { mostOccurrences } from "./sizes.ts";
import { checkExpression } from "../../cel/has_macro.ts";
import { celEnvironment, parseExpression } from "../../cel/library.ts";
import {
  BudgetError,
  CallLimitError,
  CostBudget,
  type MeteredExpression,
} from "../../cel/meter.ts";

/** A compiled rule. */
interface CompiledRule {
  readonly rule: ValidationRule;
  readonly ast: ASTNode;
  readonly usesOld: boolean;
  readonly condition: MeteredExpression;
  readonly message?: MeteredExpression;
}

/** The rules of a schema and of its parts. */
interface RuleNode {
  readonly schema: JsonSchema;
  readonly declared: Declared | undefined;
  readonly rules: readonly CompiledRule[];
  readonly fields: ReadonlyMap<string, RuleNode>;
  readonly values?: RuleNode | undefined;
  readonly items?: RuleNode | undefined;
}

/** The rules of a schema, and the causes of those that cannot be compiled. */
export interface SchemaRules {
  readonly causes: readonly Cause[];
  /** Returns the causes of an invalid object; `old` is the object before an update. */
  check(object: JsonObject, old: JsonObject | undefined): Cause[];
}

/**
 * Compiles the rules of a schema.
 *
 * @param path the path of the schema, which causes of wrong rules name
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { compileRules } from "./rules.ts";
 *
 * const rules = compileRules({
 *   type: "object",
 *   properties: { size: { type: "integer" } },
 *   "x-kubernetes-validations": [{ rule: "self.size < 10", message: "too large" }],
 * }, "schema");
 * assertEquals(rules.check({ size: 12 }, undefined).map(({ message }) => message), [
 *   'Invalid value: "object": too large',
 * ]);
 * ```
 */
export function compileRules(schema: JsonSchema, path: string): SchemaRules {
  const causes: Cause[] = [];
  const costs: RuleCost[] = [];
  const node = compileNode(schema, path, { isResource: true, occurs: 1 }, { causes, costs });
  return {
    causes: [...causes, ...costCauses(costs, path)],
    check: (object, old) =>
      node ? checkNode(node, { value: object, old, path: "" }, new CostBudget()) : [],
  };
}

/** Where a schema is. */
interface Place {
  readonly isResource: boolean;
  /** How often its values occur at most; infinite without a stated limit. */
  readonly occurs: number;
  /** The path of a list whose items cannot be found again in the old object. */
  readonly uncorrelated?: string | undefined;
}

/** What compiling finds. */
interface Found {
  readonly causes: Cause[];
  readonly costs: RuleCost[];
}

function compileNode(
  schema: JsonSchema,
  path: string,
  { isResource, occurs, uncorrelated }: Place,
  found: Found,
): RuleNode | undefined {
  if (!hasRules(schema)) return undefined;
  const { causes } = found;
  const stated = schema["x-kubernetes-validations"] ?? [];
  const nested = (
    part: JsonSchema,
    at: string,
    { list = uncorrelated, most = 1 } = {},
  ) => {
    const isEmbedded = part["x-kubernetes-embedded-resource"] === true;
    const place = { isResource: isEmbedded, occurs: occurs * most, uncorrelated: list };
    return compileNode(part, at, place, found);
  };
  const fields = new Map<string, RuleNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = nested(property, `${path}.properties[${name}]`);
    if (inner) fields.set(name, inner);
  }
  const values = valuesOf(schema);
  const own = stated.length > 0 ? declare(schema, isResource) : undefined;
  const rules = stated.flatMap((rule, at) =>
    compileRule(rule, own, `${path}.x-kubernetes-validations[${at}]`, causes) ?? []
  );
  for (const { rule, ast } of rules) {
    const at = stated.indexOf(rule);
    const cost = costOf(ast, schema) * (occurs === Infinity ? mostOccurrences(schema) : occurs);
    found.costs.push({ path: `${path}.x-kubernetes-validations[${at}].rule`, cost });
  }
  if (uncorrelated !== undefined) {
    for (const [at, { usesOld, rule: { rule } }] of rules.entries()) {
      const field = `${path}.x-kubernetes-validations[${at}].rule`;
      const why = "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
        uncorrelated;
      if (usesOld) causes.push(invalidCause(field, rule, why));
    }
  }
  return {
    schema,
    declared: own?.declared,
    rules,
    fields,
    values: values &&
      nested(values, `${path}.additionalProperties`, { most: schema.maxProperties ?? Infinity }),
    items: schema.items && nested(schema.items, `${path}.items`, {
      list: isCorrelated(schema) ? uncorrelated : path,
      most: schema.maxItems ?? Infinity,
    }),
  };
}

const isCorrelated = (schema: JsonSchema): boolean => schema["x-kubernetes-list-type"] === "map";

/** The environments of one schema: `oldSelf` may be optional. */
interface Scope {
  readonly declared: Declared | undefined;
  readonly plain: Environment;
  readonly optional: Environment;
}

function declare(schema: JsonSchema, isResource: boolean): Scope {
  const environment = celEnvironment();
  const declared = new Declarations(environment).declare(schema, isResource);
  if (declared) environment.registerVariable("self", declared.type);
  const plain = environment.clone();
  const optional = environment.clone();
  if (declared) {
    plain.registerVariable("oldSelf", declared.type);
    optional.registerVariable("oldSelf", `optional<${declared.type}>`);
  }
  return { declared, plain, optional };
}

function compileRule(
  rule: ValidationRule,
  scope: Scope | undefined,
  path: string,
  causes: Cause[],
): CompiledRule | undefined {
  const found = validateRule(rule, path);
  causes.push(...found);
  if (!scope || found.some(({ field }) => field === `${path}.rule`)) return undefined;
  const environment = rule.optionalOldSelf ? scope.optional : scope.plain;
  const condition = compile(environment, rule.rule, "bool");
  if (typeof condition === "string") {
    causes.push({
      reason: "FieldValueInvalid",
      field: `${path}.rule`,
      message: `Invalid value: ${goRule(rule)}: ${condition}`,
    });
    return undefined;
  }
  const { ast } = condition;
  const usesOld = mentions(ast, "oldSelf");
  if (!rule.messageExpression) return { rule, ast, usesOld, condition };
  const message = compile(environment, rule.messageExpression, "string");
  if (typeof message === "string") {
    const field = `${path}.messageExpression`;
    const why = `messageExpression ${message}`;
    causes.push({
      reason: "FieldValueInvalid",
      field,
      message: `Invalid value: ${goRule(rule)}: ${why}`,
    });
    return undefined;
  }
  return { rule, ast, usesOld, condition, message };
}

/** Returns a compiled expression, or the error as real servers report it. */
function compile(
  environment: Environment,
  expression: string,
  type: "bool" | "string",
): MeteredExpression | string {
  const result = checkExpression(environment, expression);
  if (!result.valid) return `compilation failed: ${compileError(expression, result.error)}`;
  if (result.type !== type && result.type !== "dyn") {
    return type === "bool" ? "cel expression must evaluate to a bool" : "must evaluate to a string";
  }
  return parseExpression(environment, expression);
}

function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((part) => mentions(part, name));
  if (typeof node !== "object" || node === null || !("op" in node)) return false;
  const { op, args } = node as ASTNode;
  return op === "id" ? args === name : mentions(Array.isArray(args) ? args : [args], name);
}

const goRule = ({ rule, message = "" }: ValidationRule): string =>
  `apiextensions.ValidationRule{Rule:${JSON.stringify(rule)}, Message:${JSON.stringify(message)}}`;

const REASONS = [
  "FieldValueInvalid",
  "FieldValueForbidden",
  "FieldValueRequired",
  "FieldValueDuplicate",
] as const;

function validateRule({ rule, message, reason, fieldPath }: ValidationRule, path: string): Cause[] {
  const causes: Cause[] = [];
  if (!rule?.trim()) causes.push(requiredCause(`${path}.rule`, "rule is not specified"));
  if (message && !message.trim()) {
    const why = "message must be non-empty if specified";
    causes.push(invalidCause(`${path}.message`, message, why));
  } else if (message && /[\n\r]/.test(message.trim())) {
    causes.push(invalidCause(`${path}.message`, message, "message must not contain line breaks"));
  } else if (rule && /[\n\r]/.test(rule.trim()) && !message) {
    const why = "message must be specified if rule contains line breaks";
    causes.push(requiredCause(`${path}.message`, why));
  }
  if (reason && !REASONS.some((known) => known === reason)) {
    causes.push({
      reason: "FieldValueNotSupported",
      field: `${path}.reason`,
      message: `Unsupported value: ${JSON.stringify(reason)}: supported values: ${
        REASONS.map((known) => JSON.stringify(known)).join(", ")
      }`,
    });
  }
  if (fieldPath !== undefined && !/^(?:\.[\w-]+|\['[^']*'\])+$/.test(fieldPath)) {
    const why = "fieldPath must be a valid path such as .spec.size";
    causes.push(invalidCause(`${path}.fieldPath`, fieldPath, why));
  }
  return causes;
}

/** A value to check. */
interface Checked {
  readonly value: Json;
  /** The value before an update. */
  readonly old: Json | undefined;
  readonly path: string;
}

function checkNode(node: RuleNode, { value, old, path }: Checked, budget: CostBudget): Cause[] {
  if (value === null || budget.isSpent) return [];
  const causes = checkRules(node, { value, old, path }, budget);
  const { fields, values, items } = node;
  if (Array.isArray(value) && items) {
    const before = correlate(node.schema, old);
    value.forEach((item, at) =>
      causes.push(
        ...checkNode(items, { value: item, old: before(item), path: `${path}[${at}]` }, budget),
      )
    );
  }
  if (!isObject(value)) return causes;
  const former = isObject(old) ? old : undefined;
  for (const [name, inner] of Object.entries(value)) {
    const part = fields.get(name) ?? values;
    if (!part) continue;
    const before = former && Object.hasOwn(former, name) ? former[name] : undefined;
    const at = part === values ? `${path}[${name}]` : pathOf(path, name);
    causes.push(...checkNode(part, { value: inner, old: before, path: at }, budget));
  }
  return causes;
}

/** Returns a function that finds the item that an item replaces: by key, for lists of type `map`. */
function correlate(schema: JsonSchema, old: Json | undefined): (item: Json) => Json | undefined {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (schema["x-kubernetes-list-type"] !== "map" || !Array.isArray(old)) return () => undefined;
  return (item) =>
    old.find((one) =>
      isObject(one) && isObject(item) && keys.every((key) => equal(one[key], item[key]))
    );
}

function checkRules(
  { rules, declared, schema: { type = "" } }: RuleNode,
  { value, old, path }: Checked,
  budget: CostBudget,
): Cause[] {
  if (rules.length === 0 || !declared) return [];
  const self = declared.convert(value);
  const oldSelf = old === undefined || old === null ? undefined : declared.convert(old);
  return rules.flatMap(({ rule, usesOld, condition, message }): Cause[] => {
    if (budget.isSpent) return [];
    if (usesOld && oldSelf === undefined && !rule.optionalOldSelf) return [];
    const context = {
      self,
      ...(rule.optionalOldSelf ? { oldSelf: optionalOf(oldSelf) } : usesOld && { oldSelf }),
    };
    try {
      if (condition.evaluate(context, budget) === true) return [];
    } catch (error) {
      if (error instanceof CallLimitError) budget.end();
      return [causeOf(type, { rule: rule.rule }, path, runtimeError(error, rule))];
    }
    return [causeOf(type, rule, path, shownMessage(rule, message, { context, budget }))];
  });
}

const optionalOf = (value: unknown): OptionalValue =>
  value === undefined ? Optional.none() : Optional.of(value);

/** Returns the text of an error during an evaluation, as real servers report it. */
function runtimeError(error: unknown, { rule }: ValidationRule): string {
  const { summary, message } = error as { summary?: string; message: string };
  if (error instanceof BudgetError) return message;
  if (error instanceof CallLimitError) {
    return `'${message}': no further validation rules will be run due to call cost exceeds limit ` +
      `for rule: ${rule}`;
  }
  const text = (summary ?? message).split("\n")[0]!;
  if (/overload/.test(text)) {
    return "'no such overload': call arguments did not match a supported operator, function or " +
      `macro signature for rule: ${rule}`;
  }
  const shown = text
    .replace(/^No such key: index out of bounds, index (\S+).*$/, "index out of bounds: $1")
    .replace(/^No such key/, "no such key");
  return `${shown} evaluating rule: ${rule}`;
}

const messageOf = ({ rule, message }: ValidationRule): string =>
  message?.trim() || `failed rule: ${rule.trim()}`;

function shownMessage(
  rule: ValidationRule,
  expression: CompiledRule["message"],
  { context, budget }: {
    readonly context: Record<string, unknown>;
    readonly budget: CostBudget;
  },
): string {
  try {
    const text = expression?.evaluate(context, budget);
    if (typeof text === "string" && text.trim() && !/[\n\r]/.test(text)) return text.trim();
  } catch {
    // The message of the rule is used instead.
  }
  return messageOf(rule);
}

function causeOf(shown: string, rule: ValidationRule, path: string, message: string): Cause {
  const field = `${path}${rule.fieldPath ?? ""}`.replace(/^\./, "") || "<nil>";
  const type = JSON.stringify(shown);
  switch (rule.reason) {
    case "FieldValueForbidden":
      return { reason: "FieldValueForbidden", field, message: `Forbidden: ${message}` };
    case "FieldValueRequired":
      return { reason: "FieldValueRequired", field, message: `Required value: ${message}` };
    case "FieldValueDuplicate":
      return { reason: "FieldValueDuplicate", field, message: `Duplicate value: ${type}` };
    default:
      return { reason: "FieldValueInvalid", field, message: `Invalid value: ${type}: ${message}` };
  }
}
