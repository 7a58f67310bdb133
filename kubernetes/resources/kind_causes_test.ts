import { assert, assertEquals } from "@std/assert";
import recorded from "../../fixtures/kind_causes/kube-apiserver-1.26.15.json" with { type: "json" };
import { createServer } from "@plumbline/reference";

Deno.test("objects of many kinds are rejected with the causes that a real server answered", async () => {
  assert(recorded.length > 140);
  await using server = await createServer({
    dialect: "kubernetes",
    identities: [{ name: "admin", token: "t", groups: ["system:masters"] }],
  });
  for (const { path, object, causes: expected } of recorded) {
    const response = await server.fetch(
      new Request(`http://localhost${path}?dryRun=All`, {
        method: "POST",
        headers: { authorization: "Bearer t", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name: "sample" }, ...object }),
      }),
    );
    const { details } = await response.json();
    const causes: string[] = (details?.causes ?? []).map((
      { reason, field }: { reason: string; field: string },
    ) => `${reason.replace("FieldValue", "")} ${field}`);
    const at = `${path} ${JSON.stringify(object)}`;
    assertEquals([...new Set(causes)].sort(), [...expected].sort(), at);
    assertEquals(response.status, expected.length === 0 ? 201 : 422, at);
  }
});
