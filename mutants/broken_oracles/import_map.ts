/**
 * Replaces a file for a process by an import map: importers of the original get the broken file,
 * and all other modules come from the cache.
 *
 * @module
 */
import { readDoors } from "../source/doors.ts";
import { breakSource, type BrokenOracle } from "./broken_oracle.ts";

const ROOT = new URL("../../", import.meta.url);

/** A temporary folder with a configuration that replaces a file. */
export interface TemporaryConfig extends AsyncDisposable {
  /** Path of the configuration file. */
  readonly path: string;
}

/**
 * Writes the broken file and a configuration with an import map into a temporary folder.
 *
 * @throws {RangeError} if the text to replace does not occur exactly once
 */
export async function writeConfig(oracle: BrokenOracle): Promise<TemporaryConfig> {
  const original = new URL(`suites/${oracle.file}`, ROOT);
  const source = breakSource(await Deno.readTextFile(original), oracle);
  const folder = await Deno.makeTempDir({ prefix: "plumbline-oracle-" });
  const own = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const imports = Object.entries<string>(own.imports).map(([name, target]) => [
    name,
    target.startsWith("./") ? new URL(target, ROOT).href : target,
  ]);
  await Deno.writeTextFile(`${folder}/broken.ts`, withAbsoluteImports(source, original));
  const brokenUrl = new URL(`file://${folder}/broken.ts`).href;
  // An import map is read once for each import: a door to the broken file leads to it directly.
  const doors = [...await readDoors()].map(([name, path]) => {
    const { href } = new URL(path, ROOT);
    return [name, href === original.href ? brokenUrl : href];
  });
  const config = {
    imports: { ...Object.fromEntries([...imports, ...doors]), [original.href]: brokenUrl },
    nodeModulesDir: "none",
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  await Deno.copyFile(new URL("deno.lock", ROOT), `${folder}/deno.lock`);
  return {
    path: `${folder}/deno.json`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Resolves each relative import against the URL of the original file. */
function withAbsoluteImports(source: string, original: URL): string {
  return source.replaceAll(
    /(\bfrom|\bimport)(\s*\(?\s*)"(\.[^"]*)"/g,
    (_, word, gap, target) => `${word}${gap}"${new URL(target, original).href}"`,
  );
}
