/**
 * The rooms on top of `server` need nothing of it but what its package declares.
 *
 * @module
 */
import { readDoors } from "@plumbline/mutants/doors";
import { run } from "./run.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "@plumbline/server";

/** Writes the declarations that a package of `server` alone would publish. */
async function declare(folder: string): Promise<void> {
  const made = `${folder}/server.tgz`;
  const words = ["pack", "--quiet", "--allow-dirty", "--no-source-maps", "-o", made];
  await run(Deno.execPath(), words, new URL("server/", ROOT));
  await run("tar", ["xzf", made, "-C", folder, "--wildcards", "*.d.ts"]);
  await nameDeclarations(`${folder}/package`);
}

/** Lets declarations import each other by their own names: they import modules that are not there. */
async function nameDeclarations(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await nameDeclarations(path);
    else {
      const text = await Deno.readTextFile(path);
      await Deno.writeTextFile(path, text.replaceAll(/("\.[^"]*)\.js"/g, '$1.d.ts"'));
    }
  }
}

/** Copies the sources of a room; returns the modules. */
async function copy(room: string, folder: string): Promise<string[]> {
  const modules: string[] = [];
  for await (const { name, isFile, isDirectory } of Deno.readDir(new URL(room, ROOT))) {
    const path = `${room}/${name}`;
    if (isDirectory) modules.push(...await copy(path, folder));
    if (!isFile || !/\.(ts|json)$/.test(name) || name === "deno.json" || IS_TEST.test(path)) {
      continue;
    }
    await Deno.mkdir(`${folder}/${room}`, { recursive: true });
    await Deno.copyFile(new URL(path, ROOT), `${folder}/${path}`);
    if (name.endsWith(".ts")) modules.push(path);
  }
  return modules;
}

/** What tests share is not published. */
const IS_TEST = /_test\.ts$|\/(test_|testing)|\/contract\//;

Deno.test("kubernetes and stores compile against the declarations of server alone", async () => {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-declarations-" });
  try {
    await declare(folder);
    await copy("runtime", folder);
    await copy("deps", folder);
    const modules = [...await copy("kubernetes", folder), ...await copy("stores", folder)];
    const { imports, compilerOptions } = JSON.parse(
      await Deno.readTextFile(new URL("deno.json", ROOT)),
    );
    const doors = [...await readDoors()].map(([name, path]) => {
      const isOfServer = name === NAME || name.startsWith(`${NAME}/`);
      const declared = path.replace(/^server/, "package").replace(/\.ts$/, ".d.ts");
      return [name, `./${isOfServer ? declared : path}`];
    });
    const config = {
      ...{ compilerOptions, nodeModulesDir: "none" },
      imports: { ...imports, ...Object.fromEntries(doors) },
    };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
    await run(Deno.execPath(), ["check", "--quiet", "--no-lock", ...modules], folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
