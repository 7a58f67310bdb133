/**
 * The verb get.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";

const MERGE = "application/merge-patch+json";

Deno.test("any issued resourceVersion returns the newest object", async () => {
  await withServer(async (server) => {
    const path = `${SECRETS}/a`;
    const first = await server.must("POST", SECRETS, { body: secretOf("a") });
    const body = { metadata: { labels: { l: "1" } } };
    const second = await server.must("PATCH", path, { body, type: MERGE });
    const versions = ["0", first.metadata.resourceVersion, second.metadata.resourceVersion];
    for (
      const query of [
        "",
        "?resourceVersion=",
        ...versions.map((v) => `?resourceVersion=${v}`),
      ]
    ) {
      assertEquals(await server.must("GET", `${path}${query}`), second, query);
    }
  });
});

Deno.test("a resourceVersion that is malformed or from the future is rejected", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const ahead = await server.ask("GET", `${SECRETS}/a?resourceVersion=999999`);
    assertRefused(ahead, "Timeout");
    assertEquals(ahead.headers.get("retry-after") !== null, true);
    for (const version of ["soon", "-1", "1.5"]) {
      const answer = await server.ask("GET", `${SECRETS}/a?resourceVersion=${version}`);
      assertRefused(answer, "BadRequest");
    }
  });
});

Deno.test("a missing object is reported by its resource and name", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("GET", `${SECRETS}/a`);
    assertRefused(answer, "NotFound");
    assertEquals(answer.body.details, { name: "a", kind: "secrets" });
    const role = "/apis/rbac.authorization.svc.io/v1/clusterroles/none";
    assertEquals((await server.ask("GET", role)).body.details, {
      name: "none",
      group: "rbac.authorization.svc.io",
      kind: "clusterroles",
    });
  });
});

Deno.test("a HEAD answers like a GET, without a body", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const { status, text, headers } = await server.ask("HEAD", `${SECRETS}/a`);
    assertEquals([status, text, headers.get("content-type")], [200, "", "application/json"]);
    assertEquals((await server.ask("HEAD", `${SECRETS}/b`)).status, 404);
  });
});
