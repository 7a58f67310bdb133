/**
 * Rules of roles, and whether one covers what somebody wants to do (interface, "PolicyRule").
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import type { Attributes } from "./attributes.ts";

/** One rule of a role: what is permitted, not to whom. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A role's rules; none where the object has none. */
export const rulesOf = (role: ApiObject): readonly PolicyRule[] =>
  (role.rules ?? []) as unknown as PolicyRule[];

/** Tells whether one rule covers what somebody wants to do. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!covers(rule.verbs, attributes.verb)) return false;
  if (!attributes.isResource) {
    return (rule.nonResourceURLs ?? []).some((url) => urlCovers(url, attributes.path));
  }
  const { resource, subresource, name } = attributes;
  const wanted = subresource ? `${resource}/${subresource}` : resource;
  const resources = rule.resources ?? [];
  const names = rule.resourceNames ?? [];
  return covers(rule.apiGroups, attributes.group) &&
    (covers(resources, wanted) || (subresource !== "" && resources.includes(`*/${subresource}`))) &&
    (names.length === 0 || names.includes(name));
}

const covers = (allowed: readonly string[] | undefined, wanted: string) =>
  allowed !== undefined && (allowed.includes("*") || allowed.includes(wanted));

/** Tells whether a pattern covers a path: a `*` at its end stands for whatever follows. */
export function urlCovers(pattern: string, path: string): boolean {
  if (pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""));
}
