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

/** The attributes without a user and a verb that name no resource yet. */
export const NO_RESOURCE: Omit<Attributes, "user" | "verb"> = {
  isResource: true,
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  path: "",
};

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
    return patternsOf(rule.nonResourceURLs ?? []).some((pattern) =>
      matches(pattern, attributes.path)
    );
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

/** A pattern of paths: the text, and what is before the `*` at its end if it has one. */
interface PathPattern {
  readonly text: string;
  readonly prefix: string | undefined;
}

/** The patterns of each list of URLs: a role is read by every request of its subjects. */
const known = new WeakMap<readonly string[], readonly PathPattern[]>();

function patternsOf(urls: readonly string[]): readonly PathPattern[] {
  let patterns = known.get(urls);
  if (!patterns) known.set(urls, patterns = urls.map(readPattern));
  return patterns;
}

/** Reads a pattern in linear time, however many stars it has. */
function readPattern(text: string): PathPattern {
  let end = text.length;
  while (text[end - 1] === "*") end--;
  return { text, prefix: end < text.length ? text.slice(0, end) : undefined };
}

const matches = ({ text, prefix }: PathPattern, path: string): boolean =>
  text === path || (prefix !== undefined && path.startsWith(prefix));

/** Returns true if a pattern covers a path: a `*` at its end matches any suffix. */
export const urlCovers = (pattern: string, path: string): boolean =>
  matches(readPattern(pattern), path);

/**
 * Returns the permissions of the wanted rules that the owned rules do not cover, each with one verb
 * and one resource.
 *
 * @param limit the most permissions to return: one rule of a few kilobytes can have billions
 */
export function missingRules(
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
  limit = Infinity,
): PolicyRule[] {
  const missing: PolicyRule[] = [];
  for (const rule of wanted) {
    for (const permission of missingOf(rule, owned)) {
      if (missing.length >= limit) return missing;
      missing.push(permission);
    }
  }
  return missing;
}

/** Yields the permissions of one rule that are not covered; what is covered is not enumerated. */
function* missingOf(wanted: PolicyRule, owned: readonly PolicyRule[]): Iterable<PolicyRule> {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } =
    wanted;
  const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [[]];
  // Nearly all rules have one verb class: values that the same rules cover are decided together.
  for (const verbClass of classesOf(verbs, owned, (rule) => member(rule.verbs))) {
    const groupClasses = classesOf(apiGroups, verbClass.rules, (rule) => member(rule.apiGroups))
      .map((groupClass) => ({
        ...groupClass,
        resources: classesOf(resources, groupClass.rules, resourceMember).map((one) => ({
          ...one,
          names: classesOf(names, one.rules, nameMember).filter(({ rules }) => rules.length === 0)
            .flatMap(({ values }) => values),
        })).filter(({ names }) => names.length > 0),
      }));
    const urls = classesOf(nonResourceURLs, verbClass.rules, urlMember)
      .filter(({ rules }) => rules.length === 0).flatMap(({ values }) => values);
    for (const verb of verbClass.values) {
      for (const groups of groupClasses) {
        for (const group of groups.resources.length > 0 ? groups.values : []) {
          for (const { values, names } of groups.resources) {
            for (const resource of values) {
              for (const resourceNames of names) {
                yield {
                  verbs: [verb],
                  apiGroups: [group],
                  resources: [resource],
                  resourceNames,
                };
              }
            }
          }
        }
      }
      for (const url of urls) yield { verbs: [verb], nonResourceURLs: [url] };
    }
  }
}

/** Values that the same rules cover. */
interface ValueClass<Value> {
  readonly values: Value[];
  readonly rules: readonly PolicyRule[];
}

/** Groups values by the rules that cover them, in the order of their first values. */
function classesOf<Value>(
  values: readonly Value[],
  rules: readonly PolicyRule[],
  coverOf: (rule: PolicyRule) => (value: Value) => boolean,
): ValueClass<Value>[] {
  if (values.length === 0) return [];
  if (rules.length === 0) return [{ values: [...values], rules }];
  const covers = rules.map(coverOf);
  const classes = new Map<string, ValueClass<Value>>();
  for (const value of values) {
    const covering = rules.filter((_, at) => covers[at]!(value));
    const key = covering.map((rule) => rules.indexOf(rule)).join();
    const known = classes.get(key);
    if (known) known.values.push(value);
    else classes.set(key, { values: [value], rules: covering });
  }
  return [...classes.values()];
}

function member(list: readonly string[] = []): (value: string) => boolean {
  const values = new Set(list);
  return values.has("*") ? () => true : (value) => values.has(value);
}

function resourceMember({ resources }: PolicyRule): (resource: string) => boolean {
  const isListed = member(resources);
  const values = new Set(resources);
  return (resource) => {
    if (isListed(resource)) return true;
    const slash = resource.indexOf("/");
    return slash >= 0 && values.has(`*/${resource.slice(slash + 1)}`);
  };
}

/** A rule without names covers all; a rule with names covers only those. */
function nameMember({ resourceNames = [] }: PolicyRule): (name: readonly string[]) => boolean {
  const values = new Set(resourceNames);
  return ([name]) => values.size === 0 || (name !== undefined && values.has(name));
}

function urlMember(
  { nonResourceURLs = [], resourceNames = [] }: PolicyRule,
): (url: string) => boolean {
  if (resourceNames.length > 0) return () => false;
  const exact = new Set(nonResourceURLs);
  const patterns = patternsOf(nonResourceURLs).filter(({ prefix }) => prefix !== undefined);
  return (url) => exact.has(url) || patterns.some((pattern) => matches(pattern, url));
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
