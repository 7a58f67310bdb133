/**
 * Writes the repository as one package into a folder. In the repository the rooms are members of a
 * workspace, and `deno publish` leaves the members out of the package at the root: what people
 * install is published from this folder.
 *
 * ```sh
 * deno task stage ../staged && cd ../staged && deno publish
 * ```
 *
 * @module
 */
import { readDoors } from "@plumbline/mutants/doors";

const ROOT = new URL("../../", import.meta.url);

/**
 * Copies every tracked file but the configurations of the members. The configuration at the root gets
 * the doors of the members as names in its import map in place of the workspace.
 *
 * @param folder the folder to write to, which is created
 */
export async function stage(folder: URL): Promise<void> {
  const command = new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT });
  const { stdout } = await command.output();
  const tracked = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
  for (const path of tracked) {
    if (/^\w+\/deno\.json$/.test(path)) continue;
    const target = new URL(path, folder);
    await Deno.mkdir(new URL(".", target), { recursive: true });
    // A file that was deleted, and not committed yet, is no part of the package.
    await Deno.copyFile(new URL(path, ROOT), target).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  const { workspace: _, imports, ...rest } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", ROOT)),
  );
  const doors = [...await readDoors()].map(([name, path]) => [name, `./${path}`]);
  const config = { ...rest, imports: { ...imports, ...Object.fromEntries(doors) } };
  await Deno.writeTextFile(new URL("deno.json", folder), JSON.stringify(config, null, 2));
}

if (import.meta.main) {
  const [folder = "../plumbline-staged"] = Deno.args;
  await stage(new URL(`${folder.replace(/\/?$/, "/")}`, `file://${Deno.cwd()}/`));
  // deno-lint-ignore no-console -- the result of a command
  console.log(`Wrote the package to ${folder}. Publish it there: deno publish`);
}
