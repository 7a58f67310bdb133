/**
 * Decides whether the rules of a rules review permit an action, by the text of the specification.
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";
import { asObject } from "../object.ts";

/** An action on a resource. */
export interface ResourceAction {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for all names. */
  readonly name: string;
}

/** Returns true if any of the rules permits the action. */
export function permits(rules: Json | undefined, action: ResourceAction): boolean {
  return (Array.isArray(rules) ? rules : []).some((rule) => rulePermits(rule, action));
}

function rulePermits(rule: Json, { verb, group, resource, name }: ResourceAction): boolean {
  const fields = asObject(rule) ?? {};
  const has = (field: string, value: string) => {
    const texts = textsOf(fields[field]);
    return texts.includes("*") || texts.includes(value);
  };
  const [, subresource] = resource.split("/");
  const resources = textsOf(fields.resources);
  const named = textsOf(fields.resourceNames);
  return has("verbs", verb) && has("apiGroups", group) &&
    (has("resources", resource) ||
      (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
    (named.length === 0 || named.includes("*") || (name !== "" && named.includes(name)));
}

/** Returns true if any of the rules for paths permits a request. */
export function permitsPath(
  rules: readonly Json[],
  { verb, path }: { readonly verb: string; readonly path: string },
): boolean {
  return rules.some((rule) => {
    const { verbs, nonResourceURLs } = asObject(rule) ?? {};
    const permitted = textsOf(verbs);
    return (permitted.includes("*") || permitted.includes(verb)) &&
      textsOf(nonResourceURLs).some((url) =>
        url === "*" || url === path || (url.endsWith("/*") && path.startsWith(url.slice(0, -1)))
      );
  });
}

/** Returns the texts in a list; none if the value is not a list. */
export function textsOf(json: Json | undefined): string[] {
  return Array.isArray(json) ? json.filter((each) => typeof each === "string") : [];
}
