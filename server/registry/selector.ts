/**
 * Parses label and field selectors into predicates.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { ApiObject } from "../object.ts";
import type { Label, ObjectFilter } from "../storage/storage.ts";
import type { ResourceDefinition } from "./resource.ts";

/** A parsed selector. */
export type Predicate = ObjectFilter;

type Values = Readonly<Record<string, string>>;
type Requirement = (values: Values) => boolean;

const KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const SET = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/;
const COMPARISON = /^([^\s!=<>]+)\s*(==|=|!=|<|>)\s*(\S*)$/;
const WHOLE_NUMBER = /^-?\d+$/;

/**
 * Parses a label selector: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, `a<1`,
 * `a>1`, joined by commas, which mean "and". White space alone selects everything.
 *
 * @throws {ApiError} BadRequest for an invalid selector
 */
export function parseLabelSelector(text: string): Predicate {
  if (text.trim() === "") return () => true;
  const parts = splitOutsideParentheses(text);
  const requirements = parts.map((part) => labelRequirement(part, text));
  const label = requiredLabel(parts);
  return Object.assign<Predicate, { label?: Label }>(
    ({ metadata: { labels = {} } }) => requirements.every((holds) => holds(labels)),
    label ? { label } : {},
  );
}

/** Returns the label of the first part that requires one with its value. */
function requiredLabel(parts: readonly string[]): Label | undefined {
  for (const part of parts) {
    const [, key, operator, value] = SET.test(part) ? [] : COMPARISON.exec(part) ?? [];
    if (operator === "=" || operator === "==") return [key!, value!];
  }
  return undefined;
}

function labelRequirement(part: string, whole: string): Requirement {
  const set = SET.exec(part);
  if (set) {
    const [, key, operator, list] = set as unknown as [string, string, string, string];
    const values = list.split(",").map((value) => value.trim());
    checkKey(key, whole);
    values.forEach((value) => checkValue(value, whole));
    return operator === "in"
      ? (labels) => Object.hasOwn(labels, key) && values.includes(labels[key]!)
      : (labels) => !Object.hasOwn(labels, key) || !values.includes(labels[key]!);
  }
  const comparison = COMPARISON.exec(part);
  if (comparison) {
    const [, key, operator, value] = comparison as unknown as [string, string, string, string];
    checkKey(key, whole);
    checkValue(value, whole);
    if (operator === "<" || operator === ">") return order(key, operator, value, whole);
    return operator === "!="
      ? (labels) => !Object.hasOwn(labels, key) || labels[key] !== value
      : (labels) => Object.hasOwn(labels, key) && labels[key] === value;
  }
  const absent = part.startsWith("!");
  const key = absent ? part.slice(1).trim() : part;
  checkKey(key, whole);
  return (labels) => Object.hasOwn(labels, key) !== absent;
}

/** Returns a test for integer labels above or below a bound. */
function order(key: string, operator: "<" | ">", value: string, whole: string): Requirement {
  if (!WHOLE_NUMBER.test(value)) {
    throw badRequest(
      `unable to parse requirement: "${whole}": for 'Gt', 'Lt' operators, the value must be an integer: "${value}"`,
    );
  }
  const bound = BigInt(value);
  return (labels) => {
    if (!Object.hasOwn(labels, key) || !WHOLE_NUMBER.test(labels[key]!)) return false;
    const label = BigInt(labels[key]!);
    return operator === "<" ? label < bound : label > bound;
  };
}

function checkKey(key: string, whole: string): void {
  const prefix = key.includes("/") ? key.slice(0, key.indexOf("/")) : "";
  if (!KEY.test(key) || prefix.length > 253) {
    throw badRequest(
      `unable to parse requirement: "${whole}": Invalid value: "${key}": not a label key`,
    );
  }
}

function checkValue(value: string, whole: string): void {
  if (!VALUE.test(value)) {
    throw badRequest(
      `unable to parse requirement: "${whole}": Invalid value: "${value}": not a label value`,
    );
  }
}

/** Splits at the commas outside parentheses. */
function splitOutsideParentheses(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
    if (text[at] === "," && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

/**
 * Parses a field selector: `metadata.name=x`, with `=`, `==` or `!=`, joined by commas. The
 * definition determines the selectable fields.
 *
 * @throws {ApiError} BadRequest for an invalid selector or an unknown field
 */
export function parseFieldSelector(text: string, definition: ResourceDefinition): Predicate {
  const terms = splitTerms(text).filter((term) => term !== "").map((term) => fieldTerm(term, text));
  const known = selectableFields(definition, EMPTY);
  const names = definition.selectorNames ?? {};
  for (const { field } of terms) {
    if (!Object.hasOwn(definition.selectorNames ?? known, field)) {
      throw badRequest(
        `field label not supported: ${field}`,
      );
    }
  }
  const predicate = (object: ApiObject) => {
    const fields = selectableFields(definition, object);
    return terms.every(({ field, value, equal }) =>
      (fields[names[field] ?? field] === value) === equal
    );
  };
  const named = terms.find(({ field, equal }) => field === "metadata.name" && equal);
  return Object.assign<Predicate, { objectName?: string }>(
    predicate,
    named ? { objectName: named.value } : {},
  );
}

/**
 * Returns the name that a query's field selector requires. Empty without one, and for a query that
 * cannot be parsed: it must not be authorized for the sake of one name.
 */
export function selectedName(query: URLSearchParams): string {
  const text = query.get("fieldSelector");
  if (!text || ["limit", "timeoutSeconds"].some((name) => !isNumberOrNone(query.get(name)))) {
    return "";
  }
  try {
    parseLabelSelector(query.get("labelSelector") ?? "");
    const terms = splitTerms(text).map((term) => fieldTerm(term, text));
    return terms.find(({ field, equal }) => field === "metadata.name" && equal)?.value ?? "";
  } catch {
    return "";
  }
}

const isNumberOrNone = (text: string | null) => !text || WHOLE_NUMBER.test(text);

const EMPTY: ApiObject = {
  apiVersion: "",
  kind: "",
  metadata: { name: "", uid: "", resourceVersion: "", creationTimestamp: "" },
};

/** Returns the selectable fields of an object. */
function selectableFields(definition: ResourceDefinition, object: ApiObject): Values {
  return {
    "metadata.name": object.metadata.name,
    // Cluster-scoped objects have an empty namespace.
    "metadata.namespace": object.metadata.namespace ?? "",
    ...definition.selectableFields?.(object),
  };
}

interface FieldTerm {
  readonly field: string;
  readonly value: string;
  readonly equal: boolean;
}

function fieldTerm(term: string, whole: string): FieldTerm {
  const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
  if (!match) {
    throw badRequest(`invalid selector: '${whole}'; can't understand '${term}'`);
  }
  const [, field, operator, value] = match as unknown as [string, string, string, string];
  return { field, value: unescape(value, whole), equal: operator !== "!=" };
}

/** Splits at commas that are not escaped by a backslash. */
const splitTerms = (text: string): string[] => text.match(/(?:\\.|[^,\\])+|\\$/gs) ?? [];

/** Resolves escapes: a backslash precedes a comma, an equals sign or another backslash. */
function unescape(value: string, whole: string): string {
  if (/\\(?![\\,=])/.test(value.replaceAll("\\\\", "")) || /(?<!\\)=/.test(value)) {
    throw badRequest(`invalid field selector: '${whole}': invalid escape sequence in '${value}'`);
  }
  return value.replace(/\\([\\,=])/g, "$1");
}
