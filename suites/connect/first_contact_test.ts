import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { TargetUnreachable } from "../client/http_client.ts";
import { connect } from "./connect.ts";
import { CredentialsRejected, PermissionMissing } from "./rejections.ts";
import { type SmallServerOptions, startSmallServer } from "./test_server.ts";

/** Connects, and returns what was found. */
async function found(options: SmallServerOptions, types?: readonly string[]) {
  await using server = startSmallServer(options);
  await using target = await connect({
    url: server.url,
    ...(types && { types: { names: types } }),
  });
  const { contact, typeSelection, dialect } = target;
  return {
    types: contact?.types.map(({ resource, group }) => `${resource}.${group}`),
    verbs: contact?.types[0]?.verbs,
    namespaced: contact?.types[0]?.namespaced,
    source: contact?.source,
    names: typeSelection?.names,
    dialect: dialect.name,
  };
}

Deno.test("a server of none of the specification's types is checked with those it lists", async () => {
  const { types, names, source, dialect } = await found({});
  assertEquals([types, names], [["widgets.example.com"], "all"]);
  assertEquals([source, dialect], ["discovery", "kubernetes"]);
});

Deno.test("types are found in aggregated discovery, in OpenAPI, and where they are named", async () => {
  for (const discovery of ["aggregated", "OpenAPI"] as const) {
    const { types, verbs, namespaced } = await found({ discovery });
    assertEquals([types, namespaced], [["widgets.example.com"], true], discovery);
    assert(verbs?.includes("update"), discovery);
  }
  const lacking = await found({ discovery: "OpenAPI", verbs: ["list", "get"] });
  assertEquals(lacking.verbs?.toSorted(), ["get", "list"]);
  const named = await found({ discovery: "resources only" }, ["widgets.v1.example.com"]);
  assertEquals(named.types, ["widgets.example.com"]);
  for (const isClusterScoped of [false, true]) {
    const unlisted = await found({ discovery: "none", isClusterScoped }, [
      "widgets.v1.example.com",
    ]);
    const { types, source, namespaced } = unlisted;
    assertEquals([types, source, namespaced], [
      ["widgets.example.com"],
      "their lists",
      !isClusterScoped,
    ]);
  }
  // A server in Go has null in place of an empty list of items.
  const answer = (_: Request, path: string) =>
    path.endsWith("/widgets") ? Response.json({ kind: "WidgetList", items: null }) : undefined;
  const empty = await found({ discovery: "none", answer }, ["widgets.v1.example.com"]);
  assertEquals(empty.types, ["widgets.example.com"]);
});

Deno.test("the dialect is the one of the Tables that a server returns", async () => {
  for (const [suffix, name] of [["svc.io", "svc"], ["k8s.io", "kubernetes"]] as const) {
    const answer = ({ headers }: Request) =>
      headers.get("accept")?.includes(`g=meta.${suffix}`)
        ? Response.json({ kind: "Table", apiVersion: `meta.${suffix}/v1` })
        : undefined;
    assertEquals((await found({ answer })).dialect, name);
  }
});

/** Returns the error for a server that answers everything in the same way. */
async function errorFor(
  answer: () => Response,
  credentials: { readonly token?: string } = {},
): Promise<Error> {
  await using server = startSmallServer({ answer });
  return await assertRejects(() => connect({ url: server.url, ...credentials }), Error);
}

Deno.test("a server that serves no API is described by its answer", async () => {
  const page = "<html><head><title>Sign in</title></head></html>";
  const html = () => new Response(page, { headers: { "content-type": "text/html" } });
  const error = await errorFor(html);
  assert(error instanceof TargetUnreachable);
  assertStringIncludes(error.message, `200 text/html for GET /apis: a page "Sign in"`);
  assertStringIncludes(error.message, "proxy");
  const empty = await errorFor(() => Response.json({}, { status: 404 }));
  assertStringIncludes(empty.message, "lists no resource type: 404 for GET /apis");
  assertStringIncludes(empty.message, "--type");
});

Deno.test("a 401 is about credentials, a 403 about a permission unless the client is unknown", async () => {
  const status = (code: number, message: string) => () =>
    Response.json({ kind: "Status", apiVersion: "v1", message }, { status: code });
  const unauthorized = await errorFor(status(401, "Unauthorized"), { token: "x" });
  assert(unauthorized instanceof CredentialsRejected);
  assertStringIncludes(unauthorized.message, "--token");
  const message = 'forbidden: User "bob" cannot get path "/apis"';
  const missing = await errorFor(status(403, message), { token: "x" });
  assert(missing instanceof PermissionMissing);
  assertStringIncludes(missing.message, `${message}. Grant get on the nonResourceURLs /api`);
  assertStringIncludes(missing.message, "check --plan");
  const anonymous = status(403, 'forbidden: User "system:anonymous" cannot get path "/apis"');
  const unknown = await errorFor(anonymous, { token: "x" });
  assert(unknown instanceof CredentialsRejected);
  assertStringIncludes(unknown.message, `does not know the credentials of "user"`);
  assert(await errorFor(anonymous) instanceof CredentialsRejected);
});

Deno.test("a missing permission is named with its verb, resource and namespace", async () => {
  const identities = [{ name: "reader", token: "reader-token", groups: [] }];
  const rules = (verbs: string[]) => [{ verbs, apiGroups: [""], resources: ["secrets"] }];
  for (const [verbs, verb] of [[["get"], "list"], [["get", "list"], "create"]] as const) {
    await using server = await startServer({
      identities,
      objects: [{
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: { name: "reader" },
        rules: rules([...verbs]),
      }, {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: { name: "reader" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" },
        subjects: [{ kind: "User", name: "reader" }],
      }],
    });
    const error = await assertRejects(
      () => connect({ url: server.url, token: "reader-token", namespace: "team" }),
      PermissionMissing,
    );
    assertStringIncludes(error.message, `Grant ${verb} on secrets in the namespace "team"`);
  }
});

Deno.test("a second identity whose token is rejected is named with its option", async () => {
  const answer = ({ headers }: Request) =>
    headers.get("authorization") === "Bearer known"
      ? undefined
      : Response.json({ kind: "Status", code: 401 }, { status: 401 });
  await using server = startSmallServer({ answer });
  const error = await assertRejects(
    () =>
      connect({
        url: server.url,
        token: "known",
        identities: [{ name: "bob", token: "unknown" }],
      }),
    CredentialsRejected,
  );
  assertStringIncludes(
    error.message,
    'rejects the credentials of "bob": 401 for GET /apis. Give its token with --identity bob=TOKEN',
  );
});

Deno.test("a server that rejects credentials now and then is checked", async () => {
  for (const every of [2, 3]) {
    let count = 0;
    const answer = () =>
      count++ % every === 0
        ? Response.json({ kind: "Status", code: 401 }, { status: 401 })
        : undefined;
    await using server = startSmallServer({ answer });
    await using target = await connect({ url: server.url, token: "known" });
    assertEquals(target.contact?.types.length, 1);
  }
});
