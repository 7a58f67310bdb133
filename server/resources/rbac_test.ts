/**
 * Tests of the validation of roles and bindings.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const GROUP = "/apis/rbac.authorization.svc.io/v1";
const ROLES = `${GROUP}/namespaces/default/roles`;
const CLUSTER_ROLES = `${GROUP}/clusterroles`;

/** Returns the fields of the error's causes; empty if the role is accepted. */
async function causesOfRole(server: TestServer, path: string, role: JsonObject): Promise<string[]> {
  const body = { metadata: { name: "r" }, ...role };
  const answer = await server.ask("POST", `${path}?dryRun=All`, { body });
  if (answer.status === 201) return [];
  assertRefused(answer, "Invalid");
  return answer.body.details.causes.map(({ field }: { field: string }) => field);
}

const resourceRule = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
const pathRule = { nonResourceURLs: ["/healthz"], verbs: ["get"] };

Deno.test("a rule has verbs, and groups and resources or paths", async () => {
  const cases: [rule: JsonObject, inRole: string[], inClusterRole: string[]][] = [
    [resourceRule, [], []],
    [{ ...resourceRule, resourceNames: ["a"] }, [], []],
    [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }, [], []],
    [{ ...resourceRule, verbs: [] }, ["rules[0].verbs"], ["rules[0].verbs"]],
    [
      { verbs: ["get"], resources: ["secrets"] },
      ["rules[0].apiGroups"],
      ["rules[0].apiGroups"],
    ],
    [{ verbs: ["get"], apiGroups: [""] }, ["rules[0].resources"], ["rules[0].resources"]],
    [pathRule, ["rules[0].nonResourceURLs"], []],
    [
      { ...resourceRule, ...pathRule },
      ["rules[0].nonResourceURLs", "rules[0].nonResourceURLs"],
      ["rules[0].nonResourceURLs"],
    ],
    [
      { ...pathRule, resourceNames: ["a"] },
      ["rules[0].nonResourceURLs", "rules[0].nonResourceURLs"],
      ["rules[0].nonResourceURLs"],
    ],
  ];
  await withServer(async (server) => {
    for (const [rule, inRole, inClusterRole] of cases) {
      const what = JSON.stringify(rule);
      assertEquals(await causesOfRole(server, ROLES, { rules: [rule] }), inRole, what);
      assertEquals(
        await causesOfRole(server, CLUSTER_ROLES, { rules: [rule] }),
        inClusterRole,
        what,
      );
    }
  });
});

Deno.test("each error of a rule has its field path", async () => {
  await withServer(async (server) => {
    const rules = [resourceRule, { ...resourceRule, verbs: [] }, resourceRule, pathRule];
    assertEquals(
      await causesOfRole(server, ROLES, { rules }),
      [
        "rules[1].verbs",
        "rules[3].nonResourceURLs",
      ].sort(),
    );
  });
});

Deno.test("a role may have no rules, and a name with characters that other objects forbid", async () => {
  await withServer(async (server) => {
    for (const name of ["r", "system:Some_Role", "a b"]) {
      for (const path of [ROLES, CLUSTER_ROLES]) {
        await server.must("POST", path, { body: { metadata: { name } } });
        await server.must("GET", `${path}/${encodeURIComponent(name)}`);
      }
    }
    for (const name of ["a/b", "..", "a%b"]) {
      assertEquals(await causesOfRole(server, ROLES, { metadata: { name } }), ["metadata.name"]);
    }
  });
});

Deno.test("aggregation requires at least one selector, and selectors must be valid", async () => {
  const selectors = "aggregationRule.clusterRoleSelectors";
  const aggregating = (...clusterRoleSelectors: JsonObject[]) => ({
    aggregationRule: { clusterRoleSelectors },
  });
  await withServer(async (server) => {
    const invalidFields = (role: JsonObject) => causesOfRole(server, CLUSTER_ROLES, role);
    assertEquals(await invalidFields(aggregating({ matchLabels: { a: "b" } })), []);
    assertEquals(await invalidFields(aggregating()), [selectors]);
    const [first] = await invalidFields(
      aggregating({ matchExpressions: [{ key: "a", operator: "Like", values: ["b"] }] }),
    );
    assertEquals(first?.startsWith(`${selectors}[0]`), true, first);
  });
});

const RBAC = "rbac.authorization.svc.io";
const BINDINGS = `/apis/${RBAC}/v1/namespaces/default/rolebindings`;
const CLUSTER_BINDINGS = `/apis/${RBAC}/v1/clusterrolebindings`;

const refTo = (kind: string, more: JsonObject = {}) => ({
  apiGroup: RBAC,
  kind,
  name: "r",
  ...more,
});
const binding = (roleRef: JsonObject, ...subjects: JsonObject[]) => ({
  metadata: { name: "b" },
  roleRef,
  subjects,
});

