import { assert, assertEquals } from "@std/assert";
import { testWithEtcd } from "@plumbline/stores/testing";
import { crash } from "./crash.ts";

Deno.test("a server that is killed under load loses nothing that a client has seen", async () => {
  const folder = await Deno.makeTempDir();
  const { writes, watches, violations } = await crash({
    ...{ kills: 5, seed: 7, writers: 4, longest: 800 },
    ...{ store: ["--data", `${folder}/data`], servers: 1 },
  });
  assertEquals(violations, []);
  assert(writes.acknowledged > 0 && watches.resumed > 0);
  await Deno.remove(folder, { recursive: true });
});

testWithEtcd(
  "of two servers over etcd one that is killed loses nothing, and the other goes on",
  async ({ store }) => {
    const { writes, watches, violations } = await crash({
      ...{ kills: 2, seed: 7, writers: 2, longest: 800 },
      ...{ store: ["--store", store], servers: 2 },
    });
    assertEquals(violations, []);
    assert(writes.acknowledged > 0 && watches.resumed > 0);
  },
);
