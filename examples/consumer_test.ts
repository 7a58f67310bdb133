/**
 * Runs the project in `consumer/` outside the repository, against the published files only and
 * under TypeScript's default options: type check, tests, and its checks from the command line.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { stage } from "@plumbline/lab/stage";

const ROOT = new URL("../", import.meta.url);

/** Runs Deno in a directory, and returns its output. */
async function deno(cwd: URL, ...args: string[]): Promise<string> {
  const env = { NO_COLOR: "1" };
  const command = new Deno.Command(Deno.execPath(), { args, cwd, env });
  const { success, stdout, stderr } = await command.output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  assert(success, `deno ${args.join(" ")}\n${output}`);
  return output;
}

async function copy(paths: readonly string[], from: URL, to: URL): Promise<void> {
  for (const path of paths) {
    const target = new URL(path, to);
    await Deno.mkdir(new URL(".", target), { recursive: true });
    await Deno.copyFile(new URL(path, from), target);
  }
}

Deno.test("a project outside the repository uses the published files", async (test) => {
  const temporary = new URL(`file://${await Deno.makeTempDir()}/`);
  const [staged, library, project] = ["staged/", "plumbline/", "consumer/"]
    .map((path) => new URL(path, temporary));
  try {
    await test.step("no test is published, and no slow type", async () => {
      await stage(staged!);
      // Slow types are looked for without the type check, which is below.
      const args = ["publish", "--dry-run", "--allow-dirty", "--no-check"];
      const output = await deno(staged!, ...args);
      const published = [...output.matchAll(/^ +(file:\/\/\S+) \(.*\)$/gm)]
        .map(([, url]) => decodeURI(url!.slice(staged!.href.length)));
      assert(published.includes("mod.ts") && published.includes("cli.ts"), output);
      assertEquals(
        published.filter((path) =>
          /_test\.ts$|\/testing(\.ts|\/)|testdata|^lab\/|\.png$/.test(path)
        ),
        [],
      );
      await copy(published, staged!, library!);
    });

    const source = new URL("examples/consumer/", ROOT);
    const files = [...Deno.readDirSync(source)].map(({ name }) => name);
    await copy(files, source, project!);
    const config = new URL("deno.json", project);
    const settings = await Deno.readTextFile(config);
    assertStringIncludes(settings, `"links": ["../.."]`);
    await Deno.writeTextFile(config, settings.replace("../..", "../plumbline"));

    await test.step("it type-checks under default options, with all that is published", async () => {
      const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", library)));
      const imports = Object.keys(exports)
        .map((name) => `import type {} from "@plumbline/plumbline${name.slice(1)}";\n`);
      const all = new URL("all_exports.ts", project);
      await Deno.writeTextFile(all, imports.join(""));
      await deno(project!, "check");
      await Deno.remove(all);
    });
    await test.step("its tests pass", async () => {
      const output = await deno(project!, "test", "--allow-net", "--no-check");
      assertStringIncludes(output, "4 passed | 0 failed");
    });
    await test.step("its checks run from the command line", async () => {
      const cli = ["jsr:@plumbline/plumbline/cli", "check", "--suite-module", "./acme.ts"];
      const output = await deno(project!, "run", "-A", ...cli, "--area", "acme");
      assertStringIncludes(output, "1 requirement checked, 0 violated");
    });
    await test.step("the checks are tests of deno test", async () => {
      const file = new URL("conformance/conformance_test.ts", project);
      await Deno.mkdir(new URL(".", file));
      await Deno.writeTextFile(file, 'import "@plumbline/plumbline/deno-test";\n');
      await Deno.writeTextFile(new URL("plumbline.yaml", project), "area: health\nquick: true\n");
      const output = await deno(project!, "test", "-A", "--no-check", "conformance/");
      assertStringIncludes(output, "health/answers: ");
      assertStringIncludes(output, "| 0 failed");
    });
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
});

Deno.test("docs/extending.md shows the files of the project as they are", async () => {
  const page = await Deno.readTextFile(new URL("docs/extending.md", ROOT));
  const directory = new URL("examples/consumer/", ROOT);
  for (const { name } of Deno.readDirSync(directory)) {
    // The client under test is not about Plumbline.
    if (name === "client.ts" || name === "deno.lock") continue;
    assertStringIncludes(page, `\n${await Deno.readTextFile(new URL(name, directory))}\`\`\`\n`);
  }
});
