/**
 * The packages that are bundled, in the versions of `deno.lock`.
 *
 * @module
 */
import { run } from "./run.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * Installs packages into a new folder.
 *
 * @param names direct dependencies; their own come with them
 */
export async function installPackages(folder: string, names: readonly string[]): Promise<void> {
  await Deno.mkdir(folder);
  const lock = await Deno.readTextFile(new URL("deno.lock", ROOT));
  await Deno.writeTextFile(`${folder}/deno.lock`, lock);
  const { specifiers } = JSON.parse(lock);
  const dependencies = Object.fromEntries(names.map((name) => [name, lockedIn(specifiers, name)]));
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify({ dependencies }));
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto" }));
  await run(Deno.execPath(), ["install", "--quiet"], folder);
}

/**
 * Returns the version of a package in the specifiers of a lock file.
 *
 * @throws {Error} if it has none
 */
export function lockedIn(specifiers: Readonly<Record<string, string>>, name: string): string {
  const found = Object.entries(specifiers).find(([key]) => key.startsWith(`npm:${name}@`));
  if (found === undefined) throw new Error(`Cannot pack as deno.lock has no package ${name}`);
  return found[1].replace(/_.*$/, "");
}
