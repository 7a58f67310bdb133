/**
 * Estimates the cost of a rule: the work that its evaluation takes at most, by the largest values
 * that its schema allows. Real servers reject rules by this estimate. It is that of release 1.26, but for
 * lists that macros make: these have a known size in newer releases, and so in every release here.
 *
 * @module
 */
import { MATCHES } from "../../cel/library.ts";
import type { ASTNode } from "@marcbachmann/cel-js";
import { type JsonSchema, valuesOf } from "../json_schema.ts";
import { escapeName } from "./names.ts";
import { mostParts } from "./sizes.ts";

/** The cost of a step through a text, and of a character of a regular expression. */
const TEXT_STEP = 0.1;
const PATTERN_STEP = 0.25;
const NEW_LIST = 10;
const NEW_MAP = 30;

/** What is known of the value of an expression. */
interface Known {
  readonly cost: number;
  /** The most parts of the value; unlimited if it is unknown. */
  readonly size: number;
  /** The schema of the value, if it is a part of the object. */
  readonly schema?: JsonSchema | undefined;
  /** True for a text. */
  readonly isText?: boolean | undefined;
  /** True for a list. */
  readonly isList?: boolean | undefined;
  /** What is known of the items of a list that the rule writes out. */
  readonly item?: Omit<Known, "cost"> | undefined;
}

/** The variables of macros, and what each stands for. */
type Scope = ReadonlyMap<string, Omit<Known, "cost">>;

/**
 * Returns the most that a rule costs.
 *
 * @param rule the parsed rule
 * @param schema the schema of the value that the rule is about
 */
export function costOf(rule: ASTNode, schema: JsonSchema): number {
  const whole = described(schema);
  return known(rule, new Map([["self", whole], ["oldSelf", whole]])).cost;
}

/** Returns what a schema says about its values. */
const described = (schema: JsonSchema): Omit<Known, "cost"> => ({
  size: mostParts(schema),
  schema,
  isText: schema.type === "string" && !["date", "date-time", "duration"].includes(
    schema.format ?? "",
  ),
  isList: schema.type === "array",
});

const UNKNOWN: Omit<Known, "cost"> = { size: Infinity };
const SCALAR: Omit<Known, "cost"> = { size: 1 };

const steps = (size: number, factor = TEXT_STEP): number => Math.ceil(size * factor);

function known(node: ASTNode, scope: Scope): Known {
  const args = node.args as readonly ASTNode[];
  const of = (part: ASTNode) => known(part, scope);
  switch (node.op) {
    case "value":
      return { cost: 0, ...literal(node.args) };
    case "id":
      // Real servers take the name of a type for the whole object.
      return { cost: 1, ...scope.get(node.args as string) ?? scope.get("self")! };
    case ".":
    case ".?": {
      const [target, field] = node.args as [ASTNode, string];
      const before = of(target);
      return { cost: before.cost + 1, ...fieldOf(before, field) };
    }
    case "[]":
    case "[?]": {
      const [list, index] = [of(args[0]!), of(args[1]!)];
      return { cost: 1 + list.cost + index.cost, ...partOf(list) };
    }
    case "&&":
    case "||":
      return { cost: sum(args.map(of)), ...SCALAR };
    case "!_":
    case "-_":
      return { cost: 1 + of(node.args as ASTNode).cost, ...SCALAR };
    case "?:": {
      const [condition, yes, no] = args.map(of) as [Known, Known, Known];
      const isText = yes.isText || no.isText;
      const cost = condition.cost + Math.max(yes.cost, no.cost);
      return { cost, size: Math.max(yes.size, no.size), isText };
    }
    case "list": {
      const items = args.map(of);
      const size = Math.max(0, ...items.map((item) => item.size));
      const item = { size, isText: items.some(({ isText }) => isText) };
      return { cost: NEW_LIST + sum(items), size: args.length, isList: true, item };
    }
    case "map": {
      const entries = node.args as readonly (readonly [ASTNode, ASTNode])[];
      return { cost: NEW_MAP + sum(entries.flat().map(of)), size: entries.length };
    }
    case "call": {
      const [name, given] = node.args as [string, readonly ASTNode[]];
      return called(name, undefined, given, scope);
    }
    case "rcall": {
      const [name, target, given] = node.args as [string, ASTNode, readonly ASTNode[]];
      return macro(name, target, given, scope) ?? called(name, of(target), given, scope);
    }
    default:
      return operator(node.op, args.map(of) as [Known, Known]);
  }
}

const sum = (parts: readonly Known[]): number => parts.reduce((all, { cost }) => all + cost, 0);

function literal(value: unknown): Omit<Known, "cost"> {
  return typeof value === "string"
    ? { size: new TextEncoder().encode(value).length, isText: true }
    : value instanceof Uint8Array
    ? { size: value.length, isText: true }
    : SCALAR;
}

function fieldOf({ schema }: Known, name: string): Omit<Known, "cost"> {
  const values = schema && valuesOf(schema);
  const own = Object.entries(schema?.properties ?? {})
    .find(([property]) => escapeName(property) === name)?.[1];
  const part = own ?? values;
  return part ? described(part) : schema ? IMPLICIT : UNKNOWN;
}

/** The name of an object has no stated length. */
const IMPLICIT: Omit<Known, "cost"> = described({ type: "string" });

/** Returns what is known of the items of a list, or of the values of a map. */
function partOf({ schema, item }: Known): Omit<Known, "cost"> {
  if (item) return item;
  const part = schema && (schema.items ?? valuesOf(schema));
  return part ? described(part) : UNKNOWN;
}

