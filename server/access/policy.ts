/**
 * The policy rules that roles and bindings grant to a user.
 *
 * @module
 */
import type { User } from "../context.ts";
import type { ApiObject } from "../object.ts";
import type { Storage } from "../storage/storage.ts";
import { type PolicyRule, rulesOf } from "./policy_rule.ts";
import { serviceAccountName } from "./service_account.ts";

/** The rules that a user has through one binding. */
export interface Grant {
  readonly rules: readonly PolicyRule[];
  /** True for a binding of the whole cluster, which includes non-resource paths. */
  readonly clusterWide: boolean;
  /** The binding, the role and the subject, for error messages. */
  readonly source: string;
}

/** All rules of a user in a namespace, or in the whole cluster. */
export interface Grants {
  readonly grants: readonly Grant[];
  /** Errors in bindings that did not stop the evaluation. */
  readonly errors: readonly string[];
}

interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** The maximum number of cached namespaces. */
const LIMIT = 1000;

/** Reads roles and bindings from a store, and caches them until one changes. */
export class Policy {
  readonly #storage: Storage;
  readonly #resources: readonly string[];
  readonly #group: string;
  #seen: readonly number[] = [];
  #bindings = new Map<string, Promise<BindingIndex>>();
  #grants = new WeakMap<User, Map<string, Promise<Grants>>>();

  /** Creates the policy of a store, `group` being the API group of roles and bindings. */
  constructor(storage: Storage, group: string) {
    this.#storage = storage;
    this.#group = group;
    this.#resources = ["clusterrolebindings", "rolebindings", "clusterroles", "roles"]
      .map((resource) => `${group}/${resource}`);
  }

  /**
   * Returns the rules of a user in a namespace, or in all namespaces if it is empty.
   *
   * The result is cached by the user object, which authentication reuses for each identity.
   */
  grantsOf(user: User, namespace: string): Promise<Grants> {
    this.#forgetChanged();
    let byNamespace = this.#grants.get(user);
    if (!byNamespace) this.#grants.set(user, byNamespace = new Map());
    return remember(byNamespace, namespace, () => this.#collect(user, namespace));
  }

  /** Drops the caches after a change. A concurrent evaluation continues with the dropped ones. */
  #forgetChanged(): void {
    const resources = this.#resources;
    if (resources.every((resource, at) => this.#storage.lastChange(resource) === this.#seen[at])) {
      return;
    }
    this.#seen = resources.map((resource) => this.#storage.lastChange(resource));
    this.#bindings = new Map();
    this.#grants = new WeakMap();
  }

  async #collect(user: User, namespace: string): Promise<Grants> {
    const bindings = this.#bindings;
    const scopes = namespace ? ["", namespace] : [""];
    const errors: string[] = [];
    const grants: Grant[] = [];
    for (const scope of scopes) {
      const index = await remember(bindings, scope, () => this.#index(scope));
      errors.push(...index.subjectErrors);
      const roles = index.rolesOf(user);
      errors.push(...roles.flatMap(({ finding }) => finding ?? []));
      for (const role of firstOfEach(roles)) {
        const rules = await this.#resolve(role.binding);
        if (rules) grants.push({ rules, clusterWide: scope === "", source: describeGrant(role) });
        else errors.push(unresolved(role.binding));
      }
    }
    return { grants, errors };
  }

  async #index(scope: string): Promise<BindingIndex> {
    const resource = `${this.#group}/${scope ? "rolebindings" : "clusterrolebindings"}`;
    const { versions } = await this.#storage.list({ resource, namespace: scope });
    return indexBindings(versions.map(({ object }) => object));
  }

  async #resolve(binding: ApiObject): Promise<readonly PolicyRule[] | undefined> {
    const { kind, name } = roleRefOf(binding);
    const role = await this.#storage.get({
      resource: `${this.#group}/${kind === "Role" ? "roles" : "clusterroles"}`,
      namespace: kind === "Role" ? binding.metadata.namespace ?? "" : "",
      name,
    });
    return role && rulesOf(role.object);
  }
}

/** Returns the cached value of a key, or computes it; an error is not cached. */
function remember<T>(
  known: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  if (known.size >= LIMIT) known.clear();
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

/** Returns each binding once, even if several of its subjects match the user. */
const firstOfEach = (roles: readonly BoundRole[]) =>
  roles.filter(({ binding }, at) => binding !== roles[at - 1]?.binding);

const roleRefOf = (binding: ApiObject) => binding.roleRef as unknown as RoleRef;

function describeGrant({ binding, subject }: BoundRole): string {
  const { kind, name } = roleRefOf(binding);
  const { namespace } = binding.metadata;
  const account = subject.kind === "ServiceAccount" ? `/${subject.namespace || namespace}` : "";
  return `${binding.kind} "${binding.metadata.name}${namespace ? `/${namespace}` : ""}" of ` +
    `${kind} "${name}" to ${subject.kind} "${subject.name}${account}"`;
}

function unresolved(binding: ApiObject): string {
  const { kind, name } = roleRefOf(binding);
  return `Cannot resolve the role of ${label(binding)} as there is no ${kind} "${name}"`;
}

/** A role that a binding grants to a subject. */
export interface BoundRole {
  /** The binding it comes from; one binding may bind a user in several ways. */
  readonly binding: ApiObject;
  readonly subject: Subject;
  /** An error in the subject, if there is one. */
  readonly finding?: string;
}

/** A subject of a binding (specification, "Subject"). */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The bindings of one scope: of a namespace, or of the cluster. */
export interface BindingIndex {
  /** Returns the roles that the bindings grant to a user, in the order of the bindings. */
  rolesOf(user: User): readonly BoundRole[];
  /** Subjects of unknown kinds. */
  readonly subjectErrors: readonly string[];
}

/** Indexes the bindings of one scope by their subjects. */
function indexBindings(bindings: readonly ApiObject[]): BindingIndex {
  const bySubject = new Map<string, { at: number; role: BoundRole }[]>();
  const subjectErrors: string[] = [];
  bindings.forEach((binding, at) => {
    for (const subject of (binding.subjects ?? []) as unknown as Subject[]) {
      const key = keyOf(subject, binding);
      if (key === undefined) {
        subjectErrors.push(`${label(binding)} has a subject of the unknown kind "${subject.kind}"`);
        continue;
      }
      const finding = subjectWarning(subject, binding);
      const role = { binding, subject, ...(finding && { finding }) };
      const known = bySubject.get(key);
      if (known) known.push({ at, role });
      else bySubject.set(key, [{ at, role }]);
    }
  });
  return {
    subjectErrors,
    rolesOf: (user) =>
      keysOf(user).flatMap((key) => bySubject.get(key) ?? [])
        .sort((a, b) => a.at - b.at)
        .map(({ role }) => role),
  };
}

/** Returns the name of a binding for messages. */
const label = ({ kind, metadata }: ApiObject): string => `${kind} "${metadata.name}"`;

const userKey = (name: string) => `User ${name}`;
const groupKey = (name: string) => `Group ${name}`;

const keysOf = ({ name, groups }: User) => [userKey(name), ...new Set(groups.map(groupKey))];

/**
 * Returns the key of a subject. A service account is a user, by default in the binding's namespace.
 */
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

/** Returns an error about a user or group with a namespace, which is ignored. */
function subjectWarning({ kind, namespace }: Subject, binding: ApiObject): string | undefined {
  if (!namespace || kind === "ServiceAccount") return undefined;
  return `${
    label(binding)
  } has a ${kind} with the namespace "${namespace}", though a ${kind} has none`;
}
