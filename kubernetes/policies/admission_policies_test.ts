import { assertEquals, assertMatch } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const GROUP = "/apis/admissionregistration.svc.io/v1";
const POLICIES = `${GROUP}/validatingadmissionpolicies`;
const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`;
const MAPS = "/api/v1/namespaces/default/configmaps";

const configMaps = {
  resourceRules: [{
    apiGroups: [""],
    apiVersions: ["v1"],
    operations: ["CREATE", "UPDATE"],
    resources: ["configmaps"],
  }],
};

const policyOf = (spec: JsonObject, name = "p"): JsonObject => ({
  metadata: { name },
  spec: { matchConstraints: configMaps, ...spec },
});

const bindingOf = (spec: JsonObject = {}, name = "b"): JsonObject => ({
  metadata: { name },
  spec: { policyName: "p", validationActions: ["Deny"], ...spec },
});

const mapOf = (name: string, data: JsonObject = {}): JsonObject => ({ metadata: { name }, data });

async function bound(server: TestServer, spec: JsonObject, binding: JsonObject = {}) {
  await server.must("POST", POLICIES, { body: policyOf(spec) });
  await server.must("POST", BINDINGS, { body: bindingOf(binding) });
}

Deno.test("a bound policy rejects the writes for which a validation is false", async () => {
  await withServer(async (server) => {
    const expression = "!has(object.data) || object.data.all(key, key.startsWith('a'))";
    await server.must("POST", POLICIES, { body: policyOf({ validations: [{ expression }] }) });
    // Without a binding a policy has no effect.
    await server.must("POST", MAPS, { body: mapOf("before", { b: "1" }) });
    await server.must("POST", BINDINGS, { body: bindingOf() });
    const { status, body } = await server.ask("POST", MAPS, { body: mapOf("one", { b: "1" }) });
    assertEquals([status, body.reason], [422, "Invalid"]);
    assertEquals(
      body.message,
      "configmaps \"one\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied " +
        `request: failed expression: ${expression}`,
    );
    await server.must("POST", MAPS, { body: mapOf("two", { a: "1" }) });
    await server.must("DELETE", `${MAPS}/before`);
  });
});

Deno.test("a validation states its message and its reason", async () => {
  await withServer(async (server) => {
    await bound(server, {
      validations: [{
        expression: "object.metadata.name != 'x'",
        messageExpression: "'the name ' + object.metadata.name + ' is taken'",
        reason: "Forbidden",
      }],
    });
    const { status, body } = await server.ask("POST", MAPS, { body: mapOf("x") });
    assertEquals(status, 403);
    assertMatch(body.message, /denied request: the name x is taken$/);
  });
});

Deno.test("variables, match conditions and the old object are known to validations", async () => {
  await withServer(async (server) => {
    await bound(server, {
      matchConditions: [{ name: "updates", expression: "request.operation == 'UPDATE'" }],
      variables: [{ name: "before", expression: "oldObject.data.size" }],
      validations: [{ expression: "int(object.data.size) >= int(variables.before)" }],
    });
    await server.must("POST", MAPS, { body: mapOf("a", { size: "3" }) });
    await server.must("PUT", `${MAPS}/a`, { body: mapOf("a", { size: "4" }) });
    const smaller = await server.ask("PUT", `${MAPS}/a`, { body: mapOf("a", { size: "2" }) });
    assertEquals(smaller.status, 422);
  });
});

Deno.test("a binding can refer to objects that are the parameters of its policy", async () => {
  await withServer(async (server) => {
    await server.must("POST", MAPS, { body: mapOf("limits", { most: "2" }) });
    await bound(
      server,
      {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        validations: [{ expression: "size(object.data) <= int(params.data.most)" }],
      },
      { paramRef: { name: "limits", parameterNotFoundAction: "Deny" } },
    );
    await server.must("POST", MAPS, { body: mapOf("a", { a: "", b: "" }) });
    const larger = await server.ask("POST", MAPS, { body: mapOf("b", { a: "", b: "", c: "" }) });
    assertEquals(larger.status, 422);
    await server.must("DELETE", `${MAPS}/limits`);
    assertEquals((await server.ask("POST", MAPS, { body: mapOf("c", {}) })).status, 422);
  });
});

Deno.test("a binding can warn instead, and select namespaces and names", async () => {
  await withServer(async (server) => {
    await bound(
      server,
      { validations: [{ expression: "false", message: "no" }] },
      {
        validationActions: ["Warn"],
        matchResources: {
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
          excludeResourceRules: [{ ...configMaps.resourceRules[0]!, resourceNames: ["free"] }],
        },
      },
    );
    const warned = await server.ask("POST", MAPS, { body: mapOf("a") });
    assertEquals(warned.status, 201);
    assertMatch(
      warned.headers.get("warning") ?? "",
      /Policy 'p' with binding 'b': no/,
    );
    const free = await server.ask("POST", MAPS, { body: mapOf("free") });
    assertEquals([free.status, free.headers.get("warning")], [201, null]);
    const other = MAPS.replace("default", "kube-system");
    const elsewhere = await server.ask("POST", other, { body: mapOf("a") });
    assertEquals([elsewhere.status, elsewhere.headers.get("warning")], [201, null]);
  });
});

Deno.test("an expression without a value denies, unless failures are ignored", async () => {
  await withServer(async (server) => {
    const validations = [{ expression: "object.data.none == 'x'" }];
    await bound(server, { validations });
    const { body } = await server.ask("POST", MAPS, { body: mapOf("a", { b: "" }) });
    assertMatch(body.message, /resulted in error: no such key: none/);
    const ignoring = policyOf({ validations, failurePolicy: "Ignore" });
    await server.must("PUT", `${POLICIES}/p`, { body: ignoring });
    await server.must("POST", MAPS, { body: mapOf("a", { b: "" }) });
  });
});

Deno.test("a policy with a wrong expression or without what it needs is invalid", async () => {
  await withServer(async (server) => {
    const causes = async (spec: JsonObject) => {
      const answer = await server.ask("POST", POLICIES, { body: policyOf(spec) });
      assertRefused(answer, "Invalid");
      return answer.body.details.causes.map(({ field }: { field: string }) => field);
    };
    assertEquals(await causes({ validations: [{ expression: "object.a +" }] }), [
      "spec.validations[0].expression",
    ]);
    assertEquals(await causes({ validations: [{ expression: "'text'" }] }), [
      "spec.validations[0].expression",
    ]);
    await server.must("POST", POLICIES, {
      body: policyOf({ validations: [{ expression: "true" }] }, "valid"),
    });
    const changed = await server.ask("PUT", `${POLICIES}/valid`, {
      body: policyOf({ validations: [{ expression: "object.a +" }] }, "valid"),
    });
    assertRefused(changed, "Invalid");
    assertEquals(await causes({}), ["spec.validations", "spec.auditAnnotations"]);
    const both = bindingOf({ validationActions: ["Deny", "Warn"] });
    assertRefused(await server.ask("POST", BINDINGS, { body: both }), "Invalid");
  });
});

const ROLES = "/apis/rbac.authorization.svc.io/v1";

/** Permits a user to write ConfigMaps, and to read Secrets if `reads` is true. */
async function permit(server: TestServer, reads: boolean): Promise<void> {
  const rules = [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] },
    ...(reads ? [{ apiGroups: [""], resources: ["secrets/x"], verbs: ["get"] }] : []),
    { nonResourceURLs: ["/metrics"], verbs: ["get"] },
  ];
  await server.must("POST", `${ROLES}/clusterroles`, { body: { metadata: { name: "r" }, rules } });
  await server.must("POST", `${ROLES}/clusterrolebindings`, {
    body: {
      metadata: { name: "r" },
      roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "r" },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.svc.io", name: "alice" }],
    },
  });
}

for (
  const [expression, allowed] of [
    [
      "authorizer.group('').resource('secrets').subresource('x').namespace('default').check('get').allowed()",
      true,
    ],
    ["authorizer.group('').resource('secrets').namespace('default').check('get').allowed()", false],
    [
      "authorizer.group('').resource('secrets').subresource('x').name('a').check('delete').allowed()",
      false,
    ],
    ["authorizer.path('/metrics').check('get').allowed()", true],
    ["authorizer.path('/metrics').check('post').allowed()", false],
    ["authorizer.requestResource.check('create').allowed()", true],
    ["authorizer.requestResource.check('delete').allowed()", false],
    ["authorizer.serviceAccount('default', 'a').path('/metrics').check('get').allowed()", false],
    ["variables.reads && authorizer.path('/metrics').check('get').reason() != ''", true],
    ["!authorizer.path('/metrics').check('get').errored()", true],
  ] as const
) {
  Deno.test(`an expression knows what the user of a write may do: ${expression}`, async () => {
    await withServer(async (server) => {
      await permit(server, true);
      const reads =
        "authorizer.group('').resource('secrets').subresource('x').check('get').allowed()";
      await bound(server, {
        validations: [{ expression }],
        variables: [{ name: "reads", expression: reads }],
      });
      const answer = await server.ask("POST", MAPS, { body: mapOf("a"), token: "alice-token" });
      assertEquals(answer.status, allowed ? 201 : 422, JSON.stringify(answer.body));
    });
  });
}

Deno.test("a policy that asks the authorizer for something else is rejected", async () => {
  await withServer(async (server) => {
    const expression = "authorizer.check('get')";
    const body = policyOf({ validations: [{ expression }] });
    const { status, body: { reason } } = await server.ask("POST", POLICIES, { body });
    assertEquals([status, reason], [422, "Invalid"]);
  });
});

Deno.test("a policy whose expressions cost too much denies the write and no longer holds up others", async () => {
  await withServer(async (server) => {
    const expression = "object.data.all(a, object.data.all(b, a + b != ''))";
    await bound(server, {
      validations: [{ expression }, { expression: "false" }],
    });
    const data = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at): [string, string] => [`key-${at}`, ""]),
    );
    const { status, body } = await server.ask("POST", MAPS, { body: mapOf("one", data) });
    assertEquals(status, 422);
    assertMatch(
      body.message,
      /denied request: expression '.*' resulted in error: operation cancelled: actual cost limit exceeded$/,
    );
    const few = { a: "1", b: "2" };
    assertMatch(
      (await server.ask("POST", MAPS, { body: mapOf("two", few) })).body.message,
      /false$/,
    );
  });
});

Deno.test("the validations of a policy and its match conditions have a budget each", async () => {
  await withServer(async (server) => {
    const long = "object.data.all(a, object.data.all(b, a + b != ''))";
    const many = Array.from({ length: 40 }, () => ({ expression: long }));
    await bound(server, { validations: many });
    const data = Object.fromEntries(
      Array.from({ length: 300 }, (_, at): [string, string] => [`key-${at}`, ""]),
    );
    const outOfBudget =
      /validation failed due to running out of cost budget, no further validation/;
    const answer = await server.ask("POST", MAPS, { body: mapOf("one", data) });
    assertMatch(answer.body.message, outOfBudget);
    await server.must("DELETE", `${POLICIES}/p`);
    const conditions = many.map(({ expression }, at) => ({ name: `c${at}`, expression }));
    await server.must("POST", POLICIES, {
      body: policyOf({ matchConditions: conditions, validations: [{ expression: "true" }] }),
    });
    const other = await server.ask("POST", MAPS, { body: mapOf("two", data) });
    assertMatch(other.body.message, outOfBudget);
  });
});
