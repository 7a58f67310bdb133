import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { deploymentOf, withServer } from "../testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const causesOf = (body: { details: { causes: { reason: string; field: string }[] } }) =>
  body.details.causes.map(({ reason, field }) => `${reason} ${field}`);

Deno.test("each error of a deployment's spec has its field path", async () => {
  const rolling = (rollingUpdate: JsonObject): JsonObject => ({
    strategy: { type: "RollingUpdate", rollingUpdate },
  });
  const cases: readonly [findings: string[], spec: JsonObject][] = [
    [
      ["FieldValueInvalid spec.progressDeadlineSeconds"],
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
    ],
    [
      ["FieldValueInvalid spec.strategy.rollingUpdate.maxSurge"],
      rolling({ maxSurge: "x" }),
    ],
    [
      ["FieldValueInvalid spec.strategy.rollingUpdate.maxSurge"],
      rolling({ maxSurge: -1 }),
    ],
    [
      ["FieldValueInvalid spec.strategy.rollingUpdate.maxUnavailable"],
      rolling({ maxUnavailable: "101%" }),
    ],
    [
      [
        "FieldValueInvalid spec.selector.matchExpressions[0].operator",
        "FieldValueInvalid spec.selector",
      ],
      { selector: { matchExpressions: [{ key: "a", operator: "Is" }] } },
    ],
    [
      ["FieldValueRequired spec.selector", "FieldValueInvalid spec.template.metadata.labels"],
      { selector: null },
    ],
  ];
  await withServer(async (server) => {
    for (const [findings, spec] of cases) {
      const { status, body } = await server.ask("POST", DEPLOYMENTS, {
        body: deploymentOf("a", spec),
      });
      assertEquals([status, causesOf(body)], [422, findings]);
    }
  });
});

Deno.test("counts of a status do not exceed `replicas`, and `collisionCount` does not decrease", async () => {
  await withServer(async (server) => {
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    const put = (status: unknown) =>
      server.ask("PUT", `${DEPLOYMENTS}/a/status`, { body: { ...deploymentOf("a"), status } });
    const more = await put({ replicas: 1, readyReplicas: 2 });
    assertEquals(causesOf(more.body), ["FieldValueInvalid status.readyReplicas"]);
    assertEquals((await put({ collisionCount: 2 })).status, 200);
    const fewer = await put({ collisionCount: 1 });
    assertEquals(causesOf(fewer.body), ["FieldValueInvalid status.collisionCount"]);
  });
});

Deno.test("an owner in the metadata of a template may lack fields, one of the Deployment may not", async () => {
  await withServer(async (server) => {
    const ownerReferences = [{ kind: "Pod", name: "a", uid: "u" }];
    const { spec, ...rest } = deploymentOf("a");
    const { template, ...others } = spec as JsonObject;
    const { metadata, ...pod } = template as JsonObject;
    const owned = { metadata: { ...metadata as JsonObject, ownerReferences }, ...pod };
    const body = { ...rest, spec: { ...others, template: owned } };
    const created = await server.must("POST", DEPLOYMENTS, { body });
    assertEquals(created.spec.template.metadata.ownerReferences[0].apiVersion, "");
    const answer = await server.ask("POST", DEPLOYMENTS, {
      body: { ...deploymentOf("b"), metadata: { name: "b", ownerReferences } },
    });
    assertEquals(causesOf(answer.body), [
      "FieldValueRequired metadata.ownerReferences[0].apiVersion",
    ]);
  });
});
