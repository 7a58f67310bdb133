/**
 * Bundles the modules of the npm package.
 *
 * @module
 */
import { build, type Loader, type OnLoadArgs, type OnLoadResult, type Plugin } from "esbuild";
import { fileURLToPath } from "node:url";
import { readDoors } from "@plumbline/mutants/doors";

const ROOT = new URL("../../", import.meta.url);
const rootPath = (name: string): string => fileURLToPath(new URL(name, ROOT));

/** The modules that users import, the program, and the modules of threads, by name. */
export const ENTRIES: Readonly<Record<string, string>> = {
  mod: "mod.ts",
  server: "reference/mod.ts",
  plugins: "plugins/mod.ts",
  mutants: "mutants/mod.ts",
  suites: "suites/mod.ts",
  reports: "reports/mod.ts",
  types: "types.ts",
  "deno-test": "cli/deno_tests.ts",
  plumbline: "cli/plumbline.ts",
  embedded_worker: "suites/embedded/worker.ts",
  mutants_worker: "mutants/embedded/worker.ts",
  trial_worker: "mutants/matrix/trial_worker.ts",
};

/** Where the bundles come from and go to. */
export interface BundleOptions {
  /** The folder of the bundles. */
  readonly output: string;
  /** The folder that has the packages to bundle in its `node_modules`. */
  readonly installed: string;
  /** Packages that stay outside, as users install them. */
  readonly external: readonly string[];
}

/**
 * Writes the bundles to a folder, side by side.
 *
 * @returns the files of packages that are in the bundles, below `installed`
 */
export async function bundle(
  { output, installed, external }: BundleOptions,
): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, path]) => [name, rootPath(path)]),
    ),
    absWorkingDir: rootPath("."),
    outdir: output,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    // Of a package in both forms, the ES modules: an import() of the other form has no names.
    mainFields: ["module", "main"],
    target: "node20",
    chunkNames: "chunk-[hash]",
    logLevel: "warning",
    keepNames: false,
    // Not minified: it starts no faster, and stack traces can be read.
    metafile: true,
    // Packages in the form of CommonJS require modules of Node.
    banner: {
      js: 'import{createRequire as requireFrom}from"node:module";' +
        "const require=requireFrom(import.meta.url);",
    },
    inject: [rootPath("runtime/standard_functions.ts")],
    plugins: [await moduleNames({ installed, external }), moduleContents],
  });
  return Object.keys(metafile.inputs)
    .map((path) => path.replace(/^\w+:/, ""))
    .map((path) => path.startsWith("/") ? path : rootPath(path))
    .filter((path) => path.includes("/node_modules/"));
}

/** Returns what resolves names of the import map, of folders' entry points and of packages. */
export async function moduleNames(options: Omit<BundleOptions, "output">): Promise<Plugin> {
  const { imports } = JSON.parse(await Deno.readTextFile(rootPath("deno.json")));
  const doors = [...await readDoors()].map(([name, path]) => [name, `./${path}`]);
  return specifiers({ imports: { ...imports, ...Object.fromEntries(doors) }, ...options });
}

const specifiers = (
  { imports, installed, external }: Omit<BundleOptions, "output"> & {
    readonly imports: Readonly<Record<string, string>>;
  },
): Plugin => ({
  name: "specifiers",
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer, pluginData }) => {
      if (pluginData === RESOLVED || importer.includes("/node_modules/")) return undefined;
      const target = imports[path] ?? path;
      if (target.startsWith("./")) return { path: rootPath(target) };
      const name = packageOf(target);
      if (name.startsWith("node:") || external.some((each) => name.startsWith(each))) {
        return { path: name, external: true };
      }
      return builder.resolve(name, { kind, resolveDir: installed, pluginData: RESOLVED });
    });
  },
});

/** Marks names that esbuild is to resolve by itself. */
const RESOLVED = Symbol("resolved");

/** Returns the name that Node knows for `npm:name@version/path`. */
export const packageOf = (specifier: string): string =>
  specifier.replace(/^npm:((?:@[^/]+\/)?[^@/]+)(?:@[^/]+)?/, "$1");

/** Loads data as modules, and sources with the places of their threads. */
export const moduleContents: Plugin = {
  name: "contents",
  setup(builder) {
    builder.onLoad({ filter: /\.\w+$/, namespace: "file" }, load);
  },
};

async function load({ path, with: attributes }: OnLoadArgs): Promise<OnLoadResult | undefined> {
  const text = await Deno.readTextFile(path);
  if (attributes.type === "text") {
    return { contents: `export default ${JSON.stringify(text)};`, loader: "js" };
  }
  if (path.endsWith(".json")) return { contents: dataModule(path, text), loader: "js" };
  const loader: Loader = path.endsWith(".ts") ? "ts" : "js";
  return { contents: withThreads(path, text), loader };
}

/** Engines parse JSON faster than the same text as a program. */
function dataModule(path: string, text: string): string {
  const value = JSON.parse(text);
  // Of the configuration only the version is used.
  const used = path.endsWith("/deno.json") ? { version: value.version } : value;
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(used))});`;
}

/** Replaces the URLs of modules that threads run by those of their bundles. */
function withThreads(path: string, text: string): string {
  return text.replaceAll(/new URL\("(\.\/\w+\.ts)", import\.meta\.url\)/g, (_, module: string) => {
    const target = fileURLToPath(new URL(module, `file://${path}`));
    const [name] = Object.entries(ENTRIES).find(([, entry]) => rootPath(entry) === target) ?? [];
    if (name === undefined) throw new Error(`Cannot bundle ${target} as it is no entry`);
    return `new URL("./${name}.js", import.meta.url)`;
  });
}
