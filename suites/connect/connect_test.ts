import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { ConfigurationError } from "../client/configuration.ts";
import { connect } from "./connect.ts";
import { CredentialsRejected } from "./rejections.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import { TargetUnreachable } from "../client/http_client.ts";

const identities = [{ name: "admin", token: "admin-token", groups: ["system:masters"] }];

Deno.test("a target over TLS is reached with its authority's certificate", async () => {
  await using served = await serve();
  const ca = await Deno.makeTempFile();
  await Deno.writeTextFile(ca, served.caCertificate);
  const target = await connect({ url: `${served.url}/`, token: "admin-token", ca });
  assertEquals(target.url, served.url);
  assertEquals(target.dialect.name, "kubernetes");
  await target.close();
  await Deno.remove(ca);
});

Deno.test("a certificate that is not trusted makes the target unreachable", async () => {
  await using served = await serve();
  await assertRejects(
    () => connect({ url: served.url, token: "admin-token" }),
    TargetUnreachable,
    "certificate",
  );
});

Deno.test("an insecure connection accepts any certificate, for answers and for watches", async () => {
  await using served = await serve();
  const target = await connect({ url: served.url, token: "admin-token", insecure: true });
  const path = "/api/v1/namespaces/default/secrets";
  const watch = await target.client.watch({ path });
  assertEquals(watch.response.status, 200);
  const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "one" } };
  const created = await target.client.send({ method: "POST", path, body });
  assertEquals(created.status, 201);
  const event = await watch.waitFor(({ type }) => type === "ADDED");
  assertEquals(event?.object.kind, "Secret");
  await watch.close();
  await target.close();
});

Deno.test("a kubeconfig gives the server, its certificates and the credentials", async () => {
  await using served = await serve();
  const directory = await Deno.makeTempDir();
  const kubeconfig = `${directory}/config`;
  await Deno.writeTextFile(`${directory}/ca.crt`, served.caCertificate);
  await Deno.writeTextFile(
    kubeconfig,
    `
clusters:
- {name: here, cluster: {server: "${served.url}", certificate-authority: ca.crt}}
- {name: data, cluster: {server: "${served.url}", certificate-authority-data: ${
      btoa(served.caCertificate)
    }}}
users:
- {name: admin, user: {token: admin-token}}
- {name: stranger, user: {token: stranger-token}}
- {name: other, user: {username: u, password: p}}
contexts:
- {name: one, context: {cluster: here, user: admin, namespace: team}}
- {name: two, context: {cluster: data, user: admin}}
- {name: refused, context: {cluster: here, user: stranger}}
- {name: unknown, context: {cluster: here, user: other}}
current-context: one
`,
  );
  const current = await connect({ kubeconfig, namespace: "default" });
  assertEquals([current.url, current.identities[0].name], [served.url, "admin"]);
  await current.close();
  const named = await connect({ kubeconfig, context: "two" });
  assertEquals(named.namespace, "default");
  await named.close();
  await assertRejects(
    () => connect({ kubeconfig, context: "refused" }),
    CredentialsRejected,
    "401",
  );
  await assertRejects(
    () => connect({ kubeconfig, context: "unknown" }),
    ConfigurationError,
    "Give --token",
  );
  const token = "admin-token";
  const given = await connect({ kubeconfig, context: "unknown", token });
  assertEquals(given.identities, [{ name: "other", token }]);
  await given.close();
  await assertRejects(() => connect({ kubeconfig, context: "three" }), ConfigurationError, "three");
  await Deno.remove(directory, { recursive: true });
});

