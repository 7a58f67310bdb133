/**
 * Tests of FlowSchema and PriorityLevelConfiguration, compared with the responses of a
 * kube-apiserver 1.26.15.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const LEVELS = "/apis/flowcontrol.apiserver.svc.io/v1beta3/prioritylevelconfigurations";
const SCHEMAS = "/apis/flowcontrol.apiserver.svc.io/v1beta3/flowschemas";

/** Returns the fields of the error's causes, in order; empty if the object is accepted. */
async function invalidFieldsOf(server: TestServer, path: string, body: unknown): Promise<string[]> {
  const { metadata: { name } } = body as { metadata: { name: string } };
  // The initial objects exist already, so that they are replaced.
  const isThere = name === "exempt";
  const answer = isThere
    ? await server.ask("PUT", `${path}/${name}?dryRun=All`, { body })
    : await server.ask("POST", `${path}?dryRun=All`, { body });
  if (answer.status === (isThere ? 200 : 201)) return [];
  assertRefused(answer, "Invalid");
  const causes: { field: string }[] = answer.body.details.causes;
  return [...new Set(causes.map(({ field }) => field))].sort();
}

const limited = (fields: object) => ({ type: "Limited", limited: fields });
const queue = (queuing: object) => limited({ limitResponse: { type: "Queue", queuing } });
const RESPONSE = "spec.limited.limitResponse";

const LEVEL_TABLE: readonly [title: string, spec: unknown, invalidFields: string[]][] = [
  ["no type", {}, ["spec.type"]],
  ["another type", { type: "Foo" }, ["spec.type"]],
  ["no limits", { type: "Limited" }, ["spec.limited"]],
  ["empty limits", limited({}), [`${RESPONSE}.type`]],
  ["rejection", limited({ limitResponse: { type: "Reject" } }), []],
  ["another response", limited({ limitResponse: { type: "Foo" } }), [`${RESPONSE}.type`]],
  ["no queues", limited({ limitResponse: { type: "Queue" } }), [`${RESPONSE}.queuing`]],
  ["queues by default", queue({}), []],
  ["zeros, which are as good as nothing", queue({ queues: 0, handSize: 0 }), []],
  ["a hand larger than all queues", queue({ queues: 4 }), [`${RESPONSE}.queuing.handSize`]],
  [
    "a hand no hash can deal",
    queue({ queues: 1_000_000, handSize: 40 }),
    [`${RESPONSE}.queuing.handSize`],
  ],
  ["too many queues", queue({ queues: 10_000_001, handSize: 2 }), [`${RESPONSE}.queuing.queues`]],
  [
    "a rejection with queues, and negative shares",
    limited({ nominalConcurrencyShares: -1, limitResponse: { type: "Reject", queuing: {} } }),
    [`${RESPONSE}.queuing`, "spec.limited.nominalConcurrencyShares"],
  ],
  [
    "negative numbers",
    limited({
      lendablePercent: 101,
      borrowingLimitPercent: -1,
      limitResponse: {
        type: "Queue",
        queuing: { queues: -4, handSize: -2, queueLengthLimit: -1 },
      },
    }),
    [
      "spec.limited.borrowingLimitPercent",
      "spec.limited.lendablePercent",
      `${RESPONSE}.queuing.handSize`,
      `${RESPONSE}.queuing.queueLengthLimit`,
      `${RESPONSE}.queuing.queues`,
    ],
  ],
  ["an exemption by another name", { type: "Exempt" }, ["spec.type"]],
  [
    "an exemption with limits",
    { type: "Exempt", limited: { limitResponse: { type: "Reject" } } },
    ["spec.limited", "spec.type"],
  ],
];

Deno.test("a priority level is validated", async () => {
  await withServer(async (server) => {
    for (const [title, spec, invalidFields] of LEVEL_TABLE) {
      const found = await invalidFieldsOf(server, LEVELS, { metadata: { name: "x" }, spec });
      assertEquals(found, invalidFields, title);
    }
    const exempt = { metadata: { name: "exempt" }, spec: { type: "Exempt" } };
    assertEquals(await invalidFieldsOf(server, LEVELS, exempt), []);
  });
});

Deno.test("a priority level gets defaults for missing fields", async () => {
  await withServer(async (server) => {
    const { spec, status, metadata } = await server.must("POST", LEVELS, {
      body: { metadata: { name: "x" }, spec: queue({}), status: { conditions: [{ type: "A" }] } },
    });
    assertEquals(spec.limited, {
      nominalConcurrencyShares: 30,
      lendablePercent: 0,
      limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
    });
    assertEquals(status, {});
    assertEquals(metadata.generation, 1);
  });
});

