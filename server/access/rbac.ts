/**
 * Decides by roles and bindings (interface, "Role-based access control resources" and
 * "Authentication" 4): what no rule allows is refused.
 *
 * @module
 */
import type { User } from "../context.ts";
import type { ApiObject } from "../object.ts";
import type { Storage } from "../storage/storage.ts";

/** What somebody wants to do. */
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

/** What the rules say. */
export interface Decision {
  readonly allowed: boolean;
  /** Why it is allowed, naming binding and role; empty when it is not. */
  readonly reason: string;
  /** Findings on the way that did not stop the evaluation. */
  readonly errors: readonly string[];
}

/** One rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Decides what a user may do. */
export interface Authorizer {
  decide(attributes: Attributes): Promise<Decision>;
}

/** Whoever is in this group may do everything. */
export const SUPERUSERS = "system:masters";

/** Makes an authorizer that reads roles and bindings from the store at every decision. */
export function rbacAuthorizer(storage: Storage, rbacGroup: string): Authorizer {
  const objects = async (resource: string, namespace?: string) =>
    (await storage.list({ resource: `${rbacGroup}/${resource}`, namespace })).versions
      .map(({ object }) => object);

  async function decide(attributes: Attributes): Promise<Decision> {
    if (attributes.user.groups.includes(SUPERUSERS)) {
      return { allowed: true, reason: "", errors: [] };
    }
    const errors: string[] = [];
    const bindings = await objects("clusterrolebindings");
    if (attributes.namespace) {
      bindings.push(...await objects("rolebindings", attributes.namespace));
    }
    for (const binding of bindings) {
      if (!bindsUser(binding, attributes.user, errors)) continue;
      const rules = await rulesOf(binding, errors);
      if (rules?.some((rule) => ruleAllows(rule, attributes))) {
        return { allowed: true, reason: reasonFor(binding), errors };
      }
    }
    return { allowed: false, reason: "", errors };
  }

  async function rulesOf(
    binding: ApiObject,
    errors: string[],
  ): Promise<readonly PolicyRule[] | undefined> {
    const { kind, name } = binding.roleRef as { kind: string; name: string };
    const namespace = kind === "Role" ? binding.metadata.namespace ?? "" : "";
    const resource = `${rbacGroup}/${kind === "Role" ? "roles" : "clusterroles"}`;
    const role = await storage.get({ resource, namespace, name });
    if (!role) {
      errors.push(`Cannot resolve the role of ${label(binding)} as there is no ${kind} "${name}"`);
      return undefined;
    }
    return (role.object.rules ?? []) as unknown as PolicyRule[];
  }

  return { decide };
}

const label = (binding: ApiObject) => `${binding.kind} "${binding.metadata.name}"`;

function reasonFor(binding: ApiObject): string {
  const { kind, name } = binding.roleRef as { kind: string; name: string };
  return `RBAC: allowed by ${label(binding)} of ${kind} "${name}"`;
}

function bindsUser(binding: ApiObject, user: User, errors: string[]): boolean {
  const subjects = (binding.subjects ?? []) as unknown as Subject[];
  return subjects.some((subject) => {
    const outOfPlace = subject.namespace && (subject.kind === "User" || subject.kind === "Group");
    if (outOfPlace) {
      errors.push(`${label(binding)} has a ${subject.kind} with a namespace, which has none`);
      return false;
    }
    switch (subject.kind) {
      case "User":
        return subject.name === user.name;
      case "Group":
        return user.groups.includes(subject.name);
      case "ServiceAccount": {
        const namespace = subject.namespace || binding.metadata.namespace;
        return user.name === `system:serviceaccount:${namespace}:${subject.name}`;
      }
      default:
        errors.push(`${label(binding)} has a subject of the unknown kind "${subject.kind}"`);
        return false;
    }
  });
}

/** Tells whether one rule covers what somebody wants to do. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!covers(rule.verbs, attributes.verb)) return false;
  if (!attributes.isResource) {
    return (rule.nonResourceURLs ?? []).some((url) => pathMatches(url, attributes.path));
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

/** A `*` stands for the rest of the path, and only at its end. */
function pathMatches(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1));
}
