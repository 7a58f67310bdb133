/**
 * Importing the server loads nothing but the server.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

Deno.test("server/mod.ts loads no module of plugins, mutants, suites or commands", async () => {
  const root = new URL("..", import.meta.url);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "server/mod.ts"],
    cwd: root,
    env: { NO_COLOR: "1" },
  });
  const { stdout } = await command.output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: readonly { readonly specifier: string }[];
  };
  const own = modules.map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith(root.href))
    .map((specifier) => specifier.slice(root.href.length));
  assert(own.includes("server/mod.ts"), `found ${own.length} modules`);
  const others = own.filter((path) => !/^(server|runtime|fixtures|deps)\//.test(path));
  assertEquals(others, []);
});
