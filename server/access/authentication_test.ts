/**
 * Who is let in.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, SECRETS, withServer } from "../testing.ts";

Deno.test("without credentials that are known the answer is 401, whatever is asked", async () => {
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

Deno.test("the scheme's name is known in any case", async () => {
  await withServer(async (server) => {
    for (
      const authorization of ["bearer admin-token", "BEARER admin-token", "Bearer   admin-token"]
    ) {
      const answer = await server.ask("GET", SECRETS, { token: null, headers: { authorization } });
      assertEquals(answer.status, 200, authorization);
    }
  });
});

Deno.test("what is not allowed is 403 for those who are known", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("GET", SECRETS, { token: "bob-token" });
    assertRefused(answer, "Forbidden");
    assertEquals(answer.body.details, { kind: "secrets" });
    assertRefused(await server.ask("GET", "/metrics", { token: "bob-token" }), "Forbidden");
    // Authorization comes before what the place would say: it must not tell what there is.
    assertRefused(await server.ask("GET", `${SECRETS}/none`, { token: "bob-token" }), "Forbidden");
    assertRefused(await server.ask("PATCH", SECRETS, { token: "bob-token" }), "Forbidden");
    const accept = { accept: "text/html" };
    const answers = await server.ask("GET", SECRETS, { token: "bob-token", headers: accept });
    assertRefused(answers, "Forbidden");
  });
});

Deno.test("a service account is in the groups of its kind and its namespace", async () => {
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
