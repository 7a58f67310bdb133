import { assertEquals } from "@std/assert";
import { readDoors, withPaths } from "./doors.ts";

Deno.test("imports by name become imports by path", async () => {
  const doors = await readDoors();
  assertEquals(doors.get("@plumbline/server/api"), "server/doors/api.ts");
  const source = 'import { a } from "@plumbline/server/api";\nexport * from "@std/assert";\n';
  assertEquals(
    withPaths("mutants/source/x.ts", source, doors),
    'import { a } from "../../server/doors/api.ts";\nexport * from "@std/assert";\n',
  );
  assertEquals(
    withPaths("mod.ts", 'await import("@plumbline/server")', doors),
    'await import("./server/mod.ts")',
  );
});