Deno.test("errors name the URL or file", async () => {
  const unused = Deno.listen({ port: 0 });
  const url = `http://127.0.0.1:${unused.addr.port}`;
  unused.close();
  const refused = await assertRejects(() => connect({ url }), TargetUnreachable);
  assertStringIncludes(refused.message, url);
  const secure = url.replace("http", "https");
  await assertRejects(() => connect({ url: secure, insecure: true }), TargetUnreachable, secure);
  await assertRejects(() => connect({ url: "localhost" }), ConfigurationError, "localhost");
  await assertRejects(() => connect({}), ConfigurationError);
  await assertRejects(() => connect({ kubeconfig: "/nowhere" }), ConfigurationError, "/nowhere");
  const ca = await Deno.makeTempFile();
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  await Deno.writeTextFile(ca, broken);
  await assertRejects(() => connect({ url, ca }), ConfigurationError, "certificates");
  await Deno.remove(ca);
});

Deno.test("a server of another kind is rejected", async () => {
  const server = Deno.serve({ port: 0, onListen: () => {} }, () => new Response("hello"));
  const url = `http://127.0.0.1:${server.addr.port}`;
  await assertRejects(() => connect({ url }), TargetUnreachable, "hello");
  await server.shutdown();
});

/** A server that answers lists with a status and `/version` like a server of this API. */
function withoutLists(status: number, isStatus: boolean): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    if (new URL(url).pathname === "/version" && !isStatus) {
      return Response.json({ gitVersion: "v1.26.0" });
    }
    return Response.json(isStatus ? { apiVersion: "v1", kind: "Status" } : {}, { status });
  });
}

Deno.test("a server of this API that serves no list is a target, for the checks to report it", async () => {
  for (const [status, isStatus] of [[500, true], [200, true]] as const) {
    await using server = withoutLists(status, isStatus);
    const target = await connect({ url: `http://127.0.0.1:${server.addr.port}` });
    await target.close();
  }
});

Deno.test("a server that cannot answer now is unreachable", async () => {
  for (const status of [429, 502, 503, 504]) {
    await using server = withoutLists(status, true);
    const url = `http://127.0.0.1:${server.addr.port}`;
    await assertRejects(() => connect({ url }), TargetUnreachable, String(status));
  }
});

Deno.test("the embedded target has a clock that can be moved", async () => {
  const target = await startEmbedded();
  assertEquals(target.dialect.name, "svc");
  const path = "/api/v1/namespaces/default/secrets";
  const first = await target.client.send({ method: "GET", path });
  const { resourceVersion } = (first.json as { metadata: { resourceVersion: string } }).metadata;
  const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "one" } };
  await target.client.send({ method: "POST", path, body });
  await target.advanceClock?.(target.waits.history ?? 0);
  await target.client.send({ method: "POST", path, body: { ...body, metadata: { name: "two" } } });
  const query = { resourceVersion, resourceVersionMatch: "Exact" };
  assertEquals((await target.client.send({ method: "GET", path, query })).status, 410);
  await target.close();
});

async function serve() {
  const server = await startServer({ identities, tls: true, dialect: "kubernetes" });
  return {
    url: server.url,
    caCertificate: server.caCertificate ?? "",
    [Symbol.asyncDispose]: () => server.close(),
  };
}

Deno.test("an aborted connection attempt stops and closes its connection", async () => {
  const stop = new AbortController();
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const silent = Deno.serve({ port: 0, onListen: () => {} }, async () => {
    requested.resolve();
    await released.promise;
    return new Response();
  });
  const url = `http://localhost:${silent.addr.port}`;
  const connecting = assertRejects(() => connect({ url, signal: stop.signal }), Error, "stopped");
  await requested.promise;
  stop.abort(new Error("stopped"));
  await connecting;
  await assertRejects(() => connect({ url, signal: stop.signal }), Error, "stopped");
  released.resolve();
  await silent.shutdown();
});

Deno.test("what is no URL of a server, or lacks its port, is refused before a request", async () => {
  const wrong = {
    "it is no http or https URL": ["localhost", "ftp://localhost"],
    "its port is missing": ["http://127.0.0.1:", "http://[::1]:/path"],
  };
  for (const [reason, urls] of Object.entries(wrong)) {
    for (const url of urls) {
      const error = await assertRejects(() => connect({ url }));
      assertStringIncludes(`${error}`, `"${url}" as ${reason}. Give one such as`);
    }
  }
});
