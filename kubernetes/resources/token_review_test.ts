import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

Deno.test("a TokenReview without a token is rejected", async () => {
  await withServer(async (server) => {
    const path = "/apis/authentication.svc.io/v1/tokenreviews";
    for (const spec of [{}, { token: "" }]) {
      assertRefused(await server.ask("POST", path, { body: { spec } }), "BadRequest");
    }
    const { status } = await server.must("POST", path, {
      body: { spec: { token: "alice-token" } },
    });
    assertEquals(status.authenticated, true);
  });
});
