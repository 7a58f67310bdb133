import { assertEquals } from "@std/assert";
import { assertRefused, SECRETS, withServer } from "../testing.ts";

Deno.test("a URL that is too long gets a Status 414", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("GET", `${SECRETS}?labelSelector=${"a,".repeat(20_000)}`);
    assertRefused(answer, "RequestURITooLong");
  });
});

Deno.test("a large body is handled like a small one, and others are answered meanwhile", async () => {
  await withServer(async (server) => {
    const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, "YQ=="]));
    const name = "large";
    const creating = server.must("POST", SECRETS, { body: { metadata: { name }, data } });
    assertEquals((await server.ask("GET", "/readyz")).status, 200);
    assertEquals((await creating).data, data);
    const { data: changed } = await server.must("PATCH", `${SECRETS}/${name}`, {
      body: { data: Object.fromEntries(Object.keys(data).map((key) => [key, "Yg=="])) },
      type: "application/merge-patch+json",
    });
    assertEquals(new Set(Object.values(changed)), new Set(["Yg=="]));
  });
});
