/**
 * Bindings by those they bind, so that a decision looks only at the bindings of who asks.
 *
 * @module
 */
import type { User } from "../context.ts";
import type { ApiObject } from "../object.ts";
import { serviceAccountName } from "./service_account.ts";

/** A role that a binding gives to somebody. */
export interface BoundRole {
  /** The binding it comes from; one binding may bind a user in several ways. */
  readonly binding: ApiObject;
  readonly subject: Subject;
  /** What is odd about the subject; absent where nothing is. */
  readonly finding?: string;
}

/** Somebody a binding names (interface, "Subject"). */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The bindings of one scope: of a namespace, or of the cluster. */
export interface BindingIndex {
  /** What the bindings give to a user, in the order of the bindings. */
  rolesOf(user: User): readonly BoundRole[];
  /** Subjects that nobody can be recognised in. */
  readonly findings: readonly string[];
}

/** Files the bindings of one scope by their subjects. */
export function indexBindings(bindings: readonly ApiObject[]): BindingIndex {
  const bySubject = new Map<string, { at: number; role: BoundRole }[]>();
  const findings: string[] = [];
  bindings.forEach((binding, at) => {
    for (const subject of (binding.subjects ?? []) as unknown as Subject[]) {
      const key = keyOf(subject, binding);
      if (key === undefined) {
        findings.push(`${label(binding)} has a subject of the unknown kind "${subject.kind}"`);
        continue;
      }
      const finding = oddity(subject, binding);
      const role = { binding, subject, ...(finding && { finding }) };
      const known = bySubject.get(key);
      if (known) known.push({ at, role });
      else bySubject.set(key, [{ at, role }]);
    }
  });
  return {
    findings,
    rolesOf: (user) =>
      keysOf(user).flatMap((key) => bySubject.get(key) ?? [])
        .sort((a, b) => a.at - b.at)
        .map(({ role }) => role),
  };
}

/** How to speak of a binding. */
export const label = ({ kind, metadata }: ApiObject): string => `${kind} "${metadata.name}"`;

const userKey = (name: string) => `User ${name}`;
const groupKey = (name: string) => `Group ${name}`;

const keysOf = ({ name, groups }: User) => [userKey(name), ...new Set(groups.map(groupKey))];

/** A service account is a user of a certain name; its namespace is the binding's where none is given. */
function keyOf({ kind, name, namespace }: Subject, { metadata }: ApiObject): string | undefined {
  switch (kind) {
    case "User":
      return userKey(name);
    case "Group":
      return groupKey(name);
    case "ServiceAccount":
      return userKey(
        serviceAccountName({ namespace: namespace || metadata.namespace || "", name }),
      );
    default:
      return undefined;
  }
}

/** Users and groups have no namespace; one that is given is reported, and ignored otherwise. */
function oddity({ kind, namespace }: Subject, binding: ApiObject): string | undefined {
  if (!namespace || kind === "ServiceAccount") return undefined;
  return `${
    label(binding)
  } has a ${kind} with the namespace "${namespace}", though a ${kind} has none`;
}
