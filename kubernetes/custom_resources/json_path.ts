/**
 * JSONPath as printer columns and subresources use it: `.spec.size`,
 * `.status.conditions[?(@.type=="Ready")].status`.
 *
 * @module
 */
import { equal, type Json } from "@plumbline/server/api";
import { isObject } from "./json_schema.ts";

type Step = (value: Json) => readonly Json[];

/**
 * Returns a function that lists the values at a path.
 *
 * @throws {SyntaxError} for a path that is not valid
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { jsonPath } from "./json_path.ts";
 *
 * const read = jsonPath('.conditions[?(@.type=="Ready")].status');
 * assertEquals(read({ conditions: [{ type: "Ready", status: "True" }] }), ["True"]);
 * ```
 */
export function jsonPath(path: string): (value: Json) => readonly Json[] {
  const steps = parse(path);
  return (value) => steps.reduce<readonly Json[]>((found, step) => found.flatMap(step), [value]);
}

/** Returns the names of a path of plain fields such as `.spec.replicas`; undefined for any other. */
export function fieldPathOf(path: string): readonly string[] | undefined {
  return /^(?:\.[\w-]+)+$/.test(path) ? path.slice(1).split(".") : undefined;
}

const childrenOf = (value: Json): readonly Json[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];

const member = (name: string): Step => (value) =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name]!] : [];

function descendants(value: Json): Json[] {
  return [value, ...childrenOf(value).flatMap(descendants)];
}

function parse(path: string): Step[] {
  const steps: Step[] = [];
  let rest = path.replace(/^\$/, "");
  while (rest !== "") {
    const [text, step] = readStep(rest, path);
    steps.push(step);
    rest = rest.slice(text.length);
  }
  return steps;
}

function readStep(rest: string, path: string): readonly [string, Step] {
  const all = /^\.?(?:\[\*\]|\*)/.exec(rest);
  if (all) return [all[0], childrenOf];
  const deep = /^\.\.(?=[\w-])/.exec(rest);
  if (deep) {
    const name = /^\.\.([\w-]+)/.exec(rest)!;
    return [name[0], (value) => descendants(value).flatMap(member(name[1]!))];
  }
  // A backslash escapes a dot within a name.
  const field = /^\.?((?:\\.|[^.[\]\\*])+)/.exec(rest);
  if (field) return [field[0], member(field[1]!.replaceAll(/\\(.)/g, "$1"))];
  const quoted = /^\.?\[(?:'((?:\\.|[^'])*)'|"((?:\\.|[^"])*)")\]/.exec(rest);
  if (quoted) return [quoted[0], member((quoted[1] ?? quoted[2]!).replaceAll(/\\(.)/g, "$1"))];
  const filter = /^\.?\[\?\((.*?)\)\]/.exec(rest);
  if (filter) return [filter[0], filterStep(filter[1]!, path)];
  const range = /^\.?\[(-?\d*)(?::(-?\d*)(?::(\d+))?)?\]/.exec(rest);
  if (range && range[0] !== "[]") return [range[0], rangeStep(range, rest)];
  throw new SyntaxError(`Cannot read the path "${path}" at "${rest}"`);
}

function rangeStep([, from = "", to, by]: RegExpExecArray, rest: string): Step {
  if (!rest.slice(0, rest.indexOf("]")).includes(":")) {
    return (value) => {
      const item = Array.isArray(value) ? value.at(Number(from)) : undefined;
      return item === undefined ? [] : [item];
    };
  }
  return (value) =>
    Array.isArray(value)
      ? value.slice(from ? Number(from) : undefined, to ? Number(to) : undefined)
        .filter((_, at) => at % Number(by ?? 1) === 0)
      : [];
}

const COMPARISON = /^\s*(.+?)\s*(?:(==|!=|<=|>=|<|>)\s*(.+?)\s*)?$/;

function filterStep(text: string, path: string): Step {
  const match = COMPARISON.exec(text);
  if (!match) throw new SyntaxError(`Cannot read the filter "${text}" of the path "${path}"`);
  const left = operand(match[1]!, path);
  const right = match[3] === undefined ? undefined : operand(match[3], path);
  const passes = (item: Json): boolean => {
    const [value] = left(item);
    if (!right) return value !== undefined;
    const [other] = right(item);
    return value !== undefined && other !== undefined && compare(value, other, match[2]!);
  };
  return (value) => childrenOf(value).filter(passes);
}

function operand(text: string, path: string): Step {
  if (text.startsWith("@")) return jsonPath(text.slice(1));
  const quoted = /^(?:'(.*)'|"(.*)")$/.exec(text);
  if (quoted) return () => [quoted[1] ?? quoted[2]!];
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return () => [JSON.parse(text)];
  throw new SyntaxError(`Cannot read "${text}" in the path "${path}"`);
}

function compare(left: Json, right: Json, operator: string): boolean {
  if (operator === "==") return equal(left, right);
  if (operator === "!=") return !equal(left, right);
  if (typeof left !== typeof right || left === null || right === null) return false;
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}
