/**
 * Whether the selectors of a request, as texts, select an object.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject, labelsOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";

/** Returns whether a request selects an object; undefined if a selector cannot be read. */
export function isSelected(
  { query }: Pick<Seen, "query">,
  object: JsonObject,
): boolean | undefined {
  const found = [
    ...termsOf(query.get("labelSelector")).map((term) =>
      hasLabel(term, labelsOf(object) as Readonly<Record<string, string>>)
    ),
    ...termsOf(query.get("fieldSelector")).map((term) => hasField(term, object)),
  ];
  if (found.includes(false)) return false;
  return found.includes(undefined) ? undefined : true;
}

/** Returns the terms of a selector: commas in parentheses separate values. */
function termsOf(selector: string | null): readonly string[] {
  const text = (selector ?? "").trim();
  return text === "" ? [] : text.split(/,(?![^(]*\))/).map((term) => term.trim());
}

function hasLabel(
  term: string,
  labels: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  const [, key, operator, values] = /^([\w./-]+)\s+(in|notin)\s*\((.*)\)$/.exec(term) ?? [];
  if (key !== undefined) {
    const isIn = values!.split(",").map((value) => value.trim()).includes(labels[key] ?? "");
    return operator === "in"
      ? labels[key] !== undefined && isIn
      : labels[key] === undefined || !isIn;
  }
  const [, name, equals, value = ""] = /^([\w./-]+)\s*(==?|!=)\s*([\w.-]*)$/.exec(term) ?? [];
  if (name !== undefined) return (labels[name] === value) === (equals !== "!=");
  const [, not, existing] = /^(!?)\s*([\w./-]+)$/.exec(term) ?? [];
  return existing === undefined ? undefined : (labels[existing] !== undefined) === (not === "");
}

/** Returns whether an object has a value in its metadata; which other fields are known differs by type. */
function hasField(term: string, object: JsonObject): boolean | undefined {
  const [, field = "", operator, value] = /^([^!=]*)(!=|==?)(.*)$/.exec(term) ?? [];
  if (!/^metadata\.(name|namespace)$/.test(field)) return undefined;
  const actual = field.split(".").reduce<Json | undefined>(
    (json, key) => asObject(json)?.[key],
    object,
  );
  return (String(actual ?? "") === value) === (operator !== "!=");
}
