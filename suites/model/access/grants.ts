/**
 * Authorization, decided the slow way: every binding is written out as single grants, and a
 * request is allowed when one of them covers it (interface, "Role-based access control resources").
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

/** One subject's one rule, by one binding. */
export interface Grant {
  readonly subject: Subject;
  readonly rule: Rule;
  readonly binding: Binding;
}

/** The ways in which a grant and a request can miss each other. */
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

/** One of the ways. */
export type Dimension = typeof DIMENSIONS[number];

/** Everything a policy grants. A binding whose role is not there grants nothing. */
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

/** In which ways a grant does not cover a request; none where it does. */
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
  hold("resource", has(rule.resources, whole));
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

/** `*` alone is every path; as the last segment it is everything below. */
function covers(url: string, path: string): boolean {
  if (url === "*" || url === path) return true;
  return url.endsWith("/*") && path.startsWith(url.slice(0, -1));
}
