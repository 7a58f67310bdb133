/**
 * Writes the repository as one package into a folder. In the repository the rooms are members of a
 * workspace, and `deno publish` leaves the members out of the package at the root: what people
 * install is published, or packed for npm, from this folder.
 *
 * ```sh
 * deno task stage ../staged && cd ../staged && deno publish
 * ```
 *
 * The package has the modules that its exports reach, and the documents. No list says what is left
 * out: a test or a recording that no export imports is not copied.
 *
 * @module
 */
import { readDoors } from "@plumbline/mutants/doors";

const ROOT = new URL("../../", import.meta.url);

/** The program of the npm package, and the functions that Node lacks: no export reaches them. */
const FOR_NODE = ["cli/plumbline.ts", "runtime/standard_functions.ts"];

/** What a package says of itself; the rest of the configuration is about the repository. */
const PARTS_OF_CONFIGURATION = ["name", "version", "license", "exports", "compilerOptions"];

/**
 * Copies what the package consists of. Its configuration gets the doors of the members as names in
 * its import map in place of the workspace.
 *
 * @param folder the folder to write to, which is created
 */
export async function stage(folder: URL): Promise<void> {
  const { imports, ...config } = JSON.parse(await readText("deno.json"));
  const modules = await reachedModules([...Object.values<string>(config.exports), ...FOR_NODE]);
  for (const path of [...modules, ...await documentsOf(modules), "deno.lock"]) {
    const target = new URL(path, folder);
    await Deno.mkdir(new URL(".", target), { recursive: true });
    await Deno.copyFile(new URL(path, ROOT), target);
  }
  const doors = [...await readDoors()].map(([name, path]) => [name, `./${path}`]);
  const staged = {
    ...Object.fromEntries(PARTS_OF_CONFIGURATION.map((part) => [part, config[part]])),
    imports: { ...imports, ...Object.fromEntries(doors) },
  };
  await Deno.writeTextFile(new URL("deno.json", folder), JSON.stringify(staged, null, 2));
}

/** Returns the modules that some modules import, as paths, and those of the threads they start. */
async function reachedModules(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  let next = entries;
  while (next.length > 0) {
    const found = (await Promise.all(next.map(importedBy))).flat();
    const added = [...new Set(found)].filter((path) => !reached.has(path));
    for (const path of added) reached.add(path);
    next = (await Promise.all(added.map(threadsOf))).flat().filter((path) => !reached.has(path));
  }
  return reached;
}

/** Returns the modules and data of this repository that a module imports, itself among them. */
async function importedBy(path: string): Promise<readonly string[]> {
  const args = ["info", "--json", new URL(path, ROOT).href];
  const command = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stderr: "inherit" });
  const { success, stdout } = await command.output();
  if (!success) throw new Error(`Cannot stage as deno info ${path} failed`);
  const { modules } = JSON.parse(new TextDecoder().decode(stdout));
  return (modules as readonly { readonly specifier: string }[])
    .map(({ specifier }) => specifier.replace(/\?.*$/, ""))
    .filter((specifier) => specifier.startsWith(ROOT.href))
    .map((specifier) => specifier.slice(ROOT.href.length));
}

/** Returns the modules that a module runs in threads: it names them by their URL. */
async function threadsOf(path: string): Promise<readonly string[]> {
  const named = (await readText(path)).matchAll(/new URL\("(\.\/\w+\.ts)", import\.meta\.url\)/g);
  return [...named].map(([, module = ""]) =>
    new URL(module, new URL(path, ROOT)).href.slice(ROOT.href.length)
  );
}

/** Returns the documents at the root, the guides, and the README of each folder with modules. */
async function documentsOf(modules: ReadonlySet<string>): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "*.md", "LICENSE"];
  const { stdout } = await new Deno.Command("git", { args, cwd: ROOT }).output();
  const hasModules = (folder: string) => [...modules].some((path) => path.startsWith(folder));
  return new TextDecoder().decode(stdout).split("\0").filter((path) =>
    /^docs\/|^CHANGELOG\.md$|^LICENSE$/.test(path) ||
    path.endsWith("README.md") && hasModules(path.slice(0, -"README.md".length))
  );
}

const readText = (path: string) => Deno.readTextFile(new URL(path, ROOT));

if (import.meta.main) {
  const [folder = "../plumbline-staged"] = Deno.args;
  await stage(new URL(`${folder.replace(/\/?$/, "/")}`, `file://${Deno.cwd()}/`));
  // deno-lint-ignore no-console -- the result of a command
  console.log(`Wrote the package to ${folder}. Publish it there: deno publish`);
}
