import { assertEquals, assertRejects } from "@std/assert";
import { createServer } from "node:https";
import { createAuthority } from "@plumbline/server/parts";
import { startServer } from "@plumbline/reference";
import { listen } from "@plumbline/runtime/sockets";
import { ConfigurationError } from "../client/configuration.ts";
import type { HttpRequest } from "../client/http_client.ts";
import { connect } from "./connect.ts";
import { CredentialsRejected } from "./rejections.ts";

const identities = [{ name: "admin", token: "admin-token", groups: ["system:masters"] }];

/** As `openssl x509 -req` makes it without extensions. */
const VERSION_1 = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBGzCBwQIUPtJBI3LNBn9S41gqmiusl3CEuI0wCgYIKoZIzj0EAwIwEDEOMAwG
A1UEAwwFYWRtaW4wHhcNMjYxMTI4MTMwMjAyWhcNMzYxMTI1MTMwMjAyWjAQMQ4w
DAYDVQQDDAVhZG1pbjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNx7OLssOe1d
F1qRpK+pkhAo5aNsPwsVEHbTBTyut8NS891qF+Y4Gl/R4OI3frBcakIcq6JqHZzL
Ut73HqylAjQwCgYIKoZIzj0EAwIDSQAwRgIhAOuybykuFSyx3XIJrr5tsEy4d283
a4x70RbW/6jWOFViAiEA2O2kLx5UpyPsLvs2CHjish0tBb9kBIvj5z1CAeDTK5c=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUZyLhQDGfw3V+E/t
3O60xm+9ZrnLX8cpEzrntingXrChRANCAATcezi7LDntXRdakaSvqZIQKOWjbD8L
FRB20wU8rrfDUvPdahfmOBpf0eDiN36wXGpCHKuiah2cy1Le9x6spQI0
-----END PRIVATE KEY-----
`,
};

Deno.test("a client certificate is sent for its user alone", async () => {
  await using files = await certified();
  const bob = { name: "bob", token: "x" };
  await using served = await startServer({
    identities: [...identities, { ...bob, groups: [] }],
    tls: true,
    clientCa: files.authority,
  });
  const kubeconfig = await files.kubeconfig(served.url, served.caCertificate!);
  await using target = await connect({ kubeconfig, identities: [bob] });
  assertEquals(target.identities.map(({ certified }) => certified), [true, undefined]);
  const path = "/api/v1/namespaces/default/secrets";
  const statusFor = async (request: Pick<HttpRequest, "identity" | "headers">) =>
    (await target.client.send({ method: "GET", path, ...request })).status;
  assertEquals(await statusFor({}), 200);
  assertEquals(await statusFor({ identity: "" }), 401);
  assertEquals(await statusFor({ identity: "bob" }), 403);
  assertEquals(await statusFor({ headers: { authorization: "Bearer unknown" } }), 401);
  await assertRejects(() => connect({ kubeconfig, token: "unknown" }), CredentialsRejected);
});

Deno.test("a server that takes no connection without a certificate gets it with every request", async () => {
  await using files = await certified();
  const { certificate, key } = files.server;
  const server = createServer(
    { cert: certificate, key, ca: files.authority, requestCert: true, rejectUnauthorized: true },
    (_, response) => response.end('{"kind":"Status","apiVersion":"v1"}'),
  );
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const kubeconfig = await files.kubeconfig(`https://127.0.0.1:${port}`, files.authority);
  const target = await connect({ kubeconfig });
  assertEquals(target.needsCertificate, true);
  const { status } = await target.client.send({ method: "GET", path: "/version", identity: "" });
  assertEquals(status, 200);
  await target.close();
  await new Promise((resolve) => server.close(resolve));
});

Deno.test("a client certificate of X.509 version 1 is refused with what to do", async () => {
  await using files = await certified(VERSION_1);
  const kubeconfig = await files.kubeconfig("https://127.0.0.1:1", files.authority);
  await assertRejects(() => connect({ kubeconfig }), ConfigurationError, "version 1");
});

/** Makes an authority, a certificate of a server, and kubeconfigs with one of an administrator. */
async function certified(given?: { readonly certificate: string; readonly key: string }) {
  const authority = await createAuthority(Date.now());
  const server = await authority.issueServer(["127.0.0.1"]);
  const client = given ??
    await authority.issueClient({ name: "root", groups: ["system:masters"] });
  const directory = await Deno.makeTempDir();
  return {
    authority: authority.certificate,
    server,
    async kubeconfig(url: string, ca: string): Promise<string> {
      const path = `${directory}/config`;
      await Deno.writeTextFile(
        path,
        `
clusters: [{name: a, cluster: {server: "${url}", certificate-authority-data: ${btoa(ca)}}}]
users:
- name: root
  user: {client-certificate-data: ${btoa(client.certificate)}, client-key-data: ${btoa(client.key)}}
contexts: [{name: a, context: {cluster: a, user: root}}]
current-context: a
`,
      );
      return path;
    },
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}
