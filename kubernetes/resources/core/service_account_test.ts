import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const USER = "system:serviceaccount:default:robot";
const SERVER = "https://kubernetes.default.svc";

Deno.test("a token that was asked for authenticates its ServiceAccount until it expires", async () => {
  await withServer(async (server) => {
    await server.must("POST", ACCOUNTS, { body: { metadata: { name: "robot" } } });
    const request = (spec = {}) =>
      server.ask("POST", `${ACCOUNTS}/robot/token`, {
        body: { apiVersion: "authentication.svc.io/v1", kind: "TokenRequest", spec },
      });
    assertRefused(await request({ expirationSeconds: 10 }), "Invalid");
    const { status, body } = await request({ expirationSeconds: 600, audiences: ["a", SERVER] });
    assertEquals(status, 201);
    assertEquals([body.spec.audiences, body.spec.expirationSeconds], [["a", SERVER], 600]);
    const { token } = body.status;
    assertEquals(token.split(".").length, 3);
    const path = "/apis/authorization.svc.io/v1/selfsubjectaccessreviews";
    const review = { spec: { resourceAttributes: { verb: "get", resource: "secrets" } } };
    assertEquals((await server.ask("POST", path, { body: review, token })).status, 201);
    const whose = await server.must("POST", "/apis/authentication.svc.io/v1/tokenreviews", {
      body: { spec: { token, audiences: ["a"] } },
    });
    assertEquals([whose.status.authenticated, whose.status.user.username], [true, USER]);
    server.clock.advance(601_000);
    assertRefused(await server.ask("POST", path, { body: review, token }), "Unauthorized");
    const unknown = await server.must("POST", "/apis/authentication.svc.io/v1/tokenreviews", {
      body: { spec: { token } },
    });
    assertEquals(unknown.status.authenticated, undefined);
  });
});

Deno.test("a token for other audiences than this server is rejected as authentication", async () => {
  await withServer(async (server) => {
    await server.must("POST", ACCOUNTS, { body: { metadata: { name: "robot" } } });
    const path = "/apis/authorization.svc.io/v1/selfsubjectaccessreviews";
    const review = { spec: { resourceAttributes: { verb: "get", resource: "secrets" } } };
    const statusWith = async (audiences: string[]) => {
      const { status: { token } } = await server.must("POST", `${ACCOUNTS}/robot/token`, {
        body: {
          apiVersion: "authentication.svc.io/v1",
          kind: "TokenRequest",
          spec: { audiences },
        },
      });
      return (await server.ask("POST", path, { body: review, token })).status;
    };
    assertEquals(await statusWith([]), 201);
    assertEquals(await statusWith(["vault", SERVER]), 201);
    assertEquals(await statusWith(["vault"]), 401);
  });
});

Deno.test("a review names the audiences that a token and the request have in common", async () => {
  await withServer(async (server) => {
    await server.must("POST", ACCOUNTS, { body: { metadata: { name: "a" } } });
    const issue = async (audiences?: string[]): Promise<string> => {
      const body = {
        apiVersion: "authentication.svc.io/v1",
        kind: "TokenRequest",
        spec: audiences ? { audiences } : {},
      };
      return (await server.must("POST", `${ACCOUNTS}/a/token`, { body })).status.token;
    };
    const review = async (token: string, audiences?: string[]) => {
      const body = { spec: { token, ...(audiences && { audiences }) } };
      const path = "/apis/authentication.svc.io/v1/tokenreviews";
      return (await server.must("POST", path, { body })).status;
    };
    const own = await review(await issue());
    assertEquals([own.authenticated, own.audiences], [true, [SERVER]]);
    const named = await issue(["vault", "registry"]);
    assertEquals((await review(named, ["ci", "registry", "vault"])).audiences, [
      "registry",
      "vault",
    ]);
    assertEquals(await review(named), {
      user: {},
      error: 'token audiences ["vault" "registry"] is invalid for the target audiences ' +
        '["https://kubernetes.default.svc"]',
    });
  });
});

Deno.test("no token is issued for a ServiceAccount that does not exist", async () => {
  await withServer(async (server) => {
    const body = { apiVersion: "authentication.svc.io/v1", kind: "TokenRequest", spec: {} };
    assertRefused(await server.ask("POST", `${ACCOUNTS}/none/token`, { body }), "NotFound");
  });
});

Deno.test("a token of a ServiceAccount that was deleted is rejected, also after one of its name was created", async () => {
  await withServer(async (server) => {
    const names = ["robot", "other"];
    const tokens: string[] = [];
    for (const name of names) {
      await server.must("POST", ACCOUNTS, { body: { metadata: { name } } });
      const { status } = await server.must("POST", `${ACCOUNTS}/${name}/token`, { body: {} });
      tokens.push(status.token);
    }
    const path = "/apis/authorization.svc.io/v1/selfsubjectaccessreviews";
    const body = { spec: { resourceAttributes: { verb: "get", resource: "secrets" } } };
    const statuses = () =>
      Promise.all(
        tokens.map(async (token) => (await server.ask("POST", path, { body, token })).status),
      );
    assertEquals(await statuses(), [201, 201]);
    await server.must("DELETE", `${ACCOUNTS}/robot`);
    assertEquals(await statuses(), [401, 201]);
    await server.must("POST", ACCOUNTS, { body: { metadata: { name: "robot" } } });
    assertEquals(await statuses(), [401, 201]);
  });
});
