/**
 * Authentication and impersonation.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, SECRETS, type TestServer, withServer } from "../testing.ts";

Deno.test("a request without valid credentials gets 401 on any path", async () => {
  await withServer(async (server) => {
    const wrong = [
      undefined,
      "Bearer",
      "Bearer ",
      "Bearer nobody",
      "Bearer admin-token2",
      "Bearer admin-toke",
      "Beareradmin-token",
      "Basic YWRtaW46YWRtaW4=",
      "admin-token",
      "Bearer constructor",
      "Bearer __proto__",
    ];
    const paths = [SECRETS, "/api", "/apis", "/version", "/nope", `${SECRETS}/%zz`];
    for (const authorization of wrong) {
      for (const path of paths) {
        const headers: Record<string, string> = authorization ? { authorization } : {};
        const answer = await server.ask("GET", path, { token: null, headers });
        assertRefused(answer, "Unauthorized");
        assertEquals(answer.headers.get("www-authenticate"), "Bearer");
      }
    }
  });
});

Deno.test("the name of the authentication scheme is case-insensitive", async () => {
  await withServer(async (server) => {
    for (
      const authorization of ["bearer admin-token", "BEARER admin-token", "Bearer   admin-token"]
    ) {
      const answer = await server.ask("GET", SECRETS, { token: null, headers: { authorization } });
      assertEquals(answer.status, 200, authorization);
    }
  });
});

Deno.test("an authenticated user without permission gets 403", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("GET", SECRETS, { token: "bob-token" });
    assertRefused(answer, "Forbidden");
    assertEquals(answer.body.details, { kind: "secrets" });
    assertRefused(await server.ask("GET", "/metrics", { token: "bob-token" }), "Forbidden");
    // Authorization comes before routing: it must not reveal which objects exist.
    assertRefused(await server.ask("GET", `${SECRETS}/none`, { token: "bob-token" }), "Forbidden");
    assertRefused(await server.ask("PATCH", SECRETS, { token: "bob-token" }), "Forbidden");
    const accept = { accept: "text/html" };
    const answers = await server.ask("GET", SECRETS, { token: "bob-token", headers: accept });
    assertRefused(answers, "Forbidden");
  });
});

Deno.test("a service account is in the groups of service accounts and of its namespace", async () => {
  const identities = [
    { name: "system:serviceaccount:default:robot", token: "robot", groups: ["g"] },
    { name: "system:serviceaccount:default", token: "almost", groups: ["system:authenticated"] },
  ];
  await withServer(async (server) => {
    const path = "/apis/authentication.svc.io/v1alpha1/selfsubjectreviews";
    const groupsOf = async (token: string) =>
      (await server.must("POST", path, { token, body: {} })).status.userInfo.groups;
    assertEquals(await groupsOf("robot"), [
      "g",
      "system:serviceaccounts",
      "system:serviceaccounts:default",
      "system:authenticated",
    ]);
    assertEquals(await groupsOf("almost"), ["system:authenticated"]);
  }, { identities, runtimeConfig: { "authentication.svc.io/v1alpha1": true } });
});

const WHO = "/apis/authentication.svc.io/v1alpha1/selfsubjectreviews";
const OPTIONS = { runtimeConfig: { "authentication.svc.io/v1alpha1": true } };

async function actAs(server: TestServer, headers: Record<string, string>) {
  const { status } = await server.must("POST", WHO, { body: {}, headers });
  return status.userInfo;
}

Deno.test("repeated groups and extras all count, in their order", async () => {
  await withServer(async (server) => {
    const raw = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const lines = [
      `POST ${WHO} HTTP/1.1`,
      "Host: localhost",
      "Authorization: Bearer admin-token",
      "Content-Type: application/json",
      "Content-Length: 2",
      "Impersonate-User: jane",
      "Impersonate-Group: b",
      "Impersonate-Group: a,c",
      "Impersonate-Extra-Scopes: view",
      "Impersonate-Extra-Scopes: edit",
      "Connection: close",
      "",
      "{}",
    ];
    await raw.write(new TextEncoder().encode(lines.join("\r\n")));
    const text = await new Response(raw.readable).text();
    const { status } = JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
    assertEquals(status.userInfo, {
      username: "jane",
      groups: ["b", "a,c", "system:authenticated"],
      extra: { scopes: ["view", "edit"] },
    });
  }, OPTIONS);
});

Deno.test("the keys of extras are in lower case and may be percent-encoded", async () => {
  await withServer(async (server) => {
    const { extra } = await actAs(server, {
      "Impersonate-User": "jane",
      "Impersonate-Extra-Acme.com%2FProject": "a%20b",
      "Impersonate-Extra-50%25": "x",
      "Impersonate-Extra-50%": "y",
      "Impersonate-Extra-__proto__": "z",
    });
    const expected = [["50%", ["y", "x"]], ["__proto__", ["z"]], ["acme.com/project", ["a%20b"]]];
    assertEquals(new Map(Object.entries(extra)), new Map(expected as [string, string[]][]));
  }, OPTIONS);
});

Deno.test("an impersonated identity has nothing of the caller's", async () => {
  await withServer(async (server) => {
    assertEquals(await actAs(server, { "Impersonate-User": "jane" }), {
      username: "jane",
      groups: ["system:authenticated"],
    });
    const headers = { "Impersonate-User": "jane" };
    assertRefused(await server.ask("GET", SECRETS, { headers }), "Forbidden");
  }, OPTIONS);
});

Deno.test("impersonating a superuser needs the permission for the group, and then permits everything", async () => {
  await withServer(async (server) => {
    const rbac = "/apis/rbac.authorization.svc.io/v1";
    const name = "impersonate";
    const rule = { verbs: ["impersonate"], apiGroups: [""], resources: ["users", "groups"] };
    const grant = (rules: unknown[]) =>
      server.must("PUT", `${rbac}/clusterroles/${name}`, { body: { metadata: { name }, rules } });
    await server.must("POST", `${rbac}/clusterrolebindings`, {
      body: {
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name },
        subjects: [{ kind: "User", name: "bob" }],
      },
    });
    const question = {
      token: "bob-token",
      headers: { "Impersonate-User": "jane", "Impersonate-Group": "system:masters" },
    };
    await grant([{ ...rule, resources: ["users"] }]);
    assertRefused(await server.ask("GET", SECRETS, question), "Forbidden");
    await grant([{ ...rule, resourceNames: ["jane"] }]);
    assertRefused(await server.ask("GET", SECRETS, question), "Forbidden");
    await grant([rule]);
    assertEquals((await server.ask("GET", SECRETS, question)).status, 200);
  }, OPTIONS);
});

Deno.test("an error names the part of the identity that is not permitted", async () => {
  await withServer(async (server) => {
    const account = "system:serviceaccount:default:robot";
    const headers = { "Impersonate-User": account };
    const refused = await server.ask("GET", SECRETS, { token: "bob-token", headers });
    assertRefused(refused, "Forbidden");
    assertEquals(refused.body.details, { name: "robot", kind: "serviceaccounts" });
  });
});

Deno.test("an unknown user cannot impersonate", async () => {
  await withServer(async (server) => {
    const headers = { "Impersonate-User": "jane" };
    assertRefused(await server.ask("GET", SECRETS, { token: null, headers }), "Unauthorized");
  });
});

Deno.test("a group or uid without a user is rejected", async () => {
  await withServer(async (server) => {
    for (const headers of [{ "Impersonate-Group": "a" }, { "Impersonate-Uid": "1" }]) {
      assertRefused(await server.ask("GET", SECRETS, { headers }), "BadRequest");
    }
  });
});
