import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

const SUITES = new URL("../suites/mod.ts", import.meta.url).href;

const MODULE = `
import { defineArea, example, Violation } from "${SUITES}";

export default defineArea({
  id: "acme",
  requirements: {
    "acme.teapot": { chapter: "Acme", statement: "GET /teapot gets 418.", level: "must" },
  },
  checks: [
    example({
      id: "acme/teapot",
      title: "/teapot gets 418",
      requirements: ["acme.teapot"],
      run: async (scope) => {
        const { status } = await scope.send({ method: "GET", path: "/teapot" });
        if (status === 418) return;
        throw new Violation("acme.teapot", { expected: "418", actual: String(status) });
      },
    }),
  ],
});
`;

async function withModule(use: (path: string, directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/acme.ts`;
  await Deno.writeTextFile(path, MODULE);
  await use(path, directory);
  await Deno.remove(directory, { recursive: true });
}

async function run(...words: string[]) {
  const terminal = testTerminal();
  const code = await main(words, terminal);
  return { code, written: terminal.written(), complaints: terminal.complaints() };
}

Deno.test("--suite-module adds areas that check runs, lists and reproduces", () =>
  withModule(async (path) => {
    const module = ["--suite-module", path];
    const listed = await run("check", ...module, "--area", "acme", "--list");
    assertEquals([listed.code, listed.complaints], [0, ""]);
    assertStringIncludes(listed.written, "acme/teapot");
    const { code, written, complaints } = await run("check", ...module, "--area", "acme");
    assertEquals([code, complaints], [1, ""]);
    assertStringIncludes(written, "acme.teapot: GET /teapot gets 418.");
    assertStringIncludes(
      written,
      `deno task check --suite-module ${path} --only acme/teapot --seed`,
    );
    assertStringIncludes(written, `deno task check --suite-module ${path} --report out\n`);
    const requirements = await run("requirements", ...module, "--area", "acme");
    assertStringIncludes(requirements.written, "acme.teapot (must, misleading)");
  }));

Deno.test("a module in a configuration file is relative to the file", () =>
  withModule(async (_, directory) => {
    const config = `${directory}/plumbline.yaml`;
    await Deno.writeTextFile(config, "suite-module: [acme.ts]\narea: [acme]\n");
    const { code, written } = await run("check", "--config", config, "--list");
    assertEquals(code, 0);
    assertStringIncludes(written, "acme/teapot");
  }));

Deno.test("exit code 2: a module that cannot be loaded is named, and an unknown area", async () => {
  const missing = await run("check", "--suite-module", "/nowhere.ts", "--list");
  assertEquals(missing.code, 2);
  assertStringIncludes(missing.complaints, "Cannot load the suite module /nowhere.ts: ");
  assertEquals((await run("check", "--area", "acme", "--list")).code, 2);
});
