import { assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "../object.ts";
import {
  assertRefused,
  deploymentOf,
  type Question,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";

const APPLY = "application/apply-patch+yaml";
const MERGE = "application/merge-patch+json";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const applying = (body: unknown, rest: Question = {}): Question => ({ body, type: APPLY, ...rest });
const merging = (body: unknown): Question => ({ body, type: MERGE });

/** Returns the managers and their fields, in the order of the list. */
// deno-lint-ignore no-explicit-any -- an object of any kind
const owners = ({ metadata }: any): [string, JsonObject][] =>
  (metadata.managedFields ?? []).map((
    { manager, operation, subresource, fieldsV1 }: Record<string, string>,
  ) => [[manager, operation, subresource].filter(Boolean).join(" "), fieldsV1]);

const apply = (server: TestServer, object: JsonObject, manager = "m", rest = "") =>
  server.must("PATCH", `${SECRETS}/a?fieldManager=${manager}${rest}`, applying(object));

Deno.test("an apply creates a missing object, and merges into an existing one", async () => {
  await withServer(async (server) => {
    const path = `${SECRETS}/a?fieldManager=m`;
    const first = await server.ask("PATCH", path, applying(secretOf("a", { data: { x: "MQ==" } })));
    assertEquals(first.status, 201);
    const second = await server.ask(
      "PATCH",
      `${SECRETS}/a?fieldManager=n`,
      applying("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {w: z}\n"),
    );
    assertEquals(second.status, 200);
    assertEquals(second.body.data, { x: "MQ==", w: "eg==" });
    assertEquals(owners(second.body), [
      ["m Apply", { "f:data": { "f:x": {} } }],
      ["n Apply", { "f:stringData": { "f:w": {} } }],
    ]);
  });
});

Deno.test("an apply that creates needs the permission to create as well", async () => {
  await withServer(async (server) => {
    const allow = async (name: string, verbs: string[]) => {
      const rules = [{ apiGroups: [""], resources: ["secrets"], verbs }];
      const role = { metadata: { name }, rules };
      const roleRef = { apiGroup: "rbac.authorization.svc.io", kind: "Role", name };
      const subjects = [{ kind: "User", name: "bob" }];
      const place = "/apis/rbac.authorization.svc.io/v1/namespaces/default";
      await server.must("POST", `${place}/roles`, { body: role });
      const binding = { metadata: { name }, roleRef, subjects };
      await server.must("POST", `${place}/rolebindings`, { body: binding });
    };
    const ask = () =>
      server.ask(
        "PATCH",
        `${SECRETS}/a?fieldManager=m`,
        applying(secretOf("a"), { token: "bob-token" }),
      );
    assertRefused(await ask(), "Forbidden");
    await allow("patch", ["patch"]);
    assertRefused(await ask(), "Forbidden");
    await allow("create", ["create"]);
    assertEquals((await ask()).status, 201);
  });
});

Deno.test("a conflict names each field and manager, and force takes the fields over", async () => {
  await withServer(async (server) => {
    await apply(server, secretOf("a", { data: { x: "MQ==" } }));
    const other = secretOf("a", { data: { x: "Mg==" } });
    const refused = await server.ask("PATCH", `${SECRETS}/a?fieldManager=n`, applying(other));
    assertRefused(refused, "Conflict");
    assertEquals(refused.body.details.causes, [{
      reason: "FieldManagerConflict",
      message: 'conflict with "m"',
      field: ".data.x",
    }]);
    const forced = await apply(server, other, "n", "&force=true");
    assertEquals(owners(forced), [["n Apply", { "f:data": { "f:x": {} } }]]);
  });
});

Deno.test("an apply or write that changes nothing keeps the resourceVersion, at any time", async () => {
  await withServer(async (server) => {
    const object = secretOf("a", { data: { x: "MQ==" } });
    const first = await apply(server, object);
    server.clock.advance(60_000);
    assertEquals(await apply(server, object), first);
    const patch = merging({ data: { x: "MQ==" } });
    assertEquals(await server.must("PATCH", `${SECRETS}/a?fieldManager=n`, patch), first);
    assertEquals(await server.must("PUT", `${SECRETS}/a?fieldManager=n`, { body: object }), first);
  });
});

Deno.test("another spelling of the same value changes no time and no resourceVersion", async () => {
  await withServer(async (server) => {
    const limits = (cpu: string) => ({
      ...deploymentOf("a", {
        template: {
          metadata: { labels: { app: "a" } },
          spec: { containers: [{ name: "main", image: "i", resources: { limits: { cpu } } }] },
        },
      }),
    });
    const path = `${DEPLOYMENTS}/a?fieldManager=m`;
    await server.must("PATCH", path, applying(limits("1")));
    const first = await server.must("GET", `${DEPLOYMENTS}/a`);
    server.clock.advance(60_000);
    assertEquals(await server.must("PATCH", path, applying(limits("1000m"))), first);
  });
});

Deno.test("a manager that shares a field without changing it is recorded", async () => {
  await withServer(async (server) => {
    const object = secretOf("a", { data: { x: "MQ==" } });
    const first = await apply(server, object);
    const shared = await apply(server, object, "n");
    assertEquals(owners(shared).map(([name]) => name), ["n Apply", "m Apply"]);
    assertEquals(shared.metadata.resourceVersion === first.metadata.resourceVersion, false);
  });
});

Deno.test("a writer is named by the parameter, or by its User-Agent", async () => {
  await withServer(async (server) => {
    const headers = { "user-agent": "tool/v1 (x)" };
    const created = await server.must("POST", SECRETS, {
      body: secretOf("a", { data: { x: "MQ==" } }),
      headers,
    });
    assertEquals(owners(created), [
      ["tool Update", { "f:data": { ".": {}, "f:x": {} }, "f:type": {} }],
    ]);
    const patch = merging({ metadata: { labels: { a: "b" } } });
    const patched = await server.must("PATCH", `${SECRETS}/a?fieldManager=p`, patch);
    assertEquals(owners(patched)[0], [
      "p Update",
      { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
    ]);
  });
});

Deno.test("ownership through status is separate, and neither write changes the other's fields", async () => {
  await withServer(async (server) => {
    await server.must("POST", `${DEPLOYMENTS}?fieldManager=user`, { body: deploymentOf("d") });
    const status = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d", labels: { a: "b" } },
      spec: { replicas: 9 },
      status: { replicas: 3 },
    };
    const path = `${DEPLOYMENTS}/d/status?fieldManager=controller`;
    const applied = await server.must("PATCH", path, applying(status));
    assertEquals([applied.spec.replicas, applied.status.replicas], [1, 3]);
    assertEquals(owners(applied)[0], [
      "controller Apply status",
      { "f:status": { "f:replicas": {} } },
    ]);
    const main = await server.must(
      "PATCH",
      `${DEPLOYMENTS}/d?fieldManager=user`,
      merging({ spec: { replicas: 2 }, status: { replicas: 7 } }),
    );
    assertEquals(main.status.replicas, 3);
    assertEquals(owners(main).map(([name]) => name), ["controller Apply status", "user Update"]);
  });
});

Deno.test("one empty entry resets ownership, and the writer owns the fields that it changed", async () => {
  await withServer(async (server) => {
    await apply(server, secretOf("a", { data: { x: "MQ==", y: "MQ==" } }));
    const patch = (managedFields: unknown, data: JsonObject) =>
      server.must(
        "PATCH",
        `${SECRETS}/a?fieldManager=p`,
        merging({ metadata: { managedFields }, data }),
      );
    const untouched = await patch([], {});
    assertEquals(owners(untouched).map(([name]) => name), ["m Apply"]);
    const reset = await patch([{}], { x: "Mg==" });
    assertEquals(owners(reset), [["p Update", { "f:data": { "f:x": {} } }]]);
    const empty = await patch([{}], {});
    assertEquals(owners(empty), []);
  });
});

Deno.test("a dry-run apply returns the result and changes nothing", async () => {
  await withServer(async (server) => {
    const object = secretOf("a", { data: { x: "MQ==" } });
    const dry = await apply(server, object, "m", "&dryRun=All");
    assertEquals(owners(dry), [["m Apply", { "f:data": { "f:x": {} } }]]);
    assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
    const before = await apply(server, object);
    const changed = secretOf("a", { data: { x: "Mg==" } });
    assertEquals((await apply(server, changed, "m", "&dryRun=All")).data, { x: "Mg==" });
    assertEquals(await server.must("GET", `${SECRETS}/a`), before);
  });
});

Deno.test("unknown and duplicate fields of a configuration are reported, or rejected when strict", async () => {
  await withServer(async (server) => {
    const text = `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"},
      "nope": 1, "type": "x", "type": "y"}`;
    const path = `${SECRETS}/a?fieldManager=m`;
    const warned = await server.ask("PATCH", path, applying(text));
    assertEquals(warned.status, 201);
    assertStringIncludes(warned.headers.get("warning") ?? "", "nope");
    assertStringIncludes(warned.headers.get("warning") ?? "", "type");
    assertEquals(owners(warned.body), [["m Apply", { "f:type": {} }]]);
    const strict = await server.ask("PATCH", `${path}&fieldValidation=Strict`, applying(text));
    assertRefused(strict, "BadRequest");
  });
});

Deno.test("removing the last finalizer by an apply removes an object under deletion", async () => {
  await withServer(async (server) => {
    await apply(server, secretOf("a", { metadata: { finalizers: ["e.com/x"] } }));
    await server.must("DELETE", `${SECRETS}/a`);
    await apply(server, secretOf("a"));
    assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
  });
});

Deno.test("managers are kept through either version of a resource", async () => {
  await withServer(async (server) => {
    const group = "flowcontrol.apiserver.svc.io";
    const level = (version: string, shares: JsonObject) => ({
      apiVersion: `${group}/${version}`,
      kind: "PriorityLevelConfiguration",
      metadata: { name: "p" },
      spec: { type: "Limited", limited: { limitResponse: { type: "Reject" }, ...shares } },
    });
    const write = (version: string, shares: JsonObject, manager: string) =>
      server.ask(
        "PATCH",
        `/apis/${group}/${version}/prioritylevelconfigurations/p?fieldManager=${manager}`,
        applying(level(version, shares)),
      );
    assertEquals((await write("v1beta2", { assuredConcurrencyShares: 5 }, "old")).status, 201);
    assertEquals((await write("v1beta3", { nominalConcurrencyShares: 5 }, "new")).status, 200);
    const refused = await write("v1beta3", { nominalConcurrencyShares: 6 }, "new");
    assertRefused(refused, "Conflict");
    assertEquals(refused.body.details.causes, [{
      reason: "FieldManagerConflict",
      message: 'conflict with "old"',
      field: ".spec.limited.assuredConcurrencyShares",
    }]);
  });
});

const good = secretOf("a", { data: { x: "MQ==" } });

/** Rejected applies and their errors. */
const REFUSED: readonly (readonly [
  what: string,
  reason: Parameters<typeof assertRefused>[1],
  query: string,
  body: unknown,
])[] = [
  ["no field manager", "Invalid", "", good],
  ["an empty field manager", "Invalid", "?fieldManager=", good],
  ["a field manager that is too long", "Invalid", `?fieldManager=${"x".repeat(129)}`, good],
  ["a field manager that cannot be printed", "Invalid", "?fieldManager=a%07", good],
  [
    "managedFields",
    "BadRequest",
    "?fieldManager=m",
    secretOf("a", { metadata: { managedFields: [] } }),
  ],
  ["another name", "BadRequest", "?fieldManager=m", secretOf("b")],
  ["no name", "BadRequest", "?fieldManager=m", { apiVersion: "v1", kind: "Secret" }],
  [
    "another namespace",
    "BadRequest",
    "?fieldManager=m",
    secretOf("a", { metadata: { namespace: "b" } }),
  ],
  ["no apiVersion", "BadRequest", "?fieldManager=m", { kind: "Secret", metadata: { name: "a" } }],
  ["no kind", "BadRequest", "?fieldManager=m", { apiVersion: "v1", metadata: { name: "a" } }],
  ["another version", "BadRequest", "?fieldManager=m", { ...good, apiVersion: "v2" }],
  ["a value of a wrong type", "BadRequest", "?fieldManager=m", secretOf("a", { data: "x" })],
  [
    "an item twice",
    "BadRequest",
    "?fieldManager=m",
    secretOf("a", { metadata: { finalizers: ["e.com/a", "e.com/a"] } }),
  ],
  ["a list", "BadRequest", "?fieldManager=m", []],
  ["nothing", "BadRequest", "?fieldManager=m", ""],
  [
    "the uid of an object that is not there",
    "Conflict",
    "?fieldManager=m",
    secretOf("a", { metadata: { uid: "u" } }),
  ],
  ["an invalid object", "Invalid", "?fieldManager=m", secretOf("a", { data: { "a/b": "MQ==" } })],
];

for (const [what, reason, query, body] of REFUSED) {
  Deno.test(`an apply with ${what} is rejected`, async () => {
    await withServer(async (server) => {
      assertRefused(await server.ask("PATCH", `${SECRETS}/a${query}`, applying(body)), reason);
      assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
    });
  });
}

Deno.test("an apply at an old resourceVersion is rejected", async () => {
  await withServer(async (server) => {
    await apply(server, good);
    const stale = secretOf("a", { metadata: { resourceVersion: "1" } });
    assertRefused(
      await server.ask("PATCH", `${SECRETS}/a?fieldManager=m`, applying(stale)),
      "Conflict",
    );
  });
});

Deno.test("an apply to the status of a missing object is rejected", async () => {
  await withServer(async (server) => {
    const path = `${DEPLOYMENTS}/d/status?fieldManager=m`;
    assertRefused(await server.ask("PATCH", path, applying(deploymentOf("d"))), "NotFound");
  });
});

Deno.test("an applied name that is no text, as in a template, is rejected by its type", async () => {
  await withServer(async (server) => {
    for (const name of [{ "{ .Value }": null }, 7, ["a"]]) {
      const object = { apiVersion: "v1", kind: "Secret", metadata: { name } };
      const path = `${SECRETS}/a?fieldManager=m`;
      const answer = await server.ask("PATCH", path, applying(object));
      assertRefused(answer, "BadRequest");
      assertStringIncludes(answer.body.message, "Secret.metadata.name of type string");
    }
  });
});

for (
  const [method, path, body] of [
    ["POST", SECRETS, good],
    ["PUT", `${SECRETS}/a`, good],
    ["PATCH", `${SECRETS}/a`, {}],
  ] as const
) {
  Deno.test(`${method} with a field manager that is too long is rejected`, async () => {
    await withServer(async (server) => {
      const long = `${path}?fieldManager=${"x".repeat(129)}`;
      assertRefused(
        await server.ask(method, long, {
          body,
          type: method === "PATCH" ? MERGE : "application/json",
        }),
        "Invalid",
      );
    });
  });
}

Deno.test("an apply may name managedFields as null, and nothing else", async () => {
  await withServer(async (server) => {
    const applyWith = (managedFields: unknown) =>
      server.ask(
        "PATCH",
        `${SECRETS}/a?fieldManager=m`,
        applying({ ...secretOf("a"), data: { k: "YQ==" }, metadata: { name: "a", managedFields } }),
      );
    assertRefused(await applyWith([]), "BadRequest");
    const answer = await applyWith(null);
    assertEquals(answer.status, 201);
    assertEquals(owners(answer.body).map(([manager]) => manager), ["m Apply"]);
  });
});
