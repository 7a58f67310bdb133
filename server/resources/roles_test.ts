/**
 * The rules of roles, and what is wrong with some.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const GROUP = "/apis/rbac.authorization.svc.io/v1";
const ROLES = `${GROUP}/namespaces/default/roles`;
const CLUSTER_ROLES = `${GROUP}/clusterroles`;

/** The fields a refusal names; empty where the role is accepted. */
async function faultsOf(server: TestServer, path: string, role: JsonObject): Promise<string[]> {
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
      assertEquals(await faultsOf(server, ROLES, { rules: [rule] }), inRole, what);
      assertEquals(await faultsOf(server, CLUSTER_ROLES, { rules: [rule] }), inClusterRole, what);
    }
  });
});

Deno.test("each wrong rule is named by its place", async () => {
  await withServer(async (server) => {
    const rules = [resourceRule, { ...resourceRule, verbs: [] }, resourceRule, pathRule];
    assertEquals(
      await faultsOf(server, ROLES, { rules }),
      [
        "rules[1].verbs",
        "rules[3].nonResourceURLs",
      ].sort(),
    );
  });
});

Deno.test("a role may have no rules, and a name that no file could", async () => {
  await withServer(async (server) => {
    for (const name of ["r", "system:Some_Role", "a b"]) {
      for (const path of [ROLES, CLUSTER_ROLES]) {
        await server.must("POST", path, { body: { metadata: { name } } });
        await server.must("GET", `${path}/${encodeURIComponent(name)}`);
      }
    }
    for (const name of ["a/b", "..", "a%b"]) {
      assertEquals(await faultsOf(server, ROLES, { metadata: { name } }), ["metadata.name"]);
    }
  });
});

Deno.test("aggregation needs a selector, and a selector its sense", async () => {
  const selectors = "aggregationRule.clusterRoleSelectors";
  const aggregating = (...clusterRoleSelectors: JsonObject[]) => ({
    aggregationRule: { clusterRoleSelectors },
  });
  await withServer(async (server) => {
    const faults = (role: JsonObject) => faultsOf(server, CLUSTER_ROLES, role);
    assertEquals(await faults(aggregating({ matchLabels: { a: "b" } })), []);
    assertEquals(await faults(aggregating()), [selectors]);
    const [first] = await faults(
      aggregating({ matchExpressions: [{ key: "a", operator: "Like", values: ["b"] }] }),
    );
    assertEquals(first?.startsWith(`${selectors}[0]`), true, first);
  });
});