function operator(name: string, [left, right]: [Known, Known]): Known {
  const cost = left.cost + right.cost;
  const size = left.size + right.size;
  switch (name) {
    case "in":
      return { cost: cost + (right.schema && valuesOf(right.schema) ? 1 : right.size), ...SCALAR };
    case "==":
    case "!=":
      return { cost: cost + steps(Math.min(left.size, right.size)), ...SCALAR };
    case "<":
    case "<=":
    case ">":
    case ">=":
      return left.isText || right.isText
        ? { cost: cost + steps(Math.min(left.size, right.size)), ...SCALAR }
        : { cost: cost + 1, ...SCALAR };
    case "+":
      if (left.isText || right.isText) return { cost: cost + steps(size), size, isText: true };
      if (left.isList || right.isList) return { cost: cost + 1, size, isList: true };
      return { cost: cost + 1, ...SCALAR };
    default:
      return { cost: cost + 1, ...SCALAR };
  }
}

/** The cost of each step of a macro, and of its result, beside that of its expressions. */
const MACROS: Readonly<Record<string, { readonly step: number; readonly result: number }>> = {
  all: { step: 3, result: 1 },
  exists: { step: 4, result: 1 },
  exists_one: { step: 2, result: 2 },
  existsOne: { step: 2, result: 2 },
  filter: { step: 13, result: NEW_LIST + 1 },
  map: { step: 12, result: NEW_LIST + 1 },
};

function macro(
  name: string,
  target: ASTNode,
  given: readonly ASTNode[],
  scope: Scope,
): Known | undefined {
  const facts = MACROS[name];
  const [variable, ...expressions] = given;
  if (!facts || variable?.op !== "id" || expressions.length === 0) return undefined;
  const list = known(target, scope);
  const isMap = list.schema !== undefined && !list.schema.items;
  // Real servers take an item of a list that a macro makes to be as large as the whole object.
  const item = isMap
    ? { size: 0, isText: true }
    : list.schema
    ? partOf(list)
    : { size: scope.get("self")!.size };
  const inner = new Map(scope).set(variable.args as string, item);
  const step = facts.step + sum(expressions.map((one) => known(one, inner)));
  const turns = list.size === 0 ? 0 : list.size * step;
  const makesList = name === "filter" || name === "map";
  return {
    cost: list.cost + facts.result + turns,
    ...(makesList ? { size: list.size, isList: true } : SCALAR),
  };
}

/** Returns the cost of the expression that a field is tested in; fields themselves cost nothing. */
function costOfOwner(field: ASTNode, scope: Scope): number {
  let owner = field;
  while (owner.op === "." || owner.op === ".?") owner = (owner.args as readonly ASTNode[])[0]!;
  return owner.op === "id" ? 0 : known(owner, scope).cost;
}

function called(
  name: string,
  target: Known | undefined,
  nodes: readonly ASTNode[],
  scope: Scope,
): Known {
  // A test for a field does not read it, only what it may be a field of.
  if (name === "has") return { cost: costOfOwner(nodes[0]!, scope), ...SCALAR };
  const given = nodes.map((node) => known(node, scope));
  const cost = (target?.cost ?? 0) + sum(given);
  const [first] = given;
  const size = target?.size ?? first?.size ?? 1;
  switch (name) {
    case "startsWith":
    case "endsWith":
      return { cost: cost + steps(first?.size ?? 0), ...SCALAR };
    case "contains":
      return { cost: cost + product(steps(size), steps(first?.size ?? 0)), ...SCALAR };
    case MATCHES:
    case "find":
    case "findAll": {
      const pattern = steps(given.at(target ? 0 : 1)?.size ?? 0, PATTERN_STEP);
      const all = cost + product(steps(size + 1), pattern);
      return name === MATCHES ? { cost: all, ...SCALAR } : { cost: all, size };
    }
    case "isSorted":
    case "sum":
    case "min":
    case "max":
    case "indexOf":
    case "lastIndexOf": {
      if (!target) return { cost: cost + 1, ...SCALAR };
      const item = target.isText ? undefined : partOf(target);
      const isLarge = item?.isText || item?.size === Infinity;
      const each = item ? 1 + (isLarge ? steps(item.size) : 0) : TEXT_STEP;
      return { cost: cost + Math.ceil(product(size, each)), ...SCALAR };
    }
    case "url":
    case "bytes":
      return { cost: cost + steps(size), size: name === "bytes" ? 4 * size : 1 };
    case "lowerAscii":
    case "upperAscii":
    case "substring":
    case "trim":
      return { cost: cost + steps(size), size, isText: true };
    case "split":
      return { cost: cost + steps(size, 2 * TEXT_STEP), size, isList: true };
    case "replace": {
      const [from = 0, to = 0] = given.map((one) => one.size);
      const grown = from === 0 ? (size + 1) * to + size : to <= from ? size : size * to;
      return { cost: cost + steps(size, 2 * TEXT_STEP), size: grown, isText: true };
    }
    case "join": {
      const item = target && partOf(target);
      const joined = product(size, (item?.size ?? 0) + (first?.size ?? 0));
      return { cost: cost + steps(joined), size: joined, isText: true };
    }
    default:
      return { cost: cost + 1, ...(["string", "type"].includes(name) ? UNKNOWN : SCALAR) };
  }
}

/** The product of two costs, 0 if one of them is. */
const product = (left: number, right: number): number =>
  left === 0 || right === 0 ? 0 : left * right;
