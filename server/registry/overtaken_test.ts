/**
 * Writes that another writer overtakes between their read of the object and their last step.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createServer } from "../mod.ts";
import type { Plugin } from "../plugin.ts";

const ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
const SECRETS = "/api/v1/namespaces/default/secrets";
const APPLY = "application/apply-patch+yaml";
const JSON_TYPE = "application/json";

const roleOf = (verb: string) => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "a" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: [verb] }],
});
const secretOf = (text: string) => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } },
  data: { text: btoa(text) },
});

/** Runs something once, before the next write of `a` reaches the storage. */
class Overtaking {
  before: (() => Promise<unknown>) | undefined;

  readonly plugin: Plugin = {
    name: "overtaking",
    install: ({ storage }) => {
      storage(({ transact }) => ({
        transact: async (key, write) => {
          const { before } = this;
          if (key.name !== "a" || !before) return await transact(key, write);
          this.before = undefined;
          await before();
          return await transact(key, write);
        },
      }));
    },
  };
}

/** Sends a write that is overtaken by others; returns its status, and the object after it. */
async function overtaken(
  collection: string,
  { stored, others, write: [method, type, body] }: {
    readonly stored: unknown;
    readonly others: readonly (readonly [method: string, body?: unknown])[];
    readonly write: readonly [method: string, type: string, body: unknown];
  },
): Promise<{ status: number; created: boolean; rules: unknown; data: unknown }> {
  const overtaking = new Overtaking();
  await using server = await createServer({ plugins: [overtaking.plugin] });
  const ask = async (method: string, path: string, body?: unknown, type = JSON_TYPE) => {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${server.token()}`, "content-type": type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  let before: { metadata: { uid: string } } | undefined;
  if (stored) before = (await ask("POST", collection, stored)).body;
  overtaking.before = async () => {
    for (const [method, body] of others) {
      await ask(method, method === "POST" ? collection : `${collection}/a`, body);
    }
  };
  const { status } = await ask(method, `${collection}/a?fieldManager=me`, body, type);
  const { body: { metadata, rules, data } } = await ask("GET", `${collection}/a`);
  return { status, created: metadata.uid !== before?.metadata.uid, rules, data };
}

Deno.test("a PUT overtaken by a deletion makes the object, where a PUT may", async () => {
  const others = [["DELETE"]] as const;
  const role = { stored: roleOf("get"), others };
  const { status, created, rules } = await overtaken(ROLES, {
    ...role,
    write: ["PUT", JSON_TYPE, roleOf("list")],
  });
  assertEquals([status, created, rules], [201, true, roleOf("list").rules]);
  const secret = { stored: secretOf("a"), others };
  const put = await overtaken(SECRETS, { ...secret, write: ["PUT", JSON_TYPE, secretOf("b")] });
  assertEquals(put.status, 404);
});

Deno.test("an apply overtaken by a deletion makes the object, another patch does not", async () => {
  const secret = { stored: { ...secretOf("a"), data: {} }, others: [["DELETE"]] } as const;
  const apply = await overtaken(SECRETS, { ...secret, write: ["PATCH", APPLY, secretOf("b")] });
  assertEquals([apply.status, apply.created, apply.data], [201, true, secretOf("b").data]);
  const merge = ["PATCH", "application/merge-patch+json", { data: { text: "Yw==" } }] as const;
  assertEquals((await overtaken(SECRETS, { ...secret, write: merge })).status, 404);
});

Deno.test("a PUT or an apply overtaken by a creation changes the new object", async () => {
  const role = { stored: undefined, others: [["POST", roleOf("watch")]] } as const;
  const put = await overtaken(ROLES, { ...role, write: ["PUT", JSON_TYPE, roleOf("list")] });
  assertEquals([put.status, put.rules], [200, roleOf("list").rules]);
  const secret = { stored: undefined, others: [["POST", { ...secretOf("a"), data: {} }]] } as const;
  const apply = await overtaken(SECRETS, { ...secret, write: ["PATCH", APPLY, secretOf("b")] });
  assertEquals([apply.status, apply.data], [200, secretOf("b").data]);
});

Deno.test("a PUT overtaken by another one without a resourceVersion is the last", async () => {
  const { status, data } = await overtaken(SECRETS, {
    stored: secretOf("a"),
    others: [["PUT", secretOf("b")]],
    write: ["PUT", JSON_TYPE, secretOf("c")],
  });
  assertEquals([status, data], [200, secretOf("c").data]);
});