const level = { priorityLevelConfiguration: { name: "some" } };
const USER = { kind: "User", user: { name: "a" } };
const PATHS = [{ verbs: ["get"], nonResourceURLs: ["/x"] }];
const rules = (...all: object[]) => ({ ...level, rules: all });
const byResource = (rule: object) => rules({ subjects: [USER], resourceRules: [rule] });
const byPath = (rule: object) => rules({ subjects: [USER], nonResourceRules: [rule] });
const bySubject = (subject: object) => rules({ subjects: [subject], nonResourceRules: PATHS });
const account = (name: string, namespace: string) =>
  bySubject({ kind: "ServiceAccount", serviceAccount: { name, namespace } });

const RULE = "spec.rules[0]";
const RESOURCE_RULE = `${RULE}.resourceRules[0]`;
const PATH_RULE = `${RULE}.nonResourceRules[0]`;
const SUBJECT = `${RULE}.subjects[0]`;
const PODS = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

const SCHEMA_TABLE: readonly [title: string, spec: unknown, invalidFields: string[]][] = [
  ["nothing", {}, ["spec.priorityLevelConfiguration.name"]],
  ["a level", level, []],
  [
    "a level that is no name",
    { priorityLevelConfiguration: { name: "A_b" } },
    ["spec.priorityLevelConfiguration.name"],
  ],
  ["precedence 0, which is as good as none", { ...level, matchingPrecedence: 0 }, []],
  ["precedence -1", { ...level, matchingPrecedence: -1 }, ["spec.matchingPrecedence"]],
  ["precedence 1", { ...level, matchingPrecedence: 1 }, ["spec.matchingPrecedence"]],
  ["precedence 10001", { ...level, matchingPrecedence: 10_001 }, ["spec.matchingPrecedence"]],
  ["a method", { ...level, distinguisherMethod: { type: "ByUser" } }, []],
  [
    "another method",
    { ...level, distinguisherMethod: { type: "Foo" } },
    ["spec.distinguisherMethod.type"],
  ],
  ["no rules", rules(), []],
  ["an empty rule", rules({}), [RULE, `${RULE}.subjects`]],
  ["a rule of subjects alone", rules({ subjects: [USER] }), [RULE]],
  ["a rule for a namespace", byResource({ ...PODS, namespaces: ["a"] }), []],
  ["a rule for no namespace", byResource(PODS), [`${RESOURCE_RULE}.namespaces`]],
  ["a rule for the cluster", byResource({ ...PODS, clusterScope: true }), []],
  ["a rule for all namespaces", byResource({ ...PODS, namespaces: ["*"] }), []],
  [
    "stars in company",
    byResource({
      verbs: ["*", "get"],
      apiGroups: ["*", "x"],
      resources: ["*", "pods"],
      namespaces: ["*", "a"],
    }),
    ["apiGroups", "namespaces", "resources", "verbs"].map((field) => `${RESOURCE_RULE}.${field}`),
  ],
  [
    "verbs there are not",
    byResource({ ...PODS, verbs: ["foo"], clusterScope: true }),
    [`${RESOURCE_RULE}.verbs`],
  ],
  ["a rule for paths", byPath({ verbs: ["get"], nonResourceURLs: ["/x", "/y/*"] }), []],
  ["a rule for all paths", byPath({ verbs: ["*"], nonResourceURLs: ["*"] }), []],
  [
    "paths that are none",
    byPath({ verbs: ["list"], nonResourceURLs: ["x", "/", "/*", "", "/y*", "/y /z"] }),
    [0, 3, 4, 5].map((at) => `${PATH_RULE}.nonResourceURLs[${at}]`),
  ],
  ["an empty rule for paths", byPath({}), [`${PATH_RULE}.nonResourceURLs`, `${PATH_RULE}.verbs`]],
  ["a subject of no kind", bySubject({}), [`${SUBJECT}.kind`]],
  ["a subject of another kind", bySubject({ kind: "Foo" }), [`${SUBJECT}.kind`]],
  ["a user who is nobody", bySubject({ kind: "User" }), [`${SUBJECT}.user`]],
  ["a user without a name", bySubject({ kind: "User", user: {} }), [`${SUBJECT}.user.name`]],
  ["a user who is a group", bySubject({ ...USER, group: { name: "b" } }), [`${SUBJECT}.group`]],
  ["a group which is none", bySubject({ kind: "Group" }), [`${SUBJECT}.group`]],
  ["an account", account("*", "x"), []],
  ["an account of all namespaces", account("a", "*"), [`${SUBJECT}.serviceAccount.namespace`]],
  [
    "an account of odd names",
    account("A_", "X_"),
    [`${SUBJECT}.serviceAccount.name`, `${SUBJECT}.serviceAccount.namespace`],
  ],
];

