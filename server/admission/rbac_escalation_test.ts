import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { naivelyAllowed } from "@plumbline/lab/access/naive_policy";
import {
  policyArbitrary,
  type Question,
  questionArbitrary,
} from "@plumbline/lab/access/policy_arbitrary";
import { PLURALS } from "@plumbline/lab/access/policies";
import { PolicyStore } from "@plumbline/lab/access/policy_store";
import { ApiError } from "../api_error.ts";
import type { User } from "../context.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import type { Registry } from "../registry/contracts.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";
import { rbacEscalation } from "./rbac_escalation.ts";

const GROUP = "rbac.authorization.svc.io";
const RBAC = `/apis/${GROUP}/v1`;

/** A user with some permissions, who may write all roles and bindings. */
const writer: User = { name: "u1", uid: "", groups: ["g1"], extra: {} };

/** Writes as that user; returns false if it is forbidden. */
async function attempt(store: PolicyStore, object: ApiObject): Promise<boolean> {
  const registry = { storage: store.storage } as unknown as Registry;
  const { admit } = rbacEscalation(() => registry, store.authorizer, GROUP);
  const old = store.find(object);
  try {
    await admit({
      verb: old ? "update" : "create",
      definition: { group: GROUP, resource: PLURALS[object.kind]! } as never,
      namespace: object.metadata.namespace ?? "",
      name: object.metadata.name,
      user: writer,
      object,
      ...(old && { old }),
    });
  } catch (error) {
    assert(error instanceof ApiError && ["Forbidden", "NotFound"].includes(error.reason));
    return false;
  }
  await store.put(object);
  return true;
}

/** Excludes requests about roles and bindings, which depend on `escalate` and `bind`. */
const isPlain = ({ group, resource }: Question) => group !== "*" && resource !== "*";

Deno.test("no write gives any user a permission that the writer does not have", async () => {
  let written = 0;
  let refused = 0;
  let gained = 0;
  await fc.assert(
    fc.asyncProperty(
      policyArbitrary(GROUP),
      policyArbitrary(GROUP),
      fc.array(questionArbitrary.filter(isPlain), { minLength: 60, maxLength: 60 }),
      async (policy, wanted, questions) => {
        const store = new PolicyStore();
        await store.replace(policy);
        for (const object of wanted) {
          const before = store.policy;
          if (!await attempt(store, object)) {
            refused++;
            continue;
          }
          written++;
          for (const question of questions) {
            if (!naivelyAllowed(store.policy, question)) continue;
            if (naivelyAllowed(before, question)) continue;
            gained++;
            assert(
              naivelyAllowed(before, { ...question, user: writer }) || mayEscalate(before, object),
              JSON.stringify({ object, question }),
            );
          }
        }
      },
    ),
    { numRuns: 200 },
  );
  assert(
    written > 100 && refused > 100 && gained > 20,
    JSON.stringify({ written, refused, gained }),
  );
});

/** Returns true if a user's rules include `escalate` or `bind`; a POST has no name. */
function mayEscalate(policy: readonly ApiObject[], object: ApiObject): boolean {
  const roleRef = object.roleRef as { kind: string; name: string } | undefined;
  return ["", roleRef?.name ?? object.metadata.name].some((name) =>
    naivelyAllowed(policy, {
      user: writer,
      verb: roleRef ? "bind" : "escalate",
      isResource: true,
      group: GROUP,
      resource: PLURALS[roleRef?.kind ?? object.kind]!,
      subresource: "",
      namespace: object.metadata.namespace ?? "",
      name,
      path: "",
    })
  );
}

/** Permits bob to write roles and bindings, and to read secrets. */
async function trustBob(server: TestServer): Promise<void> {
  const metadata = { name: "bob" };
  await server.must("POST", `${RBAC}/clusterroles`, {
    body: {
      metadata,
      rules: [
        { verbs: ["create", "update", "patch", "delete"], apiGroups: [GROUP], resources: ["*"] },
        { verbs: ["get"], apiGroups: [""], resources: ["secrets"] },
      ],
    },
  });
  await server.must("POST", `${RBAC}/clusterrolebindings`, {
    body: {
      metadata,
      roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "bob" },
      subjects: [{ kind: "User", name: "bob" }],
    },
  });
}

const roleOf = (...verbs: string[]): JsonObject => ({
  metadata: { name: "new" },
  rules: [{ verbs, apiGroups: [""], resources: ["secrets"] }],
});

Deno.test("a 403 lists only the permissions that the writer does not have", async () => {
  await withServer(async (server) => {
    await trustBob(server);
    const path = `${RBAC}/clusterroles`;
    const refused = await server.ask("POST", path, {
      token: "bob-token",
      body: roleOf("get", "list"),
    });
    assertRefused(refused, "Forbidden");
    assertEquals(refused.body.details, { name: "new", group: GROUP, kind: "clusterroles" });
    assertStringIncludes(refused.body.message, '"list"');
    assertEquals(refused.body.message.includes('"get"'), false);
    assertEquals((await server.ask("GET", `${path}/new`)).status, 404);
  });
});

Deno.test("PUT, PATCH and dry runs extend a role only by the writer's own permissions", async () => {
  await withServer(async (server) => {
    await trustBob(server);
    const path = `${RBAC}/clusterroles/new`;
    const bob = { token: "bob-token" };
    assertRefused(await server.ask("PUT", path, { ...bob, body: roleOf("list") }), "Forbidden");
    assertEquals((await server.ask("PUT", path, { ...bob, body: roleOf("get") })).status, 201);
    for (const query of ["", "?dryRun=All"]) {
      const body = { rules: roleOf("list").rules };
      const type = "application/merge-patch+json";
      const patched = await server.ask("PATCH", `${path}${query}`, { ...bob, body, type });
      assertRefused(patched, "Forbidden");
    }
    assertEquals((await server.must("GET", path)).rules[0].verbs, ["get"]);
    assertEquals((await server.ask("DELETE", path, bob)).status, 200);
  });
});

Deno.test("the server's own writes are not restricted", async () => {
  const store = new PolicyStore();
  const registry = { storage: store.storage } as unknown as Registry;
  const { admit } = rbacEscalation(() => registry, store.authorizer, GROUP);
  const object = { ...roleOf("*"), apiVersion: `${GROUP}/v1`, kind: "ClusterRole" } as ApiObject;
  const definition = { group: GROUP, resource: "clusterroles" } as never;
  const write = { verb: "create", definition, namespace: "", name: "new", object } as const;
  await admit(write);
  await assertRejects(async () => await admit({ ...write, user: writer }), ApiError);
});
