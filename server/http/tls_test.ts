/**
 * Tests of HTTPS with a certificate generated for the run.
 *
 * @module
 */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ConfigurationError, type RunningServer, startServer } from "@plumbline/reference";
import type { Listener } from "../server.ts";
import { secretOf, SECRETS, withServer } from "../testing.ts";
import { type CertificateAndKey, createAuthority } from "./tls.ts";

for (
  const [protocol, options] of [
    ["HTTP/2", { http1: false, http2: true }],
    ["HTTP/1.1", { http1: true, http2: false }],
  ] as const
) {
  Deno.test(`a client that trusts the authority gets an answer over ${protocol}`, async () => {
    await withServer(async (server) => {
      const client = Deno.createHttpClient({ caCerts: [server.caCertificate!], ...options });
      const headers = { authorization: "Bearer admin-token" };
      for (const host of ["127.0.0.1", "localhost"]) {
        const url = `https://${host}:${server.port}${SECRETS}`;
        const response = await fetch(url, { client, headers });
        assertEquals((await response.json()).kind, "SecretList");
      }
      client.close();
    }, { tls: true });
  });
}

Deno.test("a client that does not trust the certificate authority cannot connect", async () => {
  await withServer(async (server) => {
    const client = Deno.createHttpClient({});
    await assertRejects(() => fetch(`${server.url}/readyz`, { client }), TypeError);
    client.close();
  }, { tls: true });
});

Deno.test("writes and watches work over TLS, and a watch ends when the server closes", async () => {
  await withServer(async (server) => {
    assertMatch(server.url, /^https:/);
    const watch = await server.watch(`${SECRETS}?watch=1`);
    await server.must("POST", SECRETS, { body: secretOf("a") });
    assertEquals(await watch.summaries(1), ["ADDED a"]);
  }, { tls: true });
});

Deno.test("a server without TLS has no certificate authority", async () => {
  await withServer((server) => {
    assertEquals(server.caCertificate, undefined);
    return Promise.resolve();
  });
});

const ADMIN = { name: "admin", token: "admin-token", groups: ["system:masters"] };
const REVIEWS = "/apis/authentication.svc.io/v1alpha1/selfsubjectreviews";
const OPTIONS = {
  tls: true,
  identities: [ADMIN],
  dialect: "svc" as const,
  runtimeConfig: { "authentication.svc.io/v1alpha1": true },
} as const;

/** Sends a request with a client certificate, and with a token if there is one. */
async function ask(
  { url, caCertificate }: Pick<Listener, "url" | "caCertificate">,
  path: string,
  { certificate, key, token }: CertificateAndKey & { readonly token?: string },
  init: RequestInit = {},
): Promise<{ status: number; body: { status?: { userInfo?: unknown } } }> {
  using client = Deno.createHttpClient({ caCerts: [caCertificate!], cert: certificate, key });
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url + path, { ...init, headers, client });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : {} };
}

const POST = { method: "POST", body: "{}" };

const issue = (
  server: Pick<RunningServer, "issueClientCertificate">,
  name: string,
  groups = [""],
) => server.issueClientCertificate!({ name, groups: groups.filter((group) => group !== "") });

Deno.test("a client certificate authenticates its common name, with its organizations as groups", async () => {
  await using server = await startServer(OPTIONS);
  const pair = await issue(server, "alice, the first", ["developers", "system:masters"]);
  const { status, body } = await ask(server, REVIEWS, pair, POST);
  assertEquals([status, body.status?.userInfo], [201, {
    username: "alice, the first",
    groups: ["developers", "system:masters", "system:authenticated"],
  }]);
  // Permissions are those of the user, not of the authority.
  const bob = await issue(server, "bob");
  assertEquals((await ask(server, SECRETS, bob)).status, 403);
});

Deno.test("a client certificate takes precedence over a token, and a wrong token beside it counts nothing", async () => {
  await using server = await startServer(OPTIONS);
  const pair = { ...await issue(server, "bob"), token: "admin-token" };
  assertEquals((await ask(server, SECRETS, pair)).status, 403);
  assertEquals((await ask(server, "/readyz", { ...pair, token: "nobody" })).status, 200);
});

Deno.test("a client certificate of an unknown authority gets 401, unless a token is valid", async () => {
  await using server = await startServer(OPTIONS);
  const authority = await createAuthority(Date.now());
  const pair = await authority.issueClient({ name: "alice", groups: ["system:masters"] });
  for (const path of [SECRETS, "/readyz", "/version"]) {
    assertEquals((await ask(server, path, pair)).status, 401, path);
  }
  assertEquals((await ask(server, SECRETS, { ...pair, token: "admin-token" })).status, 200);
});

Deno.test("a certificate of the right authority that is expired or that of a server gets 401", async () => {
  const year = 365 * 24 * 60 * 60 * 1000;
  for (const [now, kind] of [[Date.now() - 2 * year, "client"], [Date.now(), "server"]] as const) {
    const authority = await createAuthority(now);
    await using server = await startServer({ ...OPTIONS, clientCa: authority.certificate });
    const pair = await (kind === "client"
      ? authority.issueClient({ name: "alice", groups: ["system:masters"] })
      : authority.issueServer([]));
    assertEquals((await ask(server, SECRETS, pair)).status, 401, kind);
  }
});

Deno.test("client certificates of further authorities can be trusted", async () => {
  const authorities = [await createAuthority(Date.now()), await createAuthority(Date.now())];
  const clientCa = authorities.map(({ certificate }) => certificate).join("\n");
  await using server = await startServer({ ...OPTIONS, clientCa });
  for (const authority of authorities) {
    const theirs = await authority.issueClient({ name: "alice", groups: ["system:masters"] });
    assertEquals((await ask(server, SECRETS, theirs)).status, 200);
  }
  const ours = await issue(server, "bob", ["system:masters"]);
  assertEquals((await ask(server, SECRETS, ours)).status, 200);
});

Deno.test("authorities of client certificates that are not in PEM are rejected", async () => {
  const begin = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  for (const clientCa of ["", "nonsense", begin]) {
    await assertRejects(
      () => startServer({ ...OPTIONS, clientCa }),
      ConfigurationError,
      "must be certificates in PEM",
    );
  }
});

Deno.test("all replicas and listeners of a server have certificates of one authority", async () => {
  await using server = await startServer(OPTIONS);
  await using replica = await server.replica();
  const listener = await replica.listen({ tls: true });
  assertEquals(listener.caCertificate, server.caCertificate);
  const pair = await issue(server, "alice", ["system:masters"]);
  for (const each of [server, listener]) {
    assertEquals((await ask(each, SECRETS, pair)).status, 200);
  }
});
