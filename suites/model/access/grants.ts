/**
 * Authorization: a request is allowed if any grant covers it, one for each rule and subject of each
 * binding (specification, "Role-based access control resources").
 *
 * @module
 */
import {
  accountUser,
  type Actor,
  type Binding,
  type Policy,
  type Request,
  type Rule,
  type Subject,
} from "./policy.ts";

/** One rule granted to one subject by one binding. */
export interface Grant {
  readonly subject: Subject;
  readonly rule: Rule;
  readonly binding: Binding;
}

/** The reasons why a grant may not cover a request. */
const DIMENSIONS = [
  "sort",
  "subject",
  "namespace",
  "verb",
  "group",
  "resource",
  "name",
  "path",
] as const;

/** The part of a grant that does not match a request. */
export type Dimension = typeof DIMENSIONS[number];

/** Returns all grants of a policy. A binding to a missing role grants nothing. */
export function grantsOf({ roles, bindings }: Policy): readonly Grant[] {
  return bindings.flatMap((binding) => {
    const namespace = binding.role.kind === "Role" ? binding.namespace : undefined;
    const role = roles.find((each) =>
      each.name === binding.role.name && each.namespace === namespace &&
      (binding.role.kind === "ClusterRole" || namespace !== undefined)
    );
    return (role?.rules ?? []).flatMap((rule) =>
      binding.subjects.map((subject) => ({ subject, rule, binding }))
    );
  });
}

/** Returns true if any grant covers the request. */
export function allows(grants: readonly Grant[], actor: Actor, request: Request): boolean {
  return grants.some((grant) => misses(grant, actor, request).length === 0);
}

/** Returns the parts of a grant that do not match a request; none if it covers the request. */
export function misses(
  { subject, rule, binding }: Grant,
  actor: Actor,
  request: Request,
): readonly Dimension[] {
  const found: Dimension[] = [];
  const hold = (dimension: Dimension, holds: boolean) => {
    if (!holds) found.push(dimension);
  };
  hold("subject", isMeant(subject, actor));
  hold("verb", has(rule.verbs, request.verb));
  if ("path" in request) {
    hold("sort", rule.nonResourceURLs !== undefined);
    hold("namespace", binding.namespace === undefined);
    hold("path", (rule.nonResourceURLs ?? []).some((url) => covers(url, request.path)));
    return found;
  }
  const { group, resource, subresource, name, namespace } = request;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const { resourceNames = [] } = rule;
  hold("sort", rule.resources !== undefined);
  hold("namespace", binding.namespace === undefined || binding.namespace === namespace);
  hold("group", has(rule.apiGroups, group));
  hold("resource", has(rule.resources, whole) || hasSubresource(rule, subresource));
  hold("name", resourceNames.length === 0 || resourceNames.includes(name));
  return found;
}

function isMeant(subject: Subject, { user, groups }: Actor): boolean {
  switch (subject.kind) {
    case "User":
      return user === subject.name;
    case "Group":
      return groups.includes(subject.name);
    case "ServiceAccount":
      return user === accountUser(subject.namespace ?? "", subject.name);
  }
}

function has(words: readonly string[] | undefined, word: string): boolean {
  return words !== undefined && (words.includes("*") || words.includes(word));
}

/** Returns true if a rule names a subresource of all resources. */
export function hasSubresource({ resources = [] }: Rule, subresource: string): boolean {
  return subresource !== "" && resources.includes(`*/${subresource}`);
}

/** Returns true if a URL of a rule covers a path: `*` matches all, `/*` everything below. */
function covers(url: string, path: string): boolean {
  if (url === "*" || url === path) return true;
  return url.endsWith("/*") && path.startsWith(url.slice(0, -1));
}
