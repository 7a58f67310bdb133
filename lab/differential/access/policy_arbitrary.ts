/**
 * Generates roles, bindings and requests from a small vocabulary, so that decisions differ.
 *
 * @module
 */
import fc from "fast-check";
import type { ApiObject, JsonObject, User } from "@plumbline/server/api";
import type { Attributes, PolicyRule } from "@plumbline/server/access";

/** The attributes of a request. */
export type Question = Omit<Attributes, "user"> & { readonly user: User };

/** The namespaces that roles and bindings are in. */
export const POLICY_NAMESPACES = ["plumbline-a", "plumbline-b"];

const some = <T>(words: fc.Arbitrary<T>, max: number) =>
  fc.uniqueArray(words, { minLength: 1, maxLength: max });

const verb = fc.constantFrom("get", "list", "watch", "create", "update", "delete", "*");
const group = fc.constantFrom("", "apps", "*");
const resource = fc.constantFrom(
  "secrets",
  "deployments",
  "deployments/status",
  "*/status",
  "deployments/*",
  "*",
);
const objectName = fc.constantFrom("a", "b", "*", "");
const url = fc.constantFrom("/metrics", "/metrics/*", "/logs*", "/logs/*/x", "/", "*", "/a**");

const resourceRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some(verb, 3),
  apiGroups: some(group, 2),
  resources: some(resource, 3),
  resourceNames: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: some(objectName, 2) },
  ),
});
const urlRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some(verb, 2),
  nonResourceURLs: some(url, 2),
});
const rules = (isCluster: boolean) =>
  fc.array(
    isCluster
      ? fc.oneof({ weight: 3, arbitrary: resourceRule }, { weight: 1, arbitrary: urlRule })
      : resourceRule,
    { minLength: 1, maxLength: 3 },
  );

const USERS = ["u1", "u2", "system:serviceaccount:plumbline-a:robot"];
const GROUPS = ["g1", "g2", "system:serviceaccounts", "system:serviceaccounts:plumbline-a"];
const ROLES = ["r1", "r2", "r3"];

const subject = (namespaced: boolean, group: string): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    fc.record({
      kind: fc.constant("User"),
      apiGroup: fc.constant(group),
      name: fc.constantFrom(...USERS),
    }),
    fc.record({
      kind: fc.constant("Group"),
      apiGroup: fc.constant(group),
      name: fc.constantFrom(...GROUPS),
    }),
    fc.record({
      kind: fc.constant("ServiceAccount"),
      name: fc.constant("robot"),
      namespace: fc.constantFrom(...POLICY_NAMESPACES, ...(namespaced ? [""] : [])),
    }),
    fc.record({
      kind: fc.constant("User"),
      apiGroup: fc.constant(group),
      name: fc.constantFrom("u1", "u2"),
      namespace: fc.constantFrom(...POLICY_NAMESPACES),
    }),
  );

/** Generates objects of one kind with distinct names. */
function objects(
  kind: string,
  namespaces: readonly string[],
  names: readonly string[],
  content: fc.Arbitrary<JsonObject>,
  apiVersion: string,
): fc.Arbitrary<ApiObject[]> {
  return fc.uniqueArray(
    fc.record({
      namespace: fc.constantFrom(...namespaces),
      name: fc.constantFrom(...names),
      content,
    }),
    {
      selector: ({ namespace, name }) => `${namespace}/${name}`,
      minLength: 2,
      maxLength: namespaces.length * names.length,
    },
  ).map((list) =>
    list.map(({ namespace, name, content }) =>
      ({
        apiVersion,
        kind,
        metadata: { name, ...(namespace && { namespace }) },
        ...content,
      }) as ApiObject
    )
  );
}

/** Generates cluster roles, roles and bindings; some refer to roles that do not exist. */
export function policyArbitrary(group: string): fc.Arbitrary<ApiObject[]> {
  const version = `${group}/v1`;
  const withRules = (isCluster: boolean) =>
    fc.record({ rules: rules(isCluster) }) as unknown as fc.Arbitrary<JsonObject>;
  const binding = (namespaced: boolean) =>
    fc.record({
      roleRef: fc.record({
        apiGroup: fc.constant(group),
        kind: namespaced ? fc.constantFrom("Role", "ClusterRole") : fc.constant("ClusterRole"),
        name: fc.constantFrom(...ROLES),
      }),
      subjects: fc.array(subject(namespaced, group), { maxLength: 4 }),
    }) as unknown as fc.Arbitrary<JsonObject>;
  const bindings = ["b1", "b2", "b3", "b4"];
  return fc.tuple(
    objects("ClusterRole", [""], ROLES, withRules(true), version),
    objects("Role", POLICY_NAMESPACES, ROLES, withRules(false), version),
    objects("ClusterRoleBinding", [""], bindings, binding(false), version),
    objects("RoleBinding", POLICY_NAMESPACES, bindings, binding(true), version),
  ).map((lists) => lists.flat());
}

const user: fc.Arbitrary<User> = fc.record({
  name: fc.constantFrom(...USERS, "nobody"),
  uid: fc.constant(""),
  groups: fc.uniqueArray(fc.constantFrom(...GROUPS), { maxLength: 2 }),
  extra: fc.constant({}),
});

/** Generates requests of generated users. */
export const questionArbitrary: fc.Arbitrary<Question> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      user,
      verb,
      isResource: fc.constant(true),
      group: fc.constantFrom("", "apps", "*", "batch"),
      resource: fc.constantFrom("secrets", "deployments", "*"),
      subresource: fc.constantFrom("", "", "status", "scale", "*"),
      namespace: fc.constantFrom("", ...POLICY_NAMESPACES),
      name: fc.constantFrom("", "a", "b", "c"),
      path: fc.constant(""),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      user,
      verb,
      isResource: fc.constant(false),
      group: fc.constant(""),
      resource: fc.constant(""),
      subresource: fc.constant(""),
      namespace: fc.constant(""),
      name: fc.constant(""),
      path: fc.constantFrom("/metrics", "/metrics/x", "/logs", "/logsx", "/logs/1/x", "/", "/ab"),
    }),
  },
);
