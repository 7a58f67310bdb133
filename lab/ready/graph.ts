/**
 * The graph of modules: which files a file needs to run.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** For each file, the paths of the files that it imports, starts or reads. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** A module, as `deno info --json` describes it. */
interface InfoModule {
  readonly specifier: string;
  readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
}

/**
 * Reads the graph of all modules of the repository.
 *
 * @param files paths of all files of the repository
 */
export async function readGraph(files: readonly string[]): Promise<Graph> {
  const modules = files.filter((path) => path.endsWith(".ts") && !path.startsWith("clients/"));
  const [imports, texts] = await Promise.all([
    importsOf(modules),
    Promise.all(modules.map((path) => Deno.readTextFile(new URL(path, ROOT)))),
  ]);
  const known = new Set(files);
  return new Map(modules.map((path, index) => {
    const named = filesNamedIn(texts[index]!, path, known);
    return [path, new Set([...imports.get(path) ?? [], ...named])];
  }));
}

/** Resolves imports as Deno does, so that names of packages lead to their files. */
async function importsOf(modules: readonly string[]): Promise<Map<string, string[]>> {
  const entry = await Deno.makeTempFile({ prefix: "plumbline-graph-", suffix: ".ts" });
  try {
    const lines = modules.map((path) => `import ${JSON.stringify(new URL(path, ROOT).href)};\n`);
    await Deno.writeTextFile(entry, lines.join(""));
    const command = new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--config", new URL("deno.json", ROOT).pathname, entry],
      cwd: ROOT,
      stderr: "piped",
    });
    const { success, stdout, stderr } = await command.output();
    if (!success) {
      throw new Error(`Cannot read the graph of modules: ${new TextDecoder().decode(stderr)}`);
    }
    const { modules: infos } = JSON.parse(new TextDecoder().decode(stdout)) as {
      modules: readonly InfoModule[];
    };
    return new Map(infos.map(({ specifier, dependencies = [] }) => [
      pathOf(specifier) ?? specifier,
      dependencies.flatMap(({ code }) => pathOf(code?.specifier ?? "") ?? []),
    ]));
  } finally {
    await Deno.remove(entry);
  }
}

/** Returns the path of a file of the repository, or nothing for another URL. */
function pathOf(specifier: string): string | undefined {
  return specifier.startsWith(ROOT.href) ? specifier.slice(ROOT.href.length) : undefined;
}

/** A string with the name of a file: of a worker, of data, of a program that a test starts. */
const FILE_NAME = /["'`]((?:\.{0,2}\/)*(?:[\w-]+\/)*[\w.-]+\.[a-z]+)["'`]/g;

/**
 * Returns the files that a module names in strings other than imports, by a path relative to the
 * module, to its room or to the repository.
 *
 * @param text the source text of the module
 * @param module the path of the module
 * @param known paths of all files
 */
export function filesNamedIn(
  text: string,
  module: string,
  known: ReadonlySet<string>,
): Set<string> {
  const room = module.slice(0, module.indexOf("/") + 1);
  const found = new Set<string>();
  for (const { 1: name = "", index } of text.matchAll(FILE_NAME)) {
    if (/(?:\bfrom|\bimport)\s*\(?\s*$/.test(text.slice(Math.max(0, index - 12), index))) continue;
    const relative = new URL(name, new URL(module, "file:///")).pathname.slice(1);
    const bare = name.replace(/^(?:\.{0,2}\/)*/, "");
    const target = [relative, bare, `${room}${bare}`].find((path) => known.has(path));
    if (target !== undefined && target !== module) found.add(target);
  }
  return found;
}

/**
 * Returns the files that depend on the given ones, each with the length of the shortest path to
 * one of them: 0 for themselves.
 */
export function dependentsOf(changed: Iterable<string>, graph: Graph): Map<string, number> {
  const users = new Map<string, string[]>();
  for (const [path, targets] of graph) {
    for (const target of targets) users.set(target, [...users.get(target) ?? [], path]);
  }
  const distances = new Map<string, number>();
  let layer = [...new Set(changed)];
  for (let distance = 0; layer.length > 0; distance++) {
    for (const path of layer) distances.set(path, distance);
    const next = layer.flatMap((path) => users.get(path) ?? []);
    layer = [...new Set(next)].filter((path) => !distances.has(path));
  }
  return distances;
}
