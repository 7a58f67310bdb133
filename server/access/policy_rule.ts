/**
 * Policy rules: which requests a rule allows, and whether rules cover other rules (specification, "PolicyRule").
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import type { User } from "../context.ts";

/** The attributes of a request that authorization decides on. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** True for API resources, false for paths such as `/readyz`. */
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  readonly path: string;
}

/** One rule of a role: the permitted verbs and resources. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Returns a role's rules; empty if it has none. */
export const rulesOf = (role: ApiObject): readonly PolicyRule[] =>
  (role.rules ?? []) as unknown as PolicyRule[];

/** Returns true if a rule allows a request. */
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

/** Returns true if a pattern covers a path: a `*` at its end matches any suffix. */
export function urlCovers(pattern: string, path: string): boolean {
  if (pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""));
}

/**
 * Returns the permissions of the wanted rules that the owned rules do not cover, each with one verb
 * and one resource.
 */
export function missingRules(
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): PolicyRule[] {
  return wanted.flatMap(atoms).filter((atom) => !owned.some((rule) => ruleCovers(rule, atom)));
}

/** Splits a rule into permissions that a single rule covers or not. */
function atoms(
  { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule,
): PolicyRule[] {
  const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [[]];
  return verbs.flatMap((verb): PolicyRule[] => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        names.map((resourceNames) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames,
        }))
      )
    ),
    ...nonResourceURLs.map((url) => ({ verbs: [verb], nonResourceURLs: [url] })),
  ]);
}

function ruleCovers(rule: PolicyRule, atom: PolicyRule): boolean {
  const owned = (list: readonly string[] = [], wanted: readonly string[] = []) =>
    list.includes("*") || wanted.every((word) => list.includes(word));
  const names = rule.resourceNames ?? [];
  const wantedNames = atom.resourceNames ?? [];
  return owned(rule.verbs, atom.verbs) &&
    owned(rule.apiGroups, atom.apiGroups) &&
    (atom.resources ?? []).every((resource) => resourceCovers(rule.resources ?? [], resource)) &&
    (names.length === 0 ||
      (wantedNames.length > 0 && wantedNames.every((name) => names.includes(name)))) &&
    (atom.nonResourceURLs ?? []).every((url) =>
      (rule.nonResourceURLs ?? []).some((pattern) => urlCovers(pattern, url))
    );
}

function resourceCovers(owned: readonly string[], resource: string): boolean {
  if (owned.includes("*") || owned.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && owned.includes(`*/${resource.slice(slash + 1)}`);
}

/** Formats a permission on one line for error messages. */
export function describeRule(rule: PolicyRule): string {
  const part = (title: string, list: readonly string[] = []) =>
    list.length > 0 ? [`${title}:${JSON.stringify(list)}`] : [];
  return `{${
    [
      ...part("APIGroups", rule.apiGroups),
      ...part("Resources", rule.resources),
      ...part("NonResourceURLs", rule.nonResourceURLs),
      ...part("ResourceNames", rule.resourceNames),
      ...part("Verbs", rule.verbs),
    ].join(", ")
  }}`;
}