Deno.test("a flow schema is validated", async () => {
  await withServer(async (server) => {
    for (const [title, spec, invalidFields] of SCHEMA_TABLE) {
      const found = await invalidFieldsOf(server, SCHEMAS, { metadata: { name: "x" }, spec });
      assertEquals(found, invalidFields, title);
    }
    const first = { ...level, matchingPrecedence: 1 };
    const exempt = { metadata: { name: "exempt" }, spec: first };
    assertEquals(await invalidFieldsOf(server, SCHEMAS, exempt), []);
  });
});

const MERGE = "application/merge-patch+json";

Deno.test("status and spec are written separately", async () => {
  await withServer(async (server) => {
    const created = await server.must("POST", SCHEMAS, {
      body: { metadata: { name: "x", labels: { a: "b" } }, spec: level },
    });
    assertEquals(created.spec.matchingPrecedence, 1_000);
    const conditions = [{ type: "Dangling", status: "True", reason: "r", message: "m" }];
    const marked = await server.must("PUT", `${SCHEMAS}/x/status`, {
      body: {
        metadata: { name: "x", labels: { other: "label" } },
        spec: { priorityLevelConfiguration: { name: "other" } },
        status: { conditions },
      },
    });
    assertEquals(marked.spec, created.spec);
    assertEquals(marked.metadata.labels, { a: "b" });
    assertEquals(marked.metadata.generation, 1);
    assertEquals(marked.status.conditions[0].status, "True");
    const changed = await server.must("PATCH", `${SCHEMAS}/x`, {
      type: MERGE,
      body: { spec: { matchingPrecedence: 3 }, status: { conditions: [] } },
    });
    assertEquals(changed.metadata.generation, 2);
    assertEquals(changed.status, marked.status);
    const table = await server.must("GET", `${SCHEMAS}/x`, {
      headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
    });
    const [name, priorityLevel, precedence, method, , missing] = table.rows[0].cells;
    assertEquals([name, priorityLevel, precedence, method, missing], [
      "x",
      "some",
      3,
      "<none>",
      "True",
    ]);
  });
});

Deno.test("conditions have unique types", async () => {
  await withServer(async (server) => {
    await server.must("POST", SCHEMAS, { body: { metadata: { name: "x" }, spec: level } });
    const conditions = [{ type: "A", status: "Huh" }, { type: "A" }, {}];
    const answer = await server.ask("PATCH", `${SCHEMAS}/x/status`, {
      type: MERGE,
      body: { status: { conditions } },
    });
    assertRefused(answer, "Invalid");
    assertEquals(
      answer.body.details.causes.map(({ field }: { field: string }) => field),
      ["status.conditions[1].type", "status.conditions[2].type"],
    );
  });
});

Deno.test("a server starts with the exempt and the catch-all objects, in both versions", async () => {
  await withServer(async (server) => {
    for (const path of [LEVELS, SCHEMAS]) {
      const { items } = await server.must("GET", path);
      const names = items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
      assertEquals(names, ["catch-all", "exempt"]);
      for (const name of names) {
        const found = await server.must("GET", `${path}/${name}`);
        // A client could write the same objects.
        const { status: _, ...rest } = found;
        const written = await server.must("PUT", `${path}/${name}`, { body: rest });
        assertEquals(written.spec, found.spec);
        await server.must("GET", `${path.replace("v1beta3", "v1beta2")}/${name}`);
      }
    }
  });
});

Deno.test("the newest release reads the objects of flow control that earlier ones have stored", async () => {
  await withServer(async (server) => {
    const path = `${SCHEMAS.replace("v1beta3", "v1")}/exempt`;
    const { apiVersion, kind, metadata } = await server.must("GET", path);
    assertEquals(
      [apiVersion, kind, metadata.name],
      ["flowcontrol.apiserver.svc.io/v1", "FlowSchema", "exempt"],
    );
  }, { release: "1.36" });
});
