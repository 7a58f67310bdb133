/**
 * A naive RBAC evaluation: loops over plain lists, slow and simple. It shares no code with the
 * server.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import type { Question } from "./policy_arbitrary.ts";

/** A rule of a role, or of a rules review. */
export interface NaiveRule {
  readonly verbs: string[];
  readonly apiGroups?: string[];
  readonly resources?: string[];
  readonly resourceNames?: string[];
  readonly nonResourceURLs?: string[];
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Returns true if a list of roles and bindings allows the request. */
export function naivelyAllowed(policy: readonly ApiObject[], question: Question): boolean {
  for (const binding of policy) {
    if (binding.kind !== "ClusterRoleBinding" && binding.kind !== "RoleBinding") continue;
    const namespace = binding.metadata.namespace ?? "";
    if (binding.kind === "RoleBinding" && namespace !== question.namespace) continue;
    const subjects = binding.subjects as unknown as Subject[];
    if (!subjects.some((subject) => isMeant(subject, namespace, question))) continue;
    const roleRef = binding.roleRef as unknown as { kind: string; name: string };
    for (const role of policy) {
      if (role.kind !== roleRef.kind || role.metadata.name !== roleRef.name) continue;
      if (role.kind === "Role" && role.metadata.namespace !== namespace) continue;
      for (const rule of role.rules as unknown as NaiveRule[]) {
        if (isCovered(rule, question)) return true;
      }
    }
  }
  return false;
}

function isMeant(subject: Subject, namespace: string, { user }: Question): boolean {
  if (subject.kind === "User") return subject.name === user.name;
  if (subject.kind === "Group") return user.groups.includes(subject.name);
  const home = subject.namespace ? subject.namespace : namespace;
  return user.name === "system:serviceaccount:" + home + ":" + subject.name;
}

/** Returns true if one rule allows the request. */
export function isCovered(rule: NaiveRule, question: Question): boolean {
  if (!rule.verbs.includes("*") && !rule.verbs.includes(question.verb)) return false;
  if (!question.isResource) {
    for (const pattern of rule.nonResourceURLs ?? []) {
      let end = pattern.length;
      while (end > 0 && pattern[end - 1] === "*") end--;
      if (pattern === question.path) return true;
      if (end < pattern.length && question.path.indexOf(pattern.substring(0, end)) === 0) {
        return true;
      }
    }
    return false;
  }
  if (!rule.apiGroups || !rule.resources) return false;
  if (!rule.apiGroups.includes("*") && !rule.apiGroups.includes(question.group)) return false;
  const acceptable = ["*", question.resource];
  if (question.subresource !== "") {
    acceptable[1] = question.resource + "/" + question.subresource;
    acceptable[2] = "*/" + question.subresource;
  }
  if (!acceptable.some((word) => rule.resources!.includes(word))) return false;
  const names = rule.resourceNames ?? [];
  return names.length === 0 || names.indexOf(question.name) !== -1;
}