/** Returns the fields of the error's causes; empty if the binding is accepted. */
async function causesOfBinding(
  server: TestServer,
  path: string,
  body: JsonObject,
): Promise<string[]> {
  const answer = await server.ask("POST", `${path}?dryRun=All`, { body });
  if (answer.status === 201) return [];
  assertRefused(answer, "Invalid");
  return answer.body.details.causes.map(({ field }: { field: string }) => field);
}

Deno.test("a ClusterRoleBinding refers to a ClusterRole, a RoleBinding to a Role or ClusterRole", async () => {
  await withServer(async (server) => {
    const kinds = ["Role", "ClusterRole", "User"];
    const invalidFields = async (path: string) =>
      await Promise.all(kinds.map((kind) => causesOfBinding(server, path, binding(refTo(kind)))));
    assertEquals(await invalidFields(BINDINGS), [[], [], ["roleRef.kind"]]);
    assertEquals(await invalidFields(CLUSTER_BINDINGS), [["roleRef.kind"], [], ["roleRef.kind"]]);
  });
});

Deno.test("`roleRef` has a name, and the kind and group of a role", async () => {
  await withServer(async (server) => {
    const cases: [more: JsonObject, invalidFields: string[]][] = [
      [{ apiGroup: "apps" }, ["roleRef.apiGroup"]],
      [{ name: "" }, ["roleRef.name"]],
      [{ name: "a/b" }, ["roleRef.name"]],
      [{ name: "system:any" }, []],
      [{ apiGroup: "" }, ["roleRef.apiGroup"]],
    ];
    for (const [more, invalidFields] of cases) {
      const found = await causesOfBinding(server, BINDINGS, binding(refTo("Role", more)));
      assertEquals(found, invalidFields, JSON.stringify(more));
    }
  });
});

Deno.test("a subject is a user or group of this group, or a service account of a namespace", async () => {
  const account = { kind: "ServiceAccount", name: "a", namespace: "n" };
  const cases: [subject: JsonObject, inNamespace: string[], inCluster: string[]][] = [
    [{ kind: "User", name: "u" }, [], []],
    [{ kind: "Group", name: "g", apiGroup: RBAC }, [], []],
    [account, [], []],
    [{ kind: "ServiceAccount", name: "a" }, [], ["subjects[0].namespace"]],
    [{ kind: "User", name: "" }, ["subjects[0].name"], ["subjects[0].name"]],
    [
      { kind: "User", name: "u", apiGroup: "apps" },
      ["subjects[0].apiGroup"],
      ["subjects[0].apiGroup"],
    ],
    [{ ...account, apiGroup: RBAC }, ["subjects[0].apiGroup"], ["subjects[0].apiGroup"]],
    [{ ...account, name: "Not_A_Name" }, ["subjects[0].name"], ["subjects[0].name"]],
    [{ kind: "Robot", name: "r" }, ["subjects[0].kind"], ["subjects[0].kind"]],
  ];
  await withServer(async (server) => {
    for (const [subject, inNamespace, inCluster] of cases) {
      const body = binding(refTo("ClusterRole"), subject);
      const what = JSON.stringify(subject);
      assertEquals(await causesOfBinding(server, BINDINGS, body), inNamespace, what);
      assertEquals(await causesOfBinding(server, CLUSTER_BINDINGS, body), inCluster, what);
    }
  });
});

Deno.test("`apiGroup` of users and groups has a default, service accounts have none", async () => {
  await withServer(async (server) => {
    const account = { kind: "ServiceAccount", name: "a", namespace: "n" };
    const made = await server.must("POST", BINDINGS, {
      body: binding(
        refTo("Role"),
        { kind: "User", name: "u" },
        { kind: "Group", name: "g" },
        account,
      ),
    });
    assertEquals(made.subjects, [
      { kind: "User", apiGroup: RBAC, name: "u" },
      { kind: "Group", apiGroup: RBAC, name: "g" },
      account,
    ]);
  });
});

Deno.test("subjects may change, `roleRef` is immutable", async () => {
  await withServer(async (server) => {
    await server.must("POST", BINDINGS, { body: binding(refTo("Role")) });
    const path = `${BINDINGS}/b`;
    const changed = binding(refTo("Role"), { kind: "User", name: "u" });
    assertEquals((await server.must("PUT", path, { body: changed })).subjects.length, 1);
    for (const roleRef of [refTo("ClusterRole"), refTo("Role", { name: "other" })]) {
      const answer = await server.ask("PUT", path, { body: binding(roleRef) });
      assertRefused(answer, "Invalid");
      assertEquals(answer.body.details.causes[0].field, "roleRef");
    }
  });
});
