/**
 * Puts one file in another's place for a program that is started: an import map sends whoever
 * imports the one to the other, so that nothing is copied and all else comes from the cache.
 *
 * @module
 */
import { mutated, type Mutation } from "./mutation.ts";

const ROOT = new URL("../../", import.meta.url);

/** A folder with a configuration under which a mutation is in force. */
export interface Overlay extends AsyncDisposable {
  /** The path of the configuration file. */
  readonly config: string;
}

/**
 * Writes the mutated file and the configuration into a folder of their own.
 *
 * @throws {RangeError} when the mutation's text is not there
 */
export async function overlay(mutation: Mutation): Promise<Overlay> {
  const original = new URL(`suites/${mutation.file}`, ROOT);
  const source = mutated(await Deno.readTextFile(original), mutation);
  const folder = await Deno.makeTempDir({ prefix: "plumbline-oracle-" });
  const own = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const imports = Object.entries<string>(own.imports).map(([name, target]) => [
    name,
    target.startsWith("./") ? new URL(target, ROOT).href : target,
  ]);
  await Deno.writeTextFile(`${folder}/mutated.ts`, withWholeImports(source, original));
  const mutatedUrl = new URL(`file://${folder}/mutated.ts`).href;
  const config = {
    imports: { ...Object.fromEntries(imports), [original.href]: mutatedUrl },
    nodeModulesDir: "none",
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  await Deno.copyFile(new URL("deno.lock", ROOT), `${folder}/deno.lock`);
  return {
    config: `${folder}/deno.json`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** The source with each relative import as the URL it means where the file comes from. */
function withWholeImports(source: string, original: URL): string {
  return source.replaceAll(
    /(\bfrom|\bimport)(\s*\(?\s*)"(\.[^"]*)"/g,
    (_, word, gap, target) => `${word}${gap}"${new URL(target, original).href}"`,
  );
}
