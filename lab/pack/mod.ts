/**
 * Makes the package for npm: `deno task pack`.
 *
 * `deno pack` writes the manifest, the declarations and the documents. What it cannot do is added
 * here: names of the import map that stand for files of this repository, modules of threads, text
 * imports, JSON imports without a warning in Node 20, functions that Node lacks, and a program. So the
 * modules are bundled by esbuild, with the packages that they use: fewer files are installed and
 * loaded.
 *
 * @module
 */
import { readDoors, withPaths } from "@plumbline/mutants/doors";
import { bundle, ENTRIES } from "./bundle.ts";
import { licensesOf } from "./licenses.ts";
import { forOlderTypeScript } from "./older_typescript.ts";
import { installPackages } from "./packages.ts";
import { run } from "./run.ts";
import { stage } from "./stage.ts";

const ROOT = new URL("../../", import.meta.url);

/** The oldest Node that the package is tried with. */
const OLDEST_NODE = ">=20.12";

/**
 * Dependencies that stay dependencies: the declarations name the types of fast-check, and a check of
 * a user has to use the same copy.
 */
const EXTERNAL = ["fast-check"];

/** The parts of a manifest that change. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Makes the package and returns the path of its file. */
async function pack(output: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-pack-" });
  try {
    const [made, staged] = [`${folder}/made.tgz`, `${folder}/staged`];
    await stage(new URL(`file://${staged}/`));
    const options = ["--quiet", "--allow-dirty", "--no-source-maps", "-o", made];
    await run(Deno.execPath(), ["pack", ...options], staged);
    await run("tar", ["xzf", made, "-C", folder]);
    const content = `${folder}/package`;
    await removeSources(content);
    await nameByPaths(content, await readDoors());
    const path = `${content}/package.json`;
    const manifest: Manifest = JSON.parse(await Deno.readTextFile(path));
    const installed = `${folder}/installed`;
    await installPackages(installed, Object.keys(manifest.dependencies));
    const files = await bundle({ output: `${content}/lib`, installed, external: EXTERNAL });
    await Deno.writeTextFile(`${content}/THIRD-PARTY-LICENSES.md`, await licensesOf(files));
    await Deno.writeTextFile(path, `${JSON.stringify(completed(manifest), null, 2)}\n`);
    await Deno.chmod(`${content}/lib/plumbline.js`, 0o755);
    await run("tar", ["czf", output, "--owner=0", "--group=0", "-C", folder, "package"]);
    return output;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Adds the program and the bundles to the manifest. */
function completed(manifest: Manifest): Record<string, unknown> {
  const { "./cli": _cli, ...exports } = manifest.exports;
  const entries = Object.entries(exports).map(([name, { types }]) => {
    const entry = name === "." ? "mod" : name.slice(2);
    if (!(entry in ENTRIES)) {
      throw new Error(`Cannot pack ${name} as lab/pack has no entry for it`);
    }
    return [name, { types, default: `./lib/${entry}.js` }] as const;
  });
  return {
    ...manifest,
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => EXTERNAL.includes(name)),
    ),
    description:
      "A mock server of the Kubernetes-style API, and a conformance suite for servers of it",
    keywords: ["kubernetes", "mock", "server", "test", "conformance", "apiserver", "envtest"],
    engines: { node: OLDEST_NODE },
    bin: { plumbline: "lib/plumbline.js" },
    main: "./lib/mod.js",
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
  };
}

/** Files that the package keeps from `deno pack`: declarations and documents. */
const KEPT = /\.d\.ts$|\.md$|^LICENSE$|^package\.json$/;

/** Folders whose content is in the bundles, or only of use in the repository. */
const LEFT_OUT = ["fixtures", "docs"];

/** Removes all other files, and the folders that are empty then. */
async function removeSources(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (LEFT_OUT.includes(name)) await Deno.remove(path, { recursive: true });
    else if (isDirectory) await removeSources(path);
    else if (!KEPT.test(name)) await Deno.remove(path);
  }
  if ([...Deno.readDirSync(folder)].length === 0) await Deno.remove(folder);
}

/** Declarations of the rooms import each other by paths, as the rooms are no packages for users. */
async function nameByPaths(root: string, doors: ReadonlyMap<string, string>, folder = "") {
  const modules = new Map([...doors].map(([name, path]) => [name, path.replace(/ts$/, "js")]));
  for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
    const path = `${folder}${name}`;
    if (isDirectory) await nameByPaths(root, doors, `${path}/`);
    else if (name.endsWith(".d.ts")) {
      const text = await Deno.readTextFile(`${root}/${path}`);
      const named = withPaths(path, text, modules);
      await Deno.writeTextFile(`${root}/${path}`, forOlderTypeScript(named));
    }
  }
}

if (import.meta.main) {
  const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const path = await pack(Deno.args[0] ?? `plumbline-plumbline-${version}.tgz`);
  const { size } = await Deno.stat(path);
  const line = `${path} (${(size / 1024).toFixed(0)} KiB)\n`;
  await Deno.stdout.write(new TextEncoder().encode(line));
}
