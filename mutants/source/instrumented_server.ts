/**
 * The instrumented server: a copy of the rooms of the server outside the repository, with everything
 * else that they import. Copies import each other by paths, as names lead to the repository.
 *
 * @module
 */
import { readDoors, withPaths } from "./doors.ts";
import { instrument, type SourceFile } from "./instrument.ts";
import { hash, type SourceMutant } from "./source_mutant.ts";

/** The repository. */
const ROOT = new URL("../../", import.meta.url);

/** The rooms whose sources are instrumented. */
const INSTRUMENTED = ["server", "kubernetes", "stores"];

/** What the server and its worker import, directly or not, besides these. */
const COPIED = ["mutants", "reference", "reports", "suites"];
const LINKED = ["deps", "runtime", "deno.json"];

/** Folders of data in the rooms. */
const DATA = ["server/codec/data", "kubernetes/data"];

/** Sources that only tests run. */
const TESTS =
  /_test\.ts$|\/(test_|testing)[^/]*\.ts$|\/(contract|differential)\/|arbitrary_object|storage_contract/;

/** An instrumented server on disk. */
export interface InstrumentedServer {
  /** The folder that stands for the repository's root. */
  readonly root: URL;
  readonly mutants: readonly SourceMutant[];
  /** A hash of the server's sources. */
  readonly version: string;
  /** Hashes of the sources of each folder of `suites/areas/`, by its name. */
  readonly areas: ReadonlyMap<string, string>;
  /** Removes the folder. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Instruments the server into a folder of the system's temporary directory. */
export async function instrumentServer(): Promise<InstrumentedServer> {
  const sources = (await Promise.all(INSTRUMENTED.map(readSources))).flat();
  const copied = (await Promise.all(COPIED.map(readSources))).flat();
  const doors = await readDoors();
  const version = await hashOf(sources);
  const areas = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(new URL("suites/areas", ROOT))) {
    if (isDirectory) areas.set(name, await hashOf(await readSources(`suites/areas/${name}`)));
  }
  const { files, mutants } = await instrument(sources);
  const folder = await Deno.makeTempDir({ prefix: "plumbline-source-mutants-" });
  for (const { name, content } of [...files, ...copied]) {
    const path = `${folder}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, withPaths(name, content, doors));
  }
  for (const name of [...LINKED, ...DATA]) {
    await Deno.symlink(new URL(name, ROOT), `${folder}/${name}`);
  }
  return {
    root: new URL(`file://${folder}/`),
    mutants,
    version,
    areas,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const hashOf = (sources: readonly SourceFile[]) =>
  hash(sources.map(({ name, content }) => `${name}\0${content}`).join("\0"), 8);

async function readSources(folder: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const { name: entry, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    const name = `${folder}/${entry}`;
    if (isDirectory) files.push(...await readSources(name));
    else if (name.endsWith(".ts") && !TESTS.test(name)) {
      files.push({ name, content: await Deno.readTextFile(new URL(name, ROOT)) });
    }
  }
  return files.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The module of the workers that run trials. */
export const TRIAL_WORKER: URL = new URL("./trial_worker.ts", import.meta.url);

/** Returns the module of the worker that runs the server, with the parameters that it reads. */
export function serverWorker(
  { root }: Pick<InstrumentedServer, "root">,
  parameters: Readonly<Record<string, string>>,
): string {
  const module = new URL("mutants/source/server_worker.ts", root);
  return `${module}?${new URLSearchParams(parameters)}`;
}
