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
  /** Which binding of which role to which subject, for people to read. */
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

/** The most namespaces that are kept, so that asking for many cannot fill the memory. */
const LIMIT = 1000;

/** Reads roles and bindings from a store, and only once between two changes of any of them. */
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
   * What a user has in a namespace, or across all of them where it is empty.
   *
   * The user object is remembered by its identity: authentication gives the same one each time.
   */
  grantsOf(user: User, namespace: string): Promise<Grants> {
    this.#forgetChanged();
    let byNamespace = this.#grants.get(user);
    if (!byNamespace) this.#grants.set(user, byNamespace = new Map());
    return remember(byNamespace, namespace, () => this.#collect(user, namespace));
  }

  /** Drops the caches after a change. A concurrent collection goes on with the dropped ones. */
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
      errors.push(...index.findings);
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

/** What was made for a key before, or what is made now; what fails is made anew the next time. */
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
  /** What is odd about the subject; absent where nothing is. */
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
  /** What the bindings give to a user, in the order of the bindings. */
  rolesOf(user: User): readonly BoundRole[];
  /** Subjects of unknown kinds. */
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
      const finding = subjectWarning(subject, binding);
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
function subjectWarning({ kind, namespace }: Subject, binding: ApiObject): string | undefined {
  if (!namespace || kind === "ServiceAccount") return undefined;
  return `${
    label(binding)
  } has a ${kind} with the namespace "${namespace}", though a ${kind} has none`;
}
