/**
 * Parses the selectors of a request, to check the objects of its response. Text that a server may
 * reject, or that this parser does not know, yields no test.
 *
 * @module
 */
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { type Expression, matches, type Operator } from "../label_expression.ts";
import { labelsOf, nameOf, namespaceOf } from "../object.ts";

/** Tests one object. */
export type Test = (object: JsonObject) => boolean;

const KEY = String.raw`[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?`;
const VALUE = "[-A-Za-z0-9_.]*";
const SET = new RegExp(String.raw`^(${KEY})\s+(in|notin)\s*\(([^()]*)\)$`);
const COMPARISON = new RegExp(String.raw`^(${KEY})\s*(==|=|!=)\s*(${VALUE})$`);
const PRESENCE = new RegExp(String.raw`^(!?)\s*(${KEY})$`);

/**
 * Returns a test that selected objects pass; undefined if no selector is given or understood. An
 * object that passes is selected if `whole` is given: then all selectors must be understood.
 */
export function selectorTest(
  { query = {} }: Pick<HttpRequest, "query">,
  options: { readonly whole?: boolean } = {},
): Test | undefined {
  const { labelSelector, fieldSelector } = query;
  const tests = [
    ...(labelSelector ? [labelTest(labelSelector)] : []),
    ...(fieldSelector ? [fieldTest(fieldSelector)] : []),
  ];
  const known = tests.filter((each) => each !== undefined);
  if (known.length === 0 || (options.whole && known.length < tests.length)) return undefined;
  return (object) => known.every((test) => test(object));
}

function labelTest(text: string): Test | undefined {
  const expressions = partsOf(text).map(expressionOf);
  if (expressions.some((each) => each === undefined)) return undefined;
  return (object) => {
    const labelled = { name: nameOf(object), labels: labelsOf(object) as Record<string, string> };
    return expressions.every((each) => matches(each!, labelled));
  };
}

/** Splits at commas outside parentheses. */
const partsOf = (text: string): string[] => text.split(/,(?![^()]*\))/).map((part) => part.trim());

function expressionOf(text: string): Expression | undefined {
  const comparison = COMPARISON.exec(text);
  if (comparison) {
    const [, key, operator, value] = comparison;
    return { key: key!, operator: operator as Operator, values: [value!] };
  }
  const set = SET.exec(text);
  if (set) {
    const [, key, operator, values] = set;
    const list = values!.split(",").map((value) => value.trim());
    return { key: key!, operator: operator as Operator, values: list };
  }
  const presence = PRESENCE.exec(text);
  if (!presence) return undefined;
  return { key: presence[2]!, operator: presence[1] ? "!exists" : "exists", values: [] };
}

function fieldTest(text: string): Test | undefined {
  const terms = text.split(",").map((term) =>
    /^(metadata\.name|metadata\.namespace)(==|=|!=)([-a-z0-9.:]*)$/.exec(term)
  );
  if (terms.some((term) => term === null)) return undefined;
  return (object) =>
    terms.every((term) => {
      const actual = term![1] === "metadata.name" ? nameOf(object) : namespaceOf(object);
      return (actual === term![3]) === (term![2] !== "!=");
    });
}
