/**
 * Whom bindings bind to what.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

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

/** The fields a refusal names; empty where the binding is accepted. */
async function faultsOf(server: TestServer, path: string, body: JsonObject): Promise<string[]> {
  const answer = await server.ask("POST", `${path}?dryRun=All`, { body });
  if (answer.status === 201) return [];
  assertRefused(answer, "Invalid");
  return answer.body.details.causes.map(({ field }: { field: string }) => field);
}

Deno.test("a binding of the cluster refers to a cluster role, one of a namespace to either", async () => {
  await withServer(async (server) => {
    const kinds = ["Role", "ClusterRole", "User"];
    const faults = async (path: string) =>
      await Promise.all(kinds.map((kind) => faultsOf(server, path, binding(refTo(kind)))));
    assertEquals(await faults(BINDINGS), [[], [], ["roleRef.kind"]]);
    assertEquals(await faults(CLUSTER_BINDINGS), [["roleRef.kind"], [], ["roleRef.kind"]]);
  });
});

Deno.test("a reference names a role of this group", async () => {
  await withServer(async (server) => {
    const cases: [more: JsonObject, faults: string[]][] = [
      [{ apiGroup: "apps" }, ["roleRef.apiGroup"]],
      [{ name: "" }, ["roleRef.name"]],
      [{ name: "a/b" }, ["roleRef.name"]],
      [{ name: "system:any" }, []],
      [{ apiGroup: "" }, []],
    ];
    for (const [more, faults] of cases) {
      const found = await faultsOf(server, BINDINGS, binding(refTo("Role", more)));
      assertEquals(found, faults, JSON.stringify(more));
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
      assertEquals(await faultsOf(server, BINDINGS, body), inNamespace, what);
      assertEquals(await faultsOf(server, CLUSTER_BINDINGS, body), inCluster, what);
    }
  });
});

Deno.test("groups of the reference and of users and groups are filled in, others stay empty", async () => {
  await withServer(async (server) => {
    const account = { kind: "ServiceAccount", name: "a", namespace: "n" };
    const made = await server.must("POST", BINDINGS, {
      body: binding(
        { kind: "Role", name: "r" },
        { kind: "User", name: "u" },
        { kind: "Group", name: "g" },
        account,
      ),
    });
    assertEquals(made.roleRef, refTo("Role"));
    assertEquals(made.subjects, [
      { kind: "User", apiGroup: RBAC, name: "u" },
      { kind: "Group", apiGroup: RBAC, name: "g" },
      account,
    ]);
  });
});

Deno.test("subjects may change, the role a binding refers to may not", async () => {
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
