import { assert, assertEquals } from "@std/assert";
import { crash } from "./crash.ts";

Deno.test("a server that is killed under load loses nothing that a client has seen", async () => {
  const folder = await Deno.makeTempDir();
  const { writes, watches, violations } = await crash({
    ...{ kills: 5, seed: 7, writers: 4, longest: 300 },
    file: `${folder}/data`,
  });
  assertEquals(violations, []);
  assert(writes.acknowledged > 0 && watches.resumed > 0);
  await Deno.remove(folder, { recursive: true });
});
